// Who requests what: the two readers at the border to web pages, tested with each fact that a
// browser or a page may get wrong.
import { describe, expect, test } from 'vitest';
import {
  readCallText,
  readBridgeMessage,
  parseCallParams,
} from '../../../src/worker/page/parse-message.ts';
import { isBridgeMessage } from '../../../src/worker/page/bridge-listener.ts';
import { readCaller } from '../../../src/requests/caller.ts';
import { PageRefusal } from '../../../src/requests/page-refusal.ts';
import type { MessageSender } from '../../../src/protocol/message-sender.ts';
import {
  MAX_CHARACTERS,
  MAX_DEPTH,
  MAX_MEMBERS,
  PAGE_MARK,
} from '../../../src/protocol/page-api.ts';

const OWN = 'keystamp-id';
const SENDER: MessageSender = {
  id: OWN,
  url: 'https://app.example/page?q#h',
  origin: 'https://app.example',
  frameId: 0,
  documentLifecycle: 'active',
  documentId: 'doc-1',
  tab: { id: 7, incognito: false },
};

describe('readCaller', () => {
  const read = (change: object) => readCaller({ ...SENDER, ...change }, OWN);

  test('behavior: is what the browser says about the tab and its document', () => {
    expect(read({})).toEqual({
      origin: 'https://app.example',
      privateWindow: false,
      tabId: 7,
      documentId: 'doc-1',
    });
    expect(read({ tab: { id: 0, incognito: true } })).toMatchObject({
      tabId: 0,
      privateWindow: true,
    });
    // Firefox gives no document id, lifecycle or origin.
    const bare = { documentId: undefined, documentLifecycle: undefined, origin: undefined };
    expect(read(bare)).toMatchObject({ origin: 'https://app.example', documentId: null });
  });

  test.each([
    ['no container', 'firefox-default', ''],
    ['a container', 'firefox-container-3', '^3'],
    ['a container of another kind', 'somewhere_else', '^somewhere_else'],
  ])('behavior: %s makes the site that it is', (_, cookieStoreId, end) => {
    expect(read({ tab: { id: 7, cookieStoreId } })?.origin).toBe(`https://app.example${end}`);
  });

  test.each([
    ['a cookie store without a name', { tab: { id: 7, cookieStoreId: '' } }],
    [
      'one that would end the key early',
      { tab: { id: 7, cookieStoreId: 'firefox-container-a^b' } },
    ],
    [
      'a page whose address imitates a container',
      { url: 'https://app.example^3/', origin: undefined },
    ],
    ['another extension', { id: 'other-id' }],
    ['nobody', { id: undefined }],
    ['no address', { url: undefined }],
    ['a frame', { frameId: 1 }],
    ['no frame', { frameId: undefined }],
    ['no tab', { tab: undefined }],
    ['a tab without an id', { tab: { incognito: false } }],
    ['a prerendered document', { documentLifecycle: 'prerender' }],
    ['a cached document', { documentLifecycle: 'cached' }],
    ['a document on its way out', { documentLifecycle: 'pending_deletion' }],
    ['a sandboxed document', { origin: 'null' }],
    ['another origin than its address', { origin: 'https://evil.example' }],
    ['an address that is none', { url: 'https://', origin: undefined }],
  ])('error: %s is nobody', (_, change) => {
    expect(read(change)).toBeUndefined();
  });

  test.each([
    'http://app.example/',
    'file:///home/me/page.html',
    'data:text/html,x',
    'about:blank',
    'chrome-extension://keystamp-id/popup.html',
    'blob:https://app.example/8c1d',
    'ftp://127.0.0.1/',
    'http://127.0.0.2/',
    'http://localhost.evil.example/',
    'http://localhost../',
    'http://evil.example/localhost',
    'http://[::1]/',
    'ws://localhost/',
  ])('error: %s has no accepted origin', (url) => {
    expect(read({ url, origin: undefined })).toBeUndefined();
  });

  test.each([
    ['http://127.0.0.1:8788/demo', 'http://127.0.0.1:8788'],
    ['http://localhost/', 'http://localhost'],
    // The content scripts run there too, and browsers resolve it like the other.
    ['http://localhost.:8080/', 'http://localhost.:8080'],
    ['https://app.example:8443/x', 'https://app.example:8443'],
    ['https://user:pass@app.example/', 'https://app.example'],
    ['https://APP.example/', 'https://app.example'],
  ])('behavior: %s is %s', (url, origin) => {
    expect(read({ url, origin })?.origin).toBe(origin);
  });
});

