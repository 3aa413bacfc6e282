import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createAuthenticator,
  type AssertionOptions,
  type AuthenticatorEffects,
  type RegistrationOptions,
} from '../../../src/client/passkey/authenticator.ts';
import { challengeOf, createAuthenticator as createPasskey } from '../../webauthn/authenticator.ts';
import {
  assertionCredential,
  createContainer,
  attestationCredential,
  stubBrowserCredentials,
  untilAborted,
} from '../fake-credentials.ts';

stubBrowserCredentials();

const passkey = createPasskey();
const assertion = passkey.assert(challengeOf('hello'));

const ASSERTION: AssertionOptions = {
  challenge: new Uint8Array(32),
  rpId: null,
  allow: [],
  userVerification: 'preferred',
};
const REGISTRATION: RegistrationOptions = {
  challenge: new Uint8Array(32),
  rpId: null,
  userHandle: new Uint8Array(16),
  userName: 'Keystamp',
  exclude: [],
  userVerification: 'required',
};

/** Timers that only tests advance. */
function createManualTimer() {
  const pending = new Map<() => void, number>();
  return {
    pendingDelays: () => [...pending.values()],
    elapse: () => {
      for (const act of pending.keys()) act();
    },
    later: (ms: number, act: () => void) => {
      pending.set(act, ms);
      return () => void pending.delete(act);
    },
  };
}

function createPrompts(members: Partial<NonNullable<AuthenticatorEffects['container']>>) {
  const time = createManualTimer();
  const { later } = time;
  return {
    time,
    authenticator: createAuthenticator({ container: createContainer(members), later }),
  };
}

/** The browser ends the prompt with this error. */
const rejectWith = (error: unknown) => () => Promise.reject(error);

