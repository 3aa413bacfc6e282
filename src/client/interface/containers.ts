import { isMembers } from '../../protocol/parse.ts';

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
  | { readonly ok: false; readonly fault: ContainerFault; readonly subject: string };

export type Values = Readonly<Record<string, unknown>>;

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

/** Names that fit in a sentence. */
const MAX_NAMES = 8;
const nameList = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', …' : '');

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

type Compiled = { readonly name: string; readonly abi: readonly unknown[] };

/** The contracts of a compiler's answer: by file and name, or by `file:name`. */
function compiledIn(contracts: unknown): readonly Compiled[] {
  if (!isMembers(contracts)) return [];
  const found = Object.entries(contracts).flatMap(([key, value]) => {
    const own = listOf(memberOf(value, 'abi'));
    if (own) return [{ name: key.slice(key.lastIndexOf(':') + 1), abi: own }];
    if (!isMembers(value)) return [];
    return Object.entries(value).flatMap(([name, contract]) => {
      const abi = listOf(memberOf(contract, 'abi'));
      return abi ? [{ name, abi }] : [];
    });
  });
  return found.filter(({ abi }) => abi.length > 0);
}

function readCompiled(compiled: readonly Compiled[], left: readonly string[]): Container {
  const [first, ...more] = compiled;
  if (!first) return refuse('no_abi');
  if (more.length > 0) return refuse('several', nameList(compiled.map(({ name }) => name)));
  return { ok: true, source: 'compiler', ...first, left };
}

/** Finds the ABI in an object. */
export function openContainer(value: Values): Container {
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
    return readCompiled(compiledIn(contracts), others(value, 'contracts'));
  if (Array.isArray(value['instructions'])) return refuse('idl_for_ethereum');
  if (typeof value['name'] === 'string' && Array.isArray(value['inputs']))
    return { ok: true, source: 'entry', name: '', abi: [value], left: [] };
  const byFile = compiledIn(value);
  return byFile.length > 0 ? readCompiled(byFile, []) : refuse('no_abi');
}