const BRIDGE_ID = '00000000-0000-4000-8000-000000000001';
const ID = '00000000-0000-4000-8000-000000000002';

describe('readBridgeMessage', () => {
  const text = { mark: PAGE_MARK, bridgeId: BRIDGE_ID, text: '{}', clicked: true };
  const gone = { mark: PAGE_MARK, bridgeId: BRIDGE_ID, gone: true };

  test('behavior: a call or a notice from a bridge', () => {
    expect(readBridgeMessage(text)).toEqual(text);
    expect(readBridgeMessage(gone)).toEqual(gone);
    expect([text, gone, { mark: PAGE_MARK }].map(isBridgeMessage)).toEqual([true, true, true]);
  });

  test.each([
    ['another mark', { ...text, mark: 'other' }],
    ['no bridgeId', { ...text, bridgeId: undefined }],
    ['a bridgeId with more', { ...text, bridgeId: `${BRIDGE_ID}0` }],
    ['a bridgeId with something before', { ...text, bridgeId: `x${BRIDGE_ID}` }],
    ['a bridgeId in capitals', { ...text, bridgeId: BRIDGE_ID.replaceAll('0', 'A') }],
    ['a click that is no boolean', { ...text, clicked: 1 }],
    ['no click', { mark: PAGE_MARK, bridgeId: BRIDGE_ID, text: '{}' }],
    ['a text that is none', { ...text, text: {} }],
    ['a member too many', { ...text, more: 1 }],
    ['a notice that is none', { ...gone, gone: false }],
    ['nothing', null],
  ])('error: %s is nothing', (_, value) => {
    expect(readBridgeMessage(value)).toBeUndefined();
  });

  test('error: a message without the mark isn’t for pages', () => {
    for (const value of [null, 'x', {}, { mark: 'other' }, []]) {
      expect(isBridgeMessage(value)).toBe(false);
    }
  });
});

function refusalOf(act: () => unknown) {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof PageRefusal)) throw error;
    const { code, detail } = error.error;
    return { code, ...(detail && { detail }) };
  }
}

/** The call in a text, or its refusal. */
const callIn = (text: string) =>
  refusalOf(() => {
    const { call } = readCallText(text);
    if (call instanceof PageRefusal) throw call;
    return call;
  });
const idIn = (text: string) => readCallText(text).id;

describe('readCallText', () => {
  const ask = (change: object = {}) =>
    JSON.stringify({ id: ID, method: 'status', params: { id: ID }, ...change });

  test('behavior: id, method and parameters', () => {
    expect(callIn(ask())).toEqual({ id: ID, method: 'status', params: { id: ID } });
    for (const id of [`key:${'x'.repeat(100)}`, 'key:\n']) {
      expect(callIn(ask({ id }))).toMatchObject({ id });
      expect(idIn(ask({ id }))).toBe(id);
    }
  });

  test.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['an unknown method', ask({ method: 'sign' })],
    ['no id', ask({ id: undefined })],
    ['an id with more', ask({ id: `${ID}0` })],
    ['an id with something before', ask({ id: `x${ID}` })],
    ['a key that is empty', ask({ id: 'key:' })],
    ['a key that is too long', ask({ id: `key:${'x'.repeat(101)}` })],
    ['a key with something before', ask({ id: `xkey:a` })],
    ['a member too many', ask({ more: 1 })],
  ])('error: %s isn’t a call', (_, text) => {
    expect(callIn(text)).toEqual({ code: 'invalid_request' });
  });

  test('error: one that’s too long isn’t even parsed', () => {
    const padded = (length: number) => ask().padEnd(length, ' ');
    expect(callIn(padded(MAX_CHARACTERS))).toMatchObject({ id: ID });
    expect(callIn(padded(MAX_CHARACTERS + 1))).toEqual({
      code: 'too_large',
    });
    expect(idIn(padded(MAX_CHARACTERS))).toBe(ID);
    expect(idIn(padded(MAX_CHARACTERS + 1))).toBe('');
  });

  test('behavior: the answer has the id of whatever came, or none', () => {
    expect(idIn(ask({ method: 'sign', more: 1 }))).toBe(ID);
    for (const text of ['{', 'null', '{}', ask({ id: 7 }), ask({ id: 'x' })]) {
      expect(idIn(text)).toBe('');
    }
  });
});

