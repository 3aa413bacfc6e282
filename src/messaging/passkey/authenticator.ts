import * as base64url from '../../crypto/base64url.ts';
import { utf8, type Bytes } from '../../crypto/bytes.ts';
import { KeystampError, type ErrorCode } from '../../protocol/errors.ts';
import type { Allowed, PasskeyAnswer, Transport } from '../../protocol/passkey.ts';

/*
 * The browser's passkey prompts, for pages: a service worker has no `navigator.credentials`
 * (docs/platform.md, Passkeys in extension pages). Each way a prompt can end has its own error.
 */

export type AuthenticatorEffects = {
  /** `navigator.credentials`; undefined where the browser has none. */
  readonly container: Pick<CredentialsContainer, 'get' | 'create'> | undefined;
  /** Runs something later; the answer cancels it. */
  readonly later: (ms: number, act: () => void) => () => void;
};

/** What a stamp or an unlock is asked of. */
export type AssertionWish = {
  /** The bytes to sign over; for a stamp: {@link challengeOf}. */
  readonly challenge: Bytes;
  /** Null: the extension's own origin. */
  readonly rpId: string | null;
  /** Empty: any passkey of the domain that the authenticator itself finds. */
  readonly allow: readonly Allowed[];
  readonly userVerification: UserVerificationRequirement;
  /**
   * By credential id: asks for the PRF output of these 32 bytes as well (WebAuthn 3, 10.1.4). Every
   * credential must be among those allowed.
   */
  readonly prfSalts?: Readonly<Record<string, Bytes>>;
};

export type Asserted = PasskeyAnswer & {
  /** 32 bytes, the caller's to wipe; null without PRF. */
  readonly prf: Bytes | null;
};

export type RegistrationWish = {
  readonly challenge: Bytes;
  readonly rpId: string | null;
  /** At most 64 bytes, nothing personal. */
  readonly userHandle: Bytes;
  readonly userName: string;
  /** Passkeys that must not be made a second time on the same authenticator. */
  readonly exclude: readonly Allowed[];
  readonly userVerification: UserVerificationRequirement;
  /** 32 bytes; asks for PRF, and for the output of this where the authenticator gives it at once. */
  readonly prfSalt?: Bytes;
};

/** A new passkey, in the members of the service's `attestation` (all base64url). */
export type Registered = {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  readonly transports: readonly Transport[];
  /** Whether the authenticator has PRF; the output where it gives one at once. */
  readonly prfEnabled: boolean;
  readonly prf: Bytes | null;
};

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** As long as the vendor's stamper waits (docs/protocol.md, Stamps by passkeys). */
const TIMEOUT_MS = 300_000;
/** ES256 and RS256, what the service takes. */
const ALGORITHMS = [-7, -257];

/** What a passkey signs for a body: UTF-8 of the 64 hex digits, not the 32 bytes. */
export function challengeOf(digest: string): Bytes {
  return utf8(digest);
}

/** Prompts of one page. Errors: `passkey_*`, see {@link errorOf}. */
export function createAuthenticator({ container, later }: AuthenticatorEffects) {
  let running: AbortController | undefined;

  /**
   * One prompt at a time, as the browser has it: a new one takes the place of one that was left. Ended
   * after {@link TIMEOUT_MS}, whatever the browser makes of its own.
   */
  async function prompt(ask: (signal: AbortSignal) => Promise<Credential | null>) {
    if (!container || !globalThis.PublicKeyCredential) {
      throw new KeystampError('passkey_unsupported');
    }
    running?.abort();
    const abort = new AbortController();
    running = abort;
    let late = false;
    const cancel = later(TIMEOUT_MS, () => {
      late = true;
      abort.abort();
    });
    try {
      const credential = await ask(abort.signal);
      if (credential instanceof PublicKeyCredential) return credential;
      throw new KeystampError('passkey_cancelled');
    } catch (error) {
      throw late ? new KeystampError('passkey_timeout') : errorOf(error);
    } finally {
      cancel();
      if (running === abort) running = undefined;
    }
  }

  return {
    /** Takes back the prompt that is open, if there is one: it ends as `passkey_cancelled`. */
    cancel: () => running?.abort(),

    /** Whether this page can prompt at all. */
    available: container !== undefined && globalThis.PublicKeyCredential !== undefined,

    assert: async (wish: AssertionWish): Promise<Asserted> => {
      const publicKey = requestOf(wish);
      const credential = await prompt(
        async (signal) => (await container?.get({ publicKey, signal })) ?? null,
      );
      return assertedOf(credential);
    },

    register: async (wish: RegistrationWish): Promise<Registered> => {
      const publicKey = creationOf(wish);
      const credential = await prompt(
        async (signal) => (await container?.create({ publicKey, signal })) ?? null,
      );
      return registeredOf(credential);
    },
  };
}

