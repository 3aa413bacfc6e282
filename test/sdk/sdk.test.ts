import { describe, expect, test } from 'vitest';
import { methodOf, PAGE_ROWS } from '../../scripts/sdk-declarations.ts';
import { readCallText, parseCallParams } from '../../src/worker/page/parse-message.ts';
import { PageRefusal } from '../../src/requests/page-refusal.ts';
import { PAGE_SENTENCES } from '../../src/protocol/page-errors.ts';
import {
  ANNOUNCE_EVENT,
  DISCOVER_EVENT,
  type PageErrorCode,
  type RequestParams,
} from '../../src/protocol/page-api.ts';
import { discoverIn } from '../../src/sdk/discovery.ts';
import { KeystampError } from '../../src/sdk/keystamp-error.ts';
import { ASK, discover } from '../../src/sdk/sdk.ts';
import {
  activity,
  answeringWorker,
  completed,
  createHarness,
  settlePromises,
  stateOf,
} from '../bridge/harness.ts';
import { createSdkPage } from './sdk-page.ts';

const WALLET_RENAME = { walletId: '11111111-1111-4111-8111-111111111111', walletName: 'Treasury' };
const STORED = 'keystamp:requests';

/** Like the worker: a request's id comes from its key, and requests wait. */
const waitingWorker = answeringWorker(({ params }) => ({
  kind: 'waiting',
  id: `key:${(params as RequestParams).idempotencyKey}`,
}));
const failingWorker = (code: PageErrorCode) => (message: object) =>
  'text' in message &&
  JSON.stringify({
    id: (JSON.parse(String(message.text)) as { id: string }).id,
    ok: false,
    error: { code, message: PAGE_SENTENCES[code] },
  });
const pendingOf = (id: string) =>
  ({ id, ok: true, answer: { kind: 'pending', id, activity } }) as const;
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof KeystampError ? error : undefined),
  );

describe('discover', () => {
  test('behavior: it finds Keystamp, and sends nothing', async () => {
    const { keystamp, sent } = createSdkPage();
    expect((await keystamp()).version).toBe('1.0.0');
    expect(sent).toEqual([]);
  });

  test('behavior: null after the given time', async () => {
    const { effects, clock } = createSdkPage();
    const empty = { ...effects, target: new EventTarget() };
    let found: unknown = 'nothing yet';
    void discoverIn(empty, { timeoutMs: 200 }).then((item) => (found = item));
    await clock.advance(199);
    expect(found).toBe('nothing yet');
    await clock.advance(1);
    expect(found).toBeNull();
  });

  test('behavior: without a window, there’s no Keystamp', async () => {
    expect(await discover()).toBeNull();
  });

  test('error: a signal ends it, before and after it starts', async () => {
    const { effects } = createSdkPage();
    const empty = { ...effects, target: new EventTarget() };
    const controller = new AbortController();
    const late = discoverIn(empty, { signal: controller.signal });
    controller.abort();
    expect(await errorOf(late)).toMatchObject({ code: 'aborted', name: 'AbortError' });
    expect(await errorOf(discoverIn(effects, { signal: controller.signal }))).toMatchObject({
      code: 'aborted',
    });
  });

  test('error: another announcement isn’t taken for Keystamp', async () => {
    const { effects, clock } = createSdkPage();
    const target = new EventTarget();
    target.addEventListener(DISCOVER_EVENT, () => {
      for (const detail of [undefined, null, {}, { name: 'Keystamp' }, { name: 'Other' }]) {
        target.dispatchEvent(new CustomEvent(ANNOUNCE_EVENT, { detail }));
      }
    });
    const found = discoverIn({ ...effects, target }, {});
    await clock.advance(500);
    expect(await found).toBeNull();
  });

  test('behavior: asks again while its page replaces its document', async () => {
    const { effects, target, replaceDocument, clock } = createSdkPage();
    // The script that `document.write` runs is ahead of the content scripts.
    target.eraseListeners();
    const found = discoverIn(effects, {});
    expect(await stateOf(found)).toBe('open');
    replaceDocument();
    await clock.advance(200);
    expect(await found).not.toBeNull();
  });

  test('behavior: of two copies it takes the same one each time', async () => {
    const page = createSdkPage({ worker: waitingWorker });
    const copy = createHarness({ target: page.target, worker: waitingWorker });
    for (let at = 0; at < 3; at++) void (await page.keystamp()).capabilities();
    await settlePromises();
    expect([page.calls().length, copy.calls().length]).toEqual([3, 0]);
  });
});

