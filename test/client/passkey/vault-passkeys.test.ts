// Unlock by passkey, from the prompt in a page to the vault in the worker.
import { createHmac, randomBytes as nodeRandomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as base64url from '../../../src/crypto/base64url.ts';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { createAuthenticator } from '../../../src/client/passkey/authenticator.ts';
import { createPasskeyEnrolment } from '../../../src/client/passkey/enrolment.ts';
import { createPasskeyUnlock, readClientCapabilities } from '../../../src/client/passkey/unlock.ts';
import {
  createAuthenticator as createPasskey,
  type Authenticator,
} from '../../webauthn/authenticator.ts';
import {
  assertionCredential,
  createContainer,
  attestationCredential,
  stubBrowserCredentials,
} from '../fake-credentials.ts';
import { useWorkerFixture } from '../../worker/worker-fixture.ts';
import { newKek, OWN_ID, OWN_URL } from '../../worker/fake-browser.ts';

stubBrowserCredentials();
const fixture = useWorkerFixture();

const PASSWORD = 'correct horse';
const OWN_ORIGIN = OWN_URL.slice(0, -1);

type DeviceKind = { readonly prf: boolean; readonly prfAtCreation: boolean };

/** An authenticator with its own secret; records what it is asked. */
function createDevice({ prf, prfAtCreation }: DeviceKind = { prf: true, prfAtCreation: true }) {
  const secret = nodeRandomBytes(32);
  const passkeys = new Map<string, Authenticator>();
  const prompts: (PublicKeyCredentialRequestOptions | PublicKeyCredentialCreationOptions)[] = [];
  const device = {
    passkeys,
    prompts,
    isRefusing: false,
    container: createContainer({ get, create }),
  };

  const outputOf = (id: string, salt: BufferSource) => {
    const bytes = ArrayBuffer.isView(salt) ? Buffer.from(salt.buffer) : Buffer.from(salt);
    const first = Uint8Array.from(createHmac('sha256', secret).update(id).update(bytes).digest());
    return { first: first.buffer };
  };

  function throwIfRefusing() {
    if (device.isRefusing) throw new DOMException('no', 'NotAllowedError');
  }

  async function create({ publicKey }: CredentialCreationOptions = {}): Promise<Credential> {
    if (!publicKey) throw new Error('nothing was asked for');
    prompts.push(publicKey);
    throwIfRefusing();
    const has = publicKey.excludeCredentials?.some(({ id }) =>
      passkeys.has(base64url.encode(new Uint8Array(id as ArrayBuffer))),
    );
    if (has) throw new DOMException('there already', 'InvalidStateError');
    const passkey = createPasskey({ origin: OWN_ORIGIN, rpId: OWN_ORIGIN });
    passkeys.set(passkey.credentialId, passkey);
    const salt = publicKey.extensions?.prf?.eval?.first;
    const results =
      prf && prfAtCreation && salt ? { results: outputOf(passkey.credentialId, salt) } : {};
    return attestationCredential(passkey.credentialId, { prf: { enabled: prf, ...results } });
  }

  async function get({ publicKey }: CredentialRequestOptions = {}): Promise<Credential> {
    if (!publicKey) throw new Error('nothing was asked for');
    prompts.push(publicKey);
    throwIfRefusing();
    const allowed = publicKey.allowCredentials?.map(({ id }) =>
      base64url.encode(new Uint8Array(id as ArrayBuffer)),
    );
    const passkey = [...passkeys.values()].find(({ credentialId }) =>
      allowed?.includes(credentialId),
    );
    if (!passkey) throw new DOMException('none fits', 'NotAllowedError');
    const challenge = new Uint8Array(publicKey.challenge as Uint8Array<ArrayBuffer>);
    const salt = publicKey.extensions?.prf?.evalByCredential?.[passkey.credentialId]?.first;
    const results = prf && salt ? { prf: { results: outputOf(passkey.credentialId, salt) } } : {};
    return assertionCredential(passkey.assert(challenge), results);
  }

  return device;
}
type Device = ReturnType<typeof createDevice>;

/** One of our own pages, with that authenticator. */
function createOwnPage(
  device: Device,
  ownOrigin = OWN_ORIGIN,
  capabilities?: Record<string, boolean>,
) {
  const { client } = fixture.browser;
  const authenticator = createAuthenticator({
    container: device.container,
    later: () => () => undefined,
  });
  const prove = async (password: string) => {
    const keks = [password === PASSWORD ? fixture.account.kek : newKek()];
    await client.call('vault_unlock', {}, { keks });
    return keks;
  };
  const sharedDeps = { client, authenticator, random: randomBytes };
  return {
    ...createPasskeyUnlock({
      ...sharedDeps,
      ownOrigin,
      capabilities: () => Promise.resolve(capabilities),
    }),
    ...createPasskeyEnrolment({ ...sharedDeps, passwords: { prove } }),
  };
}

let device: Device;
beforeEach(() => {
  device = createDevice();
});
const lock = () => fixture.browser.client.call('vault_lock', {});
const readVaultStatus = async () => (await fixture.browser.client.call('state', {})).vault;
const listPasskeys = async () =>
  (await fixture.browser.client.call('vault_challenge', {})).passkeys;

describe('enrol and unlock', () => {
  test('behavior: unlocks, after the worker’s death and after a browser restart', async () => {
    const [firstPasskey] = await createOwnPage(device).enrol('Laptop', PASSWORD);
    expect(firstPasskey).toMatchObject({
      name: 'Laptop',
      rpId: null,
      transports: ['internal', 'hybrid'],
    });
    await lock();
    expect((await createOwnPage(device).unlock()).vault).toBe('unlocked');
    await lock();
    fixture.browser.kill();
    await createOwnPage(device).unlock();
    fixture.browser.kill();
    fixture.browser.session.clear();
    expect(await readVaultStatus()).toBe('locked');
    await createOwnPage(device).unlock();
    expect(await readVaultStatus()).toBe('unlocked');
    expect(await fixture.browser.client.call('keys_list', {})).toHaveLength(1);
  });

  test('behavior: work that waited for the vault resumes, as after the password', async () => {
    await createOwnPage(device).enrol('Laptop', PASSWORD);
    const { id } = await fixture.submitTag();
    await lock();
    fixture.browser.kill();
    fixture.browser.session.clear();
    await createOwnPage(device).unlock();
    expect((await fixture.browser.client.call('activities_get', { id })).parameters).not.toBeNull();
  });

  test('behavior: asks for user verification, each PRF salt and a fresh challenge', async () => {
    const second = createDevice();
    await createOwnPage(device).enrol('Laptop', PASSWORD);
    await createOwnPage(second).enrol('Key ring', PASSWORD);
    await lock();
    await createOwnPage(second).unlock();
    const [created, got] = second.prompts;
    expect(created).toMatchObject({
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
      user: { name: 'Keystamp vault (Key ring)' },
    });
    const salts = (await listPasskeys()).map(({ salt }) => salt);
    expect(new Set(salts).size).toBe(2);
    const inputs = Object.values(got?.extensions?.prf?.evalByCredential ?? {});
    expect(inputs.map(({ first }) => base64url.encode(first as Uint8Array))).toEqual(salts);
    expect(got).toMatchObject({ userVerification: 'required' });
    expect(got?.challenge).not.toEqual(created?.challenge);
  });

  test('behavior: one prompt offers the passkeys of one domain', async () => {
    const { client } = fixture.browser;
    await createOwnPage(device).enrol('Laptop', PASSWORD);
    const elsewhere = {
      name: 'Of a domain',
      credentialId: base64url.encode(new Uint8Array(32).fill(9)),
      rpId: 'keystamp.example',
      transports: [],
      salt: base64url.encode(new Uint8Array(32).fill(1)),
    };
    const secret = { keks: [fixture.account.kek], passkeyKek: newKek() };
    await client.call('vault_passkey_enrol', elsewhere, secret);
    await lock();
    await createOwnPage(device).unlock();
    const [own] = await listPasskeys();
    const prompt = device.prompts.at(-1) as PublicKeyCredentialRequestOptions;
    const ids = prompt.allowCredentials?.map(({ id }) =>
      base64url.encode(new Uint8Array(id as ArrayBuffer)),
    );
    expect(ids).toEqual([own?.credentialId]);
    expect(Object.keys(prompt.extensions?.prf?.evalByCredential ?? {})).toEqual(ids);
  });

  test('behavior: an authenticator that gives PRF outputs later is asked once more', async () => {
    device = createDevice({ prf: true, prfAtCreation: false });
    await createOwnPage(device).enrol('Key ring', PASSWORD);
    expect(device.prompts).toHaveLength(2);
    await lock();
    expect((await createOwnPage(device).unlock()).vault).toBe('unlocked');
  });

  test('behavior: no message contains the PRF output or the derived key', async () => {
    await createOwnPage(device).enrol('Laptop', PASSWORD);
    await lock();
    await createOwnPage(device).unlock();
    const sent = fixture.browser.sent.filter((text) => text.includes('vault_passkey'));
    expect(sent).toHaveLength(2);
    for (const text of sent) {
      const { sealed, input } = JSON.parse(text) as { sealed: unknown; input: object };
      expect(sealed).toMatchObject({ ciphertext: expect.any(String) });
      expect(Object.keys(input)).not.toContain('kek');
    }
  });

  test('error: a wrong password is reported before a passkey is created', async () => {
    const wrong = createOwnPage(device).enrol('Laptop', 'wrong');
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_password' });
    expect(device.prompts).toEqual([]);
    expect(await listPasskeys()).toEqual([]);
  });

  test('error: without PRF nothing is stored', async () => {
    const plain = createDevice({ prf: false, prfAtCreation: false });
    const refused = createOwnPage(plain).enrol('Old key', PASSWORD);
    await expect(refused).rejects.toMatchObject({ code: 'passkey_no_prf' });
    expect(await listPasskeys()).toEqual([]);
  });

  test('error: a closed prompt stores nothing and unlocks nothing', async () => {
    device.isRefusing = true;
    const refused = createOwnPage(device).enrol('Laptop', PASSWORD);
    await expect(refused).rejects.toMatchObject({ code: 'passkey_cancelled' });
    expect(await listPasskeys()).toEqual([]);
    device.isRefusing = false;
    await createOwnPage(device).enrol('Laptop', PASSWORD);
    await lock();
    device.isRefusing = true;
    await expect(createOwnPage(device).unlock()).rejects.toMatchObject({
      code: 'passkey_cancelled',
    });
    expect(await readVaultStatus()).toBe('locked');
  });

  test('error: the same authenticator can’t be enrolled twice', async () => {
    await createOwnPage(device).enrol('Laptop', PASSWORD);
    const again = createOwnPage(device).enrol('Laptop again', PASSWORD);
    await expect(again).rejects.toMatchObject({ code: 'passkey_exists' });
    expect(await listPasskeys()).toHaveLength(1);
  });

  test('error: another authenticator with the same credential gives another key', async () => {
    await createOwnPage(device).enrol('Laptop', PASSWORD);
    await lock();
    const copy = createDevice();
    for (const [id, passkey] of device.passkeys) copy.passkeys.set(id, passkey);
    await expect(createOwnPage(copy).unlock()).rejects.toMatchObject({ code: 'passkey_mismatch' });
    expect(await readVaultStatus()).toBe('locked');
  });

  test('error: with no enrolled passkey there is no prompt', async () => {
    await lock();
    await expect(createOwnPage(device).unlock()).rejects.toMatchObject({ code: 'passkey_removed' });
    expect(device.prompts).toEqual([]);
  });
});

describe('the worker alone', () => {
  const passkey = {
    name: 'Laptop',
    credentialId: base64url.encode(new Uint8Array(32)),
    rpId: null,
    transports: [],
    salt: base64url.encode(new Uint8Array(32).fill(1)),
  };
  const enrol = (changes: object, secret: { keks: string[]; passkeyKek: string }) =>
    fixture.browser.client.call('vault_passkey_enrol', { ...passkey, ...changes }, secret);

  test.each<[string, object]>([
    ['a name that is none', { name: '' }],
    ['a salt of 16 bytes', { salt: base64url.encode(new Uint8Array(16)) }],
    ['a domain that is none', { rpId: 'https://example.com' }],
    ['a transport that is none', { transports: ['carrier pigeon'] }],
    ['a member too many', { wrapped: 'A'.repeat(80) }],
  ])('error: accepts no passkey with %s', async (_name, changes) => {
    const refused = enrol(changes, { keks: [fixture.account.kek], passkeyKek: newKek() });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await listPasskeys()).toEqual([]);
  });

  test('error: accepts none without the password’s key, locked or unlocked', async () => {
    const refused = enrol({}, { keks: [newKek()], passkeyKek: newKek() });
    await expect(refused).rejects.toMatchObject({ code: 'wrong_password' });
    expect(await listPasskeys()).toEqual([]);
  });

  test('error: no guessed key unlocks it, and guesses don’t delay the password', async () => {
    await enrol({}, { keks: [fixture.account.kek], passkeyKek: newKek() });
    await lock();
    const [firstPasskey] = await listPasskeys();
    for (let at = 0; at < 5; at++) {
      const guess = fixture.browser.client.call(
        'vault_passkey_unlock',
        { id: firstPasskey?.id ?? '' },
        { kek: newKek() },
      );
      await expect(guess).rejects.toMatchObject({ code: 'passkey_mismatch' });
    }
    const { waitMs } = await fixture.browser.client.call('vault_challenge', {});
    expect(waitMs).toBe(0);
  });

  test('behavior: opens the page that prompts, for a popup', async () => {
    await fixture.browser.client.call('vault_passkey_show', {});
    expect(fixture.browser.confirmPlaces).toEqual(['unlock']);
  });
});

