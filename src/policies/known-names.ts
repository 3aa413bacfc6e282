import type { PolicyClause } from '../protocol/fields.ts';

/*
 * What each clause may name, and of which type it is (docs/policies.md, Names).
 */

/** The clauses of a policy. */
export const CLAUSES = [
  'consensus',
  'condition',
  'time',
] as const satisfies readonly PolicyClause[];
export type ClauseName = PolicyClause;

/**
 * A type of the language. `any`: what this page doesn't know the type of, such as the members of a
 * transaction on a chain that is not described here; it fits everywhere.
 */
export type ValueType =
  | { readonly is: 'bool' | 'int' | 'string' | 'timestamp' | 'any' }
  | { readonly is: 'list'; readonly of: ValueType }
  | { readonly is: 'map'; readonly of: ValueType }
  | { readonly is: 'struct'; readonly members: Readonly<Record<string, ValueType>> };

export const BOOL: ValueType = { is: 'bool' };
export const INT: ValueType = { is: 'int' };
export const STRING: ValueType = { is: 'string' };
export const TIMESTAMP: ValueType = { is: 'timestamp' };
export const ANY: ValueType = { is: 'any' };

export const listOf = (of: ValueType): ValueType => ({ is: 'list', of });
const mapOf = (of: ValueType): ValueType => ({ is: 'map', of });

/** No prototype: `constructor` is a name like any other, and unknown. */
export function structOf(members: Readonly<Record<string, ValueType>>): ValueType {
  return { is: 'struct', members: Object.assign(Object.create(null), members) as typeof members };
}

const STRINGS = listOf(STRING);

const USER = structOf({ id: STRING, tags: STRINGS, email: STRING, alias: STRING });

const CREDENTIAL = structOf({
  id: STRING,
  user_id: STRING,
  type: STRING,
  credential_id: STRING,
  public_key: STRING,
});

/** What any activity shows of its parameters: each one shows few of these. */
const PARAMETERS = structOf({
  hash_function: STRING,
  encoding: STRING,
  type: STRING,
  user_ids: STRINGS,
  user_id: STRING,
  api_key_ids: STRINGS,
  target_public_key: STRING,
  wallet_id: STRING,
  otp_length: INT,
  session_profile_id: STRING,
  endpoint_id: STRING,
});

const ACTIVITY = structOf({
  type: STRING,
  kind: STRING,
  resource: STRING,
  action: STRING,
  params: PARAMETERS,
});

const IMPORTED = { imported: BOOL, exported: BOOL, label: STRING };
const WALLET = structOf({ id: STRING, ...IMPORTED });
const PRIVATE_KEY = structOf({ id: STRING, tags: STRINGS, ...IMPORTED });

const WALLET_ACCOUNT = structOf({
  address: STRING,
  path_indexes: listOf(INT),
  path_hardened: listOf(BOOL),
});

const ETHEREUM_TRANSACTION = structOf({
  from: STRING,
  to: STRING,
  data: STRING,
  value: INT,
  gas: INT,
  gas_price: INT,
  chain_id: INT,
  nonce: INT,
  max_fee_per_gas: INT,
  max_priority_fee_per_gas: INT,
  max_fee_per_blob_gas: INT,
  type: STRING,
  function_name: STRING,
  function_signature: STRING,
  contract_call_args: mapOf(ANY),
});

/** Members of it are the chain's own. */
const TRANSACTION = structOf({ tx: ANY });

const NAMES: Readonly<Record<ClauseName, ValueType>> = {
  consensus: structOf({ approvers: listOf(USER), credentials: listOf(CREDENTIAL) }),
  condition: structOf({
    activity: ACTIVITY,
    wallet: WALLET,
    wallets: listOf(WALLET),
    private_key: PRIVATE_KEY,
    wallet_account: WALLET_ACCOUNT,
    eth: structOf({ tx: ETHEREUM_TRANSACTION, eip_712: ANY, eip_7702_authorization: ANY }),
    solana: TRANSACTION,
    tron: TRANSACTION,
    bitcoin: TRANSACTION,
    tempo: TRANSACTION,
    controls: mapOf(BOOL),
    secret: structOf({ static_properties: mapOf(STRING) }),
  }),
  time: structOf({ time: structOf({ now: TIMESTAMP }) }),
};

/** The type of a name in a clause; undefined if the clause has no such name. */
export function typeOfName(clause: ClauseName, name: string): ValueType | undefined {
  return memberType(NAMES[clause], name);
}

/** The clause that has a name, for a name in the wrong one. */
export function clauseOfName(name: string): ClauseName | undefined {
  return CLAUSES.find((clause) => typeOfName(clause, name) !== undefined);
}

/** The type of a member; undefined if there is none. A map has a member of any name. */
export function memberType(type: ValueType, name: string): ValueType | undefined {
  if (type.is === 'any') return ANY;
  if (type.is === 'map') return type.of;
  return type.is === 'struct' ? type.members[name] : undefined;
}

/** What a type is called, for a sentence about types that don't fit. */
export function typeName(type: ValueType): string {
  return type.is === 'list' ? `list<${typeName(type.of)}>` : type.is;
}

/** Whether a value of one type may stand where another is wanted. */
export function fits(one: ValueType, other: ValueType): boolean {
  if (one.is === 'any' || other.is === 'any') return true;
  if (one.is === 'list' && other.is === 'list') return fits(one.of, other.of);
  if (one.is === 'map' && other.is === 'map') return fits(one.of, other.of);
  if (one.is === 'struct' && other.is === 'struct') {
    const names = Object.keys(one.members);
    return (
      names.length === Object.keys(other.members).length &&
      names.every((name) => {
        const [mine, theirs] = [one.members[name], other.members[name]];
        return mine !== undefined && theirs !== undefined && fits(mine, theirs);
      })
    );
  }
  return one.is === other.is;
}
