import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluateClause } from '../../src/policies/evaluate-clause.ts';
import { unknown, type Fact, type Facts } from '../../src/policies/facts.ts';
import { CLAUSES, type ClauseName } from '../../src/policies/published-names.ts';
import { readClause } from '../../src/policies/read-clause.ts';
import { readClause as readStored } from '../../src/service/policies/clause.ts';
import { EvaluationError, evaluate, type Names } from '../../src/service/policies/evaluate.ts';
import { PolicyTextError } from '../../src/service/policies/policy-text-error.ts';

/*
 * Clauses of the publisher's pages and examples: stored or refused (policy-clauses.json), and what they
 * say of a request (policy-verdicts.json), worked out by hand. `unknown`: what isn't published, or a
 * context that isn't known; `defensible` has what else is right.
 */

type ClauseRow = {
  readonly id: string;
  readonly kind: ClauseName;
  readonly text: string;
  readonly expected: 'accepted' | 'refused';
  readonly certainty: string;
  readonly why: string;
};
type Verdict = 'allow' | 'deny' | 'error' | 'unknown';
type VerdictRow = { readonly [C in ClauseName]?: string } & {
  readonly id: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly verdict: Verdict;
  readonly certainty: string;
  readonly defensible?: readonly Verdict[];
};

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../vectors', name), 'utf8')) as T;
const CLAUSE_ROWS = read<readonly ClauseRow[]>('policy-clauses.json');
const VERDICT_ROWS = read<readonly VerdictRow[]>('policy-verdicts.json');

/** One row says itself that its authors only reported it. */
const UNSCORED = ({ certainty }: ClauseRow) => certainty === 'reported';

function isStored(name: ClauseName, text: string): boolean {
  try {
    readStored(name, text);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(PolicyTextError);
    return false;
  }
}

test.each(CLAUSE_ROWS.filter((row) => !UNSCORED(row)).map((row) => [row.id, row] as const))(
  'published: clause %s is stored or refused by both',
  (_, { kind, text, expected }) => {
    expect(readClause(kind, text).fault).toEqual(
      expected === 'accepted' ? undefined : expect.anything(),
    );
    expect([text, isStored(kind, text)]).toEqual([text, expected === 'accepted']);
  },
);

const isMembers = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** A context's value. `$int` is an integer that JSON can't hold, `$unknown` what isn't known. */
function factOf(json: unknown, unknownAs?: string): Fact {
  if (Array.isArray(json)) return json.map((item) => factOf(item, unknownAs));
  if (typeof json === 'number') return BigInt(json);
  if (!isMembers(json)) return json as boolean | string;
  if ('$int' in json) return BigInt(String(json['$int']));
  if ('$unknown' in json) {
    return unknownAs ?? unknown('target_unread', json['mayBeMissing'] === true);
  }
  const members = Object.entries(json).map(
    ([name, one]) => [name, factOf(one, unknownAs)] as const,
  );
  return Object.fromEntries(members);
}

function clauseIn(row: VerdictRow): { name: ClauseName; text: string } {
  for (const name of CLAUSES) {
    const text = row[name];
    if (text !== undefined) return { name, text };
  }
  throw new Error(`${row.id} has no clause`);
}

function momentOf({ context: { now } }: VerdictRow): number {
  return Date.parse(typeof now === 'string' ? now : '2026-06-01T00:00:00Z');
}

function byExtension(row: VerdictRow): Verdict {
  const { name, text } = clauseIn(row);
  const { clause } = readClause(name, text);
  if (!clause) return 'unknown';
  const nowMs = momentOf(row);
  const facts =
    name === 'time' ? { time: { now: { atMs: nowMs } } } : (factOf(row.context) as Facts);
  const { mayBeTrue, mayBeFalse, mayErr } = evaluateClause(clause, facts, nowMs);
  const found: Verdict[] = [
    ...(mayBeTrue ? (['allow'] as const) : []),
    ...(mayBeFalse ? (['deny'] as const) : []),
    ...(mayErr ? (['error'] as const) : []),
  ];
  return found.length === 1 && found[0] ? found[0] : 'unknown';
}

function byService(row: VerdictRow): Verdict {
  const { name, text } = clauseIn(row);
  const now = { timestamp: momentOf(row) };
  const names = name === 'time' ? { time: { now } } : (factOf(row.context, 'any') as Names);
  try {
    return evaluate(readStored(name, text), names) ? 'allow' : 'deny';
  } catch (error) {
    expect(error).toBeInstanceOf(EvaluationError);
    return 'error';
  }
}

test.each(VERDICT_ROWS.map((row) => [row.id, row] as const))(
  'published: what %s says, by both',
  (_, row) => {
    const { verdict, defensible = [] } = row;
    // Where it is published, nothing but that will do: no "can't tell", no other answer.
    expect(byExtension(row)).toBe(verdict);
    if (verdict !== 'unknown') expect(byService(row)).toBe(verdict);
    else if (defensible.length > 0) expect(defensible).toContain(byService(row));
  },
);

test('published: the vectors are all there', () => {
  expect([CLAUSE_ROWS.length, VERDICT_ROWS.length]).toEqual([236, 123]);
});