describe('parseCallParams', () => {
  const parse = (method: string, params: unknown) =>
    refusalOf(() => parseCallParams({ id: ID, method, params } as never));

  test('behavior: connect takes operations and a reason, or nothing', () => {
    for (const params of [undefined, null, {}]) {
      expect(parse('connect', params)).toEqual({ id: ID, method: 'connect', params: {} });
    }
    const full = { operations: ['update_wallet'], reason: '' };
    expect(parse('connect', full)).toEqual({ id: ID, method: 'connect', params: full });
  });

  test('behavior: a request is named by its own key if it has one', () => {
    const params = { operation: 'update_wallet', parameters: { a: 1 } };
    expect(parse('request', params)).toEqual({ id: ID, method: 'request', params });
    const keyed = { ...params, idempotencyKey: 'order-1' };
    expect(parse('request', keyed)).toEqual({
      id: 'key:order-1',
      method: 'request',
      params: keyed,
    });
  });

  test('behavior: the others take what they need', () => {
    expect(parse('status', { id: 'key:a' })).toEqual({
      id: ID,
      method: 'status',
      params: { id: 'key:a' },
    });
    for (const method of ['disconnect', 'capabilities']) {
      for (const params of [undefined, null, {}]) {
        expect(parse(method, params)).toEqual({ id: ID, method });
      }
      expect(parse(method, { a: 1 })).toMatchObject({ code: 'invalid_parameters' });
    }
  });

  const request = { operation: 'update_wallet', parameters: {} };
  test.each([
    ['connect', { operations: 'all' }, 'operations'],
    ['connect', { operations: ['x'.repeat(65)] }, 'operations.0'],
    ['connect', { operations: Array.from({ length: 101 }, () => 'a') }, 'operations'],
    ['connect', { reason: 'x'.repeat(201) }, 'reason'],
    ['connect', { more: 1 }, 'more'],
    ['request', { ...request, operation: 7 }, 'operation'],
    ['request', { ...request, operation: 'x'.repeat(65) }, 'operation'],
    ['request', { ...request, parameters: [] }, 'parameters'],
    ['request', { ...request, parameters: null }, 'parameters'],
    ['request', { ...request, idempotencyKey: '' }, 'idempotencyKey'],
    ['request', { ...request, idempotencyKey: 'x'.repeat(101) }, 'idempotencyKey'],
    ['request', { ...request, more: 1 }, 'more'],
    ['status', { id: 'x' }, 'id'],
    ['status', {}, 'id'],
  ])('error: %s with %j names the field', (method, params, field) => {
    expect(parse(method, params)).toMatchObject({
      code: 'invalid_parameters',
      detail: { field },
    });
  });

  test('behavior: the longest allowed one is accepted', () => {
    const most = Array.from({ length: 100 }, () => 'x'.repeat(64));
    const params = { operations: most, reason: 'x'.repeat(200) };
    expect(parse('connect', params)).toMatchObject({ params });
  });

  const nested = (depth: number): unknown => {
    let value: unknown = 1;
    for (let at = 0; at < depth; at += 1) value = { a: value };
    return value;
  };

  test('error: nothing deeper or wider than allowed', () => {
    const within = (parameters: unknown) => parse('request', { operation: 'a', parameters });
    expect(within(nested(MAX_DEPTH - 1))).toMatchObject({ method: 'request' });
    expect(within(nested(MAX_DEPTH))).toEqual({ code: 'too_large' });
    const wide = (members: number) =>
      Object.fromEntries(Array.from({ length: members }, (_, at) => [`m${at}`, at]));
    // Two members are the call's own.
    expect(within(wide(MAX_MEMBERS - 2))).toMatchObject({ method: 'request' });
    expect(within(wide(MAX_MEMBERS - 1))).toEqual({ code: 'too_large' });
  });

  test('error: a member named __proto__, at any depth', () => {
    const evil = JSON.parse('{"a":[{"__proto__":{"x":1}}]}') as unknown;
    expect(parse('request', { operation: 'a', parameters: evil })).toEqual({
      code: 'invalid_parameters',
      detail: { field: '__proto__', rule: 'unknown_member' },
    });
  });
});
