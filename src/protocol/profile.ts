import * as v from 'valibot';
import { storedLabel, uuid } from './fields.ts';
import { GENERATIONS } from './operation-row.ts';
import { STAMPER_KINDS, profilePasskeys, type StampChoice } from './passkey.ts';
import type { Rule } from './rules.ts';
import { time } from './time.ts';

/*
 * A service profile: one organization at one service, and what stamps for it.
 */

export const SERVICE_KINDS = ['local', 'turnkey', 'custom'] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];

/** Colors that tell profiles apart at a glance. Each one is a token in the style sheet. */
export const PROFILE_COLOURS = ['blue', 'green', 'amber', 'red', 'violet', 'grey'] as const;
export type ProfileColour = (typeof PROFILE_COLOURS)[number];

export const TURNKEY_BASE_URL = 'https://api.turnkey.com';
export const LOCAL_BASE_URL = 'http://127.0.0.1:8788';

/**
 * Uncompressed P-256 points (130 hex digits) of the deployed service (docs/protocol.md, Keys that
 * sign bundles).
 */
export const TURNKEY_TRUST = {
  signer:
    '04cf288fe433cc4e1aa0ce1632feac4ea26bf2f5a09dcfe5a42c398e06898710330f0572882f4dbdf0f5304b8fc8703acd69adca9a4bbf7f5d00d20a5e364b2569',
  otp: '046b4f88421f76b6ba418afc2ea1d8ced671337d7db6b80478a60d8531bf8f17fa9a512f0fef96fc0c9b4cd9dff70b34992e520ce04c79d931f6ff6296b547d201',
} as const;

export type BaseUrl =
  | { readonly ok: true; readonly url: string; readonly origin: string; readonly loopback: boolean }
  | { readonly ok: false; readonly rule: Rule };

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost']);

/**
 * Reads a base URL strictly: https, or http on 127.0.0.1 and localhost; no user name, password,
 * query or fragment; at most a plain path prefix. Returns it without a trailing slash.
 */
export function readBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return { ok: false, rule: 'service_url' };
  const url = new URL(trimmed);
  const loopback = LOOPBACK_HOSTS.has(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    return { ok: false, rule: 'service_url_https' };
  }
  if (url.username || url.password) {
    return { ok: false, rule: 'service_url_user' };
  }
  if (url.search || url.hash || trimmed.includes('?') || trimmed.includes('#')) {
    return { ok: false, rule: 'service_url_query' };
  }
  if (
    !/^[\w./~-]*$/.test(url.pathname) ||
    /\/\.{1,2}(?:\/|$)|\/\//.test(trimmed.slice(url.protocol.length + 2))
  ) {
    return { ok: false, rule: 'service_url_path' };
  }
  const path = url.pathname.replace(/\/+$/, '');
  return { ok: true, url: url.origin + path, origin: url.origin, loopback };
}

/**
 * The page on which a local service shows the codes that it would have sent; undefined for any other
 * service.
 */
export function sentCodesUrl({ service, baseUrl }: Pick<Profile, 'service' | 'baseUrl'>) {
  const address = readBaseUrl(baseUrl);
  return service === 'local' && address.ok && address.loopback
    ? `${address.url}/local/otp`
    : undefined;
}

/** An uncompressed P-256 point. */
export const p256Point = v.pipe(v.string(), v.regex(/^04[0-9a-f]{128}$/, 'hex_public_key'));

/** The keys that sign import and code bundles. */
const bundleTrust = v.strictObject({ signer: p256Point, otp: p256Point });
export type BundleTrust = v.InferOutput<typeof bundleTrust>;

/** The last place in the list of profiles: more than there are profiles in any life. */
const MAX_ORDER = 1_000_000;

/** The methods that a profile uses. */
const authorization = v.strictObject({
  /** What stamps if both may. */
  usual: v.picklist(STAMPER_KINDS),
  /** Names of operations that only a passkey may stamp. */
  passkeyOnly: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(200)),
});

/**
 * A profile as stored. Nothing in it is secret: the key itself is in the vault under `keyId`. A
 * profile has a key, passkeys, or both.
 */
export const profile = v.strictObject({
  id: uuid,
  name: storedLabel,
  colour: v.picklist(PROFILE_COLOURS),
  order: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_ORDER)),
  service: v.picklist(SERVICE_KINDS),
  baseUrl: v.pipe(
    v.string(),
    v.maxLength(500),
    v.check((value) => {
      const parsed = readBaseUrl(value);
      return parsed.ok && parsed.url === value;
    }, 'url'),
  ),
  organizationId: uuid,
  keyId: v.nullable(uuid),
  passkeys: v.nullable(profilePasskeys),
  authorization,
  otpGeneration: v.picklist(GENERATIONS),
  /**
   * Which header carries passkey stamps: services differ (docs/protocol.md, Two descriptions of the
   * interface).
   */
  passkeyHeader: v.picklist(['X-Stamp', 'X-Stamp-Webauthn']),
  /** Bundles under any other key are refused. */
  trust: bundleTrust,
  /** What the last successful `whoami` returned. */
  known: v.nullable(
    v.strictObject({
      organizationName: v.string(),
      userId: v.string(),
      userName: v.string(),
      at: time,
    }),
  ),
});
export type Profile = v.InferOutput<typeof profile>;

/**
 * What may stamp an operation in a profile, the preferred one first. The organization's rules
 * (`policy`) add to the profile's own. Neither takes anything away from the other.
 */
export function stampChoiceOf(
  { keyId, passkeys, authorization: { usual, passkeyOnly } }: Profile,
  operation: string,
  policy: { readonly passkeyOnly: readonly string[] },
): StampChoice {
  const managed = policy.passkeyOnly.includes(operation);
  const requiresPasskey = managed || passkeyOnly.includes(operation);
  const prompt = passkeys && {
    rpId: passkeys.rpId,
    allow: passkeys.credentials.map(({ id, transports }) => ({ id, transports })),
  };
  const key = keyId !== null && !requiresPasskey ? (['key'] as const) : [];
  const passkey = prompt ? (['passkey'] as const) : [];
  const methods = usual === 'key' ? [...key, ...passkey] : [...passkey, ...key];
  return { methods, prompt, requiresPasskey, managed };
}

/** What `whoami` returned for a profile's key. */
export type WhoamiFacts = {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly userId: string;
  readonly userName: string;
};
