import { describe, expect, test } from 'vitest';
import { INVALID_REQUEST, EXTENSION_GONE } from '../../src/bridge/inpage.ts';
import { PAGE_SENTENCES } from '../../src/protocol/page-errors.ts';
import {
  ANNOUNCE_EVENT,
  ASK_EVENT,
  PROVIDER_VERSION,
  TELL_EVENT,
  type PageReply,
} from '../../src/protocol/page-api.ts';
import {
  activity,
  answeringWorker,
  completed,
  createHarness,
  refused,
  settlePromises,
  stateOf,
  waitingWorker,
  requestParams,
} from './harness.ts';

describe('discovery', () => {
  test('behavior: until a page asks, there’s nothing to see', async () => {
    const { target, sent, listeners } = createHarness();
    const heard: string[] = [];
    for (const type of [ANNOUNCE_EVENT, ASK_EVENT, TELL_EVENT])
      target.addEventListener(type, () => heard.push(type));
    target.dispatchEvent(new CustomEvent(TELL_EVENT, { detail: '{"event":"connect","data":{}}' }));
    for (const type of ['pageshow', 'visibilitychange', 'pagehide']) {
      target.dispatchEvent(new Event(type));
    }
    await settlePromises();
    expect(Reflect.ownKeys(target).filter((key) => typeof key === 'string')).toEqual([]);
    // Its own.
    expect(heard).toEqual([TELL_EVENT]);
    expect(sent).toEqual([]);
    expect(listeners).toEqual([]);
  });

  test('behavior: the announced provider is window.keystamp, and nobody can replace it', () => {
    const { target, discover } = createHarness();
    const { provider } = discover();
    expect(Reflect.get(target, 'keystamp')).toBe(provider);
    expect(Reflect.set(target, 'keystamp', {})).toBe(false);
    expect(Reflect.deleteProperty(target, 'keystamp')).toBe(false);
    expect(Object.getOwnPropertyDescriptor(target, 'keystamp')).toMatchObject({
      configurable: false,
      enumerable: true,
    });
  });

  test('behavior: discovery alone sends nothing', async () => {
    const { discover, sent, listeners } = createHarness();
    discover();
    await settlePromises();
    expect(sent).toEqual([]);
    expect(listeners).toEqual([]);
  });

  test('behavior: a second discovery announces the same provider', () => {
    const { discover } = createHarness();
    expect(discover()).toBe(discover());
  });

  test('behavior: announcement and provider are deeply frozen, and ordinary objects', () => {
    const { discover } = createHarness();
    const announcement = discover();
    expect(announcement).toMatchObject({ name: 'Keystamp', version: PROVIDER_VERSION });
    expect(announcement.id).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    for (const value of [announcement, announcement.provider]) {
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.isFrozen(value)).toBe(true);
    }
    for (const member of Object.values(announcement.provider)) {
      expect(Object.isFrozen(member)).toBe(true);
    }
    expect(Object.keys(announcement.provider).sort()).toEqual(
      ['capabilities', 'connect', 'disconnect', 'off', 'on', 'request', 'status', 'version'].sort(),
    );
  });

  test('behavior: a page with its own window.keystamp keeps it, and still gets answers', () => {
    const { target, discover } = createHarness();
    Object.defineProperty(target, 'keystamp', { value: 'mine' });
    expect(discover().provider.version).toBe(PROVIDER_VERSION);
    expect(Reflect.get(target, 'keystamp')).toBe('mine');
  });
});

