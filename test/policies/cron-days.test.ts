import { expect, test } from 'vitest';
import { evaluateClause } from '../../src/policies/evaluate-clause.ts';
import { readClause } from '../../src/policies/read-clause.ts';

test.each([
  ['0 0 13 * 5', '2026-11-06', true],
  ['0 0 13 * 5', '2026-12-13', true],
  ['0 0 13 * 5', '2026-11-12', false],
  ['0 0 13 12 5', '2026-11-06', false],
  ['0 0 * * 5', '2026-12-13', false],
  ['0 0 13 * *', '2026-11-06', false],
])('behavior: of a day and a weekday one is enough: %s on %s is %s', (cron, day, isIn) => {
  const { clause } = readClause('time', `CronSpan('${cron}', '1d', 'UTC')`);
  if (!clause) throw new Error('the clause was not read');
  const atMs = Date.parse(`${day}T12:00:00Z`);
  const { mayBeTrue, mayBeFalse } = evaluateClause(clause, { time: { now: { atMs } } }, atMs);
  expect([mayBeTrue, mayBeFalse]).toEqual([isIn, !isIn]);
});
