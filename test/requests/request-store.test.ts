// The pending requests in memory and in the session area: what is kept, how much, and for how long.
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createRequestStore,
  toSubmitted,
  type RequestStore,
} from '../../src/requests/request-store.ts';
import { MAX_CHARACTERS, type PageReply } from '../../src/protocol/page-api.ts';
import { memoryArea } from '../storage/memory-area.ts';
import { NOW, ownRequest, siteRequest } from './pending.ts';

const HOUR = 3_600_000;
const CONNECT = { kind: 'connect', operations: ['whoami'], reason: null } as const;
const reply = (text = ''): PageReply => ({
  id: 'name',
  ok: false,
  error: { code: 'refused', message: text },
});

let area: ReturnType<typeof memoryArea>;
let now: number;
let timers: (() => void)[];
let store: RequestStore;
const open = async (): Promise<RequestStore> => {
  const opened = createRequestStore({
    session: area,
    now: () => now,
    later: (_ms, act) => {
      timers.push(act);
      return () => {};
    },
  });
  await opened.load();
  return opened;
};
beforeEach(async () => {
  [area, now, timers] = [memoryArea(), NOW, []];
  store = await open();
});
const ids = (one = store) => one.all().map(({ id }) => id);
const key = { origin: 'https://app.example', privateWindow: false, name: 'name' };
/** What was deferred is written now. */
const writeDeferred = async () => {
  for (const act of timers.splice(0)) act();
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

describe('pending requests', () => {
  test('behavior: the next worker has them as they were, in their order', async () => {
    const requests = [
      siteRequest(),
      ownRequest(),
      siteRequest({ id: 'connect', requested: CONNECT }),
    ];
    for (const request of requests) await store.put(request);
    await store.put(siteRequest({ clicked: false }));
    const next = await open();
    expect(next.all()).toEqual([siteRequest({ clicked: false }), ...requests.slice(1)]);
    expect(next.ofSites().map(({ id }) => id)).toEqual(['request', 'connect']);
    expect(next.own().map(({ id }) => id)).toEqual(['own']);
    expect(next.revision()).toBe(4);
  });

  test('behavior: a request is found by its name, origin and kind of window together', async () => {
    await store.put(siteRequest());
    expect(store.find(key)?.id).toBe('request');
    for (const other of [{ name: 'x' }, { origin: 'https://x.example' }, { privateWindow: true }])
      expect(store.find({ ...key, ...other })).toBeUndefined();
    await store.put(ownRequest());
    expect([store.get('own')?.id, store.getOfSite('own')]).toEqual(['own', undefined]);
    await store.remove('request');
    expect(ids()).toEqual(['own']);
  });

  test('behavior: of the user’s own the last twenty stay, of submitted ones the last fifty', async () => {
    for (let at = 0; at < 21; at++) await store.put(ownRequest({ id: `own ${at}` }));
    for (let at = 0; at < 51; at++)
      await store.put(toSubmitted(siteRequest({ id: `submitted ${at}` })));
    for (let at = 0; at < 60; at++) await store.put(siteRequest({ id: `pending ${at}` }));
    expect(ids()).toHaveLength(20 + 50 + 60);
    expect(ids()).not.toContain('own 0');
    expect(ids()).not.toContain('submitted 0');
    expect([ids()[0], ids()[20], ids()[70]]).toEqual(['own 1', 'submitted 1', 'pending 0']);
  });

  test('behavior: a lock clears the user’s own, and what began before it is told apart', async () => {
    await store.put(siteRequest());
    await store.put(ownRequest());
    const before = store.ownGeneration();
    await store.clearOwn();
    expect(ids()).toEqual(['request']);
    expect(store.ownGeneration()).not.toBe(before);
    expect(ids(await open())).toEqual(['request']);
  });

  test('behavior: pages read the list again when something that it depends on has changed', async () => {
    await store.put(siteRequest());
    const before = store.revision();
    await store.bumpRevision();
    expect([store.revision(), ids()]).toEqual([before + 1, ['request']]);
  });

  test('error: what somebody else stored counts as nothing', async () => {
    for (const value of ['text', 7, null, {}, []]) {
      await area.set('requests', value);
      await area.set('requests.ended', { length: 1 });
      const next = await open();
      expect([next.all(), next.unnotified(), next.revision()]).toEqual([[], [], 0]);
    }
  });
});

describe('toSubmitted', () => {
  test('behavior: drops what the outbox has', () => {
    const request = siteRequest({ stampMethod: { method: 'key' } });
    const submitted = toSubmitted(request);
    expect(submitted).toEqual({ ...request, state: 'submitted', stampMethod: null });
    const parameters = { walletName: 'W' };
    const requested = { ...request.requested, parameters } as typeof request.requested;
    expect(toSubmitted({ ...request, requested }).requested).toEqual(request.requested);
    expect(toSubmitted(siteRequest({ requested: CONNECT })).requested).toEqual(CONNECT);
  });
});

describe('ended requests', () => {
  test('behavior: are found for an hour, the newest of a name, also by the next worker', async () => {
    await store.put(siteRequest());
    await store.end(siteRequest(), reply('first'));
    await store.end(siteRequest({ requestDigest: 'later' }), reply('second'));
    expect(ids()).toEqual([]);
    for (const one of [store, await open()])
      expect(one.findEnded(key)).toMatchObject({
        requestDigest: 'later',
        reply: reply('second'),
        at: NOW,
      });
    expect(store.findEnded({ ...key, name: 'other' })).toBeUndefined();
    now += HOUR - 1;
    expect(store.findEnded(key)).toBeDefined();
    now += 1;
    expect(store.findEnded(key)).toBeUndefined();
  });

  test('behavior: a document that hasn’t been notified is remembered until it has', async () => {
    await store.end(siteRequest(), reply());
    await store.end(siteRequest({ name: 'other' }), reply());
    await store.end(siteRequest({ name: 'gone', documentHandle: null }), reply());
    expect(store.unnotified().map(({ name }) => name)).toEqual(['name', 'other']);
    store.markNotified(key);
    expect(store.unnotified().map(({ name }) => name)).toEqual(['other']);
    await writeDeferred();
    expect((await open()).unnotified().map(({ name }) => name)).toEqual(['other']);
  });

  test('behavior: a pre-approved query’s end is there at once, and stored soon after', async () => {
    store.recordEnd(siteRequest(), reply());
    expect(store.findEnded(key)).toMatchObject({ documentHandle: null });
    expect((await open()).findEnded(key)).toBeUndefined();
    await writeDeferred();
    expect((await open()).findEnded(key)).toBeDefined();
  });

  test('behavior: fifty are kept, and as many as fit', async () => {
    for (let at = 0; at < 51; at++) await store.end(siteRequest({ name: String(at) }), reply());
    expect(store.findEnded({ ...key, name: '0' })).toBeUndefined();
    expect(store.findEnded({ ...key, name: '1' })).toBeDefined();
    await store.end(siteRequest({ name: 'long' }), reply('x'.repeat(MAX_CHARACTERS - 200)));
    expect(store.unnotified().map(({ name }) => name)).toEqual(['49', '50', 'long']);
    await store.end(siteRequest({ name: 'longer' }), reply('x'.repeat(MAX_CHARACTERS / 2)));
    expect(store.unnotified().map(({ name }) => name)).toEqual(['longer']);
  });

  test('error: without room next to earlier ones, the newest takes their place', async () => {
    await store.end(siteRequest({ name: 'earlier' }), reply());
    await store.put(siteRequest());
    const { set } = area;
    const limited = {
      ...area,
      set: async (name: string, value: unknown) => {
        if (Array.isArray(value) && value.length > 1) throw new Error('quota');
        await set(name, value);
      },
    };
    const later = () => () => {};
    const full = createRequestStore({ session: limited, now: () => now, later });
    await full.load();
    await full.end(siteRequest(), reply());
    expect([full.all(), full.findEnded({ ...key, name: 'earlier' })]).toEqual([[], undefined]);
    expect((await open()).findEnded(key)).toBeDefined();
  });

  test('behavior: after everything is cleared, nothing is left of them', async () => {
    await store.put(siteRequest());
    await store.end(siteRequest({ name: 'ended' }), reply());
    await store.clear();
    const next = await open();
    expect([next.all(), next.findEnded({ ...key, name: 'ended' })]).toEqual([[], undefined]);
    expect(store.unnotified()).toEqual([]);
  });
});