describe('assert', () => {
  test.each([
    ['NotAllowedError', 'passkey_cancelled'],
    ['AbortError', 'passkey_cancelled'],
    ['SecurityError', 'passkey_domain_refused'],
    ['InvalidStateError', 'passkey_exists'],
    ['NotSupportedError', 'passkey_unsupported'],
    ['ConstraintError', 'passkey_unsupported'],
    ['UnknownError', 'passkey_failed'],
    ['constructor', 'passkey_failed'],
  ])('error: %s is %s', async (name, code) => {
    const { authenticator, time } = createPrompts({
      get: rejectWith(new DOMException('words', name)),
    });
    const refused = await authenticator.assert(ASSERTION).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code });
    // The browser's own text stays inside.
    expect(JSON.stringify(refused)).not.toContain('words');
    expect(time.pendingDelays()).toEqual([]);
  });

  test('error: an error that isn’t the browser’s is a failure', async () => {
    const { authenticator } = createPrompts({ get: rejectWith(new TypeError('broken')) });
    await expect(authenticator.assert(ASSERTION)).rejects.toMatchObject({ code: 'passkey_failed' });
  });

  test('error: no credential, or one that isn’t a passkey, counts as cancelled', async () => {
    for (const answer of [null, { id: 'me', type: 'password' } as Credential]) {
      const { authenticator } = createPrompts({ get: () => Promise.resolve(answer) });
      await expect(authenticator.assert(ASSERTION)).rejects.toMatchObject({
        code: 'passkey_cancelled',
      });
    }
  });

  test('error: an answer of the other kind', async () => {
    const { authenticator } = createPrompts({
      get: () => Promise.resolve(attestationCredential(passkey.credentialId)),
    });
    await expect(authenticator.assert(ASSERTION)).rejects.toMatchObject({
      code: 'passkey_invalid',
    });
  });

  test('error: five minutes end the prompt, with their own error', async () => {
    const { authenticator, time } = createPrompts({
      get: (options) => untilAborted(options?.signal ?? undefined),
    });
    const prompt = authenticator.assert(ASSERTION);
    expect(time.pendingDelays()).toEqual([300_000]);
    time.elapse();
    await expect(prompt).rejects.toMatchObject({ code: 'passkey_timeout' });
    expect(time.pendingDelays()).toEqual([]);
  });

  test('error: a cancelled prompt, and one that another prompt replaces', async () => {
    const { authenticator, time } = createPrompts({
      get: (options) => untilAborted(options?.signal ?? undefined),
    });
    authenticator.cancel();
    const first = authenticator.assert(ASSERTION);
    const second = authenticator.assert(ASSERTION);
    await expect(first).rejects.toMatchObject({ code: 'passkey_cancelled' });
    expect(time.pendingDelays()).toEqual([300_000]);
    authenticator.cancel();
    await expect(second).rejects.toMatchObject({ code: 'passkey_cancelled' });
    expect(time.pendingDelays()).toEqual([]);
  });

  test('error: a browser without passkeys', async () => {
    const authenticator = createAuthenticator({
      container: undefined,
      later: createManualTimer().later,
    });
    expect(authenticator.isAvailable).toBe(false);
    await expect(authenticator.assert(ASSERTION)).rejects.toMatchObject({
      code: 'passkey_unsupported',
    });
    await expect(authenticator.register(REGISTRATION)).rejects.toMatchObject({
      code: 'passkey_unsupported',
    });
  });

  test('behavior: returns the answer in base64url, and cancels the timeout', async () => {
    const { authenticator, time } = createPrompts({
      get: () => Promise.resolve(assertionCredential(assertion)),
    });
    expect(authenticator.isAvailable).toBe(true);
    expect(await authenticator.assert(ASSERTION)).toEqual({ ...assertion, prf: null });
    expect(time.pendingDelays()).toEqual([]);
  });

  test('behavior: passes on domain, credentials and salt', async () => {
    const get = vi.fn(() => Promise.resolve(assertionCredential(assertion)));
    const salt = new Uint8Array(32).fill(7);
    const allow = [{ id: passkey.credentialId, transports: ['usb', 'nfc'] as const }];
    await createPrompts({ get }).authenticator.assert({
      ...ASSERTION,
      rpId: 'wallet.example',
      allow,
      prfSalts: { [passkey.credentialId]: salt },
    });
    expect(get).toHaveBeenCalledExactlyOnceWith({
      signal: expect.any(AbortSignal) as AbortSignal,
      publicKey: {
        challenge: ASSERTION.challenge,
        timeout: 300_000,
        userVerification: 'preferred',
        rpId: 'wallet.example',
        allowCredentials: [
          {
            type: 'public-key',
            id: Uint8Array.from(Buffer.from(passkey.credentialId, 'base64url')),
            transports: ['usb', 'nfc'],
          },
        ],
        extensions: { prf: { evalByCredential: { [passkey.credentialId]: { first: salt } } } },
      },
    });
  });

  test('behavior: asks for the extension’s own origin by naming no domain', async () => {
    const get = vi.fn((_options?: CredentialRequestOptions) =>
      Promise.resolve(assertionCredential(assertion)),
    );
    await createPrompts({ get }).authenticator.assert(ASSERTION);
    expect(get.mock.calls[0]?.[0]?.publicKey).not.toHaveProperty('rpId');
    expect(get.mock.calls[0]?.[0]?.publicKey).not.toHaveProperty('extensions');
  });

  test.each([
    ['a buffer', (bytes: Uint8Array<ArrayBuffer>): BufferSource => bytes.buffer],
    ['a view', (bytes: Uint8Array<ArrayBuffer>): BufferSource => bytes],
    ['a part of a buffer', (bytes: Uint8Array<ArrayBuffer>) => partOf(bytes)],
  ])('behavior: a PRF output in %s is the caller’s own copy', async (_, wrap) => {
    const output = Uint8Array.from({ length: 32 }, (__, at) => at);
    const first = wrap(output);
    const extensions = { prf: { results: { first } } };
    const get = () => Promise.resolve(assertionCredential(assertion, extensions));
    const { prf } = await createPrompts({ get }).authenticator.assert(ASSERTION);
    expect(prf).toEqual(output);
    prf?.fill(0);
    expect(new Uint8Array(ArrayBuffer.isView(first) ? first.buffer : first)).toContain(31);
  });
});

function partOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes.length + 8);
  whole.set(bytes, 4);
  return whole.subarray(4, 4 + bytes.length);
}

