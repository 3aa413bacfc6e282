import * as v from 'valibot';
import { findAddresses } from '../../client/address-findings.ts';
import { readContractInterface } from '../../protocol/contract-interface.ts';
import {
  SMART_CONTRACT_INTERFACE_TYPE,
  type SmartContractInterfaceType,
} from '../../protocol/enums.ts';
import { otpCode, type Field, type Fields } from '../../protocol/fields.ts';
import {
  versionFor,
  type Prerequisite,
  type Generation,
  type Row,
} from '../../protocol/operation-row.ts';
import { parse, type Values } from '../../protocol/parse.ts';
import type { Rule } from '../../protocol/rules.ts';
import '../../protocol/text-rules.ts';
import { inputFields, isSecret, valuesOf, type Draft, type DraftValue } from './draft.ts';
import { fieldOfRefusal, findShownField, shownFields, type ShownField } from './shown-fields.ts';
import { readerOf, type Change } from './typed-values.ts';

/** What a form is made of: one version of a submit row, or a query row. */
export type FormShape = {
  readonly fields: Fields;
  readonly parameters: Parameters<typeof parse>[0];
};

/** Why fields were refused, by their path: `name`, or `list.0.name` in a list's record. */
export type FieldErrors = Readonly<Record<string, Rule>>;

/** Changes of typed texts by the path of their field. */
export type Changes = Readonly<Record<string, readonly Change[]>>;

/** A form ready to go: what is stamped as it is, and what travels sealed. */
export type FilledForm = {
  readonly ok: true;
  readonly parameters: Values;
  readonly secrets: Readonly<Record<string, string>>;
  /** What was done to typed texts, by path: the review says it. */
  readonly changes: Changes;
};

/** The shape of a row for a profile's generation. */
export function shapeOf(row: Row, generation: Generation): FormShape {
  return row.kind === 'query' ? row : versionFor(row, generation);
}

/** A form of some of a shape's fields, for a page that has the others itself; without names, all. */
export function partOfShape(shape: FormShape, names: readonly string[] | undefined): FormShape {
  if (!names) return shape;
  const { fields } = shape;
  const part = Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
  const schemas = Object.entries(part).map(([name, { schema }]) => [name, schema] as const);
  return { fields: part, parameters: v.strictObject(Object.fromEntries(schemas)) };
}

/** Fields in the open and fields behind "More". */
export function groupFields(fields: Fields): {
  readonly plain: readonly (readonly [string, Field])[];
  readonly more: readonly (readonly [string, Field])[];
} {
  const inputs = inputFields(fields);
  return {
    plain: inputs.filter(([, field]) => !field.advanced),
    more: inputs.filter(([, field]) => field.advanced),
  };
}

function isInterfaceType(value: unknown): value is SmartContractInterfaceType {
  return SMART_CONTRACT_INTERFACE_TYPE.some((type) => type === value);
}

/** An empty value that is refused is missing, whatever rule it broke first. */
function asMissing(value: unknown, rule: Rule): Rule {
  return value === '' ? 'missing' : rule;
}

function contentRule(name: string, field: Field, values: Values): Rule | undefined {
  const { control, address } = field;
  const value = values[name];
  if (address) return findAddresses({ [name]: field }, values)[0]?.rule;
  if (control.kind === 'code') {
    const parsed = parse(otpCode, value);
    return parsed.ok ? undefined : asMissing(value, parsed.refusals[0].rule);
  }
  if (typeof value !== 'string') return undefined;
  if (control.kind !== 'contract-interface') return readerOf(field)?.(value).rule;
  const chain = values[control.type];
  if (!isInterfaceType(chain)) return undefined;
  const read = readContractInterface(value, chain);
  return read.ok ? undefined : read.rule;
}

/**
 * Why one field's value is refused, or undefined. Rules over several fields are not checked.
 * @param path a field's name, or its place in a list's record: `list.0.name`
 */
export function checkField(fields: Fields, path: string, draft: Draft): Rule | undefined {
  const found = findShownField(fields, draft, path);
  if (!found) return undefined;
  const { field, name } = found;
  const values = valuesOf(found.fields, found.draft);
  if (field.control.kind === 'code') return contentRule(name, field, values);
  const parsed = parse(field.schema, values[name]);
  if (parsed.ok) return contentRule(name, field, values);
  return asMissing(values[name], parsed.refusals[0].rule);
}

