import {
  readParameters,
  typeText,
  type AbiParameter,
  type AbiType,
} from '../../protocol/abi-parameter.ts';
import type { JsonParameter } from './declarations.ts';
import { isMembers, type Values } from '../../protocol/parse.ts';
import { memberOf } from './containers.ts';

/*
 * Older and other compilers' entries as the ABI's specification has them today
 * (docs.soliditylang.org/en/latest/abi-spec.html, JSON). What is right already stays the same object.
 */

/** How many entries were changed, by what was changed. */
export type EntryChanges = {
  /** Entries that were `null`. */
  nulls: number;
  /** A type or a list that was left out or `null`. */
  filled: number;
  /** `constant` and `payable` put as `stateMutability`. */
  mutability: number;
  /** Vyper's written-out structs put as tuples. */
  structs: number;
};

const MAX_DEPTH = 16;

function without(value: Values, ...names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function baseText(type: AbiType): readonly [base: AbiType, arrays: string] {
  if (type.kind !== 'array') return [type, ''];
  const [base, arrays] = baseText(type.item);
  return [base, `${arrays}[${type.length ?? ''}]`];
}

function jsonOf({ name, type }: AbiParameter): JsonParameter {
  const [base, arrays] = baseText(type);
  if (base.kind !== 'tuple') return { name, type: typeText(type) };
  const components = base.members.map(jsonOf);
  return { name, type: `tuple${arrays}`, components };
}

/** Puts parameters right, and says by what. */
function createParameters() {
  const changed = { structs: false, filled: false };
  function one(value: unknown, depth: number): unknown {
    if (!isMembers(value) || depth > MAX_DEPTH) return value;
    const { name, type } = value;
    const isWritten = typeof type === 'string' && type.startsWith('(');
    const [read] = isWritten ? (readParameters([{ name, type }]) ?? []) : [];
    let kept = value;
    if (read) {
      changed.structs = true;
      kept = { ...without(value, 'components'), ...jsonOf(read) };
    }
    if (kept['name'] === null) {
      changed.filled = true;
      kept = { ...kept, name: '' };
    }
    if (kept['components'] === null) kept = without(kept, 'components');
    const components = list(kept['components'], depth + 1);
    return components === kept['components'] ? kept : { ...kept, components };
  }
  function list(value: unknown, depth = 0): unknown {
    if (!Array.isArray(value)) return value;
    const next = value.map((member: unknown) => one(member, depth));
    return next.every((member, index) => member === value[index]) ? value : next;
  }
  return { changed, list };
}

const LISTED = ['function', 'event', 'error', 'constructor'];
const CALLED = ['function', 'constructor', 'fallback'];

/** Members that are `null` or left out, as far as the specification says what that means. */
function fill(value: Values): Values {
  const members = ['name', 'stateMutability', 'outputs', 'inputs', 'type', 'anonymous'];
  const nulls = members.filter((name) => value[name] === null);
  let kept = nulls.length > 0 ? without(value, ...nulls) : value;
  // "type can be omitted, defaulting to function".
  if (!Object.hasOwn(kept, 'type') && typeof memberOf(kept, 'name') === 'string')
    kept = { type: 'function', ...kept };
  const isListed = LISTED.includes(String(kept['type']));
  return isListed && !Object.hasOwn(kept, 'inputs') ? { ...kept, inputs: [] } : kept;
}

/** What compilers before 0.4.16 wrote (docs.soliditylang.org, 0.4.16 changes). */
function withMutability(value: Values): Values {
  const [constant, payable] = [memberOf(value, 'constant'), memberOf(value, 'payable')];
  const isOld = typeof constant === 'boolean' || typeof payable === 'boolean';
  if (!isOld || Object.hasOwn(value, 'stateMutability')) return value;
  if (!CALLED.includes(String(value['type']))) return value;
  const stateMutability = payable === true ? 'payable' : constant === true ? 'view' : 'nonpayable';
  return { ...without(value, 'constant', 'payable'), stateMutability };
}

/** Entries as they are stored, with a count of what was changed. */
export function normalEntries(list: readonly unknown[]): {
  readonly entries: readonly unknown[];
  readonly changes: EntryChanges;
} {
  const changes: EntryChanges = { nulls: 0, filled: 0, mutability: 0, structs: 0 };
  const entries = list.flatMap((value) => {
    if (value === null) {
      changes.nulls += 1;
      return [];
    }
    if (!isMembers(value)) return [value];
    const { changed, list: parameters } = createParameters();
    const filled = fill(value);
    const entry = withMutability(filled);
    const [inputs, outputs] = [parameters(entry['inputs']), parameters(entry['outputs'])];
    changes.filled += Number(filled !== value || changed.filled);
    changes.mutability += Number(entry !== filled);
    changes.structs += Number(changed.structs);
    const isSame = inputs === entry['inputs'] && outputs === entry['outputs'];
    if (isSame) return [entry];
    return [{ ...entry, inputs, ...(outputs !== undefined && { outputs }) }];
  });
  return { entries, changes };
}