describe('register', () => {
  test('behavior: both algorithms, the options, and the parts the service needs', async () => {
    const prfSalt = new Uint8Array(32).fill(7);
    const create = vi.fn((_options?: CredentialCreationOptions) =>
      Promise.resolve(attestationCredential(passkey.credentialId, { prf: { enabled: true } })),
    );
    const result = await createPrompts({ create }).authenticator.register({
      ...REGISTRATION,
      rpId: 'wallet.example',
      exclude: [{ id: passkey.credentialId, transports: [] }],
      prfSalt,
    });
    expect(result).toEqual({
      credentialId: passkey.credentialId,
      clientDataJson: Buffer.from('client data').toString('base64url'),
      attestationObject: Buffer.from('attestation object').toString('base64url'),
      // Leaves out one that the service doesn't know.
      transports: ['internal', 'hybrid'],
      prfEnabled: true,
      prf: null,
    });
    expect(create.mock.calls[0]?.[0]?.publicKey).toEqual({
      challenge: REGISTRATION.challenge,
      timeout: 300_000,
      rp: { id: 'wallet.example', name: 'Keystamp' },
      user: { id: REGISTRATION.userHandle, name: 'Keystamp', displayName: 'Keystamp' },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [
        {
          type: 'public-key',
          id: Uint8Array.from(Buffer.from(passkey.credentialId, 'base64url')),
          transports: [],
        },
      ],
      extensions: { prf: { eval: { first: prfSalt } } },
    });
  });

  test('behavior: without a domain and without PRF it names neither', async () => {
    const create = vi.fn((_options?: CredentialCreationOptions) =>
      Promise.resolve(attestationCredential(passkey.credentialId)),
    );
    await createPrompts({ create }).authenticator.register(REGISTRATION);
    const asked = create.mock.calls[0]?.[0]?.publicKey;
    expect(asked?.rp).toEqual({ name: 'Keystamp' });
    expect(asked).not.toHaveProperty('extensions');
  });

  test('behavior: tells an authenticator without PRF from one with it', async () => {
    for (const extensions of [{}, { prf: {} }, { prf: { enabled: false } }]) {
      const create = () => Promise.resolve(attestationCredential(passkey.credentialId, extensions));
      const result = await createPrompts({ create }).authenticator.register(REGISTRATION);
      expect(result).toMatchObject({ prfEnabled: false, prf: null });
    }
  });

  test.each([
    ['InvalidStateError', 'passkey_exists'],
    ['NotAllowedError', 'passkey_cancelled'],
    ['SecurityError', 'passkey_domain_refused'],
    ['ConstraintError', 'passkey_unsupported'],
  ])('error: %s is %s', async (name, code) => {
    const { authenticator } = createPrompts({
      create: rejectWith(new DOMException('words', name)),
    });
    await expect(authenticator.register(REGISTRATION)).rejects.toMatchObject({ code });
  });

  test('error: an answer of the other kind', async () => {
    const create = () => Promise.resolve(assertionCredential(assertion));
    await expect(
      createPrompts({ create }).authenticator.register(REGISTRATION),
    ).rejects.toMatchObject({
      code: 'passkey_invalid',
    });
  });
});

describe('forget', () => {
  const ID = 'AQIDBA';
  let before: unknown;
  beforeEach(() => {
    before = globalThis.PublicKeyCredential;
    vi.stubGlobal('location', { host: 'own' });
  });
  afterEach(() => vi.stubGlobal('PublicKeyCredential', before));
  const withSignal = (signalUnknownCredential: (told: unknown) => Promise<void>) =>
    vi.stubGlobal('PublicKeyCredential', { signalUnknownCredential });

  test('behavior: tells the browser of one passkey under the page’s own host', async () => {
    const told: unknown[] = [];
    withSignal(async (one) => void told.push(one));
    await createPrompts({}).authenticator.forget(ID);
    expect(told).toEqual([{ rpId: 'own', credentialId: ID }]);
  });

  test.each([
    ['without the signal', () => vi.stubGlobal('PublicKeyCredential', {})],
    ['without passkeys', () => vi.stubGlobal('PublicKeyCredential', undefined)],
    ['that refuses it', () => withSignal(rejectWith(new DOMException('no', 'SecurityError')))],
  ])('error: a browser %s is no failure', async (_what, stub) => {
    stub();
    expect(await createPrompts({}).authenticator.forget(ID)).toBeUndefined();
  });
});
