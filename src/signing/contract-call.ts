import type { AbiType } from '../protocol/abi-parameter.ts';
import type { AbiFunction } from '../protocol/contract-interface.ts';
import { calledFunction, decodeCalldata, type DecodedValue } from './calldata.ts';

/*
 * A call as policies see it (docs/policies.md, Calls of contracts), by the interfaces that an organization
 * stored for the contract. Whatever can't be told has no value: a clause that names it errs.
 */

/** Lists and tuples by position. Undefined: it has no value for a policy. */
type CallArgument = string | bigint | boolean | readonly (CallArgument | undefined)[];

export type ContractCall = {
  readonly name: string;
  /** The selector: 0x and eight lower-case digits. */
  readonly selector: string;
  /** By name, without those that have no name, or one that another argument has. Undefined: it can't be read. */
  readonly arguments: ReadonlyMap<string, CallArgument> | undefined;
};

/** Less than a selector, in hex with 0x, calls no function, and neither does what creates a contract. */
export const callsFunction = ({
  to,
  data,
}: {
  readonly to: string;
  readonly data: string;
}): boolean => data.length >= 10 && to !== '';

/** Beyond 128 bits with its sign, an int has no value (docs/policies.md, Types). */
export const isPolicyInt = (value: bigint): boolean => BigInt.asIntN(128, value) === value;

function argumentOf(type: AbiType, content: DecodedValue['content']): CallArgument | undefined {
  if (typeof content !== 'string') {
    return content.map((part, at) => {
      const partType = type.kind === 'array' ? type.item : memberAt(type, at);
      return partType && argumentOf(partType, part.content);
    });
  }
  if (type.kind === 'bool') return content === 'true';
  if (type.kind !== 'uint' && type.kind !== 'int') return content;
  const value = BigInt(content);
  return isPolicyInt(value) ? value : undefined;
}

const memberAt = (type: AbiType, at: number): AbiType | undefined =>
  type.kind === 'tuple' ? type.members[at]?.type : undefined;

function argumentsOf(data: string, functions: readonly AbiFunction[]): ContractCall['arguments'] {
  const decoded = decodeCalldata(data, functions);
  if (!decoded.ok) return undefined;
  const named = new Map<string, CallArgument>();
  const names = decoded.called.inputs.map(({ name }) => name);
  for (const [at, { name, type }] of decoded.called.inputs.entries()) {
    const isOnly = name !== '' && names.indexOf(name) === names.lastIndexOf(name);
    const content = decoded.values[at]?.content;
    const value = isOnly && content !== undefined ? argumentOf(type, content) : undefined;
    if (value !== undefined) named.set(name, value);
  }
  return named;
}

/** What two interfaces must say alike of a function, so that it is the same call to a policy. */
const headOf = ({ name, inputs }: AbiFunction): string => JSON.stringify([name, inputs]);

/**
 * Reads calldata in hex by each interface of one contract. Undefined where none has the function, and
 * where two that have it don't say the same.
 */
export function readContractCall(
  interfaces: readonly (readonly AbiFunction[])[],
  data: string,
): ContractCall | undefined {
  const calls = interfaces
    .map((functions) => ({ functions, call: calledFunction(data, functions) }))
    .filter(({ call }) => call.ok || call.fault === 'ambiguous');
  const [first] = calls;
  if (!first?.call.ok) return undefined;
  const { called, selector } = first.call;
  // An interface may have the same function twice, with other names of its arguments.
  const heads = calls.flatMap(({ functions, call }) =>
    call.ok ? functions.filter((one) => one.signature === call.called.signature).map(headOf) : [''],
  );
  if (new Set(heads).size > 1) return undefined;
  return { name: called.name, selector, arguments: argumentsOf(data, first.functions) };
}
