import type { PolicyClause } from '../protocol/fields.ts';
import {
  BOOL,
  INT,
  listOf,
  mapOf,
  STRING,
  structOf,
  TIMESTAMP,
  UINT,
  type ValueType,
} from './value-type.ts';

/*
 * The one list of every member that the publisher names, with its type (docs/policies.md, Names). A
 * clause that names another is refused when it is stored. docs/policy-members.md is made from it.
 */

/** The clauses of a policy. */
export const CLAUSES = [
  'consensus',
  'condition',
  'time',
] as const satisfies readonly PolicyClause[];
export type ClauseName = PolicyClause;

const STRINGS = listOf(STRING);
const INTS = listOf(INT);
/** A text of which isn't published whether upper and lower case are told apart. */
const ADDRESS: ValueType = { is: 'string', letterCase: 'unpublished' };
const FOLDED: ValueType = { is: 'string', letterCase: 'folds' };
const MAYBE_EMPTY: ValueType = { is: 'string', mayBeEmpty: true };
/** Arguments of a call, as the contract's or program's interface describes them. */
const ARGUMENTS = mapOf({ is: 'value', isDotted: true });

const USER = structOf({ id: STRING, tags: STRINGS, email: STRING, alias: STRING });

const CREDENTIAL = structOf({
  id: STRING,
  user_id: STRING,
  type: STRING,
  credential_id: MAYBE_EMPTY,
  public_key: STRING,
});

const DERIVATION = structOf({
  type: STRING,
  signing_leaf: structOf({ leaf_id: STRING }),
  static_deposit: structOf({ index: INT }),
});
const OPERATOR_RECIPIENTS = listOf(
  structOf({ operator_id: STRING, encryption_public_key: STRING }),
);

const SPARK_PARAMETERS = {
  signatures: listOf(
    structOf({
      derivation: DERIVATION,
      message: STRING,
      verifying_key: STRING,
      operator_commitments: listOf(structOf({ id: STRING, hiding: STRING, binding: STRING })),
      adaptor_public_key: STRING,
    }),
  ),
  transfer: structOf({
    transfer_id: STRING,
    leaves: listOf(
      structOf({
        leaf_id: STRING,
        old_leaf_derivation: DERIVATION,
        new_leaf_derivation: DERIVATION,
        refund_signature: STRING,
        direct_refund_signature: STRING,
        direct_from_cpfp_refund_signature: STRING,
      }),
    ),
    threshold: INT,
    operator_recipients: OPERATOR_RECIPIENTS,
    receiver_public_key: STRING,
  }),
  claim: structOf({
    leaves: listOf(structOf({ leaf_id: STRING, ciphertext: STRING, sender_signature: STRING })),
    threshold: INT,
    operator_recipients: OPERATOR_RECIPIENTS,
    transfer_id: STRING,
    sender_identity_public_key: STRING,
  }),
  lightning_receive: structOf({ threshold: INT, operator_recipients: OPERATOR_RECIPIENTS }),
};

const SWAP_AND_EARN_PARAMETERS = {
  input_token: STRING,
  output_token: STRING,
  input_amount: UINT,
  slippage_bps: UINT,
  destination_address: STRING,
  wallet_account: STRING,
  provider: STRING,
  min_output_amount: UINT,
  slippage: UINT,
  sponsor: BOOL,
  quote_id: STRING,
  evm_nonce: STRING,
  recent_blockhash: STRING,
  quoted_output_amount: UINT,
  wrapper_address: STRING,
  chain: STRING,
  assets: UINT,
  amount_value: STRING,
  vault_address: STRING,
  client_fee_wallet: STRING,
  client_fee_bps: UINT,
  deposits_disabled: BOOL,
};

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
  sign_with: STRING,
  ...SPARK_PARAMETERS,
  ...SWAP_AND_EARN_PARAMETERS,
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
  path_indexes: INTS,
  path_hardened: listOf(BOOL),
});

const ETHEREUM = structOf({
  tx: structOf({
    from: ADDRESS,
    to: ADDRESS,
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
    function_name: MAYBE_EMPTY,
    function_signature: MAYBE_EMPTY,
    contract_call_args: ARGUMENTS,
  }),
  eip_712: structOf({
    primary_type: STRING,
    domain: structOf({
      name: STRING,
      version: STRING,
      chain_id: UINT,
      verifying_contract: ADDRESS,
    }),
    // Its members are written in brackets only, however deep.
    message: mapOf({ is: 'value', isDotted: false }),
  }),
  eip_7702_authorization: structOf({ address: ADDRESS, chain_id: INT, nonce: INT }),
});

