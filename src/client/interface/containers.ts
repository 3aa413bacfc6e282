import { isMembers, type Values } from '../../protocol/parse.ts';

/*
 * Where an ABI is found: what compilers, explorers and frameworks put around it. All of it is text
 * of others, so members are read one by one and nothing is assumed.
 */

/** What the text was. `abi`: nothing around it. */
export type InterfaceSource =
  | 'abi'
  | 'entry'
  | 'hardhat'
  | 'foundry'
  | 'truffle'
  | 'explorer'
  | 'compiler'
  | 'artifact'
  | 'declarations'
  | 'idl';

export type ContainerFault =
  'not_verified' | 'explorer' | 'several' | 'no_abi' | 'idl_for_ethereum';

export type Container =
  | {
      readonly ok: true;
      readonly source: InterfaceSource;
      /** The contract's name, empty if it isn't said. */
      readonly name: string;
      readonly abi: readonly unknown[];
      /** Names of the members beside it. */
      readonly left: readonly string[];
    }
  | {
      readonly ok: false;
      readonly fault: ContainerFault;
      readonly subject: string;
      /** Of `several`: the contracts to choose from. */
      readonly contracts?: readonly string[];
    };

/** An own member: none of what every object inherits. */
export const memberOf = (value: unknown, name: string): unknown =>
  isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A list, or the JSON text of one. */
function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? (parsed as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

const refuse = (fault: ContainerFault, subject = ''): Container => ({ ok: false, fault, subject });
const others = (value: Values, name: string) => Object.keys(value).filter((key) => key !== name);

/** docs.etherscan.io, Contracts: the ABI is JSON text in `result`, or in `ABI` of its source. */
function readExplorer(value: Values): Container {
  const { result } = value;
  const [source] = Array.isArray(result) ? (result as unknown[]) : [];
  const text = textOf(memberOf(source, 'ABI') ?? result);
  const abi = Array.isArray(result) && !isMembers(source) ? result : listOf(text);
  if (/not verified/i.test(text)) return refuse('not_verified');
  if (!abi) return refuse('explorer', text.slice(0, 120) || textOf(value['message']).slice(0, 120));
  const left = isMembers(source) ? others(source, 'ABI') : others(value, 'result');
  return {
    ok: true,
    source: 'explorer',
    name: textOf(memberOf(source, 'ContractName')),
    abi,
    left,
  };
}

function sourceOf(value: Values): InterfaceSource {
  if (textOf(value['_format']).startsWith('hh')) return 'hardhat';
  if (isMembers(value['bytecode']) || isMembers(value['methodIdentifiers'])) return 'foundry';
  if (typeof value['schemaVersion'] === 'string') return 'truffle';
  return 'artifact';
}

/** The name of the contract that the compiler was asked for (Foundry keeps its metadata whole). */
function targetOf(value: Values): string {
  const settings = memberOf(memberOf(value, 'metadata'), 'settings');
  const target = memberOf(settings, 'compilationTarget');
  const [name] = isMembers(target) ? Object.values(target) : [];
  return textOf(name) || textOf(memberOf(memberOf(value, 'compilation'), 'name'));
}

type Compiled = { readonly name: string; readonly file: string; readonly abi: readonly unknown[] };

/** The contracts of a compiler's answer: by file and name, or by `file:name`. */
function compiledIn(contracts: unknown): readonly Compiled[] {
  if (!isMembers(contracts)) return [];
  const found = Object.entries(contracts).flatMap(([key, value]) => {
    const own = listOf(memberOf(value, 'abi'));
    const colon = key.lastIndexOf(':');
    if (own)
      return [{ name: key.slice(colon + 1), file: key.slice(0, Math.max(0, colon)), abi: own }];
    if (!isMembers(value)) return [];
    return Object.entries(value).flatMap(([name, contract]) => {
      const abi = listOf(memberOf(contract, 'abi'));
      return abi ? [{ name, file: key, abi }] : [];
    });
  });
  return found.filter(({ abi }) => abi.length > 0);
}

/** Names that tell the contracts apart: those of one name with their file. */
function labelsOf(compiled: readonly Compiled[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { name } of compiled) counts.set(name, (counts.get(name) ?? 0) + 1);
  return compiled.map(({ name, file }) =>
    counts.get(name) !== 1 && file !== '' ? `${file}:${name}` : name,
  );
}

function readCompiled(
  compiled: readonly Compiled[],
  beside: readonly string[],
  contract: number | undefined,
): Container {
  if (compiled.length === 0) return refuse('no_abi');
  const contracts = labelsOf(compiled);
  const chosen = compiled[contract ?? 0];
  if (!chosen || (compiled.length > 1 && contract === undefined))
    return { ok: false, fault: 'several', subject: '', contracts };
  const { name, abi } = chosen;
  const left = [...contracts.filter((_, at) => compiled[at] !== chosen), ...beside];
  return { ok: true, source: 'compiler', name, abi, left };
}

/** Finds the ABI in an object; of several contracts the one with a number, counted from 0. */
export function openContainer(value: Values, contract?: number): Container {
  if (Object.hasOwn(value, 'result')) return readExplorer(value);
  const abi = listOf(memberOf(value, 'abi'));
  if (abi) {
    const name = textOf(memberOf(value, 'contractName')) || targetOf(value);
    return { ok: true, source: sourceOf(value), name, abi, left: others(value, 'abi') };
  }
  const output = memberOf(value, 'output');
  const inOutput = listOf(memberOf(output, 'abi'));
  if (inOutput) {
    const name = targetOf({ metadata: value });
    return { ok: true, source: 'compiler', name, abi: inOutput, left: others(value, 'output') };
  }
  const contracts = memberOf(value, 'contracts') ?? memberOf(output, 'contracts');
  if (contracts !== undefined)
    return readCompiled(compiledIn(contracts), others(value, 'contracts'), contract);
  if (Array.isArray(value['instructions'])) return refuse('idl_for_ethereum');
  if (typeof value['name'] === 'string' && Array.isArray(value['inputs']))
    return { ok: true, source: 'entry', name: '', abi: [value], left: [] };
  const byFile = compiledIn(value);
  return byFile.length > 0 ? readCompiled(byFile, [], contract) : refuse('no_abi');
}
