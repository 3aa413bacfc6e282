// The tables and all their constraints. `npm run schema` makes a migration from changes here;
// functions are in functions.sql. Times are milliseconds since the epoch. A `sealed` column
// is hex of an AEAD box under the service's master key (enclave.ts).
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';

export const time = (name: string) => bigint(name, { mode: 'number' });
export const timestamps = {
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
};
/** Whether the key material ever left the service. Only then may it be deleted without being asked. */
const exported = boolean('exported').notNull().default(false);
/** A user's own things go with the user. */
const ownerColumn = {
  userId: uuid('user_id')
    .notNull()
    .references((): AnyPgColumn => users.id, { onDelete: 'cascade' }),
};

export const organizations = pgTable('organizations', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  /** How many root users must approve together. */
  rootThreshold: integer('root_threshold').notNull().default(1),
  /** Another one after each change of it, its policies, allowlists or contract interfaces (functions.sql). */
  revision: uuid('revision').notNull().defaultRandom(),
  createdAt: time('created_at').notNull(),
});

export const organizationColumn = {
  organizationId: uuid('organization_id')
    .notNull()
    .references(() => organizations.id),
};

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    name: text('name').notNull(),
    email: text('email'),
    /**
     * True once a verification token came with the address (docs/protocol.md, Verification tokens).
     */
    emailVerified: boolean('email_verified').notNull().default(false),
    phone: text('phone'),
    phoneVerified: boolean('phone_verified').notNull().default(false),
    root: boolean('root').notNull(),
    /** Another one after each change of the user or what belongs to them (functions.sql). */
    revision: uuid('revision').notNull().defaultRandom(),
    ...timestamps,
  },
  (table) => [index('users_by_organization').on(table.organizationId, table.createdAt, table.id)],
);

export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    ...ownerColumn,
    name: text('name').notNull(),
    /** Lowercase hex. */
    publicKey: text('public_key').notNull(),
    /** One of `API_KEY_CURVES`. */
    curve: text('curve').notNull(),
    /** A duration from `createdAt`; null on long-lived keys (docs/protocol.md, Records). */
    expirationSeconds: bigint('expiration_seconds', { mode: 'number' }),
    ...timestamps,
  },
  (table) => [
    unique('api_keys_public_key').on(table.organizationId, table.publicKey),
    index('api_keys_by_user').on(table.userId),
  ],
);

/** From which addresses requests may come: those of the organization, or those by one of its API keys. */
export const ipAllowlists = pgTable(
  'ip_allowlists',
  {
    ...organizationColumn,
    /** Of an API key; null for all requests to the organization. */
    publicKey: text('public_key'),
    enabled: boolean('enabled').notNull(),
    /** JSON of `{cidr, label, createdAt}`, each range in its normal form. */
    rules: text('rules').notNull(),
    /** `ALLOW` or `DENY`: for a request whose address isn't known. */
    onEvaluationError: text('on_evaluation_error').notNull(),
  },
  (table) => [
    unique('ip_allowlists_scope').on(table.organizationId, table.publicKey).nullsNotDistinct(),
    foreignKey({
      name: 'ip_allowlists_key',
      columns: [table.organizationId, table.publicKey],
      foreignColumns: [apiKeys.organizationId, apiKeys.publicKey],
    }).onDelete('cascade'),
  ],
);

/** Passkeys; the encodings are those of `RegisteredPasskey` in attestation.ts. */
export const authenticators = pgTable(
  'authenticators',
  {
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    ...ownerColumn,
    name: text('name').notNull(),
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    rpIdHash: text('rp_id_hash').notNull(),
    /** The highest count in a stamp so far; 0 while the authenticator keeps none. */
    signCount: bigint('sign_count', { mode: 'number' }).notNull(),
    /** Digest of the stamp with that count, hex: those bytes may come again. */
    lastStamp: text('last_stamp'),
    /** JSON of AUTHENTICATOR_TRANSPORT values. */
    transports: text('transports').notNull(),
    aaguid: text('aaguid').notNull(),
    attestationType: text('attestation_type').notNull(),
    ...timestamps,
  },
  (table) => [
    unique('authenticators_credential').on(table.organizationId, table.credentialId),
    index('authenticators_by_user').on(table.userId),
  ],
);

/** Read-only sessions. Each ends with the credential that started it: one of the two is set. */
export const readSessions = pgTable(
  'read_sessions',
  {
    /** Digest of the token, hex. */
    digest: text('digest').primaryKey(),
    ...organizationColumn,
    ...ownerColumn,
    apiKeyId: uuid('api_key_id').references(() => apiKeys.id, { onDelete: 'cascade' }),
    authenticatorId: uuid('authenticator_id').references(() => authenticators.id, {
      onDelete: 'cascade',
    }),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('read_sessions_by_end').on(table.expiresAt),
    index('read_sessions_by_api_key').on(table.apiKeyId),
    index('read_sessions_by_authenticator').on(table.authenticatorId),
    check(
      'read_sessions_check',
      sql`num_nonnulls(${table.apiKeyId}, ${table.authenticatorId}) = 1`,
    ),
  ],
);

