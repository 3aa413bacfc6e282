import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  MEMBERS,
  pathOf,
  policyMembersDocument,
  wrongClause,
} from '../../scripts/policy-members-document.ts';
import { readClause } from '../../src/policies/read-clause.ts';
import { readClause as readStored } from '../../src/service/policies/clause.ts';

/* The one list of published members: what each is, and that a wrong type is refused by both. */

test('doc: docs/policy-members.md has every member with both answers', () => {
  const file = join(import.meta.dirname, '../../docs/policy-members.md');
  expect(readFileSync(file, 'utf8')).toBe(policyMembersDocument());
});

test.each(
  MEMBERS.filter(({ type }) => type.is !== 'value').map((one) => [pathOf(one), one] as const),
)('error: %s is refused as another type, by both', (_, member) => {
  const text = wrongClause(member);
  expect(readClause(member.clause, text).fault).toMatchObject({ reason: 'different_types' });
  expect(() => readStored(member.clause, text)).toThrow('type mismatch');
});
