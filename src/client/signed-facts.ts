import * as v from 'valibot';
import { contractChain } from '../protocol/contract-chain.ts';
import { readFunctions, type AbiFunction } from '../protocol/contract-interface.ts';
import { ETHEREUM_ADDRESS } from '../protocol/ethereum-address.ts';
import type { Values } from '../protocol/parse.ts';
import { smartContractInterface } from '../protocol/service-records.ts';
import { callsFunction, isPolicyInt, readContractCall } from '../signing/contract-call.ts';
import { solanaNames } from '../signing/solana-names.ts';
import {
  readSigned,
  type Authorization,
  type ShownTransaction,
  type SolanaTransaction,
  type TypedData,
  type TypedValue,
} from './signing.ts';

/*
 * What a request signs, as conditions see it (docs/signing.md, What policies see), and what of it nobody
 * knows before the service decides. Load lazily: it comes with curves and codecs.
 */

type SignedFact =
  string | bigint | boolean | readonly (SignedFact | undefined)[] | SignedFacts['names'];

/** What is in neither is missing, and an error where a policy names it. */
export type SignedFacts = {
  /** `solana.tx`, or what it is under `eth`; undefined for bytes and texts, of which conditions see nothing. */
  readonly as: 'solana' | 'tx' | 'eip_712' | 'eip_7702_authorization' | undefined;
  readonly names: { readonly [name: string]: SignedFact };
  /** They may be there, with any value. Names, or paths to one in a list: `instructions.0.accounts`. */
  readonly unknown: readonly string[];
};

type CallFacts = Pick<SignedFacts, 'names' | 'unknown'>;

const CALL = ['function_name', 'function_signature', 'contract_call_args'];
/** What a service that sends takes from the chain, or chooses. */
const SENT = ['type', 'gas_price', 'max_fee_per_blob_gas'];

const Interfaces = v.object({ smartContractInterfaces: v.array(smartContractInterface) });
const ETHEREUM = 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM';

/** The functions of each interface of a contract, in a list of them; undefined for what is no such list. */
function interfacesOf(
  answer: unknown,
  contract: string,
): readonly (readonly AbiFunction[])[] | undefined {
  const parsed = v.safeParse(Interfaces, answer);
  if (!parsed.success) return undefined;
  return parsed.output.smartContractInterfaces
    .filter(({ type }) => contractChain(type) === ETHEREUM)
    .filter((one) => one.smartContractAddress.toLowerCase() === contract.toLowerCase())
    .map((one) => readFunctions(one.smartContractInterface));
}

function callFacts(transaction: ShownTransaction, answer: unknown): CallFacts {
  if (!callsFunction(transaction)) return { names: {}, unknown: [] };
  const interfaces = interfacesOf(answer, transaction.to);
  if (!interfaces) return { names: {}, unknown: CALL };
  if (interfaces.length === 0) return { names: {}, unknown: [] };
  const call = readContractCall(interfaces, transaction.data);
  // What becomes of it isn't published (docs/policies.md, Calls of contracts).
  if (!call?.arguments) return { names: {}, unknown: CALL };
  return {
    names: {
      function_name: call.name,
      function_signature: call.selector,
      contract_call_args: Object.fromEntries(call.arguments),
    },
    unknown: [],
  };
}

/** Beyond 128 bits an int has no value. */
const ints = (values: Readonly<Record<string, bigint | undefined>>): SignedFacts['names'] =>
  Object.fromEntries(
    Object.entries(values).filter(
      (one): one is [string, bigint] => one[1] !== undefined && isPolicyInt(one[1]),
    ),
  );

/** Whether it calls a contract, so that the organization's interfaces say more of it. */
export function callsContract(parameters: Values): boolean {
  const [first, ...others] = readSigned(parameters);
  return others.length === 0 && first?.is === 'transaction' && callsFunction(first.transaction);
}

