import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../../../src/ui/components/base.css', import.meta.url), 'utf8');

const COLOUR = /--([\w-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g;
const TOKENS = [...css.slice(0, css.indexOf('}')).matchAll(COLOUR)];

/** The colours of a theme, by name. */
const themeOf = (index: 2 | 3): ReadonlyMap<string, string> =>
  new Map(TOKENS.map((found) => [found[1] ?? '', found[index] ?? found[4] ?? '']));

/** WCAG 2.2 relative luminance and contrast ratio. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((offset) => {
    const part = Number.parseInt(colour.slice(offset, offset + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** Text on what lies behind it: 4.5 to 1; lines of controls and marks: 3 to 1. */
const TEXT = [
  ...['page', 'surface', 'sunken', 'hover'].flatMap(
    (on) =>
      [
        ['text', on],
        ['muted', on],
      ] as const,
  ),
  ...['page', 'surface', 'accent-soft', 'hover'].map((on) => ['accent', on] as const),
  ...['good', 'warn', 'danger'].map((tone) => [tone, `${tone}-soft`] as const),
  ...['accent-soft', 'good-soft', 'warn-soft', 'danger-soft'].map((on) => ['text', on] as const),
  ...['accent-fill', 'accent-hover'].map((on) => ['on-accent', on] as const),
  ['danger', 'surface'],
  ['danger', 'page'],
  ['muted', 'accent-soft'],
  ['muted', 'danger-soft'],
] as const;
const LINES = [
  ...['page', 'surface'].map((on) => ['line-strong', on] as const),
  ...['blue', 'green', 'amber', 'red', 'violet', 'grey'].map(
    (c) => [`mark-${c}`, 'surface'] as const,
  ),
] as const;

describe('base.css', () => {
  const themes = [
    ['light', themeOf(2)],
    ['dark', themeOf(3)],
  ] as const;
  for (const [name, theme] of themes) {
    const colour = (token: string) => theme.get(token) ?? '';
    test.each(TEXT)(`behavior: ${name}: %s reads on %s`, (fore, back) => {
      expect(ratio(colour(fore), colour(back))).toBeGreaterThanOrEqual(4.5);
    });
    test.each(LINES)(`behavior: ${name}: %s is seen on %s`, (fore, back) => {
      expect(ratio(colour(fore), colour(back))).toBeGreaterThanOrEqual(3);
    });
  }
});
