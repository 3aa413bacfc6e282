import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unexplained, type Finding } from '../../scripts/release/web-ext.ts';
import { ROOT } from '../../scripts/tool.ts';

const KNOWN: readonly Finding[] = [
  { code: 'UNSAFE_VAR_ASSIGNMENT', message: 'innerHTML', file: 'chunks/page-CVNeaYBC.js' },
  { code: 'KEY_FIREFOX_ANDROID_UNSUPPORTED_BY_MIN_VERSION', message: 'm', file: 'manifest.json' },
];

describe('warnings of web-ext lint', () => {
  test('behavior: those that the notes for reviewers explain pass', () => {
    const notes = readFileSync(join(ROOT, 'store', 'listing.md'), 'utf8');
    for (const { code } of KNOWN) expect(notes).toContain(code);
    expect(unexplained(KNOWN)).toEqual([]);
  });

  test.for([
    { code: 'UNSAFE_VAR_ASSIGNMENT', message: 'innerHTML', file: 'chunks/home-CVNeaYBC.js' },
    { code: 'UNSAFE_VAR_ASSIGNMENT', message: 'innerHTML', file: 'popup/chunks/page-a.js' },
    { code: 'DANGEROUS_EVAL', message: 'eval', file: 'chunks/page-CVNeaYBC.js' },
    { code: 'MANIFEST_CSP', message: 'remote' },
  ])('error: $code in $file is shown', (finding) => {
    expect(unexplained([...KNOWN, finding])).toEqual([expect.stringContaining(finding.code)]);
  });
});

/** Preact assigns it: nobody else may, and nobody gives Preact a reason to. */
describe('innerHTML', () => {
  test('behavior: no screen has markup made of text', () => {
    const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT });
    expect(files.length).toBeGreaterThan(500);
    const writes = (path: string) => writing.test(readFileSync(join(ROOT, path), 'utf8'));
    const writing =
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/;
    expect(files.filter(writes)).toEqual([]);
  });
});