const SOLANA_LOOKUPS = listOf(
  structOf({ address_table_key: STRING, writable_indexes: INTS, readonly_indexes: INTS }),
);

const SOLANA_TRANSACTION = structOf({
  account_keys: STRINGS,
  program_keys: STRINGS,
  instructions: listOf(
    structOf({
      program_key: STRING,
      accounts: listOf(structOf({ account_key: STRING, signer: BOOL, writable: BOOL })),
      instruction_data_hex: STRING,
      address_table_lookups: SOLANA_LOOKUPS,
      parsed_instruction_data: structOf({
        instruction_name: STRING,
        discriminator: STRING,
        // One page has the singular, another the plural.
        named_account: mapOf(STRING),
        named_accounts: mapOf(STRING),
        program_call_args: ARGUMENTS,
      }),
    }),
  ),
  transfers: listOf(structOf({ from: STRING, to: STRING, amount: INT })),
  spl_transfers: listOf(
    structOf({
      from: STRING,
      to: STRING,
      amount: INT,
      owner: STRING,
      signers: STRINGS,
      token_mint: STRING,
    }),
  ),
  recent_blockhash: STRING,
  address_table_lookups: SOLANA_LOOKUPS,
  version: STRING,
  priority_fee_lamports: INT,
  compute_unit_limit: INT,
  loaded_accounts_data_size_limit: INT,
  heap_size: INT,
});

const TRON_KEY: ValueType = {
  ...structOf({ address: STRING, weight: INT }),
  mayBeList: true,
};
const TRON_PERMISSION = structOf({
  type: STRING,
  permission_name: STRING,
  operations: STRING,
  id: INT,
  threshold: INT,
  parent_id: INT,
  keys: TRON_KEY,
});

const TRON_TRANSACTION = structOf({
  ref_block_bytes: STRING,
  ref_block_hash: STRING,
  data: STRING,
  expiration: INT,
  timestamp: INT,
  fee_limit: INT,
  contract: listOf(
    structOf({
      type: STRING,
      permission_id: INT,
      owner_address: STRING,
      to_address: STRING,
      amount: INT,
      contract_address: STRING,
      data: STRING,
      call_value: INT,
      call_token_value: INT,
      token_id: INT,
      resource: STRING,
      balance: INT,
      receiver_address: STRING,
      lock: BOOL,
      lock_period: INT,
      frozen_balance: INT,
      unfreeze_balance: INT,
      owner: TRON_PERMISSION,
      witness: TRON_PERMISSION,
      actives: listOf(TRON_PERMISSION),
    }),
  ),
});

const BITCOIN_TRANSACTION = structOf({
  version: STRING,
  inputs: listOf(structOf({ tx_id: STRING, vout: INT, sequence: INT })),
  outputs: listOf(
    structOf({ value: INT, script_pubkey: STRING, address: STRING, address_type: ADDRESS }),
  ),
  locktime: structOf({ amount: INT, type: STRING }),
  fee: INT,
});

const TEMPO_TRANSACTION = structOf({
  chain_id: INT,
  nonce: INT,
  gas_limit: INT,
  max_fee_per_gas: INT,
  max_priority_fee_per_gas: INT,
  valid_before: INT,
  valid_after: INT,
  from: ADDRESS,
  fee_token: ADDRESS,
  calls: listOf(structOf({ to: ADDRESS, input: FOLDED, function_signature: STRING })),
});

/** What each clause may name. */
export const PUBLISHED_NAMES = {
  consensus: structOf({ approvers: listOf(USER), credentials: listOf(CREDENTIAL) }),
  condition: structOf({
    activity: ACTIVITY,
    wallet: WALLET,
    wallets: listOf(WALLET),
    private_key: PRIVATE_KEY,
    wallet_account: WALLET_ACCOUNT,
    eth: ETHEREUM,
    solana: structOf({ tx: SOLANA_TRANSACTION }),
    tron: structOf({ tx: TRON_TRANSACTION }),
    bitcoin: structOf({ tx: BITCOIN_TRANSACTION }),
    tempo: structOf({ tx: TEMPO_TRANSACTION }),
    controls: { is: 'map', of: BOOL, isDotted: true },
    secret: structOf({ static_properties: mapOf(STRING) }),
  }),
  time: structOf({ time: structOf({ now: TIMESTAMP }) }),
} as const satisfies Readonly<Record<ClauseName, ValueType>>;
