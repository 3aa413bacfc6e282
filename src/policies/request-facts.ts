import type { PolicyFacts } from '../protocol/policy-facts.ts';
import { doubtful, unknown, type ApprovingVote, type Fact, type Facts } from './facts.ts';
import type { RequestQuestion } from './prediction.ts';
import type { Values } from '../protocol/parse.ts';

/*
 * A request as policies see it (docs/policies.md, Names), made from what the operations table says of
 * it. What the table doesn't know of isn't known.
 */

/** A user of the organization, as far as policies read them. */
export type UserFacts = {
  readonly userId: string;
  readonly userTags: readonly string[];
  readonly userEmail?: string | null | undefined;
};

/** A user as a consensus sees them. `user` undefined: only the id is known. */
export function userFact(userId: string | undefined, user: UserFacts | undefined): Fact {
  if (userId === undefined) return unknown('submitter_unread');
  const unread = unknown('submitter_unread');
  return {
    id: userId,
    tags: user?.userTags ?? unread,
    email: user ? (user.userEmail ?? '') : unread,
    // No answer of the service has it.
    alias: unread,
  };
}

/** What is known of the credential that stamps. */
export type CredentialFacts = {
  readonly isPasskey: boolean;
  readonly id?: string | undefined;
  readonly type?: string | undefined;
  /** Of a passkey, base64url. */
  readonly credentialId?: string | undefined;
  /** Of an API key, compressed hex. */
  readonly publicKey?: string | undefined;
};

const PASSKEY_TYPE = 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR';

export function credentialFact(userId: string | undefined, known: CredentialFacts): Fact {
  const unread = unknown('credential_unread');
  return {
    id: known.id ?? unread,
    user_id: userId ?? unread,
    type: known.isPasskey ? PASSKEY_TYPE : (known.type ?? unread),
    public_key: known.publicKey ?? unread,
    ...(known.isPasskey && { credential_id: known.credentialId ?? unread }),
  };
}

const KIND = /^ACTIVITY_TYPE_(.+?)(?:_V\d+)?$/;
/** Only requests of these act on a wallet or a key as a policy sees one. */
const TARGETED: readonly string[] = ['SIGN', 'EXPORT'];

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const unwritten = unknown('parameters_later', true);
const exactFact = (value: unknown): Fact => (typeof value === 'string' ? value : unwritten);

function parameterFact(value: unknown): Fact {
  if (Array.isArray(value)) return value.map(parameterFact);
  // The service writes IDs in lower case, whatever was sent.
  return typeof value === 'string' && value === value.toLowerCase() ? value : unwritten;
}
type Target = NonNullable<Extract<PolicyFacts, object>['target']>;

type RequestedActivity = {
  /** Such as `ACTIVITY_TYPE_UPDATE_WALLET`. */
  readonly type: string;
  /** What the operations table says; undefined for an operation that it doesn't have. */
  readonly policy: PolicyFacts | undefined;
  readonly parameters: Values;
  /** What it signs or sends, where that was read. */
  readonly signed?: SignedThing | undefined;
};

/**
 * `as`: `solana.tx`, or what it is under `eth`; undefined for what conditions can't name. `unknown`: names that
 * may be there, or paths to one in a list (`instructions.0.accounts`).
 */
export type SignedThing = {
  readonly as: 'solana' | 'tx' | 'eip_712' | 'eip_7702_authorization' | undefined;
  readonly names: { readonly [name: string]: Plain };
  readonly unknown: readonly string[];
};
type Plain =
  boolean | bigint | string | readonly (Plain | undefined)[] | { readonly [name: string]: Plain };

function activityFacts({ type, policy, parameters }: RequestedActivity): Facts {
  const kind = KIND.exec(type)?.[1];
  const other = unknown('other_activity');
  const known = typeof policy === 'object' ? policy : undefined;
  const named = (names: readonly string[] = [], fact: (value: unknown) => Fact) =>
    names.map((name) => [snake(name), fact(parameters[name])] as const);
  const params = [...named(known?.params, parameterFact), ...named(known?.exactParams, exactFact)];
  return {
    type,
    kind: kind ?? other,
    resource: known?.resource ?? other,
    action: known?.action ?? other,
    params: known ? Object.fromEntries(params) : unknown('other_activity', true),
  };
}

const TARGETS = ['wallet', 'wallets', 'private_key', 'wallet_account'];
const TRANSACTIONS = ['eth', 'solana', 'tron', 'bitcoin', 'tempo', 'secret'];

const later = unknown('target_unread');

/** What a policy sees of an exported record besides the member by which the request names it. */
const EXPORTED: Readonly<Record<Target['recordKind'], { name: string; by: string; rest: Facts }>> =
  {
    wallet: { name: 'wallet', by: 'id', rest: { imported: later, exported: later, label: later } },
    privateKey: {
      name: 'private_key',
      by: 'id',
      rest: { tags: later, imported: later, exported: later, label: later },
    },
    walletAccount: {
      name: 'wallet_account',
      by: 'address',
      rest: { path_indexes: later, path_hardened: later },
    },
  };

