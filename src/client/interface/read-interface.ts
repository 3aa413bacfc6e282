import {
  MAX_CONTRACT_INTERFACE_LENGTH,
  readContractInterface,
} from '../../protocol/contract-interface.ts';
import type { SmartContractInterfaceType } from '../../protocol/enums.ts';
import type { Rule } from '../../protocol/rules.ts';
import { isMembers, readJson, type Values } from '../../protocol/parse.ts';
import {
  memberOf,
  openContainer,
  type ContainerFault,
  type InterfaceSource,
} from './containers.ts';
import { readDeclarations } from './declarations.ts';
import { normalEntries, type EntryChanges } from './normal-entries.ts';

/*
 * What people have of a contract, read as the JSON that the service stores: an ABI or IDL, what
 * compilers, frameworks and explorers put around one, or Solidity's own declarations. For what is
 * pasted, typed and dropped alike; the service takes the JSON only (docs/protocol.md, The ten
 * operations). Load it lazily.
 */

/** What was done to a text, for the person who signs. */
export type ReadingNote =
  | { readonly kind: 'left'; readonly names: readonly string[] }
  | { readonly kind: keyof EntryChanges; readonly count: number }
  | { readonly kind: 'minified' | 'idl_types' };

type InterfaceFault =
  | ContainerFault
  | 'declaration'
  | 'declared_type'
  /** A rule of the service, and the entry that breaks it. */
  | 'entry'
  | 'too_large'
  | 'too_long'
  | 'cut'
  | 'json'
  | 'script'
  | 'web_page'
  | 'bytecode'
  | 'address'
  | 'vyper'
  | 'solidity'
  | 'codama'
  | 'abi_for_solana';

export type InterfaceReading =
  | {
      readonly ok: true;
      /** What is stored: the text as given if it is right already. */
      readonly text: string;
      readonly source: InterfaceSource;
      /** The contract's name, empty if the text doesn't say it. */
      readonly name: string;
      readonly notes: readonly ReadingNote[];
    }
  | {
      readonly ok: false;
      readonly fault: InterfaceFault;
      /** What it is about: a name, a type, a count. Of unknown origin. */
      readonly subject: string;
      /** The line or the entry, counted from 1. */
      readonly at?: number;
      readonly rule?: Rule;
      /** Of `several`: the contracts to choose from, by their place in the list. */
      readonly contracts?: readonly string[];
    };

/** Artifacts with bytecode and syntax trees have a few million characters. */
const MAX_READ_LENGTH = 8_000_000;
/** Declarations are written by hand. */
const MAX_DECLARED_LENGTH = MAX_CONTRACT_INTERFACE_LENGTH;

type Refused = Extract<InterfaceReading, { ok: false }>;
const refuse = (fault: InterfaceFault, subject = '', more: Partial<Refused> = {}): Refused => ({
  ...more,
  ok: false,
  fault,
  subject,
});

