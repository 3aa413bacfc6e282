import { describe, expect, test } from 'vitest';
import { ROWS } from '../../src/protocol/operations.ts';
import { activity } from '../../src/protocol/service-records.ts';
import { addRowWords, memberText } from '../../src/ui/forms/words.ts';
import { memberWords } from '../../src/ui/words/en/members.ts';

/** The names of all members of a schema, however deep: valibot keeps them in plain objects. */
function memberNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { entries = {}, wrapped, item, options } = schema as Readonly<Record<string, unknown>>;
  const inner = [wrapped, item, ...(Array.isArray(options) ? options : [])];
  return [
    ...Object.entries(entries as object).flatMap(([name, member]) => [
      name,
      ...memberNames(member),
    ]),
    ...inner.flatMap(memberNames),
  ];
}

/** A list of records is no member of them, nor is what is around one: each record is drawn by itself. */
const LISTS = ROWS.flatMap((row) => {
  if (row.kind !== 'query') return [];
  return [row.lists, row.shows].flatMap((fact) => (fact ? [fact.member] : []));
});
/** Parts of a time, and what is around a record that no row names. */
const WITHIN = ['seconds', 'nanos', 'account', 'organizationData'];

describe('memberText', () => {
  test('behavior: every member of a known record or result has a name of its own', () => {
    const results = ROWS.flatMap((row) =>
      row.kind === 'query' ? [row.result] : row.versions.map(({ result }) => result),
    );
    const names = new Set([activity, ...results].flatMap(memberNames));
    const named = (name: string) => Object.hasOwn(memberWords, name);
    const shown = [...names].filter((name) => ![...LISTS, ...WITHIN].includes(name));
    expect(shown.length).toBeGreaterThan(50);
    expect(shown.filter((name) => !named(name))).toEqual([]);
  });

  test('behavior: a member that a newer service added reads as its words', () => {
    addRowWords();
    expect(memberText('walletId')).toBe('Wallet ID');
    expect(memberText('newKeyId')).toBe('New key ID');
    expect(memberText('linkedIds')).toBe('Linked IDs');
    expect(memberText('identity')).toBe('Identity');
  });
});
