import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/tool.ts';
import { readClasses, SHEETS, sizesOffScale } from '../../floors/style-sheets.ts';

/** Turned with the direction by `:dir(rtl)`; CSS has no other way for it. */
const PHYSICAL_ONLY = /^transform-origin:/;
const FOUR_SIDES =
  /^(?:margin|padding|inset|border-(?:width|style|color)|scroll-(?:margin|padding)): (\S+) (\S+) (\S+) ([^\s;]+);/;
/** Pages of their own beside the extension's: the demo, and the guide that each build has. */
const OTHER_SHEETS = ['src/demo/demo.css', 'docs/guide/guide.css'];

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

/*
 * One scale of text sizes, one of spaces, one of roundings, one shadow: base.css has them, and every other
 * size is taken from there. Not held: sizes of boxes and icons, places (`inset`), lines and outlines.
 */
test('behavior: sizes of text, space, rounding and shadow are those of the scales', () => {
  const sheets = Object.fromEntries(
    SHEETS.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
  );
  expect(sizesOffScale(sheets)).toEqual([]);
});

test.each([
  '.a { font-size: 15px; }',
  '.a { font: 1rem var(--font); }',
  '.a { padding: 0 var(--space-8) 3px; }',
  '.a { margin-inline-start: calc(-1 * 5px); }',
  '.a { gap: var(--some-gap, 6px); }',
  '.a { --some-gap: 0.3rem; } .b { gap: var(--some-gap); }',
  '.a { border-start-end-radius: 50%; }',
  '.a { box-shadow: 0 1px 2px black; }',
])('behavior: a size off the scales is found: %s', (text) => {
  expect(sizesOffScale({ 'a.css': text })).toHaveLength(1);
});

describe.each([...SHEETS, ...OTHER_SHEETS])('%s', (file) => {
  const lines = readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .map((line) => line.trim());

  test('behavior: sides go by the direction of the text', () => {
    const sided = /^(?:[\w-]+-)?(?:left|right)(?:-[\w-]+)?:|:.*(?<![\w-])(?:left|right)(?![\w-])/;
    expect(lines.filter((line) => sided.test(line) && !PHYSICAL_ONLY.test(line))).toEqual([]);
  });

  test('behavior: what four sides get is the same left and right', () => {
    const uneven = lines.filter((line) => {
      const four = FOUR_SIDES.exec(line);
      return four !== null && four[2] !== four[4];
    });
    expect(uneven).toEqual([]);
  });

  test('behavior: what four corners get is the same left and right', () => {
    const uneven = lines.filter((line) => {
      const four = /^border-radius: (\S+) (\S+) (\S+) ([^\s;]+);/.exec(line);
      return four !== null && (four[1] !== four[2] || four[3] !== four[4]);
    });
    expect(uneven).toEqual([]);
  });
});