/** The record that a request lets out, taken to exist. That an account's wallet is named too is inferred. */
function targetFacts({ recordKind, field }: Target, parameters: Values): Facts {
  const { name, by, rest } = EXPORTED[recordKind];
  const named = parameters[field];
  // Addresses are told apart by case, ids are not.
  const text = typeof named === 'string' && by === 'id' ? named.toLowerCase() : named;
  const fact = { ...rest, [by]: typeof text === 'string' ? text : later };
  const wallet = recordKind === 'walletAccount' && { wallet: unknown('target_unread', true) };
  return { ...wallet, [name]: fact };
}

const isPlainList = (plain: Plain): plain is readonly (Plain | undefined)[] => Array.isArray(plain);

/** Whether a number of typed data beyond 128 bits has a value isn't published. */
function messageFact(plain: Plain): Fact {
  if (typeof plain === 'bigint') {
    return BigInt.asIntN(128, plain) === plain ? plain : doubtful(plain);
  }
  if (typeof plain !== 'object') return plain;
  if (isPlainList(plain)) return plain.map((one) => one && messageFact(one));
  const members = Object.entries(plain).map(([name, one]) => [name, messageFact(one)] as const);
  return Object.fromEntries(members);
}

/** Whether what a domain leaves out is missing or empty isn't published. */
const NO_DOMAIN: Facts = {
  name: doubtful(''),
  version: doubtful(''),
  chain_id: doubtful(0n),
  verifying_contract: doubtful(''),
};

function typedDataFacts({ domain, message, ...others }: SignedThing['names']): Facts {
  const given = typeof domain === 'object' && !isPlainList(domain) ? domain : {};
  const seen = message === undefined ? {} : { message: messageFact(message) };
  return { ...others, ...seen, domain: { ...NO_DOMAIN, ...given } };
}

/** One thing that is signed and was read; or whatever it is. */
function signedFacts({ signed }: RequestedActivity): Facts {
  if (!signed) return Object.fromEntries(TRANSACTIONS.map((name) => [name, whatever]));
  const { as, names } = signed;
  if (as === undefined) return {};
  if (as === 'eip_712') return { eth: { [as]: typedDataFacts(names) } };
  const seen = signed.unknown.reduce<Fact>(
    (fact, path) => withUnknown(fact, path.split('.')),
    names,
  );
  return as === 'solana' ? { solana: { tx: seen } } : { eth: { [as]: seen } };
}

const whatever = unknown('transaction', true);

/** A fact of which one member isn't known. */
function withUnknown(fact: Fact | undefined, [name, ...rest]: readonly string[]): Fact {
  if (name === undefined) return whatever;
  if (isFactList(fact)) {
    return fact.map((one, at) => (String(at) === name ? withUnknown(one, rest) : one));
  }
  const members: Facts = isFacts(fact) ? fact : {};
  return { ...members, [name]: withUnknown(members[name], rest) };
}
const isFactList = (fact: Fact | undefined): fact is readonly (Fact | undefined)[] =>
  Array.isArray(fact);
const isFacts = (fact: Fact | undefined): fact is Facts => typeof fact === 'object';

/** What a condition may name of a request. */
function conditionFacts(activity: RequestedActivity): Facts {
  const { policy, parameters } = activity;
  const controls = unknown('control', true);
  // A condition that reads the activity has no value there, MFA policies' included.
  if (policy === 'root_quorum') return { controls };
  const shared = { activity: activityFacts(activity), controls };
  if (typeof policy === 'object' && policy.target) {
    return { ...shared, ...targetFacts(policy.target, parameters) };
  }
  const isTargeted = typeof policy !== 'object' || TARGETED.includes(policy.action);
  const targets = TARGETS.map((name) => [name, unknown('target_unread', true)] as const);
  return {
    ...shared,
    ...(isTargeted && { ...Object.fromEntries(targets), ...signedFacts(activity) }),
  };
}

/** Whether it changes credentials of the one who asks; undefined if that isn't known. */
function isOwnCredential(activity: RequestedActivity, userId: string | undefined) {
  const { policy, parameters } = activity;
  if (typeof policy === 'object' && policy.resource !== 'CREDENTIAL') return false;
  const named = parameters['userId'];
  if (typeof policy !== 'object' || typeof named !== 'string') return undefined;
  return userId === undefined ? undefined : named.toLowerCase() === userId;
}

/** The question that policies are asked about a request. */
export function requestQuestion(
  activity: RequestedActivity,
  votes: readonly ApprovingVote[],
  submitterId: string | undefined,
  nowMs: number | undefined,
): RequestQuestion {
  return {
    facts: conditionFacts(activity),
    votes,
    nowMs,
    isRootOnly: activity.policy === 'root_quorum',
    isOwnCredential: isOwnCredential(activity, submitterId),
  };
}