export const tags = pgTable(
  'tags',
  {
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    /** A `TAG_TYPE`: what it is put on. */
    type: text('type').notNull(),
    name: text('name').notNull(),
    ...timestamps,
  },
  (table) => [unique('tags_name').on(table.organizationId, table.type, table.name)],
);

export const userTags = pgTable(
  'user_tags',
  {
    tagId: uuid('tag_id')
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
    ...ownerColumn,
  },
  (table) => [
    primaryKey({ name: 'user_tags_pkey', columns: [table.tagId, table.userId] }),
    index('user_tags_by_user').on(table.userId),
  ],
);

export const wallets = pgTable(
  'wallets',
  {
    /**
     * Derived from the seed, so that the same one has the same id (docs/protocol.md, Importing the same
     * key again).
     */
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    name: text('name').notNull(),
    /** The mnemonic's entropy. */
    sealed: text('sealed').notNull(),
    /** The mnemonic's language, which decides what is derived: a `MNEMONIC_LANGUAGE` (BIP-39). */
    language: text('language').notNull().default('MNEMONIC_LANGUAGE_ENGLISH'),
    /** The passphrase beside the mnemonic, sealed; null without one. */
    passphrase: text('passphrase'),
    imported: boolean('imported').notNull().default(false),
    exported,
    ...timestamps,
  },
  (table) => [unique('wallets_name').on(table.organizationId, table.name)],
);

export const walletAccounts = pgTable(
  'wallet_accounts',
  {
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    walletId: uuid('wallet_id')
      .notNull()
      .references(() => wallets.id),
    name: text('name'),
    curve: text('curve').notNull(),
    path: text('path').notNull(),
    addressFormat: text('address_format').notNull(),
    address: text('address').notNull(),
    /** Hex, compressed on the ECDSA curves. */
    publicKey: text('public_key').notNull(),
    /** By itself; an export of its wallet lets it out, too. */
    exported,
    ...timestamps,
  },
  (table) => [
    unique('wallet_accounts_path').on(table.walletId, table.curve, table.path, table.addressFormat),
    unique('wallet_accounts_name').on(table.organizationId, table.name),
    index('wallet_accounts_by_organization').on(table.organizationId, table.createdAt, table.id),
  ],
);

export const privateKeys = pgTable(
  'private_keys',
  {
    ...organizationColumn,
    /**
     * Derived from the key material, so that the same key has the same id (docs/protocol.md,
     * Importing the same key again).
     */
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    curve: text('curve').notNull(),
    publicKey: text('public_key').notNull(),
    /** JSON of `{format, address}`, in the requested order. */
    addresses: text('addresses').notNull(),
    sealed: text('sealed').notNull(),
    imported: boolean('imported').notNull(),
    exported,
    ...timestamps,
  },
  (table) => [primaryKey({ name: 'private_keys_pkey', columns: [table.organizationId, table.id] })],
);

