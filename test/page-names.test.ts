import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../scripts/tool.ts';

/** The tests that drive a browser, and what they share. */
const FOLDERS = ['test/e2e', 'test/firefox', 'test/content-world'];

/** Files that may say which file or hash shows something, each with its reason. */
const NAMING: Readonly<Record<string, string>> = {
  'test/e2e/pages.ts': 'the one place for it',
  'test/e2e/smoke.e2e.ts': 'every file that is built opens, with its title',
  'test/content-world/attacks.ts': 'web pages try the files by their addresses',
  'test/content-world/checks.ts': 'the one that they get to is compared with it',
};

const isNaming = (text: string): boolean =>
  /\b(popup|options|confirm)\\?\.html\b|#\\?\/[a-z$]/.test(text);

const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
);

describe('browser tests', () => {
  test('behavior: they open what Keystamp shows by its subject: only pages.ts knows where it is', () => {
    expect(FILES.length).toBeGreaterThan(100);
    const naming = FILES.filter((file) => isNaming(readFileSync(join(ROOT, file), 'utf8')));
    expect(naming.toSorted()).toEqual(Object.keys(NAMING).toSorted());
  });

  test('behavior: the rule sees files and hashes, and takes no fragment of a web page for one', () => {
    expect(isNaming("page.goto('popup.html')")).toBe(true);
    expect(isNaming('page.goto(`${base}#/keys`)')).toBe(true);
    expect(isNaming('page.goto(`${base}#/${section}`)')).toBe(true);
    expect(isNaming('page.waitForURL(/options\\.html$/)')).toBe(true);
    expect(isNaming('page.waitForURL(/#\\/list$/)')).toBe(true);
    expect(isNaming("page.goto('https://site.example/#top')")).toBe(false);
  });
});
