import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../scripts/tool.ts';
import { isThere } from './named-test.ts';

/*
 * docs/statements.md names a check for each statement of the security page, the readme and the stores' texts.
 * Commands and files that it names are looked up by test/completeness.test.ts. Its second table holds each number of
 * a page against the code that fixes it.
 */

type Statement = { readonly statement: string; readonly check: string; readonly result: string };

/** One statement for each row under the head of the table. */
const statementsOf = (markdown: string): readonly Statement[] =>
  [...markdown.matchAll(/^\| (?!statement |-)(.+?) +\| .+? +\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, statement = '', check = '', result = '']) => ({ statement, check, result }),
  );

/** The checks of a row that are none: `path`: “title”, a command, or a file to read. */
function strayChecks(check: string): readonly string[] {
  return check.split(/; (?=`|read in `)/).filter((one) => {
    const [, file = '', name = ''] = /^`(test\/[^`]+)`: “(.+)”$/.exec(one) ?? [];
    if (name !== '') return !isThere({ file, name });
    const [, read] = /^read in `([^`]+)`$/.exec(one) ?? [];
    return read === undefined ? !/^`npm [^`]+`$/.test(one) : !existsSync(join(ROOT, read));
  });
}

/** The best that the checks of a row allow to say. */
function resultOf(check: string): string {
  if (check.includes('`: “')) return 'true, tested';
  return check.includes('`npm ') ? 'true, by command' : 'true, as read';
}

const [statements = '', numbers = ''] = readFileSync(
  join(ROOT, 'docs/statements.md'),
  'utf8',
).split('\n## Numbers and versions in docs\n');
const ALL = statementsOf(statements);

/** The text without what only marks or places it: code, columns and ends of lines. */
const plainText = (markdown: string) => markdown.replace(/`|\*\*/g, '').replace(/[\s|]+/g, ' ');

/** The cells of each row of the second table. */
const NUMBERS = [
  ...numbers.matchAll(/^\| (“.+?”) +\| (\S+) +\| (`.+?`) +\| (true|mended) +\|$/gm),
].map(([, quotes = '', page = '', sources = '']) => ({ quotes, page, sources }));

/** Whether a text has a part, and not within a longer name or number: `SIZE = 10` isn't in `SIZE = 10_000`. */
function has(text: string, part: string): boolean {
  const pieces = text.split(part);
  return pieces.slice(1).some((after, at) => {
    const begins = (pieces[at] ?? '').slice(-1) + part.slice(0, 1);
    const ends = part.slice(-1) + after.slice(0, 2);
    return !/\w\w/.test(begins) && !/^\d(?:[\d_]|[.,]\d)/.test(ends);
  });
}

/** The quotes that aren't on their page, and the code that isn't in its file. */
function strayNumbers({ quotes, page, sources }: (typeof NUMBERS)[number]): readonly string[] {
  const text = plainText(readFileSync(join(ROOT, 'docs', page), 'utf8'));
  const stray = quotes.split(/(?<=”); (?=“)/).filter((quote) => !has(text, quote.slice(1, -1)));
  const moved = sources.split(/(?<=`); (?=`)/).filter((source) => {
    const [, code = '', file = ''] = /^`([^`]+)` in `([^`]+)`$/.exec(source) ?? [];
    const path = join(ROOT, file);
    return file === '' || !existsSync(path) || !has(readFileSync(path, 'utf8'), code);
  });
  return [...stray, ...moved];
}

describe('docs/statements.md', () => {
  test('behavior: each check of each statement is there', () => {
    expect(ALL.length).toBeGreaterThan(300);
    expect(ALL.flatMap(({ check }) => strayChecks(check))).toEqual([]);
  });

  test('behavior: each result is what its checks can say', () => {
    for (const { statement, check, result } of ALL) {
      expect(result, statement).toBe(resultOf(check));
    }
  });

  test.each([
    '`test/statements.test.ts`: “behavior: of nobody” ',
    '`test/nowhere.test.ts`: “behavior: each check of each statement is there”',
    'read in `src/nowhere.ts`',
    'somebody looked',
  ])('error: %s is detected', (check) => {
    expect(strayChecks(check)).toEqual([check]);
  });
});

describe('docs/statements.md, numbers', () => {
  test('behavior: each row of the table is read', () => {
    expect(NUMBERS.length).toBeGreaterThan(130);
    expect(NUMBERS).toHaveLength(numbers.match(/^\| “/gm)?.length ?? 0);
  });

  test('behavior: each number stands on its page, and the code that fixes it in its file', () => {
    expect(NUMBERS.flatMap(strayNumbers)).toEqual([]);
  });

  const row = {
    quotes: '“characters of one message 262,144”',
    page: 'dapps.md',
    sources: '`MAX_CHARACTERS = 262_144` in `src/protocol/page-api.ts`',
  };
  test.each([
    { quotes: '“characters of one message 655,360”' },
    { sources: '`MAX_CHARACTERS = 262_145` in `src/protocol/page-api.ts`' },
    { sources: '`MAX_CHARACTERS = 262_14` in `src/protocol/page-api.ts`' },
    { sources: '`MAX_CHARACTERS = 262_144` in `src/protocol/nowhere.ts`' },
    { sources: '`src/protocol/page-api.ts`' },
  ])('error: %j is detected', (changed) => {
    expect(strayNumbers(row)).toEqual([]);
    expect(strayNumbers({ ...row, ...changed })).toEqual(Object.values(changed));
  });
});