function assertedOf(credential: PublicKeyCredential): Asserted {
  const { response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw unreadable();
  return {
    credentialId: credential.id,
    authenticatorData: text(response.authenticatorData),
    clientDataJson: text(response.clientDataJSON),
    signature: text(response.signature),
    prf: prfOf(credential),
  };
}

function registeredOf(credential: PublicKeyCredential): Registered {
  const { response } = credential;
  if (!(response instanceof AuthenticatorAttestationResponse)) throw unreadable();
  return {
    credentialId: credential.id,
    clientDataJson: text(response.clientDataJSON),
    attestationObject: text(response.attestationObject),
    transports: response.getTransports().filter(isTransport),
    prfEnabled: credential.getClientExtensionResults().prf?.enabled === true,
    prf: prfOf(credential),
  };
}

function requestOf(wish: AssertionWish): PublicKeyCredentialRequestOptions {
  return {
    challenge: wish.challenge,
    timeout: TIMEOUT_MS,
    userVerification: wish.userVerification,
    allowCredentials: wish.allow.map(descriptorOf),
    ...(wish.rpId !== null && { rpId: wish.rpId }),
    ...(wish.prfSalts && { extensions: { prf: { evalByCredential: inputs(wish.prfSalts) } } }),
  };
}

function inputs(salts: Readonly<Record<string, Bytes>>) {
  return Object.fromEntries(Object.entries(salts).map(([id, first]) => [id, { first }]));
}

function creationOf(wish: RegistrationWish): PublicKeyCredentialCreationOptions {
  return {
    challenge: wish.challenge,
    timeout: TIMEOUT_MS,
    rp: { name: 'Keystamp', ...(wish.rpId !== null && { id: wish.rpId }) },
    user: { id: wish.userHandle, name: wish.userName, displayName: wish.userName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: {
      residentKey: 'preferred',
      userVerification: wish.userVerification,
    },
    attestation: 'none',
    excludeCredentials: wish.exclude.map(descriptorOf),
    ...(wish.prfSalt && { extensions: { prf: { eval: { first: wish.prfSalt } } } }),
  };
}

const TRANSPORTS: readonly string[] = ['ble', 'internal', 'nfc', 'usb', 'hybrid'];

function isTransport(value: string): value is Transport {
  return TRANSPORTS.includes(value);
}

function descriptorOf({ id, transports }: Allowed): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: base64url.decode(id), transports: [...transports] };
}

function text(buffer: ArrayBuffer): string {
  return base64url.encode(new Uint8Array(buffer));
}

function prfOf(credential: PublicKeyCredential): Bytes | null {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) return null;
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first);
  return bytes.slice();
}

function unreadable(): KeystampError {
  return new KeystampError('passkey_invalid');
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  // The specification hides whether the user said no or no passkey fits (WebAuthn 3, 5.1.4.1).
  NotAllowedError: 'passkey_cancelled',
  AbortError: 'passkey_cancelled',
  // The RP id is neither this extension nor a domain that it may reach.
  SecurityError: 'passkey_domain_refused',
  InvalidStateError: 'passkey_exists',
  NotSupportedError: 'passkey_unsupported',
  ConstraintError: 'passkey_unsupported',
};

/** A prompt's end in Keystamp's words. */
function errorOf(error: unknown): KeystampError {
  if (error instanceof KeystampError) return error;
  const name = error instanceof DOMException ? error.name : '';
  const code = Object.hasOwn(CODES, name) ? CODES[name] : undefined;
  return new KeystampError(code ?? 'passkey_failed', undefined, undefined, error);
}
