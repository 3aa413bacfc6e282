import { describe, expect, test } from 'vitest';
import { EXTENSION_GONE } from '../../src/bridge/inpage.ts';
import {
  ANNOUNCE_EVENT,
  DISCOVER_EVENT,
  type Announcement,
  type Outcome,
} from '../../src/protocol/page-api.ts';
import {
  activity,
  answeringWorker,
  completed,
  createHarness,
  ErasableTarget,
  refused,
  requestParams,
  settlePromises,
  stateOf,
  waitingWorker,
} from './harness.ts';

type Bound = (...given: unknown[]) => unknown;

/** As page code does it: by the object's own methods, if it has any. */
const asText = (value: unknown) => `${value as string}`;
const hasOwn = (value: unknown, name: string) =>
  (value as { readonly hasOwnProperty: (key: string) => boolean }).hasOwnProperty(name);

/** Every announcement that a discovery in this `window` gets. */
function discoverAll(target: EventTarget): readonly Announcement[] {
  const announced: Announcement[] = [];
  const take = (event: Event) => void announced.push((event as CustomEvent<Announcement>).detail);
  target.addEventListener(ANNOUNCE_EVENT, take);
  target.dispatchEvent(new Event(DISCOVER_EVENT));
  target.removeEventListener(ANNOUNCE_EVENT, take);
  return announced;
}

describe('two copies in one page', () => {
  const starts = [
    ['one after the other', [{}, {}]],
    ['the second with its client first', [{}, { clientFirst: true }]],
    ['both with their clients first', [{ clientFirst: true }, { clientFirst: true }]],
  ] as const;

  test.for(starts)('behavior: %s: each call reaches one worker', async ([, options]) => {
    const target = new ErasableTarget();
    const copies = options.map((one) => createHarness({ ...one, target, worker: waitingWorker }));
    const announced = discoverAll(target);
    expect(new Set(announced.map(({ id }) => id)).size).toBe(2);
    for (const { provider } of announced) void provider.request(requestParams);
    await settlePromises();
    expect(copies.map(({ sent }) => sent.length)).toEqual([1, 1]);
  });

  test('behavior: both tell their workers that there is another copy', async () => {
    const target = new ErasableTarget();
    const worker = answeringWorker(() => null);
    const copies = [1, 2].map(() => createHarness({ target, worker }));
    for (const { provider } of discoverAll(target)) await provider.capabilities();
    expect(copies.map(({ sent }) => sent)).toMatchObject([
      [{ hasOtherCopy: true }],
      [{ hasOtherCopy: true }],
    ]);
  });

  test('error: a page that plays a copy changes nothing', async () => {
    const target = new ErasableTarget();
    const harness = createHarness({ target, worker: answeringWorker(() => null) });
    harness.onFirstContent();
    expect(target.dispatchEvent(new Event('keystamp:copy', { cancelable: true }))).toBe(true);
    await harness.discover().provider.capabilities();
    expect(harness.sent[0]).not.toHaveProperty('hasOtherCopy');
    // One that has been there all the time isn't asked: scripts of the page may answer.
    const late = new ErasableTarget();
    late.addEventListener('keystamp:copy', (event) => event.preventDefault());
    const updated = createHarness({
      target: late,
      isLate: true,
      worker: answeringWorker(() => null),
    });
    await updated.discover().provider.capabilities();
    expect(updated.sent[0]).not.toHaveProperty('hasOtherCopy');
  });

  test('behavior: the copy that stays answers for itself alone', async () => {
    const target = new ErasableTarget();
    const copies = [1, 2].map(() => createHarness({ target, worker: answeringWorker(() => null) }));
    const [first, second] = discoverAll(target);
    const [removed] = copies;
    if (removed) removed.state.alive = false;
    expect(discoverAll(target)).toEqual([second]);
    await expect(first?.provider.capabilities()).rejects.toMatchObject(EXTENSION_GONE);
    expect(await second?.provider.capabilities()).toBeNull();
  });
});

describe('a document that is replaced', () => {
  test('behavior: it finds the provider it had, and calls go through', async () => {
    const { discover, replaceDocument, target } = createHarness({
      worker: answeringWorker(() => null),
    });
    const before = discover();
    replaceDocument();
    expect(discover()).toBe(before);
    expect(Reflect.get(target, 'keystamp')).toBe(before.provider);
    expect(await before.provider.capabilities()).toBeNull();
  });

  test('behavior: one that asks only after it was replaced', () => {
    const { discover, replaceDocument } = createHarness();
    replaceDocument();
    replaceDocument();
    expect(discover().name).toBe('Keystamp');
  });

  test('behavior: an open request ends with its outcome', async () => {
    const { discover, push, calls, replaceDocument } = createHarness({ worker: waitingWorker });
    const promise = discover().provider.request(requestParams);
    await settlePromises();
    replaceDocument();
    push({ event: 'activity', data: completed(calls()[0]?.id ?? '') });
    expect(await promise).toMatchObject({ kind: 'completed' });
  });

  test('behavior: it still reports once that it is left, and asks again when it is back', async () => {
    const harness = createHarness({ worker: waitingWorker });
    void harness.discover().provider.request(requestParams);
    await settlePromises();
    harness.replaceDocument();
    harness.target.dispatchEvent(new Event('pagehide'));
    await settlePromises();
    expect(harness.sent.filter((message) => 'gone' in message)).toHaveLength(1);
    harness.target.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    harness.target.dispatchEvent(new Event('visibilitychange'));
    await settlePromises();
    expect(harness.calls().map(({ method }) => method)).toEqual(['request', 'status', 'status']);
  });

  test('behavior: a prerendered one sends once the user sees it', async () => {
    const harness = createHarness({ prerendering: true, worker: answeringWorker(() => null) });
    const promise = harness.discover().provider.capabilities();
    await settlePromises();
    harness.replaceDocument();
    expect(harness.sent).toEqual([]);
    harness.page.prerendering = false;
    harness.page.dispatchEvent(new Event('prerenderingchange'));
    expect(await promise).toBeNull();
  });
});

