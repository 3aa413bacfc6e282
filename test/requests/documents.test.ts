// The documents that may hear of requests: which are remembered, and what is known of one that is asked.
import { beforeEach, describe, expect, test } from 'vitest';
import { createDocuments } from '../../src/requests/documents.ts';
import { PAGE_MARK, type ProviderMessage } from '../../src/protocol/page-api.ts';
import { memoryArea } from '../storage/memory-area.ts';
import { settled } from '../test-clock.ts';

const EVENT = { event: 'disconnect', data: null } as unknown as ProviderMessage;
const ORIGIN = 'https://app.example';
const caller = (tabId: number, changes: object = {}) => ({
  origin: ORIGIN,
  privateWindow: false,
  tabId,
  documentId: null,
  ...changes,
});

let area: ReturnType<typeof memoryArea>;
let answer: () => Promise<unknown>;
let sent: { readonly bridgeId: string; readonly message: unknown }[];
let timers: Map<number, () => void>;
let changes: number;
beforeEach(() => {
  [area, sent, timers, changes] = [memoryArea(), [], new Map(), 0];
  answer = async () => true;
});
const open = () =>
  createDocuments({
    session: area,
    sendToDocument: ({ bridgeId }, message) => {
      sent.push({ bridgeId, message });
      return answer();
    },
    later: (ms, act) => {
      timers.set(ms, act);
      return () => void timers.delete(ms);
    },
    onBusyChange: () => void (changes += 1),
  });
/** Who hears what is sent to everybody. */
const everybody = async () => {
  sent = [];
  await open().sendToAll(EVENT);
  return sent.map(({ bridgeId }) => bridgeId);
};
const handle = { bridgeId: 'one', tabId: 1, documentId: null };

describe('what is remembered', () => {
  test('behavior: each document once, by the next worker too, until it leaves', async () => {
    const documents = open();
    for (const bridgeId of ['one', 'two', 'one']) await documents.register(caller(1), bridgeId);
    expect(await everybody()).toEqual(['one', 'two']);
    await documents.remove('one');
    await documents.remove('unknown');
    expect(await everybody()).toEqual(['two']);
  });

  test('behavior: ten of a tab, and two hundred in all, the oldest go first', async () => {
    const documents = open();
    await documents.register(caller(2), 'other');
    for (let at = 0; at < 11; at++) await documents.register(caller(1), String(at));
    const ofTab = Array.from({ length: 10 }, (_, at) => String(at + 1));
    expect(await everybody()).toEqual(['other', ...ofTab]);
    for (let at = 0; at < 199; at++) await documents.register(caller(100 + at), `more ${at}`);
    const left = await everybody();
    expect([left.length, left[0], left.at(-1)]).toEqual([200, '10', 'more 198']);
  });

  test('behavior: an event of a site goes to its own documents, of one kind of window', async () => {
    const documents = open();
    await documents.register(caller(1), 'own');
    await documents.register(caller(2, { privateWindow: true }), 'private');
    await documents.register(caller(3, { origin: 'https://other.example' }), 'other');
    await documents.sendToSite({ origin: ORIGIN, privateWindow: false }, EVENT);
    const message = { mark: PAGE_MARK, bridgeId: 'own', text: JSON.stringify(EVENT) };
    expect(sent).toEqual([{ bridgeId: 'own', message }]);
  });

  test('error: what can’t be stored is remembered by this worker; what can’t be read is nothing', async () => {
    const broken = { ...area, set: () => Promise.reject(new Error('quota')) };
    const effects = {
      sendToDocument: async () => true,
      later: () => () => {},
      onBusyChange: () => {},
    };
    const documents = createDocuments({ session: broken, ...effects });
    await documents.register(caller(1), 'one');
    const heard: string[] = [];
    await area.set('documents', { length: 1 });
    const unread = createDocuments({
      session: area,
      ...effects,
      sendToDocument: async ({ bridgeId }) => heard.push(bridgeId),
    });
    await unread.sendToAll(EVENT);
    expect(heard).toEqual([]);
  });
});

describe('what is known of a document', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ['answers', async () => true, 'heard'],
    ['answers anything else', async () => 'yes', 'gone'],
    ['has no bridge', async () => undefined, 'gone'],
    ['can’t be reached', () => Promise.reject(new Error('no receiver')), 'gone'],
  ])('behavior: one that %s', async (_what, act, delivery) => {
    answer = act;
    expect(await open().check(handle)).toBe(delivery);
    const { soon, end } = open().send(handle, EVENT);
    expect([await soon, await end]).toEqual([delivery, delivery]);
    expect(sent[0]?.message).toEqual({ mark: PAGE_MARK, bridgeId: 'one' });
    expect(timers.size).toBe(0);
  });

  test('behavior: one that is silent for a second and a half is busy', async () => {
    answer = () => new Promise(() => {});
    const checking = open().check(handle);
    timers.get(1500)?.();
    expect(await checking).toBe('busy');
  });

  test('behavior: a busy one is known as such, by the next worker too, until it answers or goes', async () => {
    await open().register(caller(1), 'one');
    await open().register(caller(2), 'two');
    for (const end of [async () => true, () => Promise.reject(new Error('no receiver'))]) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      answer = () => promise;
      const late = open().send(handle, EVENT);
      timers.get(1500)?.();
      expect(await late.soon).toBe('busy');
      await settled();
      expect(await open().listBusy()).toEqual(['one']);
      await end().then(resolve, reject);
      await late.end;
      await settled();
      expect(await open().listBusy()).toEqual([]);
    }
    const { promise, resolve } = Promise.withResolvers<unknown>();
    answer = () => promise;
    const before = open().check(handle);
    timers.get(1500)?.();
    await before;
    await settled();
    expect(await open().listBusy()).toEqual(['one']);
    answer = async () => true;
    // The next worker doesn’t hear the late answer, only its own.
    expect(await open().check(handle)).toBe('heard');
    await settled();
    expect(await open().listBusy()).toEqual([]);
    expect(changes).toBe(6);
    resolve(true);
  });
});
