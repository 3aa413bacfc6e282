import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ERRORS } from '../../src/protocol/errors.ts';
import { CALLS } from '../../src/messaging/calls.ts';
import { createRig, newKek, OWN_ID, OWN_URL, PAGE, type Rig, KDF } from './rig.ts';

const offline = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch');
};
let rig: Rig;
beforeEach(() => {
  rig = createRig(offline);
});
afterEach(() => rig.close());

const message = (call: string, input: unknown = {}, sealed: unknown = null) => ({
  mark: 'keystamp/1',
  call,
  input,
  sealed,
});

describe('createServer', () => {
  test('behavior: our own pages are answered, popup and tab alike', async () => {
    const senders = [
      PAGE,
      { ...PAGE, tab: { id: 3 }, frameId: 0, documentLifecycle: 'active' },
      { id: OWN_ID, url: `${OWN_URL}options.html#/keys` },
    ];
    for (const sender of senders) {
      expect(await rig.raw(message('state'), sender)).toMatchObject({ ok: true });
    }
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
    ['a sandboxed frame of ours', { ...PAGE, origin: 'null' }],
    ['our page in a frame', { ...PAGE, tab: {}, frameId: 7 }],
    ['our page before it is shown', { ...PAGE, documentLifecycle: 'prerender' }],
    [
      'another extension',
      {
        id: 'other',
        url: 'chrome-extension://other/popup.html',
        origin: 'chrome-extension://other',
      },
    ],
    ['another extension with our page’s url', { ...PAGE, id: 'other' }],
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
        expect(await rig.raw(message(call), sender)).toEqual({
          ok: false,
          error: { code: 'forbidden_caller', message: ERRORS.forbidden_caller.sentence },
        });
      }
    });
  }

  test('behavior: messages without our mark are left to others', async () => {
    for (const other of [null, 7, 'hi', [], {}, { mark: 'keystamp/2', call: 'state' }]) {
      expect(await rig.raw(other)).toBeUndefined();
    }
  });

  test('error: unknown calls, also inherited names', async () => {
    for (const call of ['nothing', 'constructor', '__proto__', 'toString', '']) {
      expect(await rig.raw(message(call))).toMatchObject({ error: { code: 'unknown_call' } });
    }
  });

  test('error: input that is none of the call’s names the field', async () => {
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
      const reply = await rig.raw(message(call, input));
      expect(reply).toMatchObject({
        ok: false,
        error: { code: 'invalid_input', detail: { field } },
      });
    }
    for (const input of [null, 7, 'x', [], undefined]) {
      expect(await rig.raw(message('keys_create', input))).toMatchObject({ ok: false });
    }
  });

  test('error: a secret in clear is not taken, nor one sealed for another call or life', async () => {
    const kek = newKek();
    const clear = await rig.raw({ ...message('vault_create', { kdf: KDF, kek }) });
    expect(clear).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    const missing = await rig.raw(message('vault_create', { kdf: KDF }));
    expect(missing).toMatchObject({ ok: false, error: { code: 'invalid_input' } });

    await rig.client.call('vault_create', { kdf: KDF }, { kek });
    const parsed = rig.sent.map((text) => JSON.parse(text) as Record<string, unknown>);
    const box = parsed.find(({ sealed }) => sealed !== null);
    expect(box?.['call']).toBe('vault_create');
    await rig.client.call('vault_lock', {});
    const moved = await rig.raw({ ...box, call: 'vault_unlock', input: {} });
    expect(moved).toMatchObject({ ok: false, error: { code: 'malformed' } });
    rig.kill();
    const stale = await rig.raw({ ...box, call: 'vault_unlock', input: {} });
    expect(stale).toMatchObject({ ok: false, stale: true });
    expect((await rig.client.call('state', {})).vault).toBe('locked');
  });

  test('error: what goes wrong inside leaves as a coded error, never as its own text', async () => {
    rig.session.set('vault.session', { unlocked: 7 });
    globalThis.indexedDB = {
      open: () => {
        throw new Error('secret internals');
      },
    } as unknown as IDBFactory;
    rig.kill();
    const reply = await rig.raw(message('keys_list'));
    expect(reply).toMatchObject({ ok: false, error: { code: 'storage_failed' } });
    expect(JSON.stringify(reply)).not.toContain('secret internals');
    expect(JSON.stringify(reply)).not.toMatch(/stack|at .*\.ts/);
  });

  test('behavior: an own __proto__ member reaches nobody', async () => {
    const text =
      '{"mark":"keystamp/1","call":"state","input":{"__proto__":{"vault":1}},"sealed":null}';
    const reply = await rig.raw(JSON.parse(text));
    expect(reply).toMatchObject({ ok: expect.any(Boolean) });
    expect(({} as Record<string, unknown>)['vault']).toBeUndefined();
  });

  test('behavior: every life of the worker has its own key', async () => {
    const first = await rig.raw(message('hello'));
    expect(await rig.raw(message('hello'))).toEqual(first);
    rig.kill();
    expect(await rig.raw(message('hello'))).not.toEqual(first);
  });
});
