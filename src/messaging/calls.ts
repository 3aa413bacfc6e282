import * as v from 'valibot';
import type {
  DecisionResult,
  OwnRequestView,
  Decision,
  PendingRequestDetails,
  PendingRequests,
  SiteRefusal,
  SiteRequestView,
} from '../protocol/pending-request.ts';
import type { EntryView, ReplacedValues } from '../protocol/outbox-entry.ts';
import { label, uuid } from '../protocol/fields.ts';
import { stampMethod, type StamperKind } from '../protocol/passkey.ts';
import { profile, SERVICE_KINDS, type BundleTrust, type Profile } from '../protocol/profile.ts';
import { grantTerms } from '../protocol/site.ts';
import {
  newVaultPasskey,
  type NewVaultPasskey,
  type VaultPasskey,
} from '../protocol/vault-passkey.ts';
import { SEEN_ACTIVITIES, type CheckedActivity } from '../protocol/vote-verdict.ts';
import { settings, type AppState, type HomeView, type KeyView } from '../protocol/app-state.ts';
import { BACKUP_CALLS } from './backup-calls.ts';
import { decisionAccess, operationAccess, profileAccess, settingsAccess } from './call-access.ts';
import { defineCall, noInput, type Call } from './define-call.ts';
import { HOST_CALLS } from './host-calls.ts';
import { HISTORY_CALLS } from './history-calls.ts';
import { ROTATION_CALLS } from './rotation-calls.ts';
import { origin, SITE_CALLS } from './site-calls.ts';
import { time } from '../protocol/time.ts';

/*
 * The calls that Keystamp's own pages can make to the worker, one row each: what it needs
 * (call-access.ts; a row that doesn't say otherwise is refused while the vault is locked), the
 * input's schema, the schema of the part that travels sealed (HPKE to this worker's key; messages
 * never carry a plaintext secret), and the answer's type. How pages wait for an answer is in
 * client/call-policies.ts.
 */

/** 32 bytes, base64url. */
const key32 = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));
const shortText = v.pipe(v.string(), v.maxLength(2048));
/** What the worker saw is not a page's to write. */
const recordsName = v.pipe(v.string(), v.maxLength(100), v.notValue(SEEN_ACTIVITIES));
const namedActivity = v.union([
  v.strictObject({ profileId: uuid, id: uuid }),
  v.strictObject({ profileId: uuid, fingerprint: shortText }),
]);
const parameters = v.record(v.pipe(v.string(), v.maxLength(64)), v.unknown());

/** Password parameters travel as JSON; the vault checks their minimums and maximums. */
const kdf = v.record(v.string(), v.union([v.string(), v.number()]));
export type Kdf = v.InferOutput<typeof kdf>;

const kekSecret = v.strictObject({ kek: key32 });
/** For one password: a key for each set of parameters in the challenge. */
const keks = v.pipe(v.array(key32), v.minLength(1), v.maxLength(2));
const passwordSecret = v.strictObject({ keks });

/** Secret fields by name. If there are none, nothing is sealed. */
const secretFields = v.optional(
  v.strictObject({ fields: v.record(v.string(), v.pipe(v.string(), v.maxLength(8192))) }),
  { fields: {} },
);

const profileDraft = v.strictObject({ ...profile.entries, id: v.nullable(uuid) });
export type ProfileDraft = v.InferOutput<typeof profileDraft>;

/** What `whoami` returned for a profile. */
export type WhoamiFacts = {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly userId: string;
  readonly userName: string;
};

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

/** SHA-256, lower-case hex. */
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
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

