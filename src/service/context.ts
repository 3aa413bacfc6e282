// What handlers receive, and their types, from the operations table.
import type { SQLWrapper } from 'drizzle-orm';
import type * as v from 'valibot';
import type { RandomBytes } from '../crypto/bytes.ts';
import type { Version } from '../protocol/operation-row.ts';
import type { Operations, QueryName, SubmitName } from '../protocol/operations.ts';
import type { Token } from './balances.ts';
import type { Chains } from './chains.ts';
import type { Origins } from './client-data.ts';
import type { Database } from './database.ts';
import type { Enclave } from './enclave.ts';
import type { Refusal } from './refusal.ts';
import type { UserRecord } from './users.ts';

/** What stamps: an API key or a passkey, whose record the service calls an authenticator. */
export type Credential = {
  readonly kind: 'api-key' | 'passkey';
  /** Id of the record. */
  readonly id: string;
  /** Lowercase hex for an API key, base64url of the COSE key for a passkey. */
  readonly publicKey: string;
  /** Milliseconds since the epoch, or Infinity. */
  readonly expiresAt: number;
};

/** The user whose credential stamped, or whose credential started the reading session. */
export type Caller = {
  readonly organizationId: string;
  readonly userId: string;
  /** Whether the user decides alone, with one credential, from any address (credentials.ts). */
  readonly actsAlone: boolean;
  readonly credential: Credential;
  /** Absent where every request reads the user again. */
  readonly seen?: SeenUser;
};

/** A user when their credential was read, and the revisions by which the claim knows whether that still holds. */
type SeenUser = {
  readonly record: UserRecord;
  /** The same, as the database gave it. */
  readonly text: string;
  readonly isRoot: boolean;
  readonly revision: string;
  readonly organizationRevision: string;
};

/** What a stamp leaves in a vote, so that anyone can verify it again (docs/protocol.md, Votes). */
type Proof = {
  readonly scheme: string;
  /** An API key's signature, lower-case hex; a passkey's stamp as it came. */
  readonly signature: string;
  /** For a passkey: its credential id and its signature count, 0 when it keeps none. */
  readonly passkeyUse?: { readonly credentialId: string; readonly signCount: number };
};

/** The caller, and what proved it. */
export type Authenticated = { readonly caller: Caller; readonly proof: Proof };

export type Context = {
  /**
   * For a {@link SubmitHandler}, the transaction that claimed the activity; effects go through it.
   */
  readonly db: Database;
  readonly caller: Caller;
  /** `caller.organizationId`. */
  readonly organizationId: string;
  /** Milliseconds since the epoch, the same moment for the whole request. */
  readonly now: number;
  readonly random: RandomBytes;
  readonly enclave: Enclave;
  /** The origin the caller used, for links to this service. */
  readonly origin: string;
  /** Accepted origins of passkeys. */
  readonly origins: Origins;
  readonly chains: Chains;
  /** Those whose balances are looked up. */
  readonly tokens: readonly Token[];
  /** The IP address that the request came from; another text where it isn't known. */
  readonly address: string;
};

/** What a client must know to use this service. */
export type ServiceInfo = {
  readonly organizationId: string;
  readonly organizationName: string;
  /** Hex of 65 bytes: the key that signs import bundles. */
  readonly enclaveQuorumPublic: string;
  /** Hex of 65 bytes: the key that signs code bundles and tokens. */
  readonly otpPublic: string;
};

type FirstVersion<N extends SubmitName> = Operations[N]['versions'][0];
/** Parsed parameters of an operation's first version. */
export type SubmitValues<N extends SubmitName> = v.InferOutput<FirstVersion<N>['parameters']>;
/** The result of an operation's first version. */
type SubmitResult<N extends SubmitName> = v.InferOutput<FirstVersion<N>['result']>;
export type QueryValues<N extends QueryName> = v.InferOutput<Operations[N]['parameters']>;
type QueryResult<N extends QueryName> = v.InferOutput<Operations[N]['result']>;

/**
 * Runs a submit. `values` has the types of the first version; a handler of a row with several
 * versions checks `version` and reads the members of the others itself. Throws `Refusal` to undo
 * everything.
 */
type SubmitHandler<N extends SubmitName> = (
  values: SubmitValues<N>,
  context: Context,
  version: Version,
) => Promise<SubmitResult<N>>;

/**
 * A {@link SubmitHandler} with what it refuses by the request alone: before anyone is asked whether it may be
 * carried out, so that nobody votes on what can't be.
 */
type CheckedSubmit<N extends SubmitName> = {
  readonly check: (values: SubmitValues<N>, context: Context) => void;
  readonly effect: SubmitHandler<N>;
};

/** What a submit does, known before it runs. */
export type PreparedSubmit<Result> = {
  readonly result: Result;
  /**
   * Not awaited here, and each with `returning`: they run with the claim as one statement. None
   * sees the effects of another. Each must change a row, or nothing happens.
   */
  readonly statements: readonly SQLWrapper[];
  /**
   * The refusal in that case: `broken` is the unique constraint in the way, or undefined when a
   * statement changed nothing. May read again, through `db`. A fault when left out.
   */
  readonly refusal?: (
    brokenConstraint: string | undefined,
    db: Database,
  ) => Refusal | Promise<Refusal>;
};

/**
 * Says what a submit does without doing it; it may read `context.db`. Takes a third of the time of
 * a {@link SubmitHandler}. For effects that don't read rows that must not change meanwhile.
 */
type SubmitPreparer<N extends SubmitName> = {
  readonly prepare: (
    values: SubmitValues<N>,
    context: Context,
    version: Version,
  ) => PreparedSubmit<SubmitResult<N>> | Promise<PreparedSubmit<SubmitResult<N>>>;
};

/** Answers a query. */
type QueryHandler<N extends QueryName> = (
  values: QueryValues<N>,
  context: Context,
) => Promise<QueryResult<N>>;

/** Some of the submit handlers, by name. */
export type SubmitHandlers<N extends SubmitName> = {
  readonly [K in N]: SubmitHandler<K> | SubmitPreparer<K> | CheckedSubmit<K>;
};
/** Some of the query handlers, by name. */
export type QueryHandlers<N extends QueryName> = { readonly [K in N]: QueryHandler<K> };
