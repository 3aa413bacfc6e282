import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../scripts/tool.ts';

/*
 * Comments name documents for what they do not explain. Who reads them has this repository and nothing
 * else: each named document must be in it, and have the heading that is named after it.
 */

const CODE = '{src,entrypoints,scripts,test}/**/*.{ts,tsx,mjs,css,html,sql,md}';
const FILES = globSync(CODE, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));

/** A document, and the heading after its comma: `docs/protocol.md, Votes`. In quotes it is a path of the code's. */
const CITED = /(?<![\w/*'.-])([\w.-]+(?:\/[\w.-]+)*\.md)\b(?:, (?=[A-Z`])([^\n]{1,80}))?/g;

/** The text with every comment on one line, so that a citation may stand across two. */
const unwrapped = (text: string): string =>
  text.replace(/\n[ \t]*(?:\/\/|\*(?!\/)|--)?[ \t]*/g, ' ');

function headingsOf(path: string): readonly string[] {
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
  return lines.flatMap((line) => /^#+ (.+)$/.exec(line)?.[1]?.trim() ?? []);
}

/** The document from the root of the repository, or from the folder of who names it. */
function placeOf(document: string, file: string): string | undefined {
  return [document, join(dirname(file), document)].find((path) => existsSync(join(ROOT, path)));
}

/** What is wrong with the citations of a file. */
function astray(file: string, text: string): readonly string[] {
  return Array.from(unwrapped(text).matchAll(CITED)).flatMap(([, document = '', heading]) => {
    const place = placeOf(document, file);
    if (place === undefined) return [`${file}: there is no ${document}`];
    if (heading === undefined || headingsOf(place).some((one) => heading.startsWith(one)))
      return [];
    return [`${file}: ${place} has no heading “${heading}”`];
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
  ])('error: %j', (text, wrong) => {
    expect(astray('src/any.ts', text)).toHaveLength(wrong);
  });
});
