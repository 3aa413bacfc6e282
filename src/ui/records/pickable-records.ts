import { ACTIVITY_TYPE } from '../../protocol/enums.ts';
import { uuid, type Fields, type RecordKind } from '../../protocol/fields.ts';
import type { QueryRow } from '../../protocol/operation-row.ts';
import { parse, type Values } from '../../protocol/parse.ts';
import { isMembers } from '../../protocol/parse.ts';

/** A record of the organization that a form can pick. */
export type Item = {
  readonly id: string;
  readonly name: string;
  /** The record as the service listed it. */
  readonly record: Values;
};

/** The records of a source by id, in the service's order. */
export type Items = ReadonlyMap<string, Item>;

/** What is known of the organization's records while a form is open. */
export type KnownRecords = Readonly<Partial<Record<RecordKind, Items>>>;

/** The records in a listing's answer. Entries without an id are left out. */
export function itemsOf(listing: QueryRow, answer: Values): Items {
  const { lists } = listing;
  const list: unknown = lists && answer[lists.member];
  if (!lists || !Array.isArray(list)) return new Map();
  const items = list.filter(isMembers).flatMap((record): [string, Item][] => {
    const id = record[lists.id];
    const name = record[lists.name];
    if (typeof id !== 'string') return [];
    return [[id, { id, name: typeof name === 'string' ? name : '', record }]];
  });
  return new Map(items);
}

/** The sources that a form's pickers and its review need, each once. */
export function sourcesOf(fields: Fields, affectedSource?: RecordKind): readonly RecordKind[] {
  const picked = Object.values(fields).flatMap(({ control, automatic: filled }) => {
    if (filled) return [];
    if (control.kind === 'record-list') return sourcesOf(control.item);
    return control.kind === 'pick' ? [control.recordKind] : [];
  });
  return [...new Set(affectedSource ? [...picked, affectedSource] : picked)];
}

/** Whether a name is one of the service's activity types, which read better in plain words. */
export function isActivityType(name: string): boolean {
  return ACTIVITY_TYPE.some((type) => type === name);
}

/** True for the text of an id, blanks around it aside. */
export function isId(typed: string): boolean {
  return parse(uuid, typed.trim()).ok;
}

/** The service takes ids and public keys in either case. */
export const isSameId = (one: string, other: string | undefined): boolean =>
  one.toLowerCase() === other?.toLowerCase();
