import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { BROWSERS, buildFolder } from '../../scripts/build-folders.ts';
import { moduleReportFile, readModuleReport } from '../../scripts/module-report.ts';
import { bundledFolders, readBundledPackages } from '../../scripts/release/bundled.ts';
import { NOTICES } from '../../scripts/release/notices.ts';
import { ROOT } from '../../scripts/tool.ts';

type Locked = { readonly version: string; readonly license?: string };
const { packages: LOCK } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

const root = mkdtempSync(join(tmpdir(), 'keystamp-notices-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.for(BROWSERS)('licenses.txt of %s', (browser) => {
  const folder = buildFolder(browser);
  const report = readModuleReport(moduleReportFile(folder));
  const [head = '', ...notices] = readFileSync(join(folder, NOTICES), 'utf8').split(
    `\n${'-'.repeat(80)}\n`,
  );
  const named = notices.map((text) => (text.split('\n', 1)[0] ?? '').split(' '));

  test('behavior: begins with Keystamp’s own license, and says whose the list of suffixes is', () => {
    expect(head).toContain(readFileSync(join(ROOT, 'LICENSE'), 'utf8').trim());
    expect(head).toContain('publicsuffix.org');
  });

  test('behavior: has every package of the build, in the locked version, and no other', () => {
    // This reading of the report shares no code with the one that made the file.
    const inBuild = new Set(
      Object.values(report)
        .flat()
        .map((id) => /.*node_modules\/((?:@[\w.-]+\/)?[\w.-]+)/.exec(id)?.[1])
        .filter((name) => name !== undefined),
    );
    expect(inBuild.size).toBeGreaterThan(10);
    const tools = ['rolldown', 'vite', 'wxt'];
    expect(new Set(named.map(([name]) => name))).toEqual(new Set([...inBuild, ...tools]));
    expect(named).toHaveLength(new Set([...inBuild, ...tools]).size);
    for (const [name, version] of named) {
      expect(LOCK[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });

  test('behavior: each has its license’s name and a full text with the copyright holder', () => {
    for (const text of notices) {
      const [first = ''] = text.split('\n', 1);
      const license = /^License: (.+)$/m.exec(text)?.[1];
      expect(license, first).toBe(LOCK[`node_modules/${first.split(' ')[0] ?? ''}`]?.license);
      expect(text.length, first).toBeGreaterThan(600);
      expect(text, first).toMatch(/copyright/i);
      expect(text, first).toMatch(/warrant/i);
    }
  });

  test('behavior: says where to find the source of MPL code', () => {
    const under = notices.filter((text) => /^License: MPL/m.test(text));
    expect(under.map((text) => text.split(' ', 1)[0])).toEqual(['webextension-polyfill']);
    expect(under[0]).toContain(
      'Its source form is at https://github.com/mozilla/webextension-polyfill, under the tag 0.12.0.',
    );
    expect(under[0]).toContain('Mozilla Public License Version 2.0');
    expect(head).toContain('https://publicsuffix.org/list/');
  });

  test('behavior: leaves out what a tool bundles for itself, and names none of our folders', () => {
    const text = notices.join('');
    expect(text).not.toContain('Licenses of bundled dependencies');
    expect(text).not.toContain(ROOT);
  });

  test('behavior: no module’s name depends on where the checkout is', () => {
    expect(JSON.stringify(report)).not.toContain(ROOT);
  });
});

describe('bundledFolders', () => {
  test('behavior: uses the innermost package of a nested one', () => {
    const report = { 'a.js': ['node_modules/a/node_modules/@b/c/x.js', 'src/ui/x.ts'] };
    expect(bundledFolders(report)).toEqual(['node_modules/a/node_modules/@b/c']);
  });

  test('error: names a module without an owner', () => {
    expect(() => bundledFolders({ 'a.js': ['\u0000polyfill/thing.js'] })).toThrow(
      /polyfill\/thing/,
    );
    expect(() => bundledFolders({ 'a.js': ['../elsewhere/x.js'] })).toThrow(/elsewhere\/x\.js/);
  });
});

describe('readBundledPackages', () => {
  const put = (name: string, files: Readonly<Record<string, string>>) => {
    const folder = join(root, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    const manifest = JSON.stringify({ name, version: '1.0.0', license: 'MIT' });
    writeFileSync(join(folder, 'package.json'), manifest);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  };
  const reportOf = (...names: readonly string[]) => ({
    'a.js': names.map((name) => `node_modules/${name}/index.js`),
  });

  test('error: names packages without a license text; an empty file doesn’t count', () => {
    put('bare', { 'README.md': 'License: MIT' });
    put('@scope/hollow', { LICENSE: ' \n' });
    put('whole', { 'LICENCE.txt': 'Copyright' });
    expect(readBundledPackages(root, reportOf('whole'))).toHaveLength(1);
    expect(() => readBundledPackages(root, reportOf('whole', 'bare', '@scope/hollow'))).toThrow(
      /No license text found for @scope\/hollow, bare\./,
    );
  });

  test('behavior: a package without a license file may have the text as its README’s last section', () => {
    put('told', { 'README.md': '# Told\r\n\r\n## License\r\n\r\nCopyright me\r\nNo warranty\r\n' });
    const [told] = readBundledPackages(root, reportOf('told'));
    expect(told?.licenseText).toBe('Copyright me\nNo warranty');
    put('linked', { 'README.md': '# Linked\n\n## License\n\nMIT, Copyright me: see LICENSE\n' });
    expect(() => readBundledPackages(root, reportOf('linked'))).toThrow(/license text found/);
  });

  test('behavior: has all license files of a package, in one order, with Unix line ends', () => {
    put('both', { 'LICENSE-MIT': 'two\r\nlines', LICENSE: 'one', NOTICE: 'three' });
    const [both] = readBundledPackages(root, reportOf('both'));
    expect(both?.licenseText).toBe('one\n\ntwo\nlines\n\nthree');
  });
});
