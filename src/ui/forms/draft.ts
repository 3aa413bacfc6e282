import { isOptional, type Control, type Field, type Fields } from '../../protocol/fields.ts';
import { accountsOf } from './accounts.ts';

/** What a person gave in one field, as its control holds it. */
export type DraftValue = string | boolean | readonly string[];

/** True for the value of a control that holds several. */
export function isList(value: DraftValue | undefined): value is readonly string[] {
  return typeof value === 'object';
}

/** A form in the making, by field name. */
export type Draft = Readonly<Record<string, DraftValue>>;

/** Parameter values by name, as the service takes them. */
export type Values = Readonly<Record<string, unknown>>;

/** The fields that a person fills in, in the table's order. */
export function askedFields(fields: Fields): readonly (readonly [string, Field])[] {
  return Object.entries(fields).filter(([, one]) => !one.filled);
}

/** Whether a field's value is secret: never kept, never listed, sealed on its way. */
export function isSecret(one: Field): boolean {
  return one.secret === true || one.control.kind === 'code';
}

function blank(control: Control): DraftValue {
  switch (control.kind) {
    case 'flag':
      return false;
    case 'choices':
    case 'accounts':
      return [];
    case 'pick':
      return control.many ? [] : '';
    case 'text':
    case 'lines':
    case 'choice':
    case 'contract-interface':
    case 'page':
    case 'code':
      return '';
  }
}

function started(one: Field, self: string | undefined): DraftValue {
  if (one.self && self !== undefined) return self;
  if (typeof one.initial === 'boolean' || typeof one.initial === 'string') return one.initial;
  return blank(one.control);
}

/**
 * The draft a form starts with.
 * @param self id of the user who stamps, for fields that start with it
 * @param kept a draft of an earlier time; members that no longer fit their control are ignored
 */
export function startDraft(fields: Fields, self?: string, kept: Values = {}): Draft {
  const entries = askedFields(fields).map(([name, one]) => {
    const start = started(one, self);
    const old = Object.hasOwn(kept, name) ? kept[name] : undefined;
    return [name, !isSecret(one) && sameShape(old, start) ? old : start] as const;
  });
  return prune(fields, Object.fromEntries(entries));
}

function sameShape(value: unknown, like: DraftValue): value is DraftValue {
  if (!Array.isArray(like)) return typeof value === typeof like;
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** The part of a draft that may be kept while the popup is closed: nothing secret. */
export function keepable(fields: Fields, draft: Draft): Draft {
  const open = askedFields(fields).filter(([, one]) => !isSecret(one));
  return Object.fromEntries(open.flatMap(([name]) => pair(draft, name)));
}

function pair(draft: Draft, name: string): [string, DraftValue][] {
  const value = draft[name];
  return value === undefined ? [] : [[name, value]];
}

function textValue(control: Extract<Control, { kind: 'text' }>, typed: string): string {
  const trimmed = typed.trim();
  return control.mode === 'tel' ? trimmed.replace(/[\s().-]/g, '') : trimmed;
}

function valueOf(control: Control, given: DraftValue): unknown {
  if (control.kind === 'accounts') return accountsOf(isList(given) ? given : []);
  if (typeof given !== 'string') return given;
  switch (control.kind) {
    case 'text':
      return textValue(control, given);
    case 'choice':
      return control.numeric && given !== '' ? Number(given) : given;
    case 'pick':
    case 'code':
      return given.trim();
    case 'page':
      return given.trim() === '' ? '' : { limit: given.trim() };
    case 'lines':
    case 'contract-interface':
    case 'flag':
    case 'choices':
      return given;
  }
}

function isEmpty(one: Field, value: unknown): boolean {
  if (value === '' || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return value === false && one.initial === undefined;
}

/**
 * The parameter values of a draft. Optional members left empty are left out, never null; a required
 * one stays, so that its schema decides: '' removes a contact where the schema takes it.
 */
export function valuesOf(fields: Fields, draft: Draft): Values {
  const entries = askedFields(fields).flatMap(([name, one]): [string, unknown][] => {
    const given = draft[name];
    if (given === undefined) return [];
    const value = valueOf(one.control, given);
    if (isOptional(one) && isEmpty(one, value)) return [];
    return one.control.kind === 'choice' && value === '' ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function fitting(control: Control, given: DraftValue, values: Values): DraftValue {
  if (control.kind === 'choices' && isList(given)) {
    const options = control.options(values);
    const kept = given.filter((one) => options.includes(one));
    return kept.length === given.length ? given : kept;
  }
  if (control.kind === 'choice' && typeof given === 'string' && given !== '') {
    return control.options(values).includes(given) ? given : '';
  }
  return given;
}

/** Drops choices that the other values no longer offer (formats of another curve). */
export function prune(fields: Fields, draft: Draft): Draft {
  const values = valuesOf(fields, draft);
  const entries = askedFields(fields).flatMap(([name, one]): [string, DraftValue][] => {
    const given = draft[name];
    return given === undefined ? [] : [[name, fitting(one.control, given, values)]];
  });
  return Object.fromEntries(entries);
}

/** The draft with one value changed, and whatever no longer fits removed. */
export function change(fields: Fields, draft: Draft, name: string, value: DraftValue): Draft {
  return prune(fields, { ...draft, [name]: value });
}