export const privateKeyTags = pgTable(
  'private_key_tags',
  {
    tagId: uuid('tag_id')
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
    ...organizationColumn,
    privateKeyId: uuid('private_key_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'private_key_tags_pkey', columns: [table.tagId, table.privateKeyId] }),
    foreignKey({
      name: 'private_key_tags_key',
      columns: [table.organizationId, table.privateKeyId],
      foreignColumns: [privateKeys.organizationId, privateKeys.id],
    }).onDelete('cascade'),
    index('private_key_tags_by_key').on(table.organizationId, table.privateKeyId),
  ],
);

/** Key pairs to encrypt imports to, each good for one import. */
export const importTargets = pgTable(
  'import_targets',
  {
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    ...ownerColumn,
    publicKey: text('public_key').notNull(),
    sealed: text('sealed').notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [
    index('import_targets_by_user').on(table.userId, table.createdAt),
    index('import_targets_by_time').on(table.createdAt),
  ],
);

export const otps = pgTable(
  'otps',
  {
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    /** `legacy` or `enclave`. */
    generation: text('generation').notNull(),
    type: text('type').notNull(),
    contact: text('contact').notNull(),
    userIdentifier: text('user_identifier'),
    /** Keyed hash of the code; the code itself exists only in {@link sentCodes}, sealed. */
    hash: text('hash').notNull(),
    /** Private key that opens the encrypted code; null in the legacy generation. */
    sealed: text('sealed'),
    publicKey: text('public_key'),
    failures: integer('failures').notNull().default(0),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [
    index('otps_by_end').on(table.expiresAt),
    index('otps_by_contact').on(table.organizationId, table.contact, table.createdAt),
    index('otps_by_identifier').on(table.organizationId, table.userIdentifier, table.createdAt),
  ],
);

/**
 * What an email or text message would have carried. Sealed, short-lived, and in the database rather
 * than in memory, so that `/local/otp` shows it in every process that shares the database.
 */
export const sentCodes = pgTable(
  'sent_codes',
  {
    otpId: uuid('otp_id')
      .primaryKey()
      .references(() => otps.id),
    contact: text('contact').notNull(),
    sealed: text('sealed').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('sent_codes_by_time').on(table.createdAt),
    index('sent_codes_by_end').on(table.expiresAt),
  ],
);

/** What became of emails. None leaves this machine, so each has one event: it was sent. */
export const emailEvents = pgTable(
  'email_events',
  {
    /** Sorts by time. */
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    messageId: uuid('message_id').notNull(),
    /** Such as `Send` (docs/protocol.md, Emails). */
    type: text('type').notNull(),
    fromAddress: text('from_address').notNull(),
    toAddress: text('to_address').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('email_events_by_address').on(table.organizationId, table.toAddress, table.id),
    index('email_events_by_time').on(table.createdAt),
  ],
);

/** Tokens that were given out, and set-up codes that were used (set-up-codes.ts). */
export const verificationTokens = pgTable(
  'verification_tokens',
  {
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    expiresAt: time('expires_at').notNull(),
    /** A token works once (docs/protocol.md, Verification tokens). */
    usedAt: time('used_at'),
  },
  (table) => [index('verification_tokens_by_end').on(table.expiresAt)],
);

export const onRamps = pgTable('on_ramps', {
  id: uuid('id').primaryKey(),
  ...organizationColumn,
  status: text('status').notNull(),
  /** JSON of the parameters, for the checkout page. */
  details: text('details').notNull(),
  ...timestamps,
});

export const contractInterfaces = pgTable(
  'contract_interfaces',
  {
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    address: text('address').notNull(),
    definition: text('definition').notNull(),
    type: text('type').notNull(),
    label: text('label').notNull(),
    notes: text('notes'),
    ...timestamps,
  },
  (table) => [index('contract_interfaces_by_organization').on(table.organizationId)],
);

/** One row per fingerprint and organization: the unique pair makes execution happen once. */
export const activities = pgTable(
  'activities',
  {
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    fingerprint: text('fingerprint').notNull(),
    type: text('type').notNull(),
    status: text('status').notNull(),
    /** The exact text that was stamped; the intent comes from it. */
    body: text('body').notNull(),
    voteId: uuid('vote_id').notNull(),
    /** Stays when the user is deleted. */
    userId: uuid('user_id').notNull(),
    /** Of the vote, like the next two (Credential in context.ts, Proof in authentication.ts). */
    publicKey: text('public_key').notNull(),
    signature: text('signature').notNull(),
    scheme: text('scheme').notNull(),
    /** JSON of the user record at the time of the vote. */
    voter: text('voter'),
    /** JSON of the members under the result key. */
    result: text('result'),
    /** JSON of `{code, message, details}`. */
    failure: text('failure'),
    /**
     * When the votes that count began: at the submission, and again with the first vote after they
     * lapsed. Null on activities that never waited.
     */
    votingSince: time('voting_since'),
    /** How often the effect ran in this row's transactions; never more than 1. */
    executions: integer('executions').notNull().default(0),
    ...timestamps,
  },
  (table) => [
    unique('activities_fingerprint').on(table.organizationId, table.fingerprint),
    index('activities_by_id').on(table.organizationId, table.id),
    index('activities_by_type').on(table.organizationId, table.type, table.id),
    index('activities_by_status').on(table.organizationId, table.status, table.id),
  ],
);

export type ActivityRow = typeof activities.$inferSelect;

/** Votes after the first one, which is in the activity's own row. */
export const votes = pgTable(
  'votes',
  {
    id: uuid('id').primaryKey(),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id),
    /** Stays when the user is deleted. */
    userId: uuid('user_id').notNull(),
    /** 1 for the first one after the submission: several may come in one millisecond. */
    place: integer('place').notNull(),
    isApproval: boolean('is_approval').notNull(),
    /** The exact text that was stamped. */
    body: text('body').notNull(),
    publicKey: text('public_key').notNull(),
    signature: text('signature').notNull(),
    scheme: text('scheme').notNull(),
    /** JSON of the user record at the time of the vote. */
    voter: text('voter').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [unique('votes_place').on(table.activityId, table.place)],
);

export const policies = pgTable(
  'policies',
  {
    id: uuid('id').primaryKey(),
    ...organizationColumn,
    name: text('name').notNull(),
    effect: text('effect').notNull(),
    /** The clauses (docs/policies.md); null where one is left out. */
    consensus: text('consensus'),
    condition: text('condition'),
    time: text('time'),
    notes: text('notes').notNull(),
    ...timestamps,
  },
  (table) => [unique('policies_name').on(table.organizationId, table.name)],
);

/** What policies said at each vote. */
export const policyEvaluations = pgTable(
  'policy_evaluations',
  {
    id: uuid('id').primaryKey(),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id),
    voteId: uuid('vote_id').notNull(),
    /** Of the vote; 0 for the submission. */
    place: integer('place').notNull(),
    /** JSON of `{policyId, outcome}`, in the order of the policies. */
    evaluations: text('evaluations').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [unique('policy_evaluations_place').on(table.activityId, table.place)],
);