/**
 * The whole form: refused with every field's rule, or filled. A code is checked as a code whatever
 * its field's schema (the worker seals it later), and goes with the other secrets; in its place
 * stands what an earlier step handed over, if it did.
 * @param prerequisiteResult what an earlier step handed over, see {@link readPrerequisiteResult}
 */
export function fillForm(
  shape: FormShape,
  draft: Draft,
  prerequisiteResult: Values = {},
): FilledForm | { readonly ok: false; readonly errors: FieldErrors } {
  const { fields, parameters } = shape;
  const given = valuesOf(fields, draft);
  const shown = shownFields(fields, draft);
  const errors = { ...schemaErrors(shown, parameters, { ...prerequisiteResult, ...given }) };
  for (const one of shown) {
    const values = valuesOf(one.fields, one.draft);
    const content = contentRule(one.name, one.field, values);
    // What `src/addresses` says of an address tells more than its schema.
    const rule = (one.field.address && content) ?? errors[one.path] ?? content;
    if (rule) errors[one.path] = rule;
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const secret = inputFields(fields).filter(([, field]) => isSecret(field));
  const visible = Object.entries(given).filter(([name]) => !secret.some(([key]) => key === name));
  const secrets = secret.flatMap(([name]) => {
    const value = given[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return {
    ok: true,
    parameters: { ...Object.fromEntries(visible), ...prerequisiteResult },
    secrets: Object.fromEntries(secrets),
    changes: changesOf(shown),
  };
}

/** What is done to the text of a field; nothing where it's empty or no text. */
export function changesOfField(field: Field, given: DraftValue | undefined): readonly Change[] {
  return typeof given === 'string' ? (readerOf(field)?.(given).changes ?? []) : [];
}

function changesOf(shown: readonly ShownField[]): Changes {
  const entries = shown.flatMap(({ path, name, field, draft }) => {
    const changes = changesOfField(field, draft[name]);
    return changes.length > 0 ? [[path, changes] as const] : [];
  });
  return Object.fromEntries(entries);
}

function schemaErrors(
  shown: readonly ShownField[],
  schema: FormShape['parameters'],
  values: Values,
): FieldErrors {
  const parsed = parse(schema, values);
  if (parsed.ok) return {};
  const entries = parsed.refusals.flatMap(({ field: refused, rule }) => {
    const found = fieldOfRefusal(shown, refused);
    // What an earlier step fills is not shown.
    if (!found) return [[refused, rule] as const];
    const { path, name, field, fields, draft } = found;
    if (field.control.kind === 'code') return [];
    return [[path, asMissing(valuesOf(fields, draft)[name], rule)] as const];
  });
  return Object.fromEntries(entries.toReversed());
}

/**
 * What an operation that ran first hands over: only members that this version has fields for, so
 * the two generations of codes cannot mix.
 */
export function readPrerequisiteResult(
  prerequisite: Prerequisite,
  fields: Fields,
  result: Values,
): Values {
  const entries = Object.entries(prerequisite.fieldsFromResult).flatMap(([name, member]) => {
    const value = Object.hasOwn(result, member) ? result[member] : undefined;
    return Object.hasOwn(fields, name) && typeof value === 'string' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Fields that an earlier step must fill and did not: the step has to run (again). */
export function missingPrerequisiteFields(
  fields: Fields,
  prerequisiteResult: Values,
): readonly string[] {
  return Object.entries(fields)
    .filter(([, field]) => field.automatic && !parse(field.schema, undefined).ok)
    .map(([name]) => name)
    .filter((name) => !Object.hasOwn(prerequisiteResult, name));
}

/**
 * The path of the field that a worker's or service's refusal names (`parameters.walletName`), if this
 * form shows it.
 */
export function refusedField(
  fields: Fields,
  draft: Draft,
  detail: { readonly field?: string } | undefined,
): string | undefined {
  const refused = /^parameters\.(.+)$/.exec(detail?.field ?? '')?.[1];
  return refused === undefined
    ? undefined
    : fieldOfRefusal(shownFields(fields, draft), refused)?.path;
}
