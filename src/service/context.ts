// What handlers are given, and the shape of one: typed from the operations table.
import type { SQLWrapper } from 'drizzle-orm';
import type * as v from 'valibot';
import type { RandomBytes } from '../crypto/bytes.ts';
import type { Version } from '../protocol/operation-row.ts';
import type { Operations, QueryName, SubmitName } from '../protocol/operations.ts';
import type { Origins } from './client-data.ts';
import type { Database } from './database.ts';
import type { Enclave } from './enclave.ts';
import type { Refusal } from './refusal.ts';

/** What stamps: an API key, or a passkey, whose record the service calls authenticator. */
export type Credential = {
  readonly kind: 'api-key' | 'passkey';
  /** Id of the record. */
  readonly id: string;
  /** Lower-case hex of an API key, base64url of a passkey's COSE key. */
  readonly publicKey: string;
  /** Milliseconds since the epoch, or Infinity. */
  readonly expiresAt: number;
};

/** The user whose credential stamped, or began the session that reads. */
export type Caller = {
  readonly organizationId: string;
  readonly userId: string;
  /** Whether the user may act: only root users may, no policies exist here. */
  readonly isRoot: boolean;
  readonly credential: Credential;
};

export type Context = {
  /** For a {@link SubmitHandler}, the transaction that claimed the activity: all effects go through it. */
  readonly db: Database;
  readonly caller: Caller;
  /** `caller.organizationId`. */
  readonly organizationId: string;
  /** Milliseconds since the epoch, one moment for the whole request. */
  readonly now: number;
  readonly random: RandomBytes;
  readonly enclave: Enclave;
  /** Origin that the caller reached, for links to this service. */
  readonly origin: string;
  /** Origins that passkeys are taken from. */
  readonly origins: Origins;
};

/** What a client must know to use this service. */
export type ServiceInfo = {
  readonly organizationId: string;
  readonly organizationName: string;
  /** Hex of 65 bytes: signs import bundles. */
  readonly enclaveQuorumPublic: string;
  /** Hex of 65 bytes: signs code bundles and tokens. */
  readonly otpPublic: string;
};

type FirstVersion<N extends SubmitName> = Operations[N]['versions'][0];
/** Parsed parameters of an operation's first version. */
export type SubmitValues<N extends SubmitName> = v.InferOutput<FirstVersion<N>['parameters']>;
/** What an operation's first version answers. */
export type SubmitResult<N extends SubmitName> = v.InferOutput<FirstVersion<N>['result']>;
export type QueryValues<N extends QueryName> = v.InferOutput<Operations[N]['parameters']>;
export type QueryResult<N extends QueryName> = v.InferOutput<Operations[N]['result']>;

/**
 * Carries a submit out. `values` are typed by the first version; a row with several versions looks
 * at `version` and reads the members of the others itself. Throws `Refusal` to undo everything.
 */
export type SubmitHandler<N extends SubmitName> = (
  values: SubmitValues<N>,
  context: Context,
  version: Version,
) => Promise<SubmitResult<N>>;

/** What a submit does, known before anything is done. */
export type PreparedSubmit<Result> = {
  readonly result: Result;
  /**
   * Not awaited here, and each with `returning`: they run with the claim as one statement. None sees
   * what another one did, and each must change a row, or nothing is done.
   */
  readonly statements: readonly SQLWrapper[];
  /**
   * What is said then: `broken` is the unique constraint in the way, or undefined when a statement
   * changed nothing. May look again, by `db`. A fault when left out.
   */
  readonly refusal?: (
    brokenConstraint: string | undefined,
    db: Database,
  ) => Refusal | Promise<Refusal>;
};

/**
 * Says what a submit does without doing it; `context.db` may be read. A third of the time of a
 * {@link SubmitHandler}, for what needs no look at rows that must not change meanwhile.
 */
export type SubmitPreparer<N extends SubmitName> = {
  readonly prepare: (
    values: SubmitValues<N>,
    context: Context,
    version: Version,
  ) => PreparedSubmit<SubmitResult<N>> | Promise<PreparedSubmit<SubmitResult<N>>>;
};

/** Answers a query. */
export type QueryHandler<N extends QueryName> = (
  values: QueryValues<N>,
  context: Context,
) => Promise<QueryResult<N>>;

/** Some of the submit handlers, by name. */
export type SubmitHandlers<N extends SubmitName> = {
  readonly [K in N]: SubmitHandler<K> | SubmitPreparer<K>;
};
/** Some of the query handlers, by name. */
export type QueryHandlers<N extends QueryName> = { readonly [K in N]: QueryHandler<K> };