describe('methods of operations', () => {
  test.each(PAGE_ROWS.map((row) => [methodOf(row), row.name] as const))(
    'behavior: %s requests %s',
    async (method, operation) => {
      const { keystamp, calls: asked } = createSdkPage({ worker: waitingWorker });
      const call = Reflect.get(await keystamp(), method) as (values: object) => unknown;
      void call(WALLET_RENAME);
      await settlePromises();
      expect(asked()).toMatchObject([
        { method: 'request', params: { operation, parameters: WALLET_RENAME } },
      ]);
    },
  );

  test('behavior: ASK arrives as the same constant, however it is copied', async () => {
    const { keystamp, calls: asked } = createSdkPage({ worker: waitingWorker });
    void (await keystamp()).updateWallet({ walletId: ASK, walletName: 'Treasury' });
    await settlePromises();
    expect(asked()).toMatchObject([
      { params: { parameters: { walletId: { keystamp: 'ask' }, walletName: 'Treasury' } } },
    ]);
    expect(structuredClone(ASK)).toEqual(ASK);
    expect(JSON.parse(JSON.stringify(ASK))).toEqual({ keystamp: 'ask' });
    expect(Object.isFrozen(ASK)).toBe(true);
  });

  test('behavior: a method is the same each time, and the SDK isn’t a promise', async () => {
    const { keystamp } = createSdkPage();
    const found = await keystamp();
    expect(found.updateWallet).toBe(found.updateWallet);
    expect(Reflect.get(found, 'then')).toBeUndefined();
    expect(Reflect.get(found, 'toString')).toBe(Reflect.get({}, 'toString'));
    expect(Reflect.get(found, Symbol.iterator)).toBeUndefined();
  });

  test('behavior: it resolves with completed', async () => {
    const { keystamp, push } = createSdkPage({ worker: waitingWorker });
    const answer = (await keystamp()).updateWallet(WALLET_RENAME, { idempotencyKey: 'k' });
    await settlePromises();
    push({ event: 'activity', data: completed('key:k') });
    expect(await answer).toEqual(completed('key:k').answer);
  });

  test('behavior: it resolves with pending', async () => {
    const { keystamp, push } = createSdkPage({ worker: waitingWorker });
    const answer = (await keystamp()).request('update_wallet', WALLET_RENAME, {
      idempotencyKey: 'k',
    });
    await settlePromises();
    push({ event: 'activity', data: pendingOf('key:k') });
    expect(await answer).toEqual(pendingOf('key:k').answer);
  });

  test('error: it rejects with an SDK error', async () => {
    const { keystamp, push } = createSdkPage({ worker: waitingWorker });
    const error = errorOf((await keystamp()).updateWallet(WALLET_RENAME, { idempotencyKey: 'k' }));
    await settlePromises();
    const refused = {
      code: 'service_error',
      message: PAGE_SENTENCES.service_error,
      detail: { serviceCode: 'WALLET_NOT_FOUND' },
    } as const;
    push({ event: 'activity', data: { id: 'key:k', ok: false, error: refused } });
    expect(await error).toMatchObject({ ...refused, id: 'key:k', name: 'KeystampError' });
  });

  test('error: an answer of another kind doesn’t count', async () => {
    const worker = answeringWorker(({ id }) => ({ kind: 'connected', id, operations: [] }));
    const { keystamp } = createSdkPage({ worker });
    const found = await keystamp();
    expect(await errorOf(found.updateWallet(WALLET_RENAME))).toMatchObject({ code: 'unavailable' });
  });

  test('behavior: the worker and the SDK give a request the same id', async () => {
    const { keystamp, sent } = createSdkPage({ worker: waitingWorker });
    const found = await keystamp();
    void found.updateWallet(WALLET_RENAME);
    await settlePromises();
    const [message] = sent;
    const text = message && 'text' in message ? message.text : '';
    const { call } = readCallText(text);
    if (call instanceof PageRefusal) throw call;
    expect([parseCallParams(call).id]).toEqual(found.pending());
  });
});