describe('the extension ends', () => {
  const END_MS = 15_000;

  test('error: open calls reject by themselves, and later discoveries find nothing', async () => {
    const { discover, state, clock, target } = createHarness({ worker: waitingWorker });
    const { provider } = discover();
    const open = [provider.request(requestParams), provider.connect()];
    for (const promise of open) promise.catch(() => undefined);
    await settlePromises();
    state.alive = false;
    await clock.advance(END_MS);
    for (const promise of open) await expect(promise).rejects.toMatchObject(EXTENSION_GONE);
    expect(discoverAll(target)).toEqual([]);
  });

  test('error: one whose worker never answered rejects as well', async () => {
    const { discover, state, clock } = createHarness({
      worker: () => new Promise(() => undefined),
    });
    const promise = discover().provider.capabilities();
    promise.catch(() => undefined);
    await settlePromises();
    state.alive = false;
    await clock.advance(END_MS);
    await expect(promise).rejects.toMatchObject(EXTENSION_GONE);
  });

  test('behavior: a worker that sleeps ends nothing and isn’t woken', async () => {
    const { discover, push, calls, sent, clock } = createHarness({ worker: waitingWorker });
    const promise = discover().provider.request(requestParams);
    await clock.advance(10 * 60_000);
    expect(await stateOf(promise)).toBe('open');
    expect(sent).toHaveLength(1);
    push({ event: 'activity', data: refused(calls()[0]?.id ?? '') });
    await expect(promise).rejects.toMatchObject({ code: 'refused' });
  });

  test('behavior: nothing looks for the extension while no call is open', async () => {
    const { discover, push, calls, channel, clock } = createHarness({ worker: waitingWorker });
    const promise = discover().provider.request(requestParams);
    await settlePromises();
    push({ event: 'activity', data: completed(calls()[0]?.id ?? '') });
    await promise;
    await clock.advance(END_MS);
    let asked = 0;
    channel.addEventListener('keystamp:ask', () => (asked += 1));
    await clock.advance(10 * 60_000);
    expect(asked).toBe(0);
  });
});

describe('page code that treats what it gets like any other object', () => {
  /** As wallets' users write it: methods bound to their object. */
  const proxyOf = <T extends object>(of: T): T =>
    new Proxy(of, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value as Bound).bind(target) : value;
      },
    });

  test('behavior: a Proxy around provider, announcement and window', async () => {
    const { discover, target } = createHarness({ worker: answeringWorker(() => null) });
    const announcement = proxyOf(discover());
    const provider = proxyOf(announcement.provider);
    expect(await provider.capabilities()).toBeNull();
    expect(() => provider.on('activity', () => undefined)).not.toThrow();
    const keystamp = Reflect.get(proxyOf(target), 'keystamp') as Announcement['provider'];
    expect(await proxyOf(keystamp).disconnect()).toBeNull();
    // A membrane also wraps what it hands out.
    const membrane = new Proxy(discover(), {
      get: (of, key) => Object(Reflect.get(of, key)) as unknown,
    });
    expect(() => membrane.provider.version + membrane.name).not.toThrow();
  });

  test('behavior: copies of the provider work', async () => {
    const { discover } = createHarness({ worker: answeringWorker(() => null) });
    const { provider } = discover();
    expect(await { ...provider }.capabilities()).toBeNull();
    const { disconnect } = provider;
    expect(await disconnect()).toBeNull();
    expect(asText(provider)).toBe('[object Object]');
    expect(hasOwn(provider, 'request')).toBe(true);
  });

  test('behavior: answers and events are ordinary objects of the page, each its own', async () => {
    const answer = { kind: 'completed', id: 'key:once', activity, result: { walletId: 'w' } };
    const { discover, push } = createHarness({
      worker: answeringWorker(() => ({ kind: 'waiting', id: 'key:once' })),
    });
    const { provider } = discover();
    const events: object[] = [];
    provider.on('activity', (data) => void events.push(data));
    const open = [1, 2].map(() => provider.request({ ...requestParams, idempotencyKey: 'once' }));
    await settlePromises();
    push({ event: 'activity', data: { id: 'key:once', ok: true, answer } });
    await settlePromises();
    const answers: readonly Outcome[] = await Promise.all(open);
    for (const value of [...answers, ...events]) {
      expect(value).toBeInstanceOf(Object);
      expect(asText(value)).toBe('[object Object]');
      expect(hasOwn(value, 'id')).toBe(true);
      expect(structuredClone(value)).toEqual(JSON.parse(JSON.stringify(value)));
    }
    Object.assign(answers[0] ?? {}, { kind: 'changed' });
    expect(answers[1]).toEqual(answer);
  });

  test('error: errors are ordinary errors, which libraries may extend', async () => {
    const { discover, push, calls } = createHarness({ worker: waitingWorker });
    const promise = discover().provider.request(requestParams);
    await settlePromises();
    push({ event: 'activity', data: refused(calls()[0]?.id ?? '') });
    const error = await promise.catch((reason: unknown) => reason as Error);
    expect(error).toBeInstanceOf(Error);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: 'refused' });
    expect(structuredClone(error)).toBeInstanceOf(Error);
    Object.assign(error, { message: `While renaming: ${(error as Error).message}`, stack: 'x' });
    expect(asText(error)).toMatch(/^KeystampError: While renaming: /);
  });
});
