import {
  isOptional,
  type Control,
  type Field,
  type Fields,
  type RecordListControl,
} from '../../protocol/fields.ts';
import { isMembers, type Values } from '../../protocol/parse.ts';
import { readerOf } from './typed-values.ts';

/**
 * What a person gave in one field, as its control holds it; a list of records has a draft for each.
 * {@link REMOVED} where a value is to be taken away.
 */
export type DraftValue = string | boolean | readonly string[] | readonly Draft[];

/** True for the value of a control that holds several values of text. */
export function isList(value: DraftValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** In the place of a text: the choice to take the value away, which no typing makes. */
export const REMOVED = false;

/** Whether a field's value is to be taken away. */
export function isRemoved(field: Field, given: DraftValue | undefined): boolean {
  return field.removable === true && given === REMOVED;
}

/** A form in the making, or one record of a list in it, by field name. */
export type Draft = { readonly [name: string]: DraftValue };

/** The fields that a person fills in, in the table's order. */
export function inputFields(fields: Fields): readonly (readonly [string, Field])[] {
  return Object.entries(fields).filter(([, field]) => !field.automatic);
}

/** The control of a list of records; else undefined. */
export function itemsControlOf({ control }: Field): RecordListControl | undefined {
  return control.kind === 'record-list' ? control : undefined;
}

/** The drafts of a list's records. */
export function itemDrafts(value: DraftValue | undefined): readonly Draft[] {
  if (typeof value !== 'object') return [];
  const items: readonly (string | Draft)[] = value;
  return items.flatMap((item) => (typeof item === 'object' ? [item] : []));
}

/**
 * The fewest records that a list's form shows: an optional list may be empty, that is left out. Where
 * a record is filled in as it is added, there is none at first.
 */
export function minItems(field: Field, { min, editor }: RecordListControl): number {
  return isOptional(field) || editor === 'accounts' ? 0 : min;
}

/** Whether a field's value is secret: never kept, never listed, sealed on its way. */
export function isSecret(field: Field): boolean {
  return field.secret === true || field.control.kind === 'code';
}

function blankValue(control: Control): DraftValue {
  switch (control.kind) {
    case 'flag':
      return false;
    case 'choices':
    case 'record-list':
      return [];
    case 'pick':
      return control.many ? [] : '';
    case 'text':
    case 'lines':
    case 'clause':
    case 'choice':
    case 'contract-interface':
    case 'lifetime':
    case 'public-key':
    case 'page':
    case 'code':
      return '';
  }
}

function initialValue(field: Field, self: string | undefined): DraftValue {
  if (field.prefillsOwnUser && self !== undefined) return self;
  if (typeof field.initial === 'boolean' || typeof field.initial === 'string') return field.initial;
  return blankValue(field.control);
}

/**
 * The draft a form starts with.
 * @param self id of the user who stamps, for fields that start with it
 * @param saved a draft of an earlier time; members that no longer fit their control are ignored
 */
export function startDraft(fields: Fields, self?: string, saved: Values = {}): Draft {
  const entries = inputFields(fields).map(([name, field]) => {
    const savedValue = Object.hasOwn(saved, name) ? saved[name] : undefined;
    return [name, startValue(field, self, savedValue)] as const;
  });
  return prune(fields, Object.fromEntries(entries));
}

function startValue(field: Field, self: string | undefined, saved: unknown): DraftValue {
  const items = itemsControlOf(field);
  if (items) return startItems(field, items, self, saved);
  const start = initialValue(field, self);
  if (field.removable && saved === REMOVED) return REMOVED;
  return !isSecret(field) && isSameShape(saved, start) ? saved : start;
}

function startItems(
  field: Field,
  control: RecordListControl,
  self: string | undefined,
  saved: unknown,
): readonly Draft[] {
  const savedItems = Array.isArray(saved) ? saved.filter(isMembers).slice(0, control.max) : [];
  const items = savedItems.map((item) => startDraft(control.item, self, item));
  const least = saved === undefined ? (control.starts ?? 0) : 0;
  const missing = Math.max(0, Math.max(least, minItems(field, control)) - items.length);
  return [...items, ...Array.from({ length: missing }, () => startDraft(control.item, self))];
}

function isSameShape(value: unknown, sample: DraftValue): value is DraftValue {
  if (!Array.isArray(sample)) return typeof value === typeof sample;
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** The part of a draft that may be kept while the popup is closed: nothing secret. */
export function withoutSecrets(fields: Fields, draft: Draft): Draft {
  const open = inputFields(fields).filter(([, field]) => !isSecret(field));
  return Object.fromEntries(open.flatMap(([name]) => entryOf(draft, name)));
}

function entryOf(draft: Draft, name: string): [string, DraftValue][] {
  const value = draft[name];
  return value === undefined ? [] : [[name, value]];
}

function valueOf(field: Field, given: DraftValue): unknown {
  const { control } = field;
  if (control.kind === 'record-list')
    return itemDrafts(given).map((item) => valuesOf(control.item, item));
  if (typeof given !== 'string') return given;
  switch (control.kind) {
    case 'text':
    case 'code':
      return readerOf(field)?.(given).value ?? given.trim();
    case 'choice':
      return control.numeric && given !== '' ? Number(given) : given;
    case 'pick':
    case 'lifetime':
    case 'public-key':
      return given.trim();
    case 'page':
      return given.trim() === '' ? '' : { limit: given.trim() };
    case 'lines':
    case 'clause':
      // Blanks and line breaks alone say nothing; elsewhere they are the user's own.
      return given.trim() === '' ? '' : given;
    case 'contract-interface':
    case 'flag':
    case 'choices':
      return given;
  }
}

function isEmpty(field: Field, value: unknown): boolean {
  if (value === '' || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return value === false && field.initial === undefined;
}

/** What a form sends of a field that it doesn't ask for; nothing where an earlier step or the worker fills it. */
function fixedEntry(name: string, { initial, control }: Field): [string, unknown][] {
  if (initial !== undefined) return [[name, initial]];
  return control.kind === 'record-list' && control.min === 0 ? [[name, []]] : [];
}

/**
 * The parameter values of a draft. Optional members left empty are left out, never null; a required
 * one stays, so that its schema decides. Where '' would take a value away, only that choice sends it.
 */
export function valuesOf(fields: Fields, draft: Draft): Values {
  const entries = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    if (field.automatic) return fixedEntry(name, field);
    const given = draft[name];
    if (given === undefined) return [];
    if (isRemoved(field, given)) return [[name, '']];
    const value = valueOf(field, given);
    const canBeLeftOut = isOptional(field) || field.removable;
    if (canBeLeftOut && isEmpty(field, value)) return [];
    return field.control.kind === 'choice' && value === '' ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function fitToOptions(control: Control, given: DraftValue, values: Values): DraftValue {
  if (control.kind === 'record-list') {
    return itemDrafts(given).map((item) => prune(control.item, item));
  }
  if (control.kind === 'choices' && isList(given)) {
    const options = control.options(values);
    const offered = given.filter((option) => options.includes(option));
    return offered.length === given.length ? given : offered;
  }
  if (control.kind === 'choice' && typeof given === 'string' && given !== '') {
    return control.options(values).includes(given) ? given : '';
  }
  return given;
}

/** Drops choices that the other values no longer offer (formats of another curve). */
function prune(fields: Fields, draft: Draft): Draft {
  const values = valuesOf(fields, draft);
  const entries = inputFields(fields).flatMap(([name, field]): [string, DraftValue][] => {
    const given = draft[name];
    return given === undefined ? [] : [[name, fitToOptions(field.control, given, values)]];
  });
  return Object.fromEntries(entries);
}

/**
 * The draft with one value changed, and whatever no longer fits removed.
 * @param path a field's name, or its place in a list's record: `list.0.name`
 */
export function changeField(fields: Fields, draft: Draft, path: string, value: DraftValue): Draft {
  return prune(fields, changeAt(draft, path.split('.'), value));
}

function changeAt(draft: Draft, path: readonly string[], value: DraftValue): Draft {
  const [name = '', index, ...rest] = path;
  if (index === undefined) return { ...draft, [name]: value };
  const items = itemDrafts(draft[name]).map((item, at) =>
    String(at) === index ? changeAt(item, rest, value) : item,
  );
  return { ...draft, [name]: items };
}
