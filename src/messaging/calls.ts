import * as v from 'valibot';
import { digest } from '../protocol/history.ts';
import type {
  DecisionResult,
  OwnRequestView,
  Decision,
  PendingRequestDetails,
  PendingRequests,
} from '../protocol/pending-request.ts';
import type { EntryView } from '../protocol/outbox-entry.ts';
import { label, uuid } from '../protocol/fields.ts';
import { stampMethod } from '../protocol/passkey.ts';
import {
  profile,
  SERVICE_KINDS,
  type BundleTrust,
  type Profile,
  type WhoamiFacts,
} from '../protocol/profile.ts';
import { grantTerms } from '../protocol/site.ts';
import { newVaultPasskey, type VaultPasskey } from '../protocol/vault-passkey.ts';
import { SEEN_ACTIVITIES, type CheckedActivity } from '../protocol/vote-verdict.ts';
import { settings, type AppState, type HomeView, type KeyView } from '../protocol/app-state.ts';
import { BACKUP_CALLS } from './backup-calls.ts';
import { decisionAccess, operationAccess, profileAccess, settingsAccess } from './call-access.ts';
import { defineCall, inPart, kdf, key32, SERVICE_MS, type Call, type Kdf } from './define-call.ts';
import { HISTORY_CALLS } from './history-calls.ts';
import { ROTATION_CALLS } from './rotation-calls.ts';
import { origin, SITE_CALLS } from './site-calls.ts';
import { time } from '../protocol/time.ts';

/*
 * The calls that Keystamp's own pages can make to the worker, one row each: what it needs
 * (call-access.ts), the input's schema, the schema of the part that travels sealed (HPKE to this
 * worker's key; messages never carry a plaintext secret), the answer's type, and what a page does
 * without an answer. `defineCall` has what a row doesn't say.
 */

const shortText = v.pipe(v.string(), v.maxLength(2048));
/** What the worker saw is not a page's to write. */
const recordsName = v.pipe(v.string(), v.maxLength(100), v.notValue(SEEN_ACTIVITIES));
const namedActivity = v.union([
  v.strictObject({ profileId: uuid, id: uuid }),
  v.strictObject({ profileId: uuid, fingerprint: shortText }),
]);
/** A name or an address as the browser writes it, without a port; IPv6 in brackets. */
const hostName = v.pipe(v.string(), v.regex(/^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:]{2,39}\])$/));
const byId = v.strictObject({ id: uuid });
const parameters = v.record(v.pipe(v.string(), v.maxLength(64)), v.unknown());

const kekSecret = v.strictObject({ kek: key32 });
/** For one password: a key for each set of parameters in the challenge. */
const keks = v.pipe(v.array(key32), v.minLength(1), v.maxLength(2));
const passwordSecret = v.strictObject({ keks });

/** Secret fields by name. If there are none, nothing is sealed. */
const secretFields = v.optional(
  v.strictObject({ fields: v.record(v.string(), v.pipe(v.string(), v.maxLength(8192))) }),
  { fields: {} },
);

const profileDraft = v.strictObject({
  ...profile.entries,
  id: v.nullable(uuid),
  name: label,
});
export type ProfileDraft = v.InferOutput<typeof profileDraft>;

/** What the local service returns for an enrolled key. */
export type KeyEnrolment = {
  readonly organizationId: string;
  readonly userId: string;
  readonly apiKeyId: string;
  readonly trust: BundleTrust;
};

/** What the page needs before it can derive key-encryption keys. */
export type VaultChallenge = {
  /** One for each stored copy, or a single one if they're the same. */
  readonly kdfs: readonly Kdf[];
  /** How long a password has to wait; a passkey doesn't. */
  readonly waitMs: number;
  readonly passkeys: readonly VaultPasskey[];
};

/** What was shown as current, by field. */
const replaced = v.optional(v.record(shortText, v.pipe(v.string(), v.maxLength(1000))));
const decision: v.GenericSchema<unknown, Decision> = v.variant('kind', [
  v.strictObject({
    kind: v.literal('connect'),
    profileId: uuid,
    operations: v.pipe(v.array(shortText), v.maxLength(100)),
  }),
  v.strictObject({
    kind: v.literal('approve'),
    digest,
    by: stampMethod,
    grant: v.nullable(grantTerms),
    replaced,
  }),
  v.strictObject({ kind: v.literal('refuse') }),
]);

/** Calls about API keys. */
const KEY_CALLS = inPart('keys', {
  keys_list: defineCall<readonly KeyView[]>()(),
  keys_create: defineCall<KeyView>()({ input: v.strictObject({ name: label }), retry: 'once' }),
  /** A key pair that the page read from the user's input (client/api-key-import.ts). */
  keys_import: defineCall<KeyView>()({
    input: v.strictObject({
      name: label,
      curve: v.picklist(['P256', 'SECP256K1', 'ED25519']),
      publicKey: shortText,
    }),
    secret: v.strictObject({ privateKey: key32 }),
    retry: 'once',
  }),
  keys_remove: defineCall<readonly KeyView[]>()({ access: 'fresh', input: byId, retry: 'once' }),
});