describe('removal', () => {
  afterEach(() => void Reflect.deleteProperty(PublicKeyCredential, 'signalUnknownCredential'));
  /** What the browser is told of passkeys that are of no use any more. */
  function watchForgotten(): readonly unknown[] {
    const told: unknown[] = [];
    const signalUnknownCredential = async (one: unknown) => void told.push(one);
    Object.assign(PublicKeyCredential, { signalUnknownCredential });
    vi.stubGlobal('location', { host: OWN_ID });
    return told;
  }

  test('behavior: ends it for all, keeps entries and keys, and each can come back', async () => {
    const second = createDevice();
    await createOwnPage(device).enrol('Laptop', PASSWORD);
    const [, other] = await createOwnPage(second).enrol('Key ring', PASSWORD);
    const [laptop] = await listPasskeys();
    if (!laptop) throw new Error('the first passkey was not enrolled');
    const { id } = await fixture.submitTag();
    const forgotten = watchForgotten();
    expect(await createOwnPage(device).remove(laptop, PASSWORD)).toEqual([]);
    expect(forgotten).toEqual([{ rpId: OWN_ID, credentialId: laptop.credentialId }]);
    expect((await fixture.browser.client.call('activities_get', { id })).parameters).not.toBeNull();
    await fixture.submitTag();
    await lock();
    await expect(createOwnPage(second).unlock()).rejects.toMatchObject({ code: 'passkey_removed' });

    if (!other) throw new Error('the second passkey was not enrolled');
    const [back, ...more] = await createOwnPage(second).resume(other, PASSWORD);
    expect(more).toEqual([]);
    expect(back).toMatchObject({ name: 'Key ring', credentialId: other.credentialId });
    expect(back?.salt).not.toBe(other.salt);
    expect(second.passkeys.size).toBe(1);
    await lock();
    expect((await createOwnPage(second).unlock()).vault).toBe('unlocked');
    expect((await fixture.browser.client.call('activities_get', { id })).parameters).not.toBeNull();
  });

  test('error: a wrong password ends nothing', async () => {
    const [firstPasskey] = await createOwnPage(device).enrol('Laptop', PASSWORD);
    if (!firstPasskey) throw new Error('the passkey was not enrolled');
    const forgotten = watchForgotten();
    const wrong = createOwnPage(device).remove(firstPasskey, 'wrong');
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_password' });
    expect(forgotten).toEqual([]);
    expect(await listPasskeys()).toHaveLength(1);
  });
});

