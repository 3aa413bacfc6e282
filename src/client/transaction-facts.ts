import * as v from 'valibot';
import { contractChain } from '../protocol/contract-chain.ts';
import { readFunctions, type AbiFunction } from '../protocol/contract-interface.ts';
import type { Values } from '../protocol/parse.ts';
import { smartContractInterface } from '../protocol/service-records.ts';
import { callsFunction, isPolicyInt, readContractCall } from '../signing/contract-call.ts';
import { readSigned, type ShownTransaction } from './signing.ts';

/*
 * `eth.tx` of a request, as conditions see it (docs/signing.md, What policies see), and what of it nobody
 * knows before the service decides. Load lazily: it comes with curves and codecs.
 */

type TransactionFact =
  string | bigint | boolean | readonly (TransactionFact | undefined)[] | TransactionFacts['names'];

/** What is in neither is missing, and an error where a policy names it. */
export type TransactionFacts = {
  readonly names: { readonly [name: string]: TransactionFact };
  /** They may be there, with any value. */
  readonly unknown: readonly string[];
};

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

function callFacts(transaction: ShownTransaction, answer: unknown): TransactionFacts {
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
const ints = (values: Readonly<Record<string, bigint | undefined>>) =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, isPolicyInt(value) ? value : undefined] as const],
  );

/** Whether it calls a contract, so that the organization's interfaces say more of it. */
export function callsContract(parameters: Values): boolean {
  const transaction = onlyTransaction(parameters);
  return transaction !== undefined && callsFunction(transaction);
}

function onlyTransaction(parameters: Values): ShownTransaction | undefined {
  const [first, ...others] = readSigned(parameters);
  return first?.is === 'transaction' && others.length === 0 ? first.transaction : undefined;
}

/**
 * What conditions see of the one transaction that a request signs or sends; undefined for any other.
 * @param interfaces the answer to list_smart_contract_interfaces; undefined if it couldn't be had
 */
export function transactionFacts(
  parameters: Values,
  interfaces: unknown,
): TransactionFacts | undefined {
  const transaction = onlyTransaction(parameters);
  if (!transaction) return undefined;
  const { to, data, type, sender, maxFeePerGas } = transaction;
  const from = sender?.address ?? parameters['signWith'];
  const isFromKnown = typeof from === 'string' && /^0x[0-9a-f]{40}$/i.test(from);
  const numbers = ints({
    value: transaction.value,
    chain_id: transaction.chainId,
    nonce: transaction.nonce,
    gas: transaction.gas,
    gas_price: transaction.gasPrice ?? maxFeePerGas,
    max_fee_per_gas: maxFeePerGas,
    max_priority_fee_per_gas: transaction.maxPriorityFeePerGas,
    max_fee_per_blob_gas: transaction.maxFeePerBlobGas,
  });
  const call = callFacts(transaction, interfaces);
  const names = {
    ...Object.fromEntries(numbers.filter((one): one is [string, bigint] => one[1] !== undefined)),
    to,
    data,
    ...(type !== undefined && { type }),
    ...(isFromKnown && { from }),
    ...call.names,
  };
  const open = sender
    ? [...SENT, 'nonce', 'gas', 'max_fee_per_gas', 'max_priority_fee_per_gas']
    : [];
  const given = new Set(numbers.map(([name]) => name));
  const unknown = [...open.filter((name) => !given.has(name)), ...call.unknown];
  return { names, unknown: isFromKnown ? unknown : [...unknown, 'from'] };
}