describe('request', () => {
  test('behavior: it stays open while the user decides, and ends with the event', async () => {
    const { discover, push, calls: asked } = createHarness({ worker: waitingWorker });
    const promise = discover().provider.request(requestParams);
    expect(await stateOf(promise)).toBe('open');
    const [{ id } = { id: '' }] = asked();
    expect(push(completed(id))).toEqual([true]);
    // Not an event: this is the answer to the call itself.
    expect(await promise).toEqual(completed(id).answer);
  });

  test('behavior: an activity event settles it', async () => {
    const { discover, push, calls: asked } = createHarness({ worker: waitingWorker });
    const promise = discover().provider.request(requestParams);
    await settlePromises();
    const [{ id } = { id: '' }] = asked();
    push({ event: 'activity', data: completed(id) });
    expect(await promise).toEqual(completed(id).answer);
  });

  test('behavior: a second one with the same key waits under the first one’s id', async () => {
    const worker = answeringWorker(() => ({ kind: 'waiting', id: 'key:once' }));
    const { discover, push } = createHarness({ worker });
    const { provider } = discover();
    const promises = [1, 2].map(() =>
      provider.request({ ...requestParams, idempotencyKey: 'once' }),
    );
    await settlePromises();
    push({ event: 'activity', data: completed('key:once') });
    expect(await Promise.all(promises)).toEqual([1, 2].map(() => completed('key:once').answer));
  });

  test('behavior: pending settles it, and later news reaches listeners', async () => {
    const { discover, push, calls: asked } = createHarness({ worker: waitingWorker });
    const { provider } = discover();
    const heard: PageReply[] = [];
    provider.on('activity', (data) => heard.push(data));
    const promise = provider.request(requestParams);
    await settlePromises();
    const [{ id } = { id: '' }] = asked();
    const pending = { id, ok: true, answer: { kind: 'pending', id, activity } } as const;
    push({ event: 'activity', data: pending });
    expect(await promise).toEqual(pending.answer);
    push({ event: 'activity', data: completed(id) });
    await settlePromises();
    expect(heard).toEqual([pending, completed(id)]);
  });

  test('behavior: an event about another request doesn’t affect it', async () => {
    const { discover, push } = createHarness({ worker: waitingWorker });
    const promise = discover().provider.request(requestParams);
    await settlePromises();
    push({ event: 'activity', data: completed(crypto.randomUUID()) });
    expect(await stateOf(promise)).toBe('open');
  });

  test('error: it rejects with an Error that has code, detail and id', async () => {
    const error = {
      code: 'invalid_parameters',
      message: PAGE_SENTENCES.invalid_parameters,
      detail: { field: 'parameters.walletName', rule: 'missing' },
    };
    const { discover, calls: asked } = createHarness({
      worker: (message) =>
        'text' in message && JSON.stringify({ id: JSON.parse(message.text).id, ok: false, error }),
    });
    const fault: unknown = await discover()
      .provider.request(requestParams)
      .catch((value: unknown) => value);
    expect(fault).toBeInstanceOf(Error);
    expect(fault).toMatchObject({ ...error, name: 'KeystampError', id: asked()[0]?.id });
    expect(String(fault)).toBe(`KeystampError: ${error.message}`);
  });

  test('error: its stack names no file of the extension', async () => {
    const { discover, push, calls: asked } = createHarness({ worker: waitingWorker });
    const promise = discover().provider.request(requestParams);
    await settlePromises();
    push({ event: 'activity', data: refused(asked()[0]?.id ?? '') });
    const fault = (await promise.catch((value: unknown) => value)) as Error;
    expect(fault.stack).toBe(`KeystampError: ${PAGE_SENTENCES.refused}`);
    expect(fault).not.toHaveProperty('detail');
  });

  test('error: what JSON can’t express is refused before anything is sent', async () => {
    const { discover, sent } = createHarness({ worker: waitingWorker });
    const ring: Record<string, unknown> = {};
    ring['ring'] = ring;
    const getter = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('mine');
      },
    });
    for (const parameters of [ring, getter, { big: 1n }]) {
      await expect(
        discover().provider.request({ operation: 'x', parameters: { parameters } }),
      ).rejects.toMatchObject(INVALID_REQUEST);
    }
    expect(sent).toEqual([]);
  });

  test('error: without a bridge there is no Keystamp', () => {
    const { discover, target } = createHarness({ hasBridge: false });
    expect(discover).toThrow('nothing was announced');
    expect(Reflect.get(target, 'keystamp')).toBeUndefined();
  });

  test('behavior: its own refusals match the catalog', () => {
    for (const { code, message } of [INVALID_REQUEST, EXTENSION_GONE]) {
      expect(message).toBe(PAGE_SENTENCES[code]);
    }
  });
});

describe('the other calls', () => {
  test('behavior: each passes on method and parameters, and resolves with the answer', async () => {
    const answers = { version: '1.0.0', operations: [], connection: null };
    const worker = answeringWorker(({ method }) => (method === 'disconnect' ? null : answers));
    const { discover, calls: asked } = createHarness({ worker });
    const { provider } = discover();
    expect(await provider.capabilities()).toEqual(answers);
    expect(await provider.disconnect()).toBeNull();
    await provider.status('abc');
    await provider.connect();
    await provider.connect({ reason: 'why' });
    expect(asked().map(({ method, params }) => ({ method, params }))).toEqual([
      { method: 'capabilities', params: null },
      { method: 'disconnect', params: null },
      { method: 'status', params: { id: 'abc' } },
      { method: 'connect', params: null },
      { method: 'connect', params: { reason: 'why' } },
    ]);
  });

  test('behavior: each call has its own UUID', async () => {
    const { discover, calls: asked } = createHarness({ worker: waitingWorker });
    const { provider } = discover();
    for (let count = 0; count < 5; count += 1) void provider.request(requestParams);
    await settlePromises();
    const ids = asked().map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/);
  });

  test('behavior: status resolves with whatever it gets, including waiting', async () => {
    const worker = answeringWorker(() => ({ kind: 'waiting', id: 'abc' }));
    const { discover } = createHarness({ worker });
    expect(await discover().provider.status('abc')).toEqual({ kind: 'waiting', id: 'abc' });
  });

  test('behavior: connect stays open while the user decides', async () => {
    const { discover, push, calls: asked } = createHarness({ worker: waitingWorker });
    const promise = discover().provider.connect({ operations: ['update_wallet'] });
    await settlePromises();
    const [{ id } = { id: '' }] = asked();
    const answer = { kind: 'connected', id, organizationId: 'o', operations: ['x'] };
    push({ event: 'activity', data: { id, ok: true, answer } });
    expect(await promise).toEqual(answer);
  });
});

