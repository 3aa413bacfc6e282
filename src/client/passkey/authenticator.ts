import * as base64url from '../../crypto/base64url.ts';
import { utf8, type Bytes } from '../../crypto/bytes.ts';
import { KeystampError, type ErrorCode } from '../../protocol/errors.ts';
import type { AllowedCredential, PasskeyAnswer, Transport } from '../../protocol/passkey.ts';

/*
 * The browser's passkey prompts, for pages: a service worker has no `navigator.credentials`
 * (docs/platform.md, Passkeys in extension pages). Each way a prompt can end has its own error.
 */

export type AuthenticatorEffects = {
  /** `navigator.credentials`; undefined where the browser has none. */
  readonly container: Pick<CredentialsContainer, 'get' | 'create'> | undefined;
  /** Runs a callback later; returns a function that cancels it. */
  readonly later: (ms: number, act: () => void) => () => void;
};

/** What to ask for a stamp or an unlock. */
export type AssertionOptions = {
  /** The bytes to sign over; for a stamp: {@link challengeOf}. */
  readonly challenge: Bytes;
  /** Null: the extension's own origin. */
  readonly rpId: string | null;
  /** Empty means any passkey of the domain that the authenticator finds by itself. */
  readonly allow: readonly AllowedCredential[];
  readonly userVerification: UserVerificationRequirement;
  /**
   * By credential id: also asks for the PRF output of these 32 bytes (WebAuthn 3, 10.1.4). Every
   * credential must be one of the allowed ones.
   */
  readonly prfSalts?: Readonly<Record<string, Bytes>>;
};

export type AssertionResult = PasskeyAnswer & {
  /** 32 bytes, for the caller to wipe; null without PRF. */
  readonly prf: Bytes | null;
};

export type RegistrationOptions = {
  readonly challenge: Bytes;
  readonly rpId: string | null;
  /** At most 64 bytes, nothing personal. */
  readonly userHandle: Bytes;
  readonly userName: string;
  /** Passkeys that must not be created a second time on the same authenticator. */
  readonly exclude: readonly AllowedCredential[];
  readonly userVerification: UserVerificationRequirement;
  /**
   * 32 bytes; asks for PRF, and for its output on these if the authenticator gives it at creation.
   */
  readonly prfSalt?: Bytes;
};

/** A new passkey, in the members of the service's `attestation` (all base64url). */
export type RegistrationResult = {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  readonly transports: readonly Transport[];
  /** Whether the authenticator supports PRF; the output if it gives one at creation. */
  readonly prfEnabled: boolean;
  readonly prf: Bytes | null;
};

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** The same as in the vendor's stamper (docs/protocol.md, Stamps by passkeys). */
const TIMEOUT_MS = 300_000;
/** ES256 and RS256, which the service accepts. */
const ALGORITHMS = [-7, -257];

/** What a passkey signs for a body: UTF-8 of the 64 hex digits, not the 32 bytes. */
export function challengeOf(digest: string): Bytes {
  return utf8(digest);
}

/** The prompts of one page. Errors: `passkey_*`, see {@link toPasskeyError}. */
export function createAuthenticator({ container, later }: AuthenticatorEffects) {
  let runningPrompt: AbortController | undefined;

  /**
   * One prompt at a time, as in the browser: a new one replaces an abandoned one. Ends after {@link
   * TIMEOUT_MS}, whatever the browser does with its own timeout.
   */
  async function prompt(openPrompt: (signal: AbortSignal) => Promise<Credential | null>) {
    if (!container || !globalThis.PublicKeyCredential) {
      throw new KeystampError('passkey_unsupported');
    }
    runningPrompt?.abort();
    const abort = new AbortController();
    runningPrompt = abort;
    let isTimedOut = false;
    const cancel = later(TIMEOUT_MS, () => {
      isTimedOut = true;
      abort.abort();
    });
    try {
      const credential = await openPrompt(abort.signal);
      if (credential instanceof PublicKeyCredential) return credential;
      throw new KeystampError('passkey_cancelled');
    } catch (error) {
      throw isTimedOut ? new KeystampError('passkey_timeout') : toPasskeyError(error);
    } finally {
      cancel();
    }
  }

  return {
    /** Cancels the open prompt, if there is one: it ends as `passkey_cancelled`. */
    cancel: () => runningPrompt?.abort(),

    /** Whether this page can prompt at all. */
    isAvailable: container !== undefined && globalThis.PublicKeyCredential !== undefined,

    assert: async (options: AssertionOptions): Promise<AssertionResult> => {
      const publicKey = toRequestOptions(options);
      const credential = await prompt(
        async (signal) => (await container?.get({ publicKey, signal })) ?? null,
      );
      return readAssertion(credential);
    },

    register: async (options: RegistrationOptions): Promise<RegistrationResult> => {
      const publicKey = toCreationOptions(options);
      const credential = await prompt(
        async (signal) => (await container?.create({ publicKey, signal })) ?? null,
      );
      return readRegistration(credential);
    },

    /**
     * Tells the browser that a passkey of the extension's own origin is of no use any more, so that its keeper
     * may stop offering it. Never fails and says nothing of what came of it: some browsers can't be told, and
     * keepers may pass over it (docs/platform.md, Passkeys in extension pages).
     */
    forget: async (credentialId: string): Promise<void> => {
      try {
        const { host: rpId } = globalThis.location;
        await globalThis.PublicKeyCredential?.signalUnknownCredential?.({ rpId, credentialId });
      } catch {
        // Removed is removed, whether the browser wants to know of it or not.
      }
    },
  };
}