/** What a text is that is neither JSON nor declarations. The first that fits. */
const OTHER_TEXTS: readonly (readonly [InterfaceFault, RegExp])[] = [
  ['web_page', /^\s*<(?:!doctype|html|head|body|div|\?xml)/i],
  ['address', /^(?:0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i],
  ['bytecode', /^(?:0x)?[0-9a-f]{40,}$/i],
  ['script', /^(?:["']use strict["'];?\s*)?(?:export|import|const|let|var|module\.exports)\b/],
  ['vyper', /^(?:@(?:external|view|pure|payable|deploy|internal)\b|def |# ?@version|#pragma)/m],
  ['solidity', /^[ \t]*(?:pragma|contract|abstract contract|library|import)\b/m],
  ['cut', /^[[{][^]*[^\]}\s]$/],
];

const DECLARED = /\b(?:function|event|error|constructor|struct|interface|receive|fallback)\b/;

function whatElse(text: string): InterfaceFault {
  return OTHER_TEXTS.find(([, shape]) => shape.test(text))?.[0] ?? 'json';
}

/** The text as given where nothing had to change and it fits; otherwise the JSON, without blanks. */
function finish(
  given: { readonly text: string; readonly isWhole: boolean },
  value: unknown,
  type: SmartContractInterfaceType,
  {
    source,
    name,
    notes,
  }: Pick<Extract<InterfaceReading, { ok: true }>, 'source' | 'name' | 'notes'>,
): InterfaceReading {
  const { text: asGiven, isWhole } = given;
  const isLong = asGiven.length > MAX_CONTRACT_INTERFACE_LENGTH;
  const text = isWhole && !isLong ? asGiven : JSON.stringify(value);
  if (text.length > MAX_CONTRACT_INTERFACE_LENGTH) return refuse('too_long', String(text.length));
  const strict = readContractInterface(text, type);
  if (!strict.ok && strict.rule === 'contract_interface_entries')
    return refuse('entry', '', { rule: strict.rule });
  if (!strict.ok) return refuse('entry', '', { ...entryOf(value, type), rule: strict.rule });
  const minified: readonly ReadingNote[] = isWhole && isLong ? [{ kind: 'minified' }] : [];
  return { ok: true, text, source, name, notes: [...notes, ...minified] };
}

/** Which entry of an ABI is refused by itself. */
function entryOf(value: unknown, type: SmartContractInterfaceType): { readonly at?: number } {
  if (!Array.isArray(value)) return {};
  const index = value.findIndex(
    (entry: unknown) => !readContractInterface(JSON.stringify([entry]), type).ok,
  );
  return index < 0 ? {} : { at: index + 1 };
}

const ETHEREUM = 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM';
const SOLANA = 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA';

function readDeclared(text: string): InterfaceReading {
  const read = readDeclarations(text);
  if (!read.ok) return refuse(read.fault, read.subject, { at: read.line });
  const given = { text, isWhole: false };
  return finish(given, read.entries, ETHEREUM, { source: 'declarations', name: '', notes: [] });
}

function readEntries(
  given: string,
  list: readonly unknown[],
  from: {
    readonly source: InterfaceSource;
    readonly name: string;
    readonly left: readonly string[];
  },
): InterfaceReading {
  const lines = list.filter((one) => typeof one === 'string');
  // The form of ethers: each line a text of its own.
  if (lines.length > 0 && lines.length === list.length)
    return readDeclared(lines.map((line) => line.replaceAll(/\s+/g, ' ')).join('\n'));
  const { entries, changes } = normalEntries(list);
  const { source, name, left } = from;
  const kinds = ['nulls', 'filled', 'mutability', 'structs'] as const;
  const counted = kinds.flatMap((kind) =>
    changes[kind] > 0 ? [{ kind, count: changes[kind] }] : [],
  );
  const isWhole = source === 'abi' && counted.length === 0;
  const leftOut = left.length > 0 ? [{ kind: 'left', names: left } as const] : [];
  const notes = [...leftOut, ...counted];
  return finish({ text: given, isWhole }, entries, ETHEREUM, { source, name, notes });
}

function readEthereum(text: string, value: unknown, contract?: number): InterfaceReading {
  if (Array.isArray(value)) return readEntries(text, value, { source: 'abi', name: '', left: [] });
  if (!isMembers(value)) return refuse('no_abi');
  const container = openContainer(value, contract);
  if (!container.ok) return container;
  return readEntries(text, container.abi, container);
}

/** Lists that older tools write as `null` or leave out: `types` has to be there for the service. */
function normalIdl(idl: Values): Values {
  const lists = ['types', 'accounts', 'events', 'errors', 'constants'];
  const kept = Object.entries(idl).filter(
    ([name, value]) => value !== null || !lists.includes(name),
  );
  const members = Object.fromEntries(kept);
  return Object.hasOwn(members, 'types') ? members : { ...members, types: [] };
}

function readSolana(text: string, value: unknown): InterfaceReading {
  if (Array.isArray(value)) return refuse('abi_for_solana');
  if (!isMembers(value)) return refuse('json');
  if (value['kind'] === 'rootNode') return refuse('codama');
  const inner = memberOf(value, 'idl');
  const isInside = !Object.hasOwn(value, 'instructions') && isMembers(inner);
  const idl = isInside ? inner : value;
  if (Array.isArray(idl['abi'])) return refuse('abi_for_solana');
  const normal = normalIdl(idl);
  const left = isInside ? Object.keys(value).filter((name) => name !== 'idl') : [];
  const isChanged = Object.keys(normal).join() !== Object.keys(idl).join();
  const notes: readonly ReadingNote[] = [
    ...(left.length > 0 ? [{ kind: 'left', names: left } as const] : []),
    ...(isChanged ? [{ kind: 'idl_types' } as const] : []),
  ];
  const named = memberOf(normal, 'name') ?? memberOf(memberOf(normal, 'metadata'), 'name');
  const name = typeof named === 'string' ? named : '';
  const given = { text, isWhole: !isInside && !isChanged };
  return finish(given, normal, SOLANA, { source: 'idl', name, notes });
}

/**
 * Reads what somebody has of a contract's interface; never throws. `contract` chooses one of several,
 * as `contracts` of the refusal lists them.
 */
export function readInterface(
  given: string,
  type: SmartContractInterfaceType,
  contract?: number,
): InterfaceReading {
  if (given.length > MAX_READ_LENGTH) return refuse('too_large');
  const text = given.replace(/^\uFEFF/, '').trim();
  const parsed = readJson(text);
  // JSON text in a JSON text, as some explorers copy it.
  const value = typeof parsed === 'string' ? readJson(parsed) : parsed;
  const inner = typeof parsed === 'string' ? parsed : text;
  if (value !== undefined)
    return type === ETHEREUM ? readEthereum(inner, value, contract) : readSolana(inner, value);
  const fault = whatElse(inner);
  const isDeclared = type === ETHEREUM && DECLARED.test(inner) && fault === 'json';
  return isDeclared && inner.length <= MAX_DECLARED_LENGTH ? readDeclared(inner) : refuse(fault);
}
