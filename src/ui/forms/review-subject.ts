import type { Control, Field, Fields } from '../../protocol/fields.ts';
import type { ReplacedValues } from '../../protocol/outbox-entry.ts';
import type { AffectedRecords, Row } from '../../protocol/operation-row.ts';
import { joinList, splitMessage } from '../i18n.ts';
import { isMembers, type Values } from '../../protocol/parse.ts';
import type { Changes } from './model.ts';
import type { Item, Items, KnownRecords } from '../records/pickable-records.ts';
import { recordKey } from '../records/list-sources.ts';
import { findNameWarning, type NameWarning } from './name-warning.tsx';
import type { KnownLists } from '../records/records.ts';

/** One part of a value or sentence, ready to be worded and drawn. */
export type SentencePart =
  /** Words of the sentence itself. */
  | { readonly kind: 'words'; readonly text: string }
  /** A value as it is sent, of unknown origin: drawn with hidden characters made visible. */
  | {
      readonly kind: 'literal';
      readonly text: string;
      /** In a sentence, the field of an address. */
      readonly address?: string;
    }
  /** A value of a closed list: drawn by its readable name. */
  | { readonly kind: 'choice'; readonly value: string }
  /** How long something lives, in seconds. */
  | { readonly kind: 'lifetime'; readonly seconds: string }
  | { readonly kind: 'flag'; readonly on: boolean }
  /** A record of the organization; `name` undefined when it is not in the list. */
  | {
      readonly kind: 'record';
      readonly id: string;
      readonly name: string | undefined;
      /** Other records in the list have the same name. */
      readonly hasNamesakes?: true;
      /** It may be taken for another. */
      readonly warning?: NameWarning;
    }
  /** One record of a list, with what is sent of its fields. */
  | { readonly kind: 'item'; readonly members: readonly Member[] }
  /** Not shown, only that it is there and how long, where that is known here. */
  | { readonly kind: 'secret'; readonly length: number | null }
  /** What the user still has to pick. */
  | { readonly kind: 'open' }
  /** Left out, or empty. */
  | { readonly kind: 'none' };

/** What is sent of one field. */
export type Member = { readonly name: string; readonly parts: readonly SentencePart[] };

/** One parameter as the table of the review lists it. */
export type ReviewRow = Member & {
  /** What stands there now, for values that replace something; undefined when it is not known. */
  readonly old: readonly SentencePart[] | undefined;
  /** What was done to the text of this field, or by their paths to those of a list's records. */
  readonly changes?: Changes;
};

const NONE: readonly SentencePart[] = [{ kind: 'none' }];

function recordPart(id: string, items: Items | undefined): SentencePart {
  const name = items?.get(id)?.name;
  const part = { kind: 'record', id, name } as const;
  if (!items || name === undefined) return part;
  const warning = findNameWarning(name, items);
  return {
    ...part,
    ...(sharedNamesOf(items).has(name) ? { hasNamesakes: true } : {}),
    ...(warning ? { warning } : {}),
  };
}

/** A list may have ten thousand records, and many sentences name some of them. */
const sharedNames = new WeakMap<Items, ReadonlySet<string>>();

/** The names that several records of a list have. */
function sharedNamesOf(items: Items): ReadonlySet<string> {
  const known = sharedNames.get(items);
  if (known) return known;
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { name } of items.values()) (seen.has(name) ? shared : seen).add(name);
  sharedNames.set(items, shared);
  return shared;
}

/** A record of a list. Members that it has no field for are shown as they are: nothing is left out. */
function itemPart(fields: Fields, item: Values, known: KnownRecords): SentencePart {
  const names = new Set([...Object.keys(fields), ...Object.keys(item)]);
  const sent = [...names].filter((name) => Object.hasOwn(item, name));
  const members = sent.map((name): Member => {
    const control = fields[name]?.control ?? { kind: 'text' };
    return { name, parts: partsOf(control, item[name], known) };
  });
  return members.length === 0 ? { kind: 'none' } : { kind: 'item', members };
}

function singlePart(control: Control, value: unknown, known: KnownRecords): SentencePart {
  if (value === undefined || value === null || value === '') return { kind: 'none' };
  if (typeof value === 'boolean') return { kind: 'flag', on: value };
  if (typeof value === 'number') return { kind: 'literal', text: String(value) };
  if (control.kind === 'record-list' && isMembers(value))
    return itemPart(control.item, value, known);
  if (typeof value !== 'string') return { kind: 'literal', text: JSON.stringify(value, null, 2) };
  if (control.kind === 'pick') return recordPart(value, known[control.recordKind]);
  if (control.kind === 'choice' || control.kind === 'choices') return { kind: 'choice', value };
  if (control.kind === 'lifetime') return { kind: 'lifetime', seconds: value };
  return { kind: 'literal', text: value };
}

/** A value as parts: one for a single value, one each for a list. Never empty. */
export function partsOf(
  control: Control,
  value: unknown,
  known: KnownRecords,
): readonly SentencePart[] {
  if (!Array.isArray(value)) return [singlePart(control, value, known)];
  if (value.length === 0) return NONE;
  return value.map((item: unknown) => singlePart(control, item, known));
}