function transactionFacts(
  transaction: ShownTransaction,
  signWith: unknown,
  interfaces: unknown,
): SignedFacts {
  const { to, data, type, sender, maxFeePerGas } = transaction;
  const from = sender?.address ?? signWith;
  const isFromKnown = typeof from === 'string' && ETHEREUM_ADDRESS.test(from);
  const numbers = {
    value: transaction.value,
    chain_id: transaction.chainId,
    nonce: transaction.nonce,
    gas: transaction.gas,
    gas_price: transaction.gasPrice ?? maxFeePerGas,
    max_fee_per_gas: maxFeePerGas,
    max_priority_fee_per_gas: transaction.maxPriorityFeePerGas,
    max_fee_per_blob_gas: transaction.maxFeePerBlobGas,
  };
  const call = callFacts(transaction, interfaces);
  const names = {
    ...ints(numbers),
    to,
    data,
    ...(type !== undefined && { type }),
    ...(isFromKnown && { from }),
    ...call.names,
  };
  const open = sender
    ? [...SENT, 'nonce', 'gas', 'max_fee_per_gas', 'max_priority_fee_per_gas']
    : [];
  const given = new Map<string, bigint | undefined>(Object.entries(numbers));
  const unknown = [
    ...open.filter((name) => given.get(name) === undefined),
    ...call.unknown,
    ...(isFromKnown ? [] : ['from']),
  ];
  return { as: 'tx', names, unknown };
}

/** What isn't published of it, or is the word of an interface that nobody read, isn't known. */
function solanaFacts(transaction: SolanaTransaction): SignedFacts {
  const { version: _, ...names } = solanaNames(transaction);
  const unknown = [
    'version',
    ...names.instructions.flatMap(({ address_table_lookups: lookups }, at) => [
      `instructions.${at}.parsed_instruction_data`,
      ...(lookups.length === 0
        ? []
        : ['accounts', 'address_table_lookups'].map((name) => `instructions.${at}.${name}`)),
    ]),
    ...names.spl_transfers.flatMap((one, at) =>
      'token_mint' in one ? [] : [`spl_transfers.${at}.token_mint`],
    ),
  ];
  return { as: 'solana', names, unknown };
}

/** By the member of EIP712Domain; the salt has no name. */
const DOMAIN_NAMES: ReadonlyMap<string, string> = new Map([
  ['name', 'name'],
  ['version', 'version'],
  ['chainId', 'chain_id'],
  ['verifyingContract', 'verifying_contract'],
]);

function typedFact(value: TypedValue): SignedFact {
  if (value.is === 'atom') return value.value;
  if (value.is === 'list') return value.items.map(typedFact);
  return Object.fromEntries([...value.members].map(([name, one]) => [name, typedFact(one)]));
}

function typedDataFacts({ primaryType, domain, message }: TypedData): SignedFacts {
  const members = [...domain.members].flatMap(([member, value]) => {
    const name = DOMAIN_NAMES.get(member);
    return name === undefined ? [] : [[name, typedFact(value)] as const];
  });
  const names = {
    primary_type: primaryType,
    domain: Object.fromEntries(members),
    message: typedFact(message),
  };
  return { as: 'eip_712', names, unknown: [] };
}

function authorizationFacts({ address, chainId, nonce }: Authorization): SignedFacts {
  const names = { address, ...ints({ chain_id: chainId, nonce }) };
  return { as: 'eip_7702_authorization', names, unknown: [] };
}

/**
 * What conditions see of the one thing that a request signs or sends; undefined where that can't be told.
 * @param interfaces the answer to list_smart_contract_interfaces; undefined if it couldn't be had
 */
export function signedFacts(parameters: Values, interfaces: unknown): SignedFacts | undefined {
  const all = readSigned(parameters);
  const [first, ...others] = all;
  const isOne = first && others.length === 0 && !('payloads' in parameters);
  if (isOne && first.is === 'transaction') {
    return transactionFacts(first.transaction, parameters['signWith'], interfaces);
  }
  if (isOne && first.is === 'solana') return solanaFacts(first.transaction);
  if (isOne && first.is === 'typed-data') return typedDataFacts(first.typedData);
  if (isOne && first.is === 'authorization') return authorizationFacts(first.authorization);
  // Whether conditions see messages among several payloads isn't published.
  const isUnseen = all.every(({ is }) => is === 'bytes' || is === 'text' || is === 'disguised');
  return first && isUnseen ? { as: undefined, names: {}, unknown: [] } : undefined;
}
