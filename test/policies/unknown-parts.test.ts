import { expect, test } from 'vitest';
import { evaluateClause } from '../../src/policies/evaluate-clause.ts';
import { unknown, type Fact } from '../../src/policies/facts.ts';
import { readClause } from '../../src/policies/read-clause.ts';
import { readClause as readStoredClause } from '../../src/service/policies/clause.ts';
import { EvaluationError, evaluate } from '../../src/service/policies/evaluate.ts';
import type { Plain } from './random-policies.ts';

/* What isn't known of a request may not fit where a clause reads it: then the clause is an error. */

const OPEN = unknown('transaction');
const MAYBE = unknown('transaction', true);
type Tables = readonly { readonly [name: string]: Fact }[];

const typedData = (m: Fact) => ({ eth: { eip_712: { message: { m } } } });
const lookups = (address_table_lookups: Tables) => ({ solana: { tx: { address_table_lookups } } });

/** What a clause may say where something isn't known. */
function said(text: string, facts: Readonly<Record<string, Fact>>) {
  const { clause } = readClause('condition', text);
  if (!clause) throw new Error(`${text} can't be read`);
  return evaluateClause(clause, facts, undefined);
}

/** What the service says where it is known. */
function saidByService(text: string, facts: Readonly<Record<string, Fact>>) {
  try {
    const names = facts as Readonly<Record<string, Plain>>;
    return evaluate(readStoredClause('condition', text), names);
  } catch (error) {
    expect(error).toBeInstanceOf(EvaluationError);
    return undefined;
  }
}

const M = "eth.eip_712.message['m']";
const LIST = 'solana.tx.address_table_lookups';
const TABLE = { address_table_key: 'a', writable_indexes: [1n], readonly_indexes: [1n] };

/** A clause, what is known, and something that it may be. */
test.each<[string, Readonly<Record<string, Fact>>, Readonly<Record<string, Fact>>]>([
  [`${M}.count() >= 1`, typedData(OPEN), typedData({ k: 1n })],
  [`${M} == 1`, typedData(OPEN), typedData(true)],
  [`${M} == true`, typedData(OPEN), typedData([true])],
  [`${M} > 1`, typedData(OPEN), typedData(false)],
  [M, typedData(OPEN), typedData('true')],
  [`!${M}`, typedData(OPEN), typedData(1n)],
  [`${M} || true`, typedData(OPEN), typedData('a')],
  [`${M} in [1, 2]`, typedData(OPEN), typedData(true)],
  [`1 in ${M}`, typedData([1n, OPEN]), typedData([1n, true])],
  [`${M}.contains(1)`, typedData([OPEN]), typedData([[1n]])],
  [`{k: 1} in ${M}`, typedData([{ k: OPEN }]), typedData([{ k: true }])],
  [`${M}.filter(v, true).contains(1)`, typedData([OPEN]), typedData([true])],
  [`${M}.any(v, v == 1)`, typedData([1n, OPEN]), typedData([1n, true])],
  [`${M}.all(v, v)`, typedData([OPEN]), typedData([1n])],
  [`${M}.filter(v, v > 1).count() >= 0`, typedData([OPEN]), typedData(['a'])],
  [`[0, 1][${M}] == 1`, typedData(OPEN), typedData('a')],
  [
    `${LIST}.any(t, t in ${LIST})`,
    lookups([{ address_table_key: 'a', writable_indexes: OPEN, readonly_indexes: OPEN }]),
    lookups([TABLE]),
  ],
])('behavior: %s may be an error by a type that isn’t known', (text, gaps, whole) => {
  expect(saidByService(text, whole)).toBeUndefined();
  const found = said(text, gaps);
  expect(found).toMatchObject({ mayErr: true });
  expect(found.mayBeTrue || found.mayBeFalse).toBe(true);
  expect(found.causes).toContain('transaction');
});

test('behavior: structs are the same where the member that one lacks may be missing', () => {
  const text = `{k: 1} in ${M}`;
  expect(saidByService(text, typedData([{ k: 1n }]))).toBe(true);
  expect(said(text, typedData([{ k: 1n, m: MAYBE }]))).toMatchObject({ mayBeTrue: true });
  // One that is there for certain makes them differ.
  expect(said(text, typedData([{ k: 1n, m: OPEN }]))).toMatchObject({
    mayBeTrue: false,
    mayErr: false,
  });
});

test.each([
  ['eth.tx.value >= 0 || true', { eth: { tx: { value: OPEN } } }],
  ["activity.params.user_ids.contains('a') || true", { activity: { params: { user_ids: OPEN } } }],
  ["eth.tx.to in ['a'] || true", { eth: { tx: { to: OPEN } } }],
  ['solana.tx.instructions.count() >= 0', { solana: { tx: { instructions: OPEN } } }],
])('behavior: %s is no error where the type is published', (text, facts) => {
  expect(said(text, facts)).toMatchObject({ mayErr: false });
});

const KEYS = 'tron.tx.contract[0].owner.keys';
const keys = (one: Fact) => ({ tron: { tx: { contract: [{ owner: { keys: one } }] } } });

/** What a clause may say: true, false, an error. */
test.each<[string, Readonly<Record<string, Fact>>, string]>([
  // A list that isn't known may be empty, and may not.
  [`${LIST}.any(t, true)`, { solana: { tx: { address_table_lookups: OPEN } } }, 'true false'],
  // Which element is the first depends on the unknown ones before it.
  [`${M}.filter(v, v == 1)[0] == 1`, typedData([OPEN]), 'true false error'],
  [`${M}.filter(v, v == 1)[2] == 1`, typedData([1n, OPEN, 1n]), 'true false error'],
  [
    "eth.tx.data[eth.tx.nonce..10] == '0x'",
    { eth: { tx: { data: '0x12', nonce: OPEN } } },
    'true false error',
  ],
  ['{k: [1][1]} in [{k: 1}]', {}, 'error'],
  [`{a: 1, k: ${M}} in [{a: 1, k: 1}]`, typedData(MAYBE), 'true false error'],
  // One key or several: the publisher's pages say both.
  [`${KEYS}.filter(k, k.weight == 1).count() == 1`, keys({ weight: 1n }), 'true false error'],
])('behavior: what %s may be', (text, facts, outcomes) => {
  const { mayBeTrue, mayBeFalse, mayErr } = said(text, facts);
  const found = [mayBeTrue && 'true', mayBeFalse && 'false', mayErr && 'error'];
  expect(found.filter(Boolean).join(' ')).toBe(outcomes);
});
