import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/tool.ts';

const SHEETS = globSync('src/ui/**/*.css', { cwd: ROOT });
/** Turned with the direction by `:dir(rtl)`; CSS has no other way for it. */
const PHYSICAL_ONLY = /^transform-origin:/;

test('behavior: there are style sheets to look at', () => {
  expect(SHEETS).toContain('src/ui/components/components.css');
});

describe.each(SHEETS)('%s', (file) => {
  const lines = readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .map((line) => line.trim());

  test('behavior: sides go by the direction of the text', () => {
    const sided = /^(?:[\w-]+-)?(?:left|right)(?:-[\w-]+)?:|: (?:left|right);/;
    expect(lines.filter((line) => sided.test(line) && !PHYSICAL_ONLY.test(line))).toEqual([]);
  });

  test('behavior: what four sides get is the same left and right', () => {
    const uneven = lines.filter((line) => {
      const four = /^(?:margin|padding|inset): (\S+) (\S+) (\S+) ([^\s;]+);/.exec(line);
      return four !== null && four[2] !== four[4];
    });
    expect(uneven).toEqual([]);
  });
});
