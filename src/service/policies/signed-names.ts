// What a key is asked to sign, as conditions see it (docs/signing.md, What policies see).
import * as v from 'valibot';
import { addressOf } from '../../addresses/address.ts';
import { fromHex } from '../../crypto/bytes.ts';
import { chainIdOf } from '../../protocol/coins.ts';
import {
  EVM_CHAIN,
  HASH_FUNCTION,
  PAYLOAD_ENCODING,
  TRANSACTION_TYPE,
} from '../../protocol/enums.ts';
import type { AbiFunction } from '../../protocol/contract-interface.ts';
import { callsFunction, isPolicyInt, readContractCall } from '../../signing/contract-call.ts';
import type { EthereumTransaction } from '../../signing/ethereum-transaction.ts';
import { solanaNames } from '../../signing/solana-names.ts';
import type { TypedData, TypedValue } from '../../signing/typed-data.ts';
import { readCurrentValues } from '../older-versions.ts';
import { Refusal } from '../refusal.ts';
import { parseStoredBody } from '../request-body.ts';
import { askedOf, readAsked } from '../sends.ts';
import { curveOf, publicKeyOfSigner, type Signer } from '../signer.ts';
import { readPayload, readTransaction } from '../signing-request.ts';
import type { Names, Value } from './evaluate.ts';

const Payload = v.object({
  signWith: v.string(),
  payload: v.string(),
  encoding: v.picklist(PAYLOAD_ENCODING),
  hashFunction: v.picklist(HASH_FUNCTION),
});
const Transaction = v.object({
  signWith: v.string(),
  unsignedTransaction: v.string(),
  type: v.picklist(TRANSACTION_TYPE),
});
/** What is left to the service isn't known before, so conditions don't see it. */
const Sent = v.object({
  from: v.string(),
  caip2: v.picklist(EVM_CHAIN),
  calls: v.tuple([
    v.object({ to: v.string(), value: v.optional(v.string()), data: v.optional(v.string()) }),
  ]),
  nonce: v.optional(v.string()),
  gasLimit: v.optional(v.string()),
  maxFeePerGas: v.optional(v.string()),
  maxPriorityFeePerGas: v.optional(v.string()),
});
/** Of several payloads, conditions see none. */
const Others = v.object({ signWith: v.string() });
const SigningRequest = v.union([Payload, Transaction, Sent, Others]);
type SigningRequest = v.InferOutput<typeof SigningRequest>;

/** The address or id of what signs. */
export const signerNameOf = (request: SigningRequest): string =>
  'from' in request ? request.from : request.signWith;

/** What the bytes of an activity that signs ask for. */
export const signingRequestOf = (type: string, body: string): SigningRequest =>
  v.parse(SigningRequest, readCurrentValues(type, parseStoredBody(body).parameters));

/** The functions of each interface that the organization stored for a contract. */
export type InterfacesOf = (contract: string) => Promise<readonly (readonly AbiFunction[])[]>;

/** Nothing for what conditions can't name, or what can't be read any more: names of it are errors then. */
export async function signedNames(
  request: SigningRequest,
  signer: Signer,
  interfacesOf: InterfacesOf,
): Promise<Names> {
  try {
    if ('unsignedTransaction' in request || 'calls' in request) {
      const asked = 'calls' in request ? sentTransaction(request) : readTransaction(request);
      if (asked.chain === 'solana') return { solana: { tx: solanaNames(asked.transaction) } };
      const call = await callNames(asked.transaction, interfacesOf);
      return { eth: { tx: { ...transactionNames(asked.transaction, signer), ...call } } };
    }
    if (!('payload' in request)) return {};
    const payload = readPayload(request);
    if (payload.is === 'typed-data') return { eth: { eip_712: typedDataNames(payload.typedData) } };
    if (payload.is !== 'authorization') return {};
    const { address, chainId, nonce } = payload.authorization;
    return { eth: { eip_7702_authorization: ints({ chain_id: chainId, nonce }, { address }) } };
  } catch (error) {
    if (error instanceof Refusal) return {};
    throw error;
  }
}

const ints = (values: Readonly<Record<string, bigint | undefined>>, others: Names): Names => ({
  ...others,
  ...Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, bigint] => entry[1] !== undefined && isPolicyInt(entry[1]),
    ),
  ),
});

type FactsOfTransaction = Pick<EthereumTransaction, 'type' | 'to' | 'data'> & {
  readonly [K in keyof EthereumTransaction]?: EthereumTransaction[K] | undefined;
};

function sentTransaction(request: v.InferOutput<typeof Sent>) {
  const { gasLimit: gas, ...asked } = askedOf({ asked: readAsked(request) });
  const chainId = chainIdOf(request.caip2);
  const transaction: FactsOfTransaction = { type: 'TYPE_2', chainId, gas, ...asked };
  return { chain: 'ethereum', transaction } as const;
}

/** What the organization's interfaces say of a call. Arguments that can't be read aren't there. */
async function callNames(asked: FactsOfTransaction, interfacesOf: InterfacesOf): Promise<Names> {
  if (!callsFunction(asked)) return {};
  const call = readContractCall(await interfacesOf(asked.to), asked.data);
  return {
    function_name: call?.name,
    function_signature: call?.selector,
    contract_call_args: call?.arguments && Object.fromEntries(call.arguments),
  };
}

function transactionNames(transaction: FactsOfTransaction, signer: Signer): Names {
  const { type, to, data, maxFeePerGas } = transaction;
  const key = { curve: curveOf(signer), bytes: fromHex(publicKeyOfSigner(signer)) };
  const isAccount = key.curve === 'CURVE_SECP256K1';
  return ints(
    {
      value: transaction.value,
      gas: transaction.gas,
      // The publisher's page has it hold the other one where there is none.
      gas_price: transaction.gasPrice ?? maxFeePerGas,
      chain_id: transaction.chainId,
      nonce: transaction.nonce,
      max_fee_per_gas: maxFeePerGas,
      max_priority_fee_per_gas: transaction.maxPriorityFeePerGas,
      max_fee_per_blob_gas: transaction.maxFeePerBlobGas,
    },
    { type, to, data, ...(isAccount && { from: addressOf('ADDRESS_FORMAT_ETHEREUM', key) }) },
  );
}

const DOMAIN_NAMES: Readonly<Record<string, string>> = {
  name: 'name',
  version: 'version',
  chainId: 'chain_id',
  verifyingContract: 'verifying_contract',
};

function typedDataNames({ primaryType, domain, message }: TypedData): Names {
  const members = [...domain.members].flatMap(([member, value]) => {
    const name = DOMAIN_NAMES[member];
    return name === undefined ? [] : [[name, typedValue(value)] as const];
  });
  return {
    primary_type: primaryType,
    domain: Object.fromEntries(members),
    message: typedValue(message),
  };
}

function typedValue(value: TypedValue): Value {
  if (value.is === 'atom') return value.value;
  if (value.is === 'list') return value.items.map(typedValue);
  return Object.fromEntries([...value.members].map(([name, one]) => [name, typedValue(one)]));
}
