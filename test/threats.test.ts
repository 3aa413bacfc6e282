import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../scripts/tool.ts';

/*
 * The table of threats in SECURITY.md names tests: each one must exist, or the table promises what
 * nobody holds.
 */

/** Threats that Keystamp was tried against. */
const THREATS = 45;

type Row = { readonly threat: number; readonly text: string };
type Named = { readonly file: string; readonly name: string };

function rowsOf(markdown: string): readonly Row[] {
  const [, table = ''] = markdown.split('## Threat by threat');
  return table.split('\n').flatMap((line) => {
    const [, number, , text] = /^\| *(\d+) *\|([^|]*)\|(.*)\|$/.exec(line) ?? [];
    return number && text ? [{ threat: Number(number), text }] : [];
  });
}

/** What a row names: a file, then the names of tests in it, until the next file. */
function namedIn({ text }: Row): readonly Named[] {
  let file = '';
  return [...text.matchAll(/`([^`]+)`|“([^”]+)”/g)].flatMap(([, path, name]) => {
    if (path) file = path;
    return name ? [{ file, name }] : [];
  });
}

const isThere = ({ file, name }: Named): boolean =>
  file !== '' &&
  existsSync(join(ROOT, file)) &&
  titlesIn(readFileSync(join(ROOT, file), 'utf8')).includes(`'${name}'`);

/** A title out of a loop says `${…}` where the table of threats says `%s`. */
const titlesIn = (source: string): string =>
  source.replace(/`[^`\n]*`/g, (title) => `'${title.slice(1, -1).replace(/\$\{[^}]*\}/g, '%s')}'`);

const ROWS = rowsOf(readFileSync(join(ROOT, 'SECURITY.md'), 'utf8'));

describe('the table of threats', () => {
  test('behavior: has every threat once', () => {
    expect(ROWS.map(({ threat }) => threat)).toEqual(
      Array.from({ length: THREATS }, (_, at) => at + 1),
    );
  });

  test('behavior: names a test for each, or says why there is none', () => {
    const without = ROWS.filter((row) => namedIn(row).length === 0);
    expect(without.filter(({ text }) => !/held by/.test(text))).toEqual([]);
    expect(without.map(({ threat }) => threat)).toEqual([17, 24]);
  });

  test.each(ROWS)('behavior: the tests of $threat are there', (row) => {
    expect(namedIn(row).filter((named) => !isThere(named))).toEqual([]);
  });

  test('error: a test that is not there is found out', () => {
    expect(isThere({ file: 'test/threats.test.ts', name: 'behavior: of nobody'.slice(1) })).toBe(
      false,
    );
    expect(isThere({ file: 'test/nowhere.test.ts', name: 'behavior: has every threat once' })).toBe(
      false,
    );
  });
});