/** Calls about service profiles, and the hosts that the user allows. */
const PROFILE_CALLS = inPart('profiles', {
  /** `id` null creates a profile; the first one becomes active. */
  profiles_save: defineCall<Profile>()({
    access: profileAccess,
    input: profileDraft,
    retry: 'once',
  }),
  profiles_remove: defineCall<AppState>()({ access: 'fresh', input: byId, retry: 'once' }),
  profiles_select: defineCall<AppState>()({ input: byId }),
  /** All profile ids in their new order. */
  profiles_order: defineCall<AppState>()({
    input: v.strictObject({ ids: v.pipe(v.array(uuid), v.maxLength(100)) }),
  }),
  /** Ends a pause that the service caused: waiting requests are sent now. */
  profiles_resume: defineCall<AppState>()({ input: byId }),
  /** The user confirms that the clock is right: timestamps continue from the present. */
  profiles_reset_clock: defineCall<AppState>()({ input: byId }),
  /** Stamps a `whoami` with the profile's key and saves the answer in the profile. */
  profiles_check: defineCall<WhoamiFacts>()({ input: byId, timeoutMs: SERVICE_MS }),
  /** Whether a service answers at a base URL, before a profile has it. Nothing is stamped. */
  profiles_probe: defineCall<{ readonly trust: BundleTrust | null }>()({
    input: v.strictObject({ service: v.picklist(SERVICE_KINDS), baseUrl: shortText }),
    timeoutMs: SERVICE_MS,
  }),
  /** Registers a key of the vault at the local service. Loopback only. */
  profiles_enrol: defineCall<KeyEnrolment>()({
    input: v.strictObject({
      baseUrl: shortText,
      keyId: uuid,
      userName: label,
      setUpCode: shortText,
    }),
    timeoutMs: SERVICE_MS,
  }),
  /** Whether the user has allowed a host by name, where the browser doesn't ask about it. */
  hosts_check: defineCall<boolean>()({ input: v.strictObject({ host: hostName }) }),
  hosts_allow: defineCall<AppState>()({ input: v.strictObject({ host: hostName }) }),
});

/** Calls about pending requests. */
const REQUEST_CALLS = inPart('requests', {
  /**
   * Builds the body of the user's own request and keeps it in memory until they approve it; `show`
   * opens the window that shows it and can prompt for a passkey. `id` is chosen by the page;
   * `method` is what it intends to stamp with. Secret fields travel in `secret.fields`.
   */
  requests_begin: defineCall<OwnRequestView>()({
    access: operationAccess,
    input: v.strictObject({
      id: uuid,
      profileId: uuid,
      operation: shortText,
      parameters,
      method: v.picklist(['key', 'passkey']),
      show: v.boolean(),
      replaced,
    }),
    secret: secretFields,
  }),
  /** All pending requests. Pages call this again when the state's `requests.revision` has grown. */
  requests_list: defineCall<PendingRequests>()({ access: 'always' }),
  /** Everything about one operation, with the exact body, built once nothing is left to pick. */
  requests_open: defineCall<PendingRequestDetails>()({ input: byId }),
  /**
   * What the user picked for the parameters that a site leaves to them, by name. Builds the body,
   * in place of one with an earlier pick.
   */
  requests_pick: defineCall<PendingRequestDetails>()({
    input: v.strictObject({ id: uuid, picks: parameters }),
  }),
  /** For a query or a read session, the worker asks the service before it answers. */
  requests_decide: defineCall<DecisionResult>()({
    access: decisionAccess,
    input: v.strictObject({ id: uuid, decision }),
    timeoutMs: SERVICE_MS,
  }),
  /**
   * Rejects every request of a site. It takes the site itself, not a request: the site may have
   * withdrawn that one in the meantime and sent another.
   */
  requests_refuse_site: defineCall<PendingRequests>()({
    access: 'always',
    input: v.strictObject({
      origin,
      privateWindow: v.boolean(),
      cooldownMs: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000)),
      block: v.boolean(),
    }),
  }),
  /** Brings the confirm window to the front or opens it, at one request if its id is given. */
  requests_show: defineCall<null>()({
    access: 'always',
    input: v.strictObject({ id: v.optional(uuid) }),
  }),
});