/** What a person chose, as the summary and the table need it. */
export type ReviewSubject = {
  readonly fields: Fields;
  readonly parameters: Values;
  /** Null: there is one, and it is not known here. */
  readonly secrets: Readonly<Record<string, string | null>>;
  readonly known: KnownLists;
  /** Names of the parameters that a site leaves to the user. */
  readonly open?: readonly string[];
  /** What was done to typed texts, by the path of their field. */
  readonly changes?: Changes;
};

function partsOfField(subject: ReviewSubject, name: string, field: Field): readonly SentencePart[] {
  const secret = Object.hasOwn(subject.secrets, name) ? subject.secrets[name] : undefined;
  if (secret !== undefined) return [{ kind: 'secret', length: secret?.length ?? null }];
  const { open = [], parameters, known } = subject;
  if (open.includes(name) && !Object.hasOwn(parameters, name)) return [{ kind: 'open' }];
  return partsOf(field.control, parameters[name], known);
}

/**
 * The sentence of what will happen, in parts.
 * @param template the row's summary with `{field}` for values, already in the reader's language
 */
export function summaryOf(template: string, subject: ReviewSubject): readonly SentencePart[] {
  return splitMessage(template).flatMap((piece): readonly SentencePart[] => {
    if ('words' in piece) return [{ kind: 'words', text: piece.words }];
    const { place } = piece;
    const field = Object.hasOwn(subject.fields, place) ? subject.fields[place] : undefined;
    if (!field) return [{ kind: 'words', text: `{${place}}` }];
    const parts = partsOfField(subject, place, field);
    const isAddress = field.address !== undefined || field.namesSigner;
    return joinParts(isAddress ? parts.map((part) => asAddress(part, place)) : parts);
  });
}

function asAddress(part: SentencePart, name: string): SentencePart {
  return part.kind === 'literal' ? { ...part, address: name } : part;
}

/** The values of a list as a sentence has them. */
export function joinParts(parts: readonly SentencePart[]): readonly SentencePart[] {
  return joinList(parts).map((part) =>
    typeof part === 'string' ? { kind: 'words', text: part } : part,
  );
}

/** Key of the row's summary for these values, such as `default` or `remove`. */
export function variantOf(row: Row, parameters: Values): string {
  return (row.kind === 'submit' && row.variant?.(parameters)) || 'default';
}

/** What stands now in the place of a field's value; undefined where that isn't known. */
function replacedBy(
  subject: ReviewSubject,
  { replaces }: Field,
): { readonly value: unknown } | undefined {
  if (!replaces) return undefined;
  const { pick, member } = replaces;
  const control = subject.fields[pick]?.control;
  const id = subject.parameters[pick];
  if (control?.kind !== 'pick' || typeof id !== 'string') return undefined;
  const { known } = subject;
  // A record's own screen has read it alone, before any list.
  const item =
    known[control.recordKind]?.get(id) ?? known[recordKey(control.recordKind, id)]?.get(id);
  return item && { value: item.record[member] };
}

function oldParts(subject: ReviewSubject, field: Field): readonly SentencePart[] | undefined {
  const replaced = replacedBy(subject, field);
  return replaced && partsOf(field.control, replaced.value, subject.known);
}

/** What a request's values take the place of, as far as it's known and text. */
export function replacedValues(subject: ReviewSubject): ReplacedValues {
  const sent = Object.entries(subject.fields).filter(([name]) =>
    Object.hasOwn(subject.parameters, name),
  );
  const entries = sent.flatMap(([name, field]) => {
    const old = replacedBy(subject, field)?.value;
    return typeof old === 'string' && old !== '' ? [[name, old] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Every parameter that is sent, in the table's order; nothing is left out or cut. */
export function rowsOf(subject: ReviewSubject): readonly ReviewRow[] {
  const sent = Object.entries(subject.fields).filter(
    ([name]) => Object.hasOwn(subject.parameters, name) || Object.hasOwn(subject.secrets, name),
  );
  return sent.map(([name, field]) => ({
    name,
    parts: partsOfField(subject, name, field),
    old: oldParts(subject, field),
    ...changesWithin(name, subject.changes),
  }));
}

function changesWithin(name: string, changes: Changes = {}): { readonly changes?: Changes } {
  const own = Object.entries(changes).filter(([path]) => `${path}.`.startsWith(`${name}.`));
  return own.length > 0 ? { changes: Object.fromEntries(own) } : {};
}

/** Records that change besides the named ones, or undefined where their list is not known. */
export function affectedBy(
  affects: AffectedRecords,
  parameters: Values,
  known: KnownRecords,
): readonly Item[] | undefined {
  const items = known[affects.recordKind];
  const ids = parameters[affects.idsField];
  if (!items || !Array.isArray(ids)) return undefined;
  return [...items.values()].filter(({ record }) => {
    const members = record[affects.member];
    return Array.isArray(members) && members.some((member) => ids.includes(member));
  });
}

/** Whether a row only reads: then nothing is decided, and the form asks at once. */
export function isQuery(row: Row): boolean {
  return row.kind === 'query';
}