describe('on and off', () => {
  const grants = { event: 'grantsChanged', data: { grants: [] } } as const;

  test('behavior: a listener runs until removed, and once however often it was added', async () => {
    const { discover, push } = createHarness({ worker: waitingWorker });
    const { provider } = discover();
    void provider.request(requestParams);
    await settlePromises();
    const heard: unknown[] = [];
    const listener = (data: unknown) => heard.push(data);
    provider.on('grantsChanged', listener);
    provider.on('grantsChanged', listener);
    push(grants);
    await settlePromises();
    provider.off('grantsChanged', listener);
    push(grants);
    await settlePromises();
    expect(heard).toEqual([{ grants: [] }]);
  });

  test('behavior: a listener that throws or changes its data breaks no other', async () => {
    const { discover, push } = createHarness({ worker: waitingWorker });
    const { provider } = discover();
    void provider.request(requestParams);
    await settlePromises();
    const heard: unknown[] = [];
    provider.on('grantsChanged', () => {
      throw new Error('mine');
    });
    provider.on('grantsChanged', (data) => Object.assign(data, { grants: 'changed' }));
    provider.on('grantsChanged', (data) => heard.push(data));
    push(grants);
    await settlePromises();
    expect(heard).toEqual([{ grants: [] }]);
  });

  test.for(['toString', '__proto__', 'nothing'])('error: there is no event %s', (name) => {
    const { provider } = createHarness().discover();
    const on = provider.on as (event: string, listener: unknown) => void;
    expect(() => on(name, () => undefined)).toThrow(INVALID_REQUEST.message);
    expect(() => on('connect', 'no function')).toThrow(INVALID_REQUEST.message);
  });
});

describe('checking again', () => {
  const shown = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });

  test('behavior: back from the cache, the client asks about everything that waits', async () => {
    const { discover, target, state, calls: asked } = createHarness({ worker: waitingWorker });
    const { provider } = discover();
    const promises = [1, 2].map(() => provider.request(requestParams));
    await settlePromises();
    const ids = asked().map(({ id }) => id);
    state.worker = answeringWorker(({ params: { id } }) => completed(id).answer);
    target.dispatchEvent(shown(false));
    expect(await stateOf(Promise.all(promises))).toBe('open');
    target.dispatchEvent(shown(true));
    expect(await Promise.all(promises)).toEqual(ids.map((id) => completed(id).answer));
    expect(
      asked()
        .slice(2)
        .map(({ method, params }) => ({ method, params })),
    ).toEqual(ids.map((id) => ({ method: 'status', params: { id } })));
  });

  test('behavior: back in view, it asks once in two seconds', async () => {
    const {
      discover,
      target,
      state,
      calls: asked,
      clock,
    } = createHarness({ worker: waitingWorker });
    void discover().provider.request(requestParams);
    await settlePromises();
    const turn = async () => {
      target.dispatchEvent(new Event('visibilitychange'));
      await settlePromises();
      return asked().length;
    };
    state.visible = false;
    expect(await turn()).toBe(1);
    state.visible = true;
    expect(await turn()).toBe(2);
    expect(await turn()).toBe(2);
    await clock.advance(2000);
    expect(await turn()).toBe(3);
  });

  test('behavior: it doesn’t ask about what has ended', async () => {
    const { discover, target, push, calls: asked } = createHarness({ worker: waitingWorker });
    const promise = discover().provider.request(requestParams);
    await settlePromises();
    push({ event: 'activity', data: completed(asked()[0]?.id ?? '') });
    await promise;
    target.dispatchEvent(shown(true));
    await settlePromises();
    expect(asked()).toHaveLength(1);
  });

  test.for([
    ['unknown_request', 'rejected'],
    ['withdrawn', 'rejected'],
    ['rate_limited', 'open'],
    ['unavailable', 'open'],
    ['locked', 'open'],
    ['not_active', 'open'],
  ] as const)('error: %s leaves the promise %s', async ([code, expected]) => {
    const { discover, target, state, calls: asked } = createHarness({ worker: waitingWorker });
    const promise = discover().provider.request(requestParams);
    await settlePromises();
    const [{ id } = { id: '' }] = asked();
    state.worker = (message) =>
      'text' in message &&
      JSON.stringify({
        id: JSON.parse(message.text).id,
        ok: false,
        error: { code, message: PAGE_SENTENCES[code] },
      });
    promise.catch(() => undefined);
    target.dispatchEvent(shown(true));
    await settlePromises();
    expect(await stateOf(promise)).toBe(expected);
    if (expected === 'rejected') await expect(promise).rejects.toMatchObject({ code, id });
  });
});
