// The clauses of policies as this service keeps them: read by the language's one front, with the times
// that they name read by this service's own code (docs/policies.md, Grammar and Limits).
import { MAX_DEPTH, MAX_LENGTH, MAX_PARTS, MAX_STEPS } from '../../policies/limits.ts';
import type { ClauseName } from '../../policies/published-names.ts';
import { readClause as readText, type Clause as ReadClause } from '../../policies/read-clause.ts';
import {
  allOf,
  type Expression,
  type Fault,
  type FaultReason,
} from '../../policies/syntax-tree.ts';
import { createFairCache } from '../fair-cache.ts';
import { PolicyTextError } from './policy-text-error.ts';
import { parseCronSpan, parseTimestamp } from './time.ts';

/** A clause, and what its times mean. */
export type Clause = ReadClause & {
  /** Milliseconds since the epoch, of each `Timestamp`. */
  readonly timestamps: ReadonlyMap<Expression, number>;
  /** Of each `CronSpan`, whether a moment lies in it. */
  readonly spans: ReadonlyMap<Expression, (at: number) => boolean>;
};

const notThere = (name: string) => `Expression cannot be evaluated: field does not exist: ${name}`;

/** The published words where there are some; `subject` and `other` as the front has them. */
const MESSAGES: Readonly<Record<FaultReason, (subject: string, other: string) => string>> = {
  empty: () => 'the expression is empty',
  too_long: () => `the expression has more than ${MAX_LENGTH} characters`,
  too_deep: () => `the expression is nested more than ${MAX_DEPTH} deep`,
  too_many_parts: () => `the expression has more than ${MAX_PARTS} parts`,
  too_many_steps: () => `the expression may take more than ${MAX_STEPS} steps`,
  unexpected_character: () => 'Unexpected character',
  unfinished_text: () => 'Unexpected character',
  unexpected_end: () => 'Unrecognized EOF found',
  unexpected_word: (subject, other) =>
    `Unexpected ${subject}${other === '' ? '' : `, expected ${other}`}`,
  no_arithmetic: (subject) => `there is no arithmetic: ${subject}`,
  negation_unclear: (subject) =>
    `put parentheses after !: what it negates before ${subject} is open`,
  chained_comparison: (subject) => `Unexpected ${subject}: comparisons don't chain`,
  unknown_name: notThere,
  other_clause: (subject, other) =>
    /^[A-Z]/.test(subject) ? `${subject}() is for ${other} only` : notThere(subject),
  unknown_member: notThere,
  brackets_needed: notThere,
  unknown_method: (subject) => `there is no ${subject}()`,
  not_bool: (subject) => `type mismatch: a bool is needed, not ${subject}`,
  not_int: (subject) => `type mismatch: an index is an int, not ${subject}`,
  not_list: (subject) => `type mismatch: a list is needed, not ${subject}`,
  not_indexable: (subject) => `type mismatch: ${subject} has no elements`,
  not_comparable: (subject, other) => `type mismatch: ${other || 'in'} does not compare ${subject}`,
  different_types: (subject, other) => `type mismatch: ${subject} and ${other}`,
  mixed_list: (subject, other) => `type mismatch: a list of ${other} takes no ${subject}`,
  member_twice: (subject) => `${subject} stands there twice`,
  text_needed: () => 'a text in quotes is needed',
  invalid_timestamp: () => 'this is not a time in UTC',
  invalid_cron: () => 'this is not a schedule of five fields',
  invalid_duration: () => 'this is not a duration of at most seven days, such as 8h or 1d12h',
  invalid_zone: () => 'this is not a time zone',
  int_too_large: () => 'an integer has 256 bits at most',
};

/** With the place, but for names that don't exist: their published words end with the name. */
function messageOf({ reason, span, subject = '', other = '' }: Fault): string {
  const message = MESSAGES[reason](subject, other);
  return message === notThere(subject) ? message : `${message} at ${span.from}`;
}

const literal = (expression: Expression | undefined): string =>
  expression?.kind === 'string' ? expression.value : '';

function withTimes(clause: ReadClause): Clause {
  const timestamps = new Map<Expression, number>();
  const spans = new Map<Expression, (at: number) => boolean>();
  for (const part of allOf(clause.tree)) {
    if (part.kind === 'timestamp') timestamps.set(part, parseTimestamp(literal(part.text)));
    if (part.kind !== 'cron-span') continue;
    const [cron, duration, zone] = part.texts;
    spans.set(part, parseCronSpan(literal(cron), literal(duration), literal(zone)));
  }
  return { ...clause, timestamps, spans };
}

/** A clause, or why it can't be read. */
export function tryClause(name: ClauseName, text: string): Clause | PolicyTextError {
  const { clause, fault } = readText(name, text);
  if (fault) return new PolicyTextError(messageOf(fault));
  try {
    return withTimes(clause);
  } catch (error) {
    if (error instanceof PolicyTextError) return error;
    throw error;
  }
}

/** Reads and checks a clause. @throws PolicyTextError */
export function readClause(name: ClauseName, text: string): Clause {
  const clause = tryClause(name, text);
  if (clause instanceof PolicyTextError) throw clause;
  return clause;
}

/** Characters that are kept as clauses, each clause with {@link WEIGHT} more. */
const MAX_KNOWN = 2_000_000;
const WEIGHT = 200;
const known = createFairCache<Clause | PolicyTextError>(MAX_KNOWN);

/**
 * {@link tryClause} for what an organization has stored: decisions read and check a text once. By text,
 * since one that changes is another, whoever changed it and in whichever process.
 */
export function storedClause(
  organizationId: string,
  name: ClauseName,
  text: string,
): Clause | PolicyTextError {
  const key = `${name} ${text}`;
  const found = known.get(organizationId, key);
  if (found) return found;
  const clause = tryClause(name, text);
  known.set(organizationId, key, clause, key.length + WEIGHT);
  return clause;
}
