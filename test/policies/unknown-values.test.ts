import { describe, expect, test } from 'vitest';
import { ROWS } from '../../src/protocol/operations.ts';
import type { RecordKind } from '../../src/protocol/fields.ts';
import type { ClauseName } from '../../src/policies/published-names.ts';
import { readClause } from '../../src/policies/read-clause.ts';
import { recordKindsIn, unknownValues } from '../../src/policies/unknown-values.ts';

/* Values of a clause that nothing has: told while it is typed, and refused by nobody. */

const KNOWN = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

function treeOf(clause: ClauseName, text: string) {
  const read = readClause(clause, text).clause;
  if (!read) throw new Error(`${text} is a fault`);
  return read.tree;
}
const hasKnown = (_: RecordKind, id: string) => id === KNOWN;
const found = (text: string, clause: ClauseName = 'condition', has = hasKnown) =>
  unknownValues(treeOf(clause, text), has).map((one) => [
    text.slice(one.span.from, one.span.to),
    one.kind === 'unknown_id' ? one.recordKind : (one.like ?? null),
  ]);

describe('a name', () => {
  test.each([
    ["activity.kind == 'CREATE_WALET'", 'CREATE_WALLET'],
    ["activity.kind == 'create_wallet'", 'CREATE_WALLET'],
    ["'CREATE WALLET' == activity.kind", 'CREATE_WALLET'],
    ["activity.kind in ['SIGN_TRANSACTION', 'SING_RAW_PAYLOAD']", 'SIGN_RAW_PAYLOAD'],
    ["activity.kind == 'ACTIVITY_TYPE_CREATE_WALLET'", 'CREATE_WALLET'],
    ["activity.type == 'ACTIVITY_TYPE_UPDATE_WALET'", 'ACTIVITY_TYPE_UPDATE_WALLET'],
    ["activity.type == 'UPDATE_WALLET'", 'ACTIVITY_TYPE_UPDATE_WALLET'],
    ["activity.resource == 'WALLETS'", 'WALLET'],
    ["activity.action != 'SIGNS'", 'SIGN'],
    ["activity.resource == 'WALLET' && activity.action == 'UPDATED'", 'UPDATE'],
    ["activity.kind == 'BAKE_BREAD_AND_CAKES'", null],
  ])('behavior: of %s it is told, with what it is like', (text, like) => {
    const [[place, said] = [], ...others] = found(text);
    expect([said, others]).toEqual([like, []]);
    expect(place).toMatch(/^'.*'$/);
  });

  test.each([
    "activity.kind == 'UPDATE_WALLET_ACCOUNT_NAME'",
    "activity.resource == 'TVC_APP' && activity.action == 'ENCRYPT'",
    "wallet.label == 'WALET'",
    "activity.params.type == 'ANYTHING'",
  ])('behavior: nothing is told of %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  test('behavior: every operation is known by its kind, types, resource and action', () => {
    const clauses = ROWS.flatMap((row) => {
      if (row.kind !== 'submit') return [];
      const { policy, name, versions } = row;
      return [
        `activity.kind == '${name.toUpperCase()}'`,
        ...versions.map(({ type }) => `activity.type == '${type}'`),
        ...(typeof policy === 'object'
          ? [`activity.resource == '${policy.resource}' && activity.action == '${policy.action}'`]
          : []),
      ];
    });
    expect(clauses.length).toBeGreaterThan(100);
    expect(clauses.filter((text) => found(text).length > 0)).toEqual([]);
  });

  test('security: a clause of many unknown ones is told of few, and in time', () => {
    const names = Array.from({ length: 200 }, (_, n) => `'NAME_${'X'.repeat(30)}_${n}'`);
    expect(found(`activity.kind in [${names.join(', ')}]`)).toHaveLength(5);
    expect(found(`activity.kind == '${'X'.repeat(2000)}'`)).toHaveLength(1);
  });
});

describe('an id', () => {
  test.each<[string, ClauseName, RecordKind]>([
    ['wallet.id == ?', 'condition', 'wallet'],
    ['private_key.id in [?]', 'condition', 'privateKey'],
    ['private_key.tags.contains(?)', 'condition', 'privateKeyTag'],
    ['activity.params.user_id == ?', 'condition', 'user'],
    ['approvers.any(user, user.id == ?)', 'consensus', 'user'],
    ['approvers.filter(u, u.tags.contains(?)).count() >= 2', 'consensus', 'userTag'],
    ['credentials.any(one, one.user_id == ?)', 'consensus', 'user'],
  ])(
    'behavior: of %s it is told where the organization has no such record',
    (form, clause, kind) => {
      const text = (id: string) => form.replace('?', `'${id}'`);
      expect(found(text(OTHER), clause)).toEqual([[`'${OTHER}'`, kind]]);
      expect(found(text('Carol'), clause)).toEqual([[`'Carol'`, kind]]);
      expect(found(text(KNOWN), clause)).toEqual([]);
      expect(recordKindsIn(treeOf(clause, text(OTHER)))).toEqual([kind]);
      // Until the records are read nothing is said of it.
      expect(unknownValues(treeOf(clause, text(OTHER)), () => undefined)).toEqual([]);
    },
  );
});