describe('the other calls', () => {
  test('behavior: connect, disconnect and capabilities pass on their parameters', async () => {
    const connected = { kind: 'connected', id: 'x', organizationId: 'o', operations: ['a'] };
    const worker = answeringWorker(({ method }) => (method === 'disconnect' ? null : connected));
    const { keystamp, calls: asked } = createSdkPage({ worker });
    const found = await keystamp();
    expect(await found.connect({ operations: ['a'] })).toEqual(connected);
    expect(await found.disconnect()).toBeUndefined();
    expect(await found.capabilities()).toEqual(connected);
    expect(asked().map(({ method }) => method)).toEqual(['connect', 'disconnect', 'capabilities']);
  });

  test('error: all of them reject with SDK errors', async () => {
    const { keystamp } = createSdkPage({ worker: failingWorker('not_active') });
    const found = await keystamp();
    for (const item of [
      found.connect(),
      found.disconnect(),
      found.capabilities(),
      found.status('x'),
    ]) {
      expect(await errorOf(item)).toMatchObject({ code: 'not_active' });
    }
  });

  test('behavior: the function that `on` returns removes the listener', async () => {
    const { keystamp, push } = createSdkPage({ worker: waitingWorker });
    const found = await keystamp();
    void found.updateWallet(WALLET_RENAME);
    await settlePromises();
    const heard: unknown[] = [];
    const off = found.on('disconnect', (data) => heard.push(data));
    push({ event: 'disconnect', data: {} });
    await settlePromises();
    off();
    push({ event: 'disconnect', data: {} });
    await settlePromises();
    expect(heard).toHaveLength(1);
  });
});

describe('signal', () => {
  test('error: it ends the wait; the request stays, and its id is in the error', async () => {
    const { keystamp, push } = createSdkPage({ worker: waitingWorker });
    const found = await keystamp();
    const controller = new AbortController();
    const { signal } = controller;
    const error = errorOf(found.updateWallet(WALLET_RENAME, { idempotencyKey: 'k', signal }));
    await settlePromises();
    controller.abort();
    expect(await error).toMatchObject({ code: 'aborted', name: 'AbortError', id: 'key:k' });
    expect(found.pending()).toEqual(['key:k']);
    push({ event: 'activity', data: completed('key:k') });
    await settlePromises();
    expect(found.pending()).toEqual([]);
  });

  test('error: aborted up front, nothing is sent', async () => {
    const { keystamp, sent } = createSdkPage({ worker: waitingWorker });
    const found = await keystamp();
    const signal = AbortSignal.abort();
    expect(await errorOf(found.updateWallet(WALLET_RENAME, { signal }))).toMatchObject({
      code: 'aborted',
    });
    expect(await errorOf(found.connect({}, { signal }))).toMatchObject({ code: 'aborted' });
    expect(sent).toEqual([]);
    expect(found.pending()).toEqual([]);
  });

  test('error: an aborted resume stops listening, and keeps the id', async () => {
    const items = { [STORED]: '["key:k"]' };
    const worker = answeringWorker(() => ({ kind: 'waiting', id: 'key:k' }));
    const { keystamp, returnListeners: returns } = createSdkPage({ worker }, items);
    const found = await keystamp();
    const controller = new AbortController();
    const error = errorOf(found.resume('key:k', { signal: controller.signal }));
    await settlePromises();
    expect(returns.size).toBe(1);
    controller.abort();
    expect(await error).toMatchObject({ code: 'aborted', id: 'key:k' });
    expect(returns.size).toBe(0);
    expect(found.pending()).toEqual(['key:k']);
  });
});

