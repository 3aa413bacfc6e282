import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../scripts/tool.ts';

/*
 * Comments name documents for what they don't explain. Readers have this repository and nothing
 * else: each named document must be in it, and have the heading that is named after it.
 */

const CODE = '{src,entrypoints,scripts,test}/**/*.{ts,tsx,mjs,css,html,sql,md}';
const FILES = globSync(CODE, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));

/**
 * A document, and the heading after its comma: `docs/protocol.md, Votes`. Numbered headings are
 * cited by number: `docs/threats.md, 8 and 10`. In quotes it's a path that the code uses.
 */
const CITED = /(?<![\w/*'.-])([\w.-]+(?:\/[\w.-]+)*\.md)\b(?:, (?=[A-Z`\d])([^\n]{1,80}))?/g;
const NUMBERS = /^\d+(?:(?:, | and )\d+)*/;

/** The text with every comment on one line, so that a citation may span two. */
const unwrapped = (text: string): string =>
  text.replace(/\n[ \t]*(?:\/\/|\*(?!\/)|--)?[ \t]*/g, ' ');

function headingsOf(path: string): readonly string[] {
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
  return lines.flatMap((line) => /^#+ (.+)$/.exec(line)?.[1]?.trim() ?? []);
}

/** Which of the cited headings are missing: each number on its own, or the named heading. */
function missingFrom(headings: readonly string[], cited: string): readonly string[] {
  const numbers = NUMBERS.exec(cited)?.[0].split(/, | and /);
  if (numbers)
    return numbers.filter((number) => !headings.some((one) => one.startsWith(`${number}. `)));
  return headings.some((one) => cited.startsWith(one)) ? [] : [cited];
}

/** The document, relative to the repository's root or to the folder of the file that names it. */
function placeOf(document: string, file: string): string | undefined {
  return [document, join(dirname(file), document)].find((path) => existsSync(join(ROOT, path)));
}

/** What is wrong with the citations in a file. */
function astray(file: string, text: string): readonly string[] {
  return Array.from(unwrapped(text).matchAll(CITED)).flatMap(([, document = '', heading]) => {
    const place = placeOf(document, file);
    if (place === undefined) return [`${file}: there is no ${document}`];
    if (heading === undefined) return [];
    const missing = missingFrom(headingsOf(place), heading);
    return missing.map((one) => `${file}: ${place} has no heading “${one}”`);
  });
}

describe('citations', () => {
  test('behavior: each document that the code names is here, with the heading', () => {
    expect(FILES.length).toBeGreaterThan(100);
    const own = 'test/citations.test.ts';
    const found = FILES.filter((file) => file !== own).flatMap((file) =>
      astray(file, readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });

  test.each([
    ['// See protocol.md 1.2.', 1],
    ['// See README.md, Nowhere at all.', 1],
    ['/**\n * As in README.md,\n * Nowhere at all.\n */', 1],
    ['// See README.md, and elsewhere.', 0],
    ['// See README.md, Keystamp.', 0],
    ['// See docs/threats.md, 8.', 0],
    ['/**\n * See docs/threats.md, 1, 3, 4 and\n * 19: frames.\n */', 0],
    ['// See docs/threats.md, 4, 98 and 99.', 2],
    ['// See docs/threats.md, 450.', 1],
    ['// See README.md, 8.', 1],
  ])('error: %j', (text, wrong) => {
    expect(astray('src/any.ts', text)).toHaveLength(wrong);
  });
});