function readAssertion(credential: PublicKeyCredential): AssertionResult {
  const { response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw createInvalidError();
  return {
    credentialId: credential.id,
    authenticatorData: encodeBuffer(response.authenticatorData),
    clientDataJson: encodeBuffer(response.clientDataJSON),
    signature: encodeBuffer(response.signature),
    prf: copyPrfOutput(credential),
  };
}

function readRegistration(credential: PublicKeyCredential): RegistrationResult {
  const { response } = credential;
  if (!(response instanceof AuthenticatorAttestationResponse)) throw createInvalidError();
  return {
    credentialId: credential.id,
    clientDataJson: encodeBuffer(response.clientDataJSON),
    attestationObject: encodeBuffer(response.attestationObject),
    transports: response.getTransports().filter(isTransport),
    prfEnabled: credential.getClientExtensionResults().prf?.enabled === true,
    prf: copyPrfOutput(credential),
  };
}

function toRequestOptions(options: AssertionOptions): PublicKeyCredentialRequestOptions {
  return {
    challenge: options.challenge,
    timeout: TIMEOUT_MS,
    userVerification: options.userVerification,
    allowCredentials: options.allow.map(toDescriptor),
    ...(options.rpId !== null && { rpId: options.rpId }),
    ...(options.prfSalts && {
      extensions: { prf: { evalByCredential: toPrfInputs(options.prfSalts) } },
    }),
  };
}

function toPrfInputs(salts: Readonly<Record<string, Bytes>>) {
  return Object.fromEntries(Object.entries(salts).map(([id, first]) => [id, { first }]));
}

function toCreationOptions(options: RegistrationOptions): PublicKeyCredentialCreationOptions {
  return {
    challenge: options.challenge,
    timeout: TIMEOUT_MS,
    rp: { name: 'Keystamp', ...(options.rpId !== null && { id: options.rpId }) },
    user: { id: options.userHandle, name: options.userName, displayName: options.userName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: {
      residentKey: 'preferred',
      userVerification: options.userVerification,
    },
    attestation: 'none',
    excludeCredentials: options.exclude.map(toDescriptor),
    ...(options.prfSalt && { extensions: { prf: { eval: { first: options.prfSalt } } } }),
  };
}

const TRANSPORTS: readonly string[] = ['ble', 'internal', 'nfc', 'usb', 'hybrid'];

function isTransport(value: string): value is Transport {
  return TRANSPORTS.includes(value);
}

function toDescriptor({ id, transports }: AllowedCredential): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: base64url.decode(id), transports: [...transports] };
}

function encodeBuffer(buffer: ArrayBuffer): string {
  return base64url.encode(new Uint8Array(buffer));
}

function copyPrfOutput(credential: PublicKeyCredential): Bytes | null {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) return null;
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first);
  return bytes.slice();
}

function createInvalidError(): KeystampError {
  return new KeystampError('passkey_invalid');
}

const ERROR_CODES: Readonly<Record<string, ErrorCode>> = {
  // The specification hides whether the user declined or no passkey fits (WebAuthn 3, 5.1.4.1).
  NotAllowedError: 'passkey_cancelled',
  AbortError: 'passkey_cancelled',
  // The RP id is neither this extension nor a domain that the extension may reach.
  SecurityError: 'passkey_domain_refused',
  InvalidStateError: 'passkey_exists',
  NotSupportedError: 'passkey_unsupported',
  ConstraintError: 'passkey_unsupported',
};

/** A prompt's failure as one of Keystamp's errors. */
function toPasskeyError(error: unknown): KeystampError {
  if (error instanceof KeystampError) return error;
  const name = error instanceof DOMException ? error.name : '';
  const code = Object.hasOwn(ERROR_CODES, name) ? ERROR_CODES[name] : undefined;
  return new KeystampError(code ?? 'passkey_failed', undefined, undefined, error);
}
