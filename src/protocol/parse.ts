import * as v from 'valibot';
import { KeystampError } from './errors.ts';
import { isRule, type Rule } from './rules.ts';

/** One refused value: where, and by which rule. Never the value itself. */
export type FieldRefusal = {
  readonly field: string;
  readonly rule: Rule;
};

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusals: readonly [FieldRefusal, ...FieldRefusal[]] };

/** An object whose members nobody has looked at. */
export type Values = Readonly<Record<string, unknown>>;

/** Whether an outside value is an object of members: no list, and not null. */
export function isMembers(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON that nobody has looked at; undefined for what is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function ruleOf(issue: v.BaseIssue<unknown>): Rule {
  if (isRule(issue.message)) return issue.message;
  if (issue.kind !== 'schema') return 'too_long';
  if (issue.expected === 'never') return 'unknown_member';
  return issue.received === 'undefined' ? 'missing' : 'wrong_type';
}

function fieldRefusal(issue: v.BaseIssue<unknown>): FieldRefusal {
  const rule = ruleOf(issue);
  const field = (issue.path ?? []).map((step) => String(step.key)).join('.');
  return { field, rule };
}

/** More refusals than any form shows: what has more is no form somebody filled in. */
export const MAX_REFUSALS = 1000;

/**
 * Parses an outside value against a schema. Lists the refusals, but only the first one of each
 * field, and {@link MAX_REFUSALS} at most. Never throws.
 * @param extent `first` stops at the first refusal, for callers who need no other
 */
export function parse<T>(
  schema: v.GenericSchema<unknown, T>,
  value: unknown,
  extent: 'all' | 'first' = 'all',
): Parsed<T> {
  const outcome = v.safeParse(schema, value, { abortEarly: extent === 'first' });
  if (outcome.success) return { ok: true, value: outcome.output };
  const byField = new Map<string, FieldRefusal>();
  for (const issue of outcome.issues) {
    const refusal = fieldRefusal(issue);
    if (!byField.has(refusal.field)) byField.set(refusal.field, refusal);
    if (byField.size === MAX_REFUSALS) break;
  }
  const [first, ...others] = byField.values();
  if (!first) throw new KeystampError('internal');
  return { ok: false, refusals: [first, ...others] };
}

/**
 * Parses or throws `code` (default `invalid_input`), naming the first refused field, and the rule
 * unless the value is a reply of the service.
 * @param where prefix of the field's path, such as `parameters`
 */
export function parseOrThrow<T>(
  schema: v.GenericSchema<unknown, T>,
  value: unknown,
  where = '',
  code: 'invalid_input' | 'service_malformed' | 'malformed' = 'invalid_input',
): T {
  const parsed = parse(schema, value, 'first');
  if (parsed.ok) return parsed.value;
  const { field: member, rule } = parsed.refusals[0];
  const field = [where, member].filter(Boolean).join('.');
  // The rules are for whoever fills in a field; nobody can fix the service's answer.
  const detail = code === 'service_malformed' ? { field } : { field, rule };
  throw new KeystampError(code, undefined, detail);
}
