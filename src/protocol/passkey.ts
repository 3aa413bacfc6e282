import * as v from 'valibot';

/*
 * Passkeys as a profile knows them, and a passkey's response (docs/protocol.md, Stamps by
 * passkeys).
 */

/** The scheme of a passkey's stamp in votes (docs/protocol.md, Votes). */
export const PASSKEY_SCHEME = 'SIGNATURE_SCHEME_TK_WEBAUTHN';

export const TRANSPORTS = ['ble', 'internal', 'nfc', 'usb', 'hybrid'] as const;
/** How an authenticator is reached (WebAuthn 3, 5.8.4). */
export type Transport = (typeof TRANSPORTS)[number];

/** Base64url without padding, of at most this many bytes. */
const base64urlText = (bytes: number) =>
  v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(Math.ceil((bytes * 4) / 3)));

/** At most 1023 bytes (WebAuthn 3, 4, Credential ID). */
export const credentialId = base64urlText(1023);

/** A credential that a prompt may offer. */
export type AllowedCredential = {
  /** Credential id, base64url. */
  readonly id: string;
  readonly transports: readonly Transport[];
};

/** The four members of a passkey's stamp, all base64url, in this order on the wire. */
export const passkeyAnswer = v.strictObject({
  authenticatorData: base64urlText(4096),
  clientDataJson: base64urlText(4096),
  credentialId,
  signature: base64urlText(1024),
});
export type PasskeyAnswer = v.InferOutput<typeof passkeyAnswer>;

/** As many as the service allows per user (docs/protocol.md, Rates and limits). */
export const MAX_PASSKEYS = 10;

/** A domain: lower case, with at least two labels, or `localhost`. */
export const rpId = v.pipe(
  v.string(),
  v.maxLength(253),
  v.regex(
    /^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])$/,
  ),
);

/** The passkeys of a profile. */
export const profilePasskeys = v.strictObject({
  /** The domain they were made for. Null: the extension's own origin. */
  rpId: v.nullable(rpId),
  /** The known ones. If there are none, the authenticator offers what it has for the domain. */
  credentials: v.pipe(
    v.array(
      v.strictObject({
        id: credentialId,
        name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
        transports: v.pipe(v.array(v.picklist(TRANSPORTS)), v.maxLength(TRANSPORTS.length)),
      }),
    ),
    v.maxLength(MAX_PASSKEYS),
  ),
});
export type ProfilePasskeys = v.InferOutput<typeof profilePasskeys>;

export const STAMPER_KINDS = ['key', 'passkey'] as const;
/** What stamps: an API key from the vault, or a passkey. */
export type StamperKind = (typeof STAMPER_KINDS)[number];

/** What a page needs to prompt for the stamp of one body. */
export type PasskeyPrompt = {
  readonly rpId: string | null;
  readonly allow: readonly AllowedCredential[];
};

/** What may stamp an operation in a profile, preferred one first. Empty if a rule leaves none. */
export type StampChoice = {
  readonly methods: readonly StamperKind[];
  /** Null if no passkey may stamp it. */
  readonly prompt: PasskeyPrompt | null;
  /** True if a rule only leaves passkeys: the profile's own rule or the organization's. */
  readonly requiresPasskey: boolean;
  /** True if it's the organization's rule. */
  readonly managed: boolean;
};

/** A request's stamp: the header to send with the stamped body. */
export type StampHeader = { readonly header: string; readonly value: string };

/** How a body was stamped. */
export type StampMethod =
  { readonly method: 'key' } | { readonly method: 'passkey'; readonly answer: PasskeyAnswer };
export const stampMethod: v.GenericSchema<unknown, StampMethod> = v.variant('method', [
  v.strictObject({ method: v.literal('key') }),
  v.strictObject({ method: v.literal('passkey'), answer: passkeyAnswer }),
]);
