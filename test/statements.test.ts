import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../scripts/tool.ts';
import { isThere } from './named-test.ts';

/*
 * docs/statements.md names a check for each statement of the security page, the readme and the stores' texts.
 * Commands and files that it names are looked up by test/completeness.test.ts.
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

const ALL = statementsOf(readFileSync(join(ROOT, 'docs/statements.md'), 'utf8'));

describe('docs/statements.md', () => {
  test('behavior: each check of each statement is there', () => {
    expect(ALL.length).toBeGreaterThan(100);
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
