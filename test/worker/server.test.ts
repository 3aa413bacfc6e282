import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALLS } from '../../src/messaging/calls.ts';
import {
  createFakeBrowser,
  newKek,
  OWN_ID,
  OWN_URL,
  OWN_PAGE_SENDER,
  type FakeBrowser,
  KDF,
} from './fake-browser.ts';

const offline = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch');
};
let browser: FakeBrowser;
beforeEach(() => {
  browser = createFakeBrowser(offline);
});
afterEach(() => browser.close());

const createMessage = (call: string, input: unknown = {}, sealed: unknown = null) => ({
  mark: 'keystamp/1',
  call,
  input,
  sealed,
});

describe('createServer', () => {
  test('behavior: our own pages are answered, popup and tab alike', async () => {
    const senders = [
      OWN_PAGE_SENDER,
      { ...OWN_PAGE_SENDER, tab: { id: 3 }, frameId: 0, documentLifecycle: 'active' },
      { id: OWN_ID, url: `${OWN_URL}options.html#/keys` },
    ];
    for (const sender of senders) {
      expect(await browser.sendRaw(createMessage('state'), sender)).toMatchObject({ ok: true });
    }
  });

  test('behavior: a sealed part is not opened for a call that takes none', async () => {
    const sealed = { life: 'none', encappedPublic: '00', ciphertext: '00' };
    expect(await browser.sendRaw(createMessage('state', {}, sealed))).toMatchObject({ ok: true });
  });

  const strangers: [string, object][] = [
    [
      'a content script',
      {
        id: OWN_ID,
        url: 'https://site.example/',
        origin: 'https://site.example',
        tab: {},
        frameId: 0,
      },
    ],
    [
      'a content script without origin',
      { id: OWN_ID, url: 'https://site.example/', tab: {}, frameId: 0 },
    ],
    ['a sandboxed frame of ours', { ...OWN_PAGE_SENDER, origin: 'null' }],
    ['our page in a frame', { ...OWN_PAGE_SENDER, tab: {}, frameId: 7 }],
    ['our page before it is shown', { ...OWN_PAGE_SENDER, documentLifecycle: 'prerender' }],
    [
      'another extension',
      {
        id: 'other',
        url: 'chrome-extension://other/popup.html',
        origin: 'chrome-extension://other',
      },
    ],
    ['another extension with our page’s url', { ...OWN_PAGE_SENDER, id: 'other' }],
    [
      'a host that begins with our id',
      { id: OWN_ID, url: `chrome-extension://${OWN_ID}x/popup.html` },
    ],
    ['nobody', {}],
    ['a page without url', { id: OWN_ID, origin: OWN_URL.slice(0, -1) }],
  ];
  for (const [name, sender] of strangers) {
    test(`error: ${name} is refused every call`, async () => {
      for (const call of ['hello', ...Object.keys(CALLS)]) {
        expect(await browser.sendRaw(createMessage(call), sender)).toEqual({
          ok: false,
          error: { code: 'forbidden_caller', message: 'forbidden_caller' },
        });
      }
    });
  }

  test('behavior: messages without our mark are left to other listeners', async () => {
    for (const other of [null, 7, 'hi', [], {}, { mark: 'keystamp/2', call: 'state' }]) {
      expect(await browser.sendRaw(other)).toBeUndefined();
    }
  });

  test('error: unknown calls, including inherited names', async () => {
    for (const call of ['nothing', 'constructor', '__proto__', 'toString', '']) {
      expect(await browser.sendRaw(createMessage(call))).toMatchObject({
        error: { code: 'unknown_call' },
      });
    }
  });

  test('error: invalid input names the field', async () => {
    const rows: [string, unknown, string][] = [
      ['state', { more: 1 }, 'more'],
      ['keys_create', { name: '' }, 'name'],
      ['keys_create', { name: 'a\u202eb' }, 'name'],
      ['profiles_select', { id: 'x' }, 'id'],
      [
        'settings_save',
        { autoLockMinutes: 0, theme: 'system', contrast: 'system', locale: 'en' },
        'autoLockMinutes',
      ],
      ['activities_list', { profileId: null, before: null, limit: 100_000 }, 'limit'],
      ['vault_wipe', { confirm: 'yes' }, 'confirm'],
    ];
    for (const [call, input, field] of rows) {
      const reply = await browser.sendRaw(createMessage(call, input));
      expect(reply).toMatchObject({
        ok: false,
        error: { code: 'invalid_input', detail: { field } },
      });
    }
    for (const input of [null, 7, 'x', [], undefined]) {
      expect(await browser.sendRaw(createMessage('keys_create', input))).toMatchObject({
        ok: false,
      });
    }
  });

  test('error: a secret in plaintext, or for another call or worker, is refused', async () => {
    const kek = newKek();
    const clear = await browser.sendRaw({ ...createMessage('vault_create', { kdf: KDF, kek }) });
    expect(clear).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    const missing = await browser.sendRaw(createMessage('vault_create', { kdf: KDF }));
    expect(missing).toMatchObject({ ok: false, error: { code: 'invalid_input' } });

    await browser.client.call('vault_create', { kdf: KDF }, { kek });
    const parsed = browser.sent.map((text) => JSON.parse(text) as Record<string, unknown>);
    const sealedMessage = parsed.find(({ sealed }) => sealed !== null);
    expect(sealedMessage?.['call']).toBe('vault_create');
    await browser.client.call('vault_lock', {});
    const rebound = await browser.sendRaw({ ...sealedMessage, call: 'vault_unlock', input: {} });
    expect(rebound).toMatchObject({ ok: false, error: { code: 'malformed' } });
    browser.kill();
    const stale = await browser.sendRaw({ ...sealedMessage, call: 'vault_unlock', input: {} });
    expect(stale).toMatchObject({ ok: false, stale: true });
    expect((await browser.client.call('state', {})).vault).toBe('locked');
  });

  test('error: an internal fault leaves as a coded error, never as its own text', async () => {
    browser.session.set('vault.session', { unlocked: 7 });
    globalThis.indexedDB = {
      open: () => {
        throw new Error('secret internals');
      },
    } as unknown as IDBFactory;
    browser.kill();
    const reply = await browser.sendRaw(createMessage('keys_list'));
    expect(reply).toMatchObject({ ok: false, error: { code: 'storage_failed' } });
    expect(JSON.stringify(reply)).not.toContain('secret internals');
    expect(JSON.stringify(reply)).not.toMatch(/stack|at .*\.ts/);
  });

  test('behavior: an own __proto__ member has no effect', async () => {
    const text =
      '{"mark":"keystamp/1","call":"state","input":{"__proto__":{"vault":1}},"sealed":null}';
    const reply = await browser.sendRaw(JSON.parse(text));
    expect(reply).toMatchObject({ ok: expect.any(Boolean) });
    expect(({} as Record<string, unknown>)['vault']).toBeUndefined();
  });

  test('behavior: every start of the worker has its own key', async () => {
    const first = await browser.sendRaw(createMessage('hello'));
    expect(await browser.sendRaw(createMessage('hello'))).toEqual(first);
    browser.kill();
    expect(await browser.sendRaw(createMessage('hello'))).not.toEqual(first);
  });
});
