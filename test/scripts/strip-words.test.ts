import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { PAGE_ONLY_MEMBERS, membersRead, textWithoutWords } from '../../scripts/strip-words.ts';
import { ROOT } from '../../scripts/tool.ts';

const TABLE = 'src/protocol/operations.ts';

describe('textWithoutWords', () => {
  test('behavior: blanks the words of rows and fields, and moves nothing', () => {
    const code = [
      "export const a = submit({ title: 'A', risk: 'low',",
      "  summary: { default: 'x' }, variant: (values) => values['a'] ? 'b' : 'c',",
      "  prerequisite: { operation: 'b', explanation: 'why' },",
      "  fields: { label: field(label, { label: 'Label', secret: true }), done: line({ help: 'h' }) } });",
    ].join('\n');
    const left = textWithoutWords(TABLE, code);
    expect(left.replace(/\s+/g, ' ')).toBe(
      "export const a = submit({ prerequisite: { operation: 'b', }, " +
        'fields: { label: field(label, { secret: true }), done: line({ }) } });',
    );
    expect(left).toHaveLength(code.length);
    expect(left.indexOf('secret')).toBe(code.indexOf('secret'));
    expect(left.split('\n')).toHaveLength(4);
  });

  test('behavior: the real table still parses, and keeps what requests need', () => {
    const code = readFileSync(join(ROOT, TABLE), 'utf8');
    const left = textWithoutWords(TABLE, code);
    expect(parseSync(TABLE, left).errors).toEqual([]);
    expect(left).toHaveLength(code.length);
    const kept =
      /\b(?:secret: true|generation: '\w+'|prepare: \{.*\}|fieldsFromResult: \{.*\}|result: .*)/g;
    expect(left.match(kept)).toEqual(code.match(kept));
    expect(left.match(kept)?.length).toBeGreaterThan(30);
  });

  test('behavior: errors and rules keep their names and lose their sentences', () => {
    const errors = "const ERRORS = { a: facts('One.', 'user', true), b: facts('Two.') } as const;";
    expect(textWithoutWords('src/protocol/errors.ts', errors).replace(/ +/g, ' ')).toBe(
      "const ERRORS = { a: facts('' ), b: facts('' ) } as const;",
    );
    const rules = "const RULES = { a: 'One.', b: 2 };";
    expect(textWithoutWords('src/protocol/rules.ts', rules).replace(/ +/g, ' ')).toBe(
      "const RULES = { a: '' , b: 2 };",
    );
  });

  test('error: a table that doesn’t parse', () => {
    expect(() => textWithoutWords(TABLE, 'submit({')).toThrow('does not parse');
  });
});

describe('membersRead', () => {
  test.each([
    ['row.title', ['title']],
    ["row?.['title']", ['title']],
    ['const { title: t, ...rest } = row', ['title']],
    ['const f = ({ title }: Row) => title', ['title']],
    ["submit({ title: 'A' })", []],
    ['const title = 1; use(title)', []],
  ])('behavior: %s', (code, names) => {
    expect(membersRead(code).filter((name) => PAGE_ONLY_MEMBERS.includes(name))).toEqual(names);
  });
});
