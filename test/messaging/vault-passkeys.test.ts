// Unlock by passkey, from the prompt in a page to the vault in the worker.
import { createHmac, randomBytes as nodeRandomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import * as base64url from '../../src/crypto/base64url.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { createAuthenticator } from '../../src/messaging/passkey/authenticator.ts';
import { createEnrolment } from '../../src/messaging/passkey/enrolment.ts';
import { createPasskeyUnlock } from '../../src/messaging/passkey/unlock.ts';
import {
  createAuthenticator as createPasskey,
  type Authenticator,
} from '../webauthn/authenticator.ts';
import { asserted, containerOf, registered, standInForBrowser } from './credentials.ts';
import { useDesk } from './desk.ts';
import { newKek, OWN_URL } from './rig.ts';

standInForBrowser();
const desk = useDesk();

const PASSWORD = 'correct horse';
const OWN_ORIGIN = OWN_URL.slice(0, -1);

type Kind = { readonly prf: boolean; readonly prfAtCreation: boolean };

/** An authenticator with a secret of its own, and what it was asked for. */
function createDevice({ prf, prfAtCreation }: Kind = { prf: true, prfAtCreation: true }) {
  const secret = nodeRandomBytes(32);
  const held = new Map<string, Authenticator>();
  const asked: (PublicKeyCredentialRequestOptions | PublicKeyCredentialCreationOptions)[] = [];
  const device = { held, asked, refuses: false, container: containerOf({ get, create }) };

  const outputOf = (id: string, salt: BufferSource) => {
    const bytes = ArrayBuffer.isView(salt) ? Buffer.from(salt.buffer) : Buffer.from(salt);
    const first = Uint8Array.from(createHmac('sha256', secret).update(id).update(bytes).digest());
    return { first: first.buffer };
  };

  function require() {
    if (device.refuses) throw new DOMException('no', 'NotAllowedError');
  }

  async function create({ publicKey }: CredentialCreationOptions = {}): Promise<Credential> {
    if (!publicKey) throw new Error('nothing was asked for');
    asked.push(publicKey);
    require();
    const has = publicKey.excludeCredentials?.some(({ id }) =>
      held.has(base64url.encode(new Uint8Array(id as ArrayBuffer))),
    );
    if (has) throw new DOMException('there already', 'InvalidStateError');
    const passkey = createPasskey({ origin: OWN_ORIGIN, rpId: OWN_ORIGIN });
    held.set(passkey.credentialId, passkey);
    const salt = publicKey.extensions?.prf?.eval?.first;
    const results =
      prf && prfAtCreation && salt ? { results: outputOf(passkey.credentialId, salt) } : {};
    return registered(passkey.credentialId, { prf: { enabled: prf, ...results } });
  }

  async function get({ publicKey }: CredentialRequestOptions = {}): Promise<Credential> {
    if (!publicKey) throw new Error('nothing was asked for');
    asked.push(publicKey);
    require();
    const allowed = publicKey.allowCredentials?.map(({ id }) =>
      base64url.encode(new Uint8Array(id as ArrayBuffer)),
    );
    const passkey = [...held.values()].find(({ credentialId }) => allowed?.includes(credentialId));
    if (!passkey) throw new DOMException('none fits', 'NotAllowedError');
    const challenge = new Uint8Array(publicKey.challenge as Uint8Array<ArrayBuffer>);
    const salt = publicKey.extensions?.prf?.evalByCredential?.[passkey.credentialId]?.first;
    const results = prf && salt ? { prf: { results: outputOf(passkey.credentialId, salt) } } : {};
    return asserted(passkey.assert(challenge), results);
  }

  return device;
}
type Device = ReturnType<typeof createDevice>;

/** A page of ours with that authenticator at hand. */
function pageWith(device: Device, ownOrigin = OWN_ORIGIN, can?: Record<string, boolean>) {
  const { client } = desk.rig;
  const authenticator = createAuthenticator({
    container: device.container,
    later: () => () => undefined,
  });
  const prove = async (password: string) => {
    const keks = [password === PASSWORD ? desk.ready.kek : newKek()];
    await client.call('vault_unlock', {}, { keks });
    return keks;
  };
  const shared = { client, authenticator, random: randomBytes };
  return {
    ...createPasskeyUnlock({ ...shared, ownOrigin, capabilities: () => Promise.resolve(can) }),
    ...createEnrolment({ ...shared, passwords: { prove } }),
  };
}

let device: Device;
beforeEach(() => {
  device = createDevice();
});
const lock = () => desk.rig.client.call('vault_lock', {});
const vault = async () => (await desk.rig.client.call('state', {})).vault;
const enrolled = async () => (await desk.rig.client.call('vault_challenge', {})).passkeys;

describe('enrol and unlock', () => {
  test('behavior: opens the vault, after the worker’s death and a restart of the browser', async () => {
    const [one] = await pageWith(device).enrol('Laptop', PASSWORD);
    expect(one).toMatchObject({ name: 'Laptop', rpId: null, transports: ['internal', 'hybrid'] });
    await lock();
    expect((await pageWith(device).unlock()).vault).toBe('unlocked');
    await lock();
    desk.rig.kill();
    await pageWith(device).unlock();
    desk.rig.kill();
    desk.rig.session.clear();
    expect(await vault()).toBe('locked');
    await pageWith(device).unlock();
    expect(await vault()).toBe('unlocked');
    expect(await desk.rig.client.call('keys_list', {})).toHaveLength(1);
  });

  test('behavior: what waited for the vault goes on, as after the password', async () => {
    await pageWith(device).enrol('Laptop', PASSWORD);
    const { id } = await desk.tag();
    await lock();
    desk.rig.kill();
    desk.rig.session.clear();
    await pageWith(device).unlock();
    expect((await desk.rig.client.call('activities_get', { id })).parameters).not.toBeNull();
  });

  test('behavior: asks for user verification and PRF by a salt of each passkey, and with no old challenge', async () => {
    const second = createDevice();
    await pageWith(device).enrol('Laptop', PASSWORD);
    await pageWith(second).enrol('Key ring', PASSWORD);
    await lock();
    await pageWith(second).unlock();
    const [created, got] = second.asked;
    expect(created).toMatchObject({
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
      user: { name: 'Keystamp vault (Key ring)' },
    });
    const salts = (await enrolled()).map(({ salt }) => salt);
    expect(new Set(salts).size).toBe(2);
    const inputs = Object.values(got?.extensions?.prf?.evalByCredential ?? {});
    expect(inputs.map(({ first }) => base64url.encode(first as Uint8Array))).toEqual(salts);
    expect(got).toMatchObject({ userVerification: 'required' });
    expect(got?.challenge).not.toEqual(created?.challenge);
  });

  test('behavior: an authenticator that gives PRF outputs later only is asked once more', async () => {
    device = createDevice({ prf: true, prfAtCreation: false });
    await pageWith(device).enrol('Key ring', PASSWORD);
    expect(device.asked).toHaveLength(2);
    await lock();
    expect((await pageWith(device).unlock()).vault).toBe('unlocked');
  });

  test('behavior: neither PRF output nor derived key is in any message', async () => {
    await pageWith(device).enrol('Laptop', PASSWORD);
    await lock();
    await pageWith(device).unlock();
    const sent = desk.rig.sent.filter((text) => text.includes('vault_passkey'));
    expect(sent).toHaveLength(2);
    for (const text of sent) {
      const { sealed, input } = JSON.parse(text) as { sealed: unknown; input: object };
      expect(sealed).toMatchObject({ ciphertext: expect.any(String) });
      expect(Object.keys(input)).not.toContain('kek');
    }
  });

  test('error: the wrong password is told before a passkey is made', async () => {
    const wrong = pageWith(device).enrol('Laptop', 'wrong');
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_password' });
    expect(device.asked).toEqual([]);
    expect(await enrolled()).toEqual([]);
  });

  test('error: without PRF nothing is stored', async () => {
    const plain = createDevice({ prf: false, prfAtCreation: false });
    const refused = pageWith(plain).enrol('Old key', PASSWORD);
    await expect(refused).rejects.toMatchObject({ code: 'passkey_no_prf' });
    expect(await enrolled()).toEqual([]);
  });

  test('error: a prompt that was closed stores nothing, and opens nothing', async () => {
    device.refuses = true;
    const refused = pageWith(device).enrol('Laptop', PASSWORD);
    await expect(refused).rejects.toMatchObject({ code: 'passkey_cancelled' });
    expect(await enrolled()).toEqual([]);
    device.refuses = false;
    await pageWith(device).enrol('Laptop', PASSWORD);
    await lock();
    device.refuses = true;
    await expect(pageWith(device).unlock()).rejects.toMatchObject({ code: 'passkey_cancelled' });
    expect(await vault()).toBe('locked');
  });

  test('error: the same authenticator is not enrolled twice', async () => {
    await pageWith(device).enrol('Laptop', PASSWORD);
    const again = pageWith(device).enrol('Laptop again', PASSWORD);
    await expect(again).rejects.toMatchObject({ code: 'passkey_exists' });
    expect(await enrolled()).toHaveLength(1);
  });

  test('error: another authenticator with the same credential gives another key', async () => {
    await pageWith(device).enrol('Laptop', PASSWORD);
    await lock();
    const copy = createDevice();
    for (const [id, passkey] of device.held) copy.held.set(id, passkey);
    await expect(pageWith(copy).unlock()).rejects.toMatchObject({ code: 'passkey_mismatch' });
    expect(await vault()).toBe('locked');
  });

  test('error: with none enrolled there is no prompt', async () => {
    await lock();
    await expect(pageWith(device).unlock()).rejects.toMatchObject({ code: 'passkey_removed' });
    expect(device.asked).toEqual([]);
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
    desk.rig.client.call('vault_passkey_enrol', { ...passkey, ...changes }, secret);

  test.each<[string, object]>([
    ['a name that is none', { name: '' }],
    ['a salt of 16 bytes', { salt: base64url.encode(new Uint8Array(16)) }],
    ['a domain that is none', { rpId: 'https://example.com' }],
    ['a transport that is none', { transports: ['carrier pigeon'] }],
    ['a member too many', { wrapped: 'A'.repeat(80) }],
  ])('error: takes no passkey with %s', async (_name, changes) => {
    const refused = enrol(changes, { keks: [desk.ready.kek], passkeyKek: newKek() });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await enrolled()).toEqual([]);
  });

  test('error: takes none without the password’s key, open or not', async () => {
    const refused = enrol({}, { keks: [newKek()], passkeyKek: newKek() });
    await expect(refused).rejects.toMatchObject({ code: 'wrong_password' });
    expect(await enrolled()).toEqual([]);
  });

  test('error: opens by no guessed key, and does not make the password wait for that', async () => {
    await enrol({}, { keks: [desk.ready.kek], passkeyKek: newKek() });
    await lock();
    const [one] = await enrolled();
    for (let at = 0; at < 5; at++) {
      const guess = desk.rig.client.call(
        'vault_passkey_unlock',
        { id: one?.id ?? '' },
        { kek: newKek() },
      );
      await expect(guess).rejects.toMatchObject({ code: 'passkey_mismatch' });
    }
    const { waitMs } = await desk.rig.client.call('vault_challenge', {});
    expect(waitMs).toBe(0);
  });

  test('behavior: opens the page that prompts, for a popup', async () => {
    await desk.rig.client.call('vault_passkey_show', {});
    expect(desk.rig.passkeyPlaces).toEqual(['/unlock']);
  });
});

describe('the end of it', () => {
  test('behavior: removal ends it for all, keeps entries and keys, and each can come back', async () => {
    const second = createDevice();
    await pageWith(device).enrol('Laptop', PASSWORD);
    const [, other] = await pageWith(second).enrol('Key ring', PASSWORD);
    const [laptop] = await enrolled();
    const { id } = await desk.tag();
    expect(await pageWith(device).remove(laptop?.id ?? '', PASSWORD)).toEqual([]);
    expect((await desk.rig.client.call('activities_get', { id })).parameters).not.toBeNull();
    await desk.tag();
    await lock();
    await expect(pageWith(second).unlock()).rejects.toMatchObject({ code: 'passkey_removed' });

    if (!other) throw new Error('the second passkey was not enrolled');
    const [back, ...more] = await pageWith(second).resume(other, PASSWORD);
    expect(more).toEqual([]);
    expect(back).toMatchObject({ name: 'Key ring', credentialId: other.credentialId });
    expect(back?.salt).not.toBe(other.salt);
    expect(second.held.size).toBe(1);
    await lock();
    expect((await pageWith(second).unlock()).vault).toBe('unlocked');
    expect((await desk.rig.client.call('activities_get', { id })).parameters).not.toBeNull();
  });

  test('error: the wrong password ends nothing', async () => {
    const [one] = await pageWith(device).enrol('Laptop', PASSWORD);
    const wrong = pageWith(device).remove(one?.id ?? '', 'wrong');
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_password' });
    expect(await enrolled()).toHaveLength(1);
  });
});

describe('supported', () => {
  test.each<[string, string, Record<string, boolean> | undefined, boolean]>([
    ['a browser with PRF', OWN_ORIGIN, { 'extension:prf': true }, true],
    ['a browser without PRF', OWN_ORIGIN, { 'extension:prf': false }, false],
    ['a browser that does not say', OWN_ORIGIN, undefined, true],
    ['an origin of one installation', 'moz-extension://a', { 'extension:prf': true }, false],
  ])('behavior: %s', async (_name, origin, can, expected) => {
    expect(await pageWith(device, origin, can).supported()).toBe(expected);
  });

  test('behavior: not where the browser has no prompts', async () => {
    const { client } = desk.rig;
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
    expect(await unlock.supported()).toBe(false);
  });
});
