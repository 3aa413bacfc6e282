// The names that a policy's clauses may use (docs/policies.md, Names).
import {
  ANY,
  BOOL,
  INT,
  listOf,
  mapOf,
  STRING,
  structOf,
  TIMESTAMP,
  type Checker,
  type Type,
} from './check-clause.ts';

const user = structOf({ id: STRING, tags: listOf(STRING), email: STRING, alias: STRING });

const credential = structOf({
  id: STRING,
  user_id: STRING,
  type: STRING,
  credential_id: STRING,
  public_key: STRING,
});

/** What some activity shows of its parameters; every other parameter stays hidden. */
const params = structOf({
  hash_function: STRING,
  encoding: STRING,
  type: STRING,
  user_ids: listOf(STRING),
  user_id: STRING,
  api_key_ids: listOf(STRING),
  target_public_key: STRING,
  wallet_id: STRING,
  otp_length: INT,
  session_profile_id: STRING,
  endpoint_id: STRING,
});

const wallet = structOf({ id: STRING, imported: BOOL, exported: BOOL, label: STRING });

const ethTx = structOf({
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
  contract_call_args: ANY,
});

const condition: Readonly<Record<string, Type>> = {
  activity: structOf({ type: STRING, kind: STRING, resource: STRING, action: STRING, params }),
  wallet,
  wallets: listOf(wallet),
  private_key: structOf({
    id: STRING,
    tags: listOf(STRING),
    imported: BOOL,
    exported: BOOL,
    label: STRING,
  }),
  wallet_account: structOf({
    address: STRING,
    path_indexes: listOf(INT),
    path_hardened: listOf(BOOL),
  }),
  eth: structOf({ tx: ethTx, eip_712: ANY, eip_7702_authorization: ANY }),
  solana: structOf({ tx: ANY }),
  tron: structOf({ tx: ANY }),
  bitcoin: structOf({ tx: ANY }),
  tempo: structOf({ tx: ANY }),
  controls: mapOf(BOOL),
  secret: structOf({ static_properties: mapOf(STRING) }),
};

/** The clauses of a policy. */
export type ClauseName = 'consensus' | 'condition' | 'time';

/** What each clause may use. */
export const CLAUSES: Readonly<Record<ClauseName, Checker>> = {
  consensus: { scope: { approvers: listOf(user), credentials: listOf(credential) }, isTime: false },
  condition: { scope: condition, isTime: false },
  time: { scope: { time: structOf({ now: TIMESTAMP }) }, isTime: true },
};