export const CALLS = {
  state: defineCall<object, AppState>('always', noInput),
  vault_challenge: defineCall<object, VaultChallenge>('always', noInput),
  vault_create: defineCall<{ kdf: Kdf }, AppState, { kek: string }>(
    'always',
    v.strictObject({ kdf }),
    kekSecret,
  ),
  vault_unlock: defineCall<object, AppState, { keks: string[] }>('always', noInput, passwordSecret),
  /** The password again, as fresh proof. */
  vault_prove: defineCall<object, AppState, { keks: string[] }>(
    'unlocked',
    noInput,
    passwordSecret,
  ),
  /** The same with a passkey that unlocks the vault. */
  vault_passkey_prove: defineCall<{ id: string }, AppState, { kek: string }>(
    'unlocked',
    v.strictObject({ id: uuid }),
    kekSecret,
  ),
  vault_lock: defineCall<object, AppState>('always', noInput),
  /** The user is active: moves the lock deadline. */
  vault_touch: defineCall<object, AppState>('unlocked', noInput),
  vault_password: defineCall<{ kdf: Kdf }, AppState, { oldKeks: string[]; newKek: string }>(
    'always',
    v.strictObject({ kdf }),
    v.strictObject({ oldKeks: keks, newKek: key32 }),
  ),
  /** Lets a passkey unlock the vault. The password's key proves that the caller may do this. */
  vault_passkey_enrol: defineCall<
    NewVaultPasskey,
    readonly VaultPasskey[],
    { keks: string[]; passkeyKek: string }
  >('always', newVaultPasskey, v.strictObject({ keks, passkeyKek: key32 })),
  vault_passkey_unlock: defineCall<{ id: string }, AppState, { kek: string }>(
    'always',
    v.strictObject({ id: uuid }),
    kekSecret,
  ),
  /** Needs the password's key. No passkey unlocks the vault afterwards. */
  vault_passkey_remove: defineCall<{ id: string }, readonly VaultPasskey[], { keks: string[] }>(
    'always',
    v.strictObject({ id: uuid }),
    passwordSecret,
  ),
  /** Opens the page that unlocks by passkey, for the popup, which a prompt would close. */
  vault_passkey_show: defineCall<object, null>('always', noInput),
  /** The user has read the vault's notice and keeps the opened vault. */
  vault_accept: defineCall<object, AppState>('fresh', noInput),
  /** The user has read what the browser took away. */
  storage_accept: defineCall<object, AppState>('unlocked', noInput),
  vault_wipe: defineCall<{ confirm: 'wipe everything' }, AppState>(
    'always',
    v.strictObject({ confirm: v.literal('wipe everything') }),
  ),
  settings_save: defineCall<v.InferOutput<typeof settings>, AppState>(settingsAccess, settings),

  keys_list: defineCall<object, readonly KeyView[]>('unlocked', noInput),
  keys_create: defineCall<{ name: string }, KeyView>('unlocked', v.strictObject({ name: label })),
  /** A key pair that the page read from the user's input (client/api-key-import.ts). */
  keys_import: defineCall<
    { name: string; curve: KeyView['curve']; publicKey: string },
    KeyView,
    { privateKey: string }
  >(
    'unlocked',
    v.strictObject({
      name: label,
      curve: v.picklist(['P256', 'SECP256K1', 'ED25519']),
      publicKey: shortText,
    }),
    v.strictObject({ privateKey: key32 }),
  ),
  keys_remove: defineCall<{ id: string }, readonly KeyView[]>(
    'fresh',
    v.strictObject({ id: uuid }),
  ),
  ...ROTATION_CALLS,

  /** `id` null creates a profile; the first one becomes active. */
  profiles_save: defineCall<ProfileDraft, Profile>(profileAccess, profileDraft),
  profiles_remove: defineCall<{ id: string }, AppState>('fresh', v.strictObject({ id: uuid })),
  profiles_select: defineCall<{ id: string }, AppState>('unlocked', v.strictObject({ id: uuid })),
  /** All profile ids in their new order. */
  profiles_order: defineCall<{ ids: string[] }, AppState>(
    'unlocked',
    v.strictObject({ ids: v.pipe(v.array(uuid), v.maxLength(100)) }),
  ),
  /** Ends a pause that the service caused: waiting requests are sent now. */
  profiles_resume: defineCall<{ id: string }, AppState>('unlocked', v.strictObject({ id: uuid })),
  /** The user confirms that the clock is right: timestamps continue from the present. */
  profiles_reset_clock: defineCall<{ id: string }, AppState>(
    'unlocked',
    v.strictObject({ id: uuid }),
  ),
  /** Stamps a `whoami` with the profile's key and saves the answer in the profile. */
  profiles_check: defineCall<{ id: string }, WhoamiFacts>('unlocked', v.strictObject({ id: uuid })),
  /** Whether a service answers at a base URL, before a profile has it. Nothing is stamped. */
  profiles_probe: defineCall<
    { service: Profile['service']; baseUrl: string },
    { readonly trust: BundleTrust | null }
  >('unlocked', v.strictObject({ service: v.picklist(SERVICE_KINDS), baseUrl: shortText })),
  /** Registers a key of the vault at the local service. Loopback only. */
  profiles_enrol: defineCall<
    { baseUrl: string; keyId: string; userName: string; setUpCode: string },
    KeyEnrolment
  >(
    'unlocked',
    v.strictObject({ baseUrl: shortText, keyId: uuid, userName: label, setUpCode: shortText }),
  ),
  ...HOST_CALLS,
  /** Refreshes the first screen from the service. */
  home: defineCall<{ profileId: string }, HomeView>(
    'unlocked',
    v.strictObject({ profileId: uuid }),
  ),
  /** Any query row of the operations table. */
  query: defineCall<
    { profileId: string; operation: string; parameters: Record<string, unknown> },
    Readonly<Record<string, unknown>>
  >('unlocked', v.strictObject({ profileId: uuid, operation: shortText, parameters })),
  /** What a page kept of a profile's records under a name; null if there is none. */
  records_kept: defineCall<{ profileId: string; name: string }, unknown>(
    'unlocked',
    v.strictObject({ profileId: uuid, name: recordsName }),
  ),
  /** Keeps what a page read of a profile's records for its next opening, sealed on disk. */
  records_keep: defineCall<{ profileId: string; name: string; value: unknown }, null>(
    'unlocked',
    v.strictObject({ profileId: uuid, name: recordsName, value: v.unknown() }),
  ),
  /** The user opened a record that the home screen lists: it comes first the next time. */
  records_opened: defineCall<{ profileId: string; id: string }, null>(
    'unlocked',
    v.strictObject({ profileId: uuid, id: uuid }),
  ),

  /**
   * Builds, stamps and stores an activity, then sends it. Returns as soon as it is stored. `id` is
   * chosen by the page: a repeated call finds the same entry. Secret fields travel in
   * `secret.fields`, not in `parameters`.
   */
  activities_submit: defineCall<
    {
      id: string;
      profileId: string;
      operation: string;
      parameters: Record<string, unknown>;
      replaced?: ReplacedValues | undefined;
    },
    EntryView,
    { fields: Record<string, string> }
  >(
    operationAccess,
    v.strictObject({ id: uuid, profileId: uuid, operation: shortText, parameters, replaced }),
    secretFields,
  ),
  activities_get: defineCall<{ id: string }, EntryView>('unlocked', v.strictObject({ id: uuid })),
  activities_list: defineCall<
    { profileId: string | null; before: number | null; limit: number },
    readonly EntryView[]
  >(
    'unlocked',
    v.strictObject({
      profileId: v.nullable(uuid),
      before: v.nullable(time),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    }),
  ),
  /**
   * Reads an activity of the organization, by its id or by the fingerprint that a vote names, and checks it
   * and its votes. Only what was found true can be approved.
   */
  activities_check: defineCall<v.InferOutput<typeof namedActivity>, CheckedActivity>(
    'unlocked',
    namedActivity,
  ),
  /** Sends the same bytes or asks the service now instead of at `nextAt`. */
  activities_retry: defineCall<{ id: string }, EntryView>('unlocked', v.strictObject({ id: uuid })),
  /** The calling page found the result of a completed activity to be false. */
  activities_disprove: defineCall<{ id: string }, EntryView>(
    'unlocked',
    v.strictObject({ id: uuid }),
  ),
  /** Takes a settled entry off the lists. */
  activities_dismiss: defineCall<{ id: string }, null>('unlocked', v.strictObject({ id: uuid })),

  /**
   * Builds the body of the user's own request and keeps it in memory until they approve it; `show`
   * opens the window that shows it and can prompt for a passkey. `id` is chosen by the page;
   * `method` is what it intends to stamp with. Secret fields travel in `secret.fields`.
   */
  requests_begin: defineCall<
    {
      id: string;
      profileId: string;
      operation: string;
      parameters: Record<string, unknown>;
      method: StamperKind;
      show: boolean;
      replaced?: ReplacedValues | undefined;
    },
    OwnRequestView,
    { fields: Record<string, string> }
  >(
    operationAccess,
    v.strictObject({
      id: uuid,
      profileId: uuid,
      operation: shortText,
      parameters,
      method: v.picklist(['key', 'passkey']),
      show: v.boolean(),
      replaced,
    }),
    secretFields,
  ),
  /** All pending requests. Pages call this again when the state's `requests.revision` has grown. */
  requests_list: defineCall<object, PendingRequests>('always', noInput),
  /** Everything about one operation, with the exact body, built once nothing is left to pick. */
  requests_open: defineCall<{ id: string }, PendingRequestDetails>(
    'unlocked',
    v.strictObject({ id: uuid }),
  ),
  /**
   * What the user picked for the parameters that a site leaves to them, by name. Builds the body,
   * in place of one with an earlier pick.
   */
  requests_pick: defineCall<{ id: string; picks: Record<string, unknown> }, PendingRequestDetails>(
    'unlocked',
    v.strictObject({ id: uuid, picks: parameters }),
  ),
  requests_decide: defineCall<{ id: string; decision: Decision }, DecisionResult>(
    decisionAccess,
    v.strictObject({ id: uuid, decision }),
  ),
  /**
   * Rejects every request of a site. It takes the site itself, not a request: the site may have
   * withdrawn that one in the meantime and sent another.
   */
  requests_refuse_site: defineCall<
    SiteRefusal & Pick<SiteRequestView, 'origin' | 'privateWindow'>,
    PendingRequests
  >(
    'always',
    v.strictObject({
      origin,
      privateWindow: v.boolean(),
      cooldownMs: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000)),
      block: v.boolean(),
    }),
  ),
  /** Brings the confirm window to the front or opens it, at one request if its id is given. */
  requests_show: defineCall<{ id?: string | undefined }, null>(
    'always',
    v.strictObject({ id: v.optional(uuid) }),
  ),
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
