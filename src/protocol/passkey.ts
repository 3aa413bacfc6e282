import * as v from 'valibot';

/*
 * Passkeys as a profile knows them, and what one answers (docs/protocol.md, Stamps by passkeys).
 */

export const TRANSPORTS = ['ble', 'internal', 'nfc', 'usb', 'hybrid'] as const;
/** How an authenticator is reached (WebAuthn 3, 5.8.4). */
export type Transport = (typeof TRANSPORTS)[number];

/** Base64url without padding, of at most so many bytes. */
const encoded = (bytes: number) =>
  v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(Math.ceil((bytes * 4) / 3)));

/** At most 1023 bytes (WebAuthn 3, 4, Credential ID). */
export const credentialId = encoded(1023);

/** A credential that a prompt may offer. */
export type Allowed = {
  /** Credential id, base64url. */
  readonly id: string;
  readonly transports: readonly Transport[];
};

/** The four members of a passkey's stamp, all base64url; in this order on the wire. */
export const passkeyAnswer = v.strictObject({
  authenticatorData: encoded(4096),
  clientDataJson: encoded(4096),
  credentialId,
  signature: encoded(1024),
});
export type PasskeyAnswer = v.InferOutput<typeof passkeyAnswer>;

/** As many as the service allows a user (docs/protocol.md, Rates and limits). */
export const MOST_PASSKEYS = 10;

/** A domain, lower case, at least two labels, or `localhost`. */
export const rpId = v.pipe(
  v.string(),
  v.maxLength(253),
  v.regex(
    /^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])$/,
  ),
);

/** The passkeys of a profile. */
export const profilePasskeys = v.strictObject({
  /** The domain they were made for; null: the extension's own origin. */
  rpId: v.nullable(rpId),
  /** Those that are known; with none, the authenticator offers what it has for the domain. */
  credentials: v.pipe(
    v.array(
      v.strictObject({
        id: credentialId,
        name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
        transports: v.pipe(v.array(v.picklist(TRANSPORTS)), v.maxLength(TRANSPORTS.length)),
      }),
    ),
    v.maxLength(MOST_PASSKEYS),
  ),
});
export type ProfilePasskeys = v.InferOutput<typeof profilePasskeys>;

export const METHODS = ['key', 'passkey'] as const;
/** What stamps: an API key of the vault, or a passkey. */
export type Method = (typeof METHODS)[number];

/** What a page needs to prompt for the stamp of one body. */
export type Prompt = {
  readonly rpId: string | null;
  readonly allow: readonly Allowed[];
};

/** What may stamp an operation in a profile: the usual one first; none when a rule leaves none. */
export type Choice = {
  readonly methods: readonly Method[];
  /** Null where no passkey may stamp it. */
  readonly prompt: Prompt | null;
  /** True when a rule leaves only passkeys: the profile's own, or the organization's. */
  readonly ruled: boolean;
  /** True when the organization's does. */
  readonly managed: boolean;
};

/** How somebody had a body stamped. */
export type By =
  { readonly method: 'key' } | { readonly method: 'passkey'; readonly answer: PasskeyAnswer };
export const by: v.GenericSchema<unknown, By> = v.variant('method', [
  v.strictObject({ method: v.literal('key') }),
  v.strictObject({ method: v.literal('passkey'), answer: passkeyAnswer }),
]);
