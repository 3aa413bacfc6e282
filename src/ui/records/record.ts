import { isMembers, type Values } from '../../protocol/parse.ts';
import { isId } from './pickable-records.ts';
import { millisecondsOf, timestamp } from '../../protocol/service-records.ts';
import { parse } from '../../protocol/parse.ts';
import { endOf, timeOf } from './record-members.ts';

/** One value of a record, by how it is drawn. */
export type Cell =
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'id'; readonly text: string }
  | { readonly kind: 'choice'; readonly value: string }
  | { readonly kind: 'flag'; readonly on: boolean }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'never' }
  | { readonly kind: 'none' };

/** A record's value with the names of the members that lead to it. */
export type RecordRow = { readonly path: readonly string[]; readonly cells: readonly Cell[] };

/** Records inside records are followed this far; deeper ones are shown as JSON. */
const MAX_DEPTH = 4;
const CHOICE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

function readTime(value: unknown): number | undefined {
  if (!isMembers(value)) return undefined;
  const parsed = parse(timestamp, value);
  return parsed.ok ? millisecondsOf(parsed.value) : undefined;
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null || value === '') return { kind: 'none' };
  if (typeof value === 'boolean') return { kind: 'flag', on: value };
  if (typeof value === 'number') return { kind: 'text', text: String(value) };
  if (typeof value !== 'string') return { kind: 'text', text: JSON.stringify(value, null, 2) };
  if (isId(value)) return { kind: 'id', text: value };
  return CHOICE.test(value) ? { kind: 'choice', value } : { kind: 'text', text: value };
}

function listRows(path: readonly string[], list: readonly unknown[], depth: number): RecordRow[] {
  if (list.length === 0) return [{ path, cells: [{ kind: 'none' }] }];
  if (!list.every(isMembers)) return [{ path, cells: list.map(cellOf) }];
  return list.flatMap((record) => addressRow(path, record) ?? memberRows(path, record, depth + 1));
}

/** An address with its format reads as one row, named by the format. */
function addressRow(path: readonly string[], record: Values): RecordRow[] | undefined {
  const { format, address, ...rest } = record;
  if (typeof format !== 'string' || typeof address !== 'string') return undefined;
  if (Object.keys(rest).length > 0) return undefined;
  return [{ path: [...path, format], cells: [{ kind: 'text', text: address }] }];
}

/** When a credential ends. One without a life in seconds never does. */
function expiryRow(path: readonly string[], members: Values): RecordRow[] {
  if (timeOf(members, 'createdAt') === undefined || !isMembers(members['credential'])) return [];
  const at = endOf(members);
  const cell: Cell = at === undefined ? { kind: 'never' } : { kind: 'time', at };
  return [{ path: [...path, 'expires'], cells: [cell] }];
}

function memberRows(path: readonly string[], members: Values, depth: number): RecordRow[] {
  const rows = Object.entries(members).flatMap(([name, value]): RecordRow[] => {
    const at = readTime(value);
    const memberPath = [...path, name];
    if (at !== undefined) return [{ path: memberPath, cells: [{ kind: 'time', at }] }];
    if (depth < MAX_DEPTH && Array.isArray(value)) return listRows(memberPath, value, depth);
    if (depth < MAX_DEPTH && isMembers(value)) return memberRows(memberPath, value, depth + 1);
    return [{ path: memberPath, cells: [cellOf(value)] }];
  });
  return [...rows, ...expiryRow(path, members)];
}

/** Every value of a record, in its order, nothing left out; with the expiry worked out. */
export function recordRows(record: Values): readonly RecordRow[] {
  return memberRows([], record, 0);
}

/** The list in a result, when the result is one list of records; else undefined. */
export function findList(answer: Values): readonly Values[] | undefined {
  const [only, ...others] = Object.values(answer);
  if (others.length > 0 || !Array.isArray(only) || !only.every(isMembers)) return undefined;
  return only;
}

/** The record in a result that wraps just one; the result itself otherwise. */
export function unwrapRecord(answer: Values): Values {
  const [only, ...others] = Object.values(answer);
  return others.length === 0 && isMembers(only) ? only : answer;
}
