import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/tool.ts';
import { readClasses, SHEETS } from '../../floors/style-sheets.ts';

/** Turned with the direction by `:dir(rtl)`; CSS has no other way for it. */
const PHYSICAL_ONLY = /^transform-origin:/;

test('behavior: there are style sheets to look at', () => {
  expect(SHEETS).toContain('src/ui/components/base.css');
});

/*
 * A class belongs to the sheet of the part that it is a part of. Where sheets share one, a rule for one page
 * changes another: the popup's list of steps once broke the set-up's. What is different where a part stands, the
 * place says with custom properties.
 */
test('behavior: no class is in two style sheets', () => {
  const { owners, shared } = readClasses();
  expect(owners.size).toBeGreaterThan(100);
  expect(shared).toEqual([]);
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
