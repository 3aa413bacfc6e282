import { expect, test } from 'vitest';
import { evaluateClause } from '../../src/policies/evaluate-clause.ts';
import { MAX_DEPTH } from '../../src/policies/limits.ts';
import type { ClauseName } from '../../src/policies/published-names.ts';
import { readClause } from '../../src/policies/read-clause.ts';

/* What the published clauses leave out of the front: its edges, one by one. */

const members = (count: number) => `'abc'${'[0..1]'.repeat(count)} == 'a'`;
const brackets = (count: number) => `${'('.repeat(count)}true${')'.repeat(count)}`;
const spanOn = (weekday: string) => `CronSpan('0 9 * * ${weekday}', '1h', 'UTC')`;

test.each<[ClauseName, string, string | undefined]>([
  ['condition', members(MAX_DEPTH), undefined],
  ['condition', members(MAX_DEPTH + 1), 'too_deep'],
  ['condition', brackets(MAX_DEPTH - 1), undefined],
  ['condition', brackets(MAX_DEPTH), 'too_deep'],
  ['condition', `${'!'.repeat(MAX_DEPTH - 1)}true`, undefined],
  ['condition', `${'!'.repeat(MAX_DEPTH)}true`, 'too_deep'],
  ['condition', "[[1], ['a']].any(l, true)", 'mixed_list'],
  ['condition', "{a: [1]} in [{a: ['x']}]", 'different_types'],
  ['condition', '[1] in [[1]]', 'not_comparable'],
  ['condition', "[1].any(x, ['a'].any(x, x == 'a'))", undefined],
  ['condition', "[1].any(x, ['a'].any(x, x == 1))", 'different_types'],
  ['condition', 'true == !false', 'negation_unclear'],
  ['condition', 'true == (!false)', undefined],
  ['condition', '!true && false', undefined],
  ['condition', '!activity.kind.count() == 1', 'negation_unclear'],
  ['condition', `eth.tx.value > -${String(2n ** 127n)}`, undefined],
  ['condition', `eth.tx.value > -${String(2n ** 127n + 1n)}`, 'int_too_large'],
  ['condition', "eth.eip_712.message['a'].b == 1", 'brackets_needed'],
  ['condition', "eth.tx.contract_call_args['a'].b == 1", undefined],
  ['condition', "controls['daily']", undefined],
  ['condition', 'tron.tx.contract[0].owner.keys[0..1].all(k, k.weight == 1)', undefined],
  ['condition', 'tron.tx.contract[0].owner[0..1].count() == 1', 'not_indexable'],
  ['condition', "wallet['id'] == 'w1'", undefined],
  ['condition', "activity.kind is ['A']", 'unexpected_word'],
  ['condition', '{a: 1, a: 2} in [{a: 1}]', 'member_twice'],
  ['condition', '[].any(x, x.any(y, true))', undefined],
  ['time', "time.now > Moment('2026-01-01T00:00:00Z')", 'unknown_method'],
  ['time', 'true in [time.now > time.now]', undefined],
  ['time', "time.now in [Timestamp('2026-01-01T00:00:00Z')]", undefined],
  ['time', spanOn('6'), undefined],
  ['time', spanOn('7'), 'invalid_cron'],
])('behavior: %s %s: %s', (clause, text, reason) => {
  expect(readClause(clause, text).fault?.reason).toBe(reason);
});

/** What a condition may say of typed data that has one text. */
function saidOf(text: string, message: string) {
  const { clause } = readClause('condition', text);
  if (!clause) throw new Error(`${text} can't be read`);
  const { causes, ...said } = evaluateClause(
    clause,
    { eth: { eip_712: { message: { to: message } } } },
    undefined,
  );
  return { said, causes };
}

test.each([
  ['0xAB', true],
  ['0xab', false],
])('behavior: typed data of 0xab against %s can be told: %s', (literal, isOpen) => {
  const { said, causes } = saidOf(`eth.eip_712.message['to'] == '${literal}'`, '0xab');
  expect(said).toEqual({ mayBeTrue: true, mayBeFalse: isOpen, mayErr: false });
  expect(causes).toEqual(isOpen ? ['unpublished'] : []);
});

test.each([
  ["eth.eip_712.message['to'] == 1", { mayBeTrue: false, mayBeFalse: true, mayErr: true }],
  ["eth.eip_712.message['to'] != 1", { mayBeTrue: true, mayBeFalse: false, mayErr: true }],
  ["eth.eip_712.message['to'] in ['0xab']", { mayBeTrue: true, mayBeFalse: false, mayErr: true }],
])('behavior: %s, of a text', (text, expected) => {
  expect(saidOf(text, '0xab')).toEqual({ said: expected, causes: ['unpublished'] });
});

test.each([
  // A list of texts counts case where one of them does.
  ["'0xAB' in ['x', eth.eip_712.message['to']]", true],
  ["eth.eip_712.message['to'] in ['x', '0xAB']", true],
  ["eth.eip_712.message['to'] in ['x', '0xcd']", false],
])('behavior: %s of 0xab may be: %s', (text, mayBeTrue) => {
  const { said, causes } = saidOf(text, '0xab');
  expect(said).toMatchObject({ mayBeTrue, mayBeFalse: true });
  expect(causes).toEqual(['unpublished']);
});

test.each([
  ['true && false || false', false],
  ['false || true && true', true],
])('behavior: %s is %s however it is read', (text, isTrue) => {
  const { said, causes } = saidOf(text, '');
  expect(said).toEqual({ mayBeTrue: isTrue, mayBeFalse: !isTrue, mayErr: false });
  expect(causes).toEqual([]);
});