export const CALLS = {
  state: defineCall<AppState>()({ access: 'always' }),
  vault_challenge: defineCall<VaultChallenge>()({ access: 'always' }),
  vault_create: defineCall<AppState>()({
    access: 'always',
    input: v.strictObject({ kdf }),
    secret: kekSecret,
    retry: 'once',
  }),
  vault_unlock: defineCall<AppState>()({ access: 'always', secret: passwordSecret, retry: 'once' }),
  /** The password again, as fresh proof. */
  vault_prove: defineCall<AppState>()({ secret: passwordSecret, retry: 'once' }),
  /** The same with a passkey that unlocks the vault. */
  vault_passkey_prove: defineCall<AppState>()({ input: byId, secret: kekSecret, retry: 'once' }),
  /** Before an exported secret is shown a second time. Does nothing but ask for the proof. */
  vault_show_again: defineCall<null>()({ access: 'fresh' }),
  vault_lock: defineCall<AppState>()({ access: 'always' }),
  /** The user is active: moves the lock deadline. */
  vault_touch: defineCall<AppState>()(),
  vault_password: defineCall<AppState>()({
    access: 'always',
    input: v.strictObject({ kdf }),
    secret: v.strictObject({ oldKeks: keks, newKek: key32 }),
    retry: 'once',
  }),
  /** Lets a passkey unlock the vault. The password's key proves that the caller may do this. */
  vault_passkey_enrol: defineCall<readonly VaultPasskey[]>()({
    access: 'always',
    input: newVaultPasskey,
    secret: v.strictObject({ keks, passkeyKek: key32 }),
    retry: 'once',
  }),
  vault_passkey_unlock: defineCall<AppState>()({
    access: 'always',
    input: byId,
    secret: kekSecret,
    retry: 'once',
  }),
  /** Needs the password's key. No passkey unlocks the vault afterwards. */
  vault_passkey_remove: defineCall<readonly VaultPasskey[]>()({
    access: 'always',
    input: byId,
    secret: passwordSecret,
    retry: 'once',
  }),
  /** Opens the page that unlocks by passkey, for the popup, which a prompt would close. */
  vault_passkey_show: defineCall<null>()({ access: 'always' }),
  /** The user has read the vault's notice and keeps the opened vault. */
  vault_accept: defineCall<AppState>()({ access: 'fresh', retry: 'once' }),
  /** The user has read what the browser took away. */
  storage_accept: defineCall<AppState>()({ retry: 'once' }),
  vault_wipe: defineCall<AppState>()({
    access: 'always',
    input: v.strictObject({ confirm: v.literal('wipe everything') }),
    retry: 'once',
  }),
  settings_save: defineCall<AppState>()({ access: settingsAccess, input: settings }),

  ...KEY_CALLS,
  ...ROTATION_CALLS,

  ...PROFILE_CALLS,

  /** Refreshes the first screen from the service. */
  home: defineCall<HomeView>()({
    input: v.strictObject({ profileId: uuid }),
    timeoutMs: SERVICE_MS,
  }),
  /** Any query row of the operations table. */
  query: defineCall<Readonly<Record<string, unknown>>>()({
    input: v.strictObject({ profileId: uuid, operation: shortText, parameters }),
    timeoutMs: SERVICE_MS,
  }),
  /** What a page kept of a profile's records under a name; null if there is none. */
  records_kept: defineCall<unknown>()({
    input: v.strictObject({ profileId: uuid, name: recordsName }),
  }),
  /** Keeps what a page read of a profile's records for its next opening, sealed on disk. */
  records_keep: defineCall<null>()({
    input: v.strictObject({ profileId: uuid, name: recordsName, value: v.unknown() }),
  }),
  /** The user opened a record that the home screen lists: it comes first the next time. */
  records_opened: defineCall<null>()({ input: v.strictObject({ profileId: uuid, id: uuid }) }),

  /**
   * Builds, stamps and stores an activity, then sends it. Returns as soon as it is stored. `id` is
   * chosen by the page: a repeated call finds the same entry. Secret fields travel in
   * `secret.fields`, not in `parameters`.
   */
  activities_submit: defineCall<EntryView>()({
    access: operationAccess,
    input: v.strictObject({
      id: uuid,
      profileId: uuid,
      operation: shortText,
      parameters,
      replaced,
    }),
    secret: secretFields,
  }),
  activities_get: defineCall<EntryView>()({ input: byId }),
  activities_list: defineCall<readonly EntryView[]>()({
    input: v.strictObject({
      profileId: v.nullable(uuid),
      before: v.nullable(time),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    }),
  }),
  /**
   * Reads an activity of the organization, by its id or by the fingerprint that a vote names, and checks it
   * and its votes. Only what was found true can be approved.
   */
  activities_check: defineCall<CheckedActivity>()({ input: namedActivity, timeoutMs: SERVICE_MS }),
  /** Sends the same bytes or asks the service now instead of at `nextAt`. */
  activities_retry: defineCall<EntryView>()({ input: byId }),
  /** The calling page found the result of a completed activity to be false. */
  activities_disprove: defineCall<EntryView>()({ input: byId }),
  /** Takes a settled entry off the lists. */
  activities_dismiss: defineCall<null>()({ input: byId }),

  ...REQUEST_CALLS,
  ...SITE_CALLS,
  ...HISTORY_CALLS,
  ...BACKUP_CALLS,
} as const;

export type CallName = keyof typeof CALLS;
export type InputOf<N extends CallName> =
  (typeof CALLS)[N] extends Call<infer I, infer _S, infer _A> ? I : never;
export type SecretOf<N extends CallName> =
  (typeof CALLS)[N] extends Call<infer _I, infer S, infer _A> ? S : never;
export type AnswerOf<N extends CallName> =
  (typeof CALLS)[N] extends Call<infer _I, infer _S, infer A> ? A : never;