describe('pending and resume', () => {
  test('behavior: an id is stored before its call leaves, and gone once it ends', async () => {
    const page = createSdkPage();
    let stored: string | undefined;
    page.state.worker = (message) => {
      stored = page.items[STORED];
      return waitingWorker(message);
    };
    const found = await page.keystamp();
    const answer = found.updateWallet(WALLET_RENAME, { idempotencyKey: 'k' });
    await settlePromises();
    expect(stored).toBe('["key:k"]');
    page.push({ event: 'activity', data: completed('key:k') });
    await answer;
    expect(page.items).toEqual({});
  });

  test.for([
    ['refused', []],
    ['invalid_parameters', []],
    ['rate_limited', []],
    ['unavailable', ['key:k']],
    ['extension_gone', ['key:k']],
    ['outcome_unknown', ['key:k']],
    ['locked', ['key:k']],
  ] as const)('error: after %s these ids are left: %j', async ([code, expected]) => {
    const { keystamp } = createSdkPage({ worker: failingWorker(code) });
    const found = await keystamp();
    expect(await errorOf(found.updateWallet(WALLET_RENAME, { idempotencyKey: 'k' }))).toMatchObject(
      {
        code,
      },
    );
    expect(found.pending()).toEqual(expected);
  });

  test('behavior: after a reload the request resumes and ends with its event', async () => {
    const first = createSdkPage({ worker: waitingWorker });
    void (await first.keystamp()).updateWallet(WALLET_RENAME, { idempotencyKey: 'k' });
    await settlePromises();
    const worker = answeringWorker(() => ({ kind: 'waiting', id: 'key:k' }));
    const { keystamp, push, items } = createSdkPage({ worker }, first.items);
    const found = await keystamp();
    expect(found.pending()).toEqual(['key:k']);
    const end = found.resume<'update_wallet'>('key:k');
    await settlePromises();
    push({ event: 'activity', data: pendingOf('key:k') });
    expect(await stateOf(end)).toBe('open');
    push({ event: 'activity', data: completed('other') });
    expect(await stateOf(end)).toBe('open');
    push({ event: 'activity', data: completed('key:k') });
    expect((await end).result).toEqual({ walletId: 'w' });
    expect(items).toEqual({});
  });

  test('error: it rejects by itself once the extension has ended, and keeps the id', async () => {
    const page = createSdkPage({
      worker: answeringWorker(() => ({ kind: 'waiting', id: 'key:k' })),
    });
    const found = await page.keystamp();
    const end = found.resume('key:k');
    const error = errorOf(end);
    await page.clock.advance(10 * 60_000);
    expect(await stateOf(end)).toBe('open');
    // It looks within the page, and wakes nobody.
    expect(page.sent).toHaveLength(1);
    page.state.alive = false;
    await page.clock.advance(15_000);
    expect(await error).toMatchObject({ code: 'extension_gone', id: 'key:k' });
  });

  test('behavior: what ended meanwhile is there at once', async () => {
    const worker = answeringWorker(() => completed('key:k').answer);
    const { keystamp, returnListeners: returns } = createSdkPage({ worker });
    expect(await (await keystamp()).resume('key:k')).toEqual(completed('key:k').answer);
    expect(returns.size).toBe(0);
  });

  test('behavior: a page that has come back asks again', async () => {
    const page = createSdkPage({
      worker: answeringWorker(() => ({ kind: 'waiting', id: 'key:k' })),
    });
    const end = (await page.keystamp()).resume('key:k');
    expect(await stateOf(end)).toBe('open');
    page.state.worker = answeringWorker(() => completed('key:k').answer);
    page.returnToPage();
    expect(await end).toEqual(completed('key:k').answer);
  });

  test.for(['locked', 'rate_limited', 'not_active'] as const)(
    'behavior: %s says nothing about the request, so it asks later',
    async (code) => {
      const page = createSdkPage({ worker: failingWorker(code) });
      const end = (await page.keystamp()).resume('key:k');
      expect(await stateOf(end)).toBe('open');
      await page.clock.advance(2000);
      await page.clock.advance(3999);
      expect(page.calls()).toHaveLength(2);
      page.state.worker = answeringWorker(() => completed('key:k').answer);
      await page.clock.advance(1);
      expect(await end).toEqual(completed('key:k').answer);
    },
  );

  test.for(['unknown_request', 'refused', 'withdrawn', 'activity_rejected'] as const)(
    'error: %s ends it',
    async (code) => {
      const page = createSdkPage({ worker: failingWorker(code) }, { [STORED]: '["key:k"]' });
      const found = await page.keystamp();
      expect(await errorOf(found.resume('key:k'))).toMatchObject({ code, id: 'key:k' });
      expect(found.pending()).toEqual([]);
      expect(page.returnListeners.size).toBe(0);
    },
  );

  test.for(['no json', '7', 'null', '{"a":1}', '[1,null,{}]'])(
    'error: a store with %s has no ids',
    async (text) => {
      const { keystamp } = createSdkPage({}, { [STORED]: text });
      expect((await keystamp()).pending()).toEqual([]);
    },
  );

  test('error: a store that refuses costs the reload, not the request', async () => {
    const page = createSdkPage({ worker: waitingWorker });
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const store = { getItem: refuse, setItem: refuse, removeItem: refuse };
    const found = await discoverIn({ ...page.effects, store }, {});
    const answer = found?.updateWallet(WALLET_RENAME, { idempotencyKey: 'k' });
    await settlePromises();
    expect(found?.pending()).toEqual(['key:k']);
    page.push({ event: 'activity', data: completed('key:k') });
    expect(await answer).toEqual(completed('key:k').answer);
  });
});