describe('isSupported', () => {
  test.each<[string, string, Record<string, boolean> | undefined, boolean]>([
    ['a browser with PRF', OWN_ORIGIN, { 'extension:prf': true }, true],
    ['a browser without PRF', OWN_ORIGIN, { 'extension:prf': false }, false],
    ['a browser that does not say', OWN_ORIGIN, undefined, true],
    ['an origin of one installation', 'moz-extension://a', { 'extension:prf': true }, false],
  ])('behavior: %s', async (_name, origin, capabilities, expected) => {
    expect(await createOwnPage(device, origin, capabilities).isSupported()).toBe(expected);
  });

  test('behavior: what the browser says of itself, if it says anything', async () => {
    expect(await readClientCapabilities()).toBeUndefined();
    const getClientCapabilities = async () => ({ 'extension:prf': true });
    Object.assign(PublicKeyCredential, { getClientCapabilities });
    expect(await readClientCapabilities()).toEqual({ 'extension:prf': true });
    Reflect.deleteProperty(PublicKeyCredential, 'getClientCapabilities');
  });

  test('behavior: false where the browser has no prompts', async () => {
    const { client } = fixture.browser;
    const authenticator = createAuthenticator({
      container: undefined,
      later: () => () => undefined,
    });
    const unlock = createPasskeyUnlock({
      client,
      authenticator,
      random: randomBytes,
      ownOrigin: OWN_ORIGIN,
      capabilities: () => Promise.resolve(undefined),
    });
    expect(await unlock.isSupported()).toBe(false);
  });
});
