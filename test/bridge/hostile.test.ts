import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ANNOUNCE_EVENT,
  ASK_EVENT,
  DISCOVER_EVENT,
  TELL_EVENT,
} from '../../src/protocol/page-api.ts';
import {
  completed,
  createHarness,
  playBridge,
  refused,
  settlePromises,
  stateOf,
  waitingWorker,
  requestParams,
} from './harness.ts';

/** What a page may replace with its own functions. */
const REPLACED: readonly (readonly [object, PropertyKey])[] = [
  [JSON, 'parse'],
  [JSON, 'stringify'],
  [EventTarget.prototype, 'dispatchEvent'],
  [EventTarget.prototype, 'addEventListener'],
  [CustomEvent.prototype, 'detail'],
  [Promise.prototype, 'then'],
  [Array.prototype, 'map'],
  [Array.prototype, 'push'],
  [Function.prototype, 'call'],
  [Function.prototype, 'apply'],
  [Reflect, 'apply'],
  [Reflect, 'defineProperty'],
  [Object, 'freeze'],
  [Object, 'defineProperty'],
  [Object, 'create'],
  [Object, 'assign'],
];

/** Gives every object these members, only while `run` runs: the tests use objects too. */
function inherited(members: object, run: () => void): void {
  Object.assign(Object.prototype, members);
  try {
    run();
  } finally {
    for (const name of Object.keys(members)) Reflect.deleteProperty(Object.prototype, name);
  }
}

describe('a hostile page', () => {
  test('error: a forged message without an open call does nothing', async () => {
    const { discover, channel } = createHarness({ worker: waitingWorker });
    const promise = discover().provider.request(requestParams);
    const forge = (detail: unknown) =>
      channel.dispatchEvent(new CustomEvent(TELL_EVENT, { detail }));
    for (const id of [crypto.randomUUID(), '__proto__', 'toString', '', 7, null, {}]) {
      forge(JSON.stringify({ id, ok: true, answer: { kind: 'completed' } }));
      forge(JSON.stringify({ event: 'activity', data: { id, ok: true, answer: null } }));
    }
    for (const event of ['__proto__', 'constructor', 7, null]) {
      forge(JSON.stringify({ event, data: {} }));
    }
    channel.dispatchEvent(new Event(TELL_EVENT));
    expect(await stateOf(promise)).toBe('open');
  });

  test('error: no string as a message throws, settles a call or changes a prototype', async () => {
    const { discover, channel } = createHarness({ worker: waitingWorker });
    const promise = discover().provider.request(requestParams);
    const before = Reflect.ownKeys(Object.prototype);
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json(), fc.anything()), async (detail) => {
        expect(channel.dispatchEvent(new CustomEvent(TELL_EVENT, { detail }))).toBe(true);
        expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
      }),
      { numRuns: 500 },
    );
    expect(await stateOf(promise)).toBe('open');
  });

  test('behavior: built-ins that the page replaces later change nothing', async () => {
    const { discover, target } = createHarness({ hasBridge: false });
    const channel = playBridge(target);
    // In place of the bridge, which has its own built-ins.
    const texts: string[] = [];
    const { apply } = Reflect;
    const detailOf = Reflect.get(
      Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail') ?? {},
      'get',
    ) as () => string;
    channel.addEventListener(ASK_EVENT, (event) => {
      event.preventDefault();
      const text = apply(detailOf, event, []);
      if (text) texts[texts.length] = text;
    });
    const { provider } = discover();
    const called: string[] = [];
    const define = Object.defineProperty;
    const replaced = REPLACED.map(
      ([on, name]) => [on, name, Object.getOwnPropertyDescriptor(on, name) ?? {}] as const,
    );
    let promise: Promise<unknown> | undefined;
    const dispatch = channel.dispatchEvent.bind(channel);
    const [SafeCustomEvent, stringify] = [CustomEvent, JSON.stringify];
    for (const [on, name] of replaced) {
      define(on, name, {
        configurable: true,
        value: () => {
          called[called.length] = String(name);
          throw new Error('trap');
        },
      });
    }
    try {
      promise = provider.request(requestParams);
      const id = (texts[0] ?? '').slice(7, 43);
      dispatch(new SafeCustomEvent(TELL_EVENT, { detail: stringify(completed(id)) }));
    } finally {
      for (let at = 0; at < replaced.length; at += 1) {
        const original = replaced[at];
        if (original) define(original[0], original[1], original[2]);
      }
    }
    expect(called).toEqual([]);
    expect(await promise).toMatchObject({ kind: 'completed' });
  });

  test('behavior: members that every object inherits aren’t members of a message', async () => {
    const { discover, push, calls: asked, channel } = createHarness({ worker: waitingWorker });
    const { provider } = discover();
    const promise = provider.request(requestParams);
    await settlePromises();
    const [{ id } = { id: '' }] = asked();
    const data = { id, ok: true, answer: null };
    const members = { event: 'activity', ok: true, waitsForUser: true, requestId: 'x', data };
    inherited(members, () => {
      channel.dispatchEvent(new CustomEvent(TELL_EVENT, { detail: '{}' }));
    });
    expect(await stateOf(promise)).toBe('open');
    push({ event: 'activity', data: refused(asked()[0]?.id ?? '') });
    await expect(promise).rejects.toMatchObject({ code: 'refused' });
  });

  test('behavior: a `then` on every object gets the page’s own answer, and nothing else', async () => {
    const { discover, push, calls: asked, sent } = createHarness({ worker: waitingWorker });
    const promise = discover().provider.request(requestParams);
    await settlePromises();
    const [{ id } = { id: '' }] = asked();
    const got: unknown[] = [];
    const then = function (this: unknown) {
      got.push(this);
    };
    inherited({ [`th${'en'}`]: then }, () => {
      push(completed(id));
    });
    await settlePromises();
    // As with every promise of that page: it never settles, or as the page's function likes.
    expect(await stateOf(promise)).toBe('open');
    expect(got).toEqual([completed(id).answer]);
    expect(sent).toHaveLength(1);
  });

  test('behavior: a member named __proto__ stays a member', async () => {
    const { discover, sent } = createHarness({ worker: waitingWorker });
    const parameters = JSON.parse('{"__proto__":{"walletName":"x"}}') as Record<string, unknown>;
    void discover().provider.request({ operation: 'update_wallet', parameters });
    await settlePromises();
    const [message] = sent;
    expect(message && 'text' in message && message.text).toContain(
      '"__proto__":{"walletName":"x"}',
    );
  });

  test('error: an event that only looks like ours isn’t a discovery', () => {
    const { target } = createHarness();
    target.dispatchEvent(new CustomEvent(ANNOUNCE_EVENT));
    expect(Reflect.get(target, 'keystamp')).toBeUndefined();
    target.dispatchEvent(new CustomEvent(DISCOVER_EVENT, { detail: { anything: 1 } }));
    expect(Reflect.get(target, 'keystamp')).toBeDefined();
  });
});
