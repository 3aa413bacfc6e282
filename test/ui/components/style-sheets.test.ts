import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const SHEETS = globSync('src/ui/**/*.css');
/** Turned with the direction by `:dir(rtl)`; CSS has no other way for it. */
const PHYSICAL_ONLY = /^transform-origin:/;

describe.each(SHEETS)('%s', (file) => {
  const lines = readFileSync(file, 'utf8')
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
