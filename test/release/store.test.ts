import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { BROWSERS, buildFolder } from '../../scripts/build-folders.ts';
import { manifestOf } from '../../scripts/manifest.ts';
import { BUILD_STEPS, buildSteps, sourceFiles } from '../../scripts/release/source.ts';
import { ROOT } from '../../scripts/tool.ts';

type LockedPackage = {
  readonly version?: string;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
};

type Manifest = {
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly string[];
  readonly optional_permissions?: readonly string[];
  readonly host_permissions: readonly string[];
  readonly optional_host_permissions: readonly string[];
  readonly content_scripts: readonly {
    readonly matches: readonly string[];
    readonly js: readonly string[];
  }[];
  readonly browser_specific_settings?: { readonly gecko: Readonly<Record<string, unknown>> };
};

const page = (name: string) => readFileSync(join(ROOT, 'store', name), 'utf8');

/** The parts of a page under headings of a level, by heading. */
function parts(text: string, level: '##' | '###'): ReadonlyMap<string, string> {
  const [, ...found] = `\n${text}`.split(`\n${level} `);
  return new Map(
    found.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return [heading.replaceAll('`', ''), lines.join('\n').trim()];
    }),
  );
}

/** A text of `_locales` in place of its name, as the browsers put it. */
const localised = (text: string, language: 'en' | 'de'): string => {
  const [, name = ''] = /^__MSG_(\w+)__$/.exec(text) ?? [];
  const path = join(ROOT, 'public', '_locales', language, 'messages.json');
  const messages = JSON.parse(readFileSync(path, 'utf8')) as Record<string, { message: string }>;
  return messages[name]?.message ?? text;
};

const justified = parts(page('permissions.md'), '##');
const listing = parts(page('listing.md'), '##');
const LISTINGS = [
  ['en', listing],
  ['de', parts(page('listing.de.md'), '##')],
] as const;

describe.for(BROWSERS)('the listing of the build for %s', (browser) => {
  const manifest = JSON.parse(
    readFileSync(join(buildFolder(browser), 'manifest.json'), 'utf8'),
  ) as Manifest;
  const matches = manifest.content_scripts.flatMap((script) => script.matches);

  test.for([
    ['Permissions', manifest.permissions],
    ['Optional permissions', manifest.optional_permissions ?? []],
    ['Host permissions', manifest.host_permissions],
    ['Optional host permissions', manifest.optional_host_permissions],
    ['Content scripts', [...new Set(matches)]],
  ] as const)('behavior: %s: each has its reason, and no reason is left over', ([name, asked]) => {
    const reasons = parts(justified.get(name) ?? '', '###');
    expect([...reasons.keys()].toSorted()).toEqual([...asked].toSorted());
    for (const [permission, reason] of reasons) {
      expect(reason.length, permission).toBeGreaterThan(20);
      // The limit of the field in the Chrome Web Store's form.
      expect(reason.length, permission).toBeLessThanOrEqual(1000);
    }
  });

  // Both stores: developer.chrome.com, Manifest file format; its description may have 132 characters.
  test.for(LISTINGS)(
    'behavior: name and short description match the manifest, and are short enough, in %s',
    ([language, texts]) => {
      expect(texts.get('Name')).toBe(manifest.name);
      expect(manifest.name.length).toBeLessThanOrEqual(45);
      const description = localised(manifest.description, language);
      expect(texts.get('Short description')).toBe(description);
      expect(description.length).toBeLessThanOrEqual(132);
    },
  );

  test('behavior: the scripts in pages are as large as it says', () => {
    const files = manifest.content_scripts.flatMap(({ js }) => js);
    const bytes = files.map((file) => readFileSync(join(buildFolder(browser), file)).length);
    const [, told] = /scripts, (\d+) KB together/.exec(page('permissions.md')) ?? [];
    expect(Math.round(bytes.reduce((all, one) => all + one, 0) / 1000)).toBe(Number(told));
  });

  test('behavior: privacy statement and manifest agree about data collection', () => {
    const asked = manifest.browser_specific_settings?.gecko['data_collection_permissions'];
    const [, told = ''] =
      /`data_collection_permissions`: (.*), all required\./.exec(page('privacy.md')) ?? [];
    const required = told.match(/\w+(?=`)/g);
    expect(required).toContain('personallyIdentifyingInfo');
    expect(asked).toEqual(browser === 'firefox' ? { required } : undefined);
  });
});

describe('the store’s texts', () => {
  test('behavior: fit their fields', () => {
    for (const [, texts] of LISTINGS) {
      expect(texts.get('Description')?.length).toBeGreaterThan(1000);
      expect(texts.get('Description')?.length).toBeLessThanOrEqual(16_000);
    }
    expect(listing.get('Single purpose')?.length).toBeLessThanOrEqual(1000);
    expect(listing.get('Notes for reviewers')?.length).toBeGreaterThan(100);
  });

  test.for(LISTINGS)(
    'behavior: the description is plain text in %s, as the stores show it',
    ([, texts]) => {
      expect(texts.get('Description')).not.toMatch(/\*\*|\]\(|^#|`/m);
    },
  );

  test.for(LISTINGS)(
    'behavior: a company that is named has no part in it, and %s says so',
    ([, texts]) => {
      const text = texts.get('Description') ?? '';
      expect(text).toContain('Turnkey');
      expect(text.replaceAll('\n', ' ')).toMatch(
        /not affiliated with Turnkey|nicht mit Turnkey verbunden/,
      );
    },
  );

  // The form of the Chrome Web Store, Privacy practices: each type is answered, with what is handled.
  test('behavior: each type of data has its answer, and Limited Use is stated', () => {
    const text = page('privacy.md');
    const rows = [...text.matchAll(/^\| ([\w ]+?) +\| (yes|no) +\| (.*?) *\|$/gm)];
    expect(rows.map(([, name]) => name)).toEqual([
      'Personally identifiable information',
      'Health information',
      'Financial and payment information',
      'Authentication information',
      'Personal communications',
      'Location',
      'Web history',
      'User activity',
      'Website content',
    ]);
    for (const [, name, answer, what] of rows)
      if (answer === 'yes') expect(what, name).not.toBe('');
    expect(text).toContain('Limited Use');
  });

  test('behavior: the privacy statement names its publisher, a contact and its date, once filled in', () => {
    const blanks = [...page('privacy.md').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    expect(blanks.toSorted()).toEqual(['contact', 'date', 'name']);
  });
});

// developer.chrome.com/docs/webstore/images, 2026.
describe('the store’s icon', () => {
  test('behavior: is a picture of 96 pixels with a transparent margin of 16', () => {
    const { width, height, data } = PNG.sync.read(readFileSync(join(ROOT, 'public/icon/128.png')));
    // Rounding leaves one part in 255 beside the edge, which nobody sees.
    const drawn = [...Array(width * height).keys()].filter((at) => (data[4 * at + 3] ?? 0) > 1);
    const [across, down] = [
      drawn.map((at) => at % width),
      drawn.map((at) => Math.floor(at / width)),
    ];
    const ends = (values: readonly number[]) => [Math.min(...values), Math.max(...values)];
    expect([width, height, ...ends(across), ...ends(down)]).toEqual([128, 128, 16, 111, 16, 111]);
  });
});

describe('manifestOf', () => {
  test.for(BROWSERS)('behavior: the store gets the same, without the key, for %s', (browser) => {
    const store = manifestOf({ browser, store: true });
    const development = manifestOf({ browser, store: false });
    expect(store).not.toHaveProperty('key');
    const { key, ...others } = development;
    expect(store).toEqual(others);
    if (browser === 'chrome') expect(key).toMatch(/^MIIBIj[\w+/]+$/);
    else expect(key).toBeUndefined();
  });
});

// discourse.mozilla.org/t/148822: the rebuilding looks for the script, and for every package in package.json.
describe('what addons.mozilla.org rebuilds with', () => {
  const { scripts, dependencies, devDependencies } = packageJson;

  test('behavior: there is a script named build-for-amo, of a file that is in the archive', () => {
    expect(existsSync(join(ROOT, /\S+$/.exec(scripts['build-for-amo'])?.[0] ?? ''))).toBe(true);
  });

  test('behavior: each package that the build’s own files import is in package.json', () => {
    const own = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
    const files = ['wxt.config.ts', ...globSync('scripts/**/*.{ts,mjs}', { cwd: ROOT })];
    const imported = files.flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)/g)].map(
        ([, name = '']) => name,
      ),
    );
    expect(imported.length).toBeGreaterThan(20);
    expect(imported.filter((name) => !own.has(name) && name !== 'node')).toEqual([]);
  });

  // An extension without `gecko_android` is for desktops alone (extensionworkshop.com, Developing for Android).
  test('behavior: Android is not declared, because nothing was tried there', () => {
    const manifest = manifestOf({ browser: 'firefox', store: true });
    expect(Object.keys(manifest['browser_specific_settings'] ?? {})).toEqual(['gecko']);
  });
});

describe('package-lock.json', () => {
  // Mozilla rebuilds on ARM64 (extensionworkshop.com, Source code submission).
  test('behavior: each package with compiled code is there for ARM64, in the same version', () => {
    const lock: unknown = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    const { packages } = lock as { readonly packages: Readonly<Record<string, LockedPackage>> };
    const forX64 = Object.entries(packages).filter(
      ([, { os = [], cpu = [] }]) => os.includes('linux') && cpu.includes('x64'),
    );
    expect(forX64.length).toBeGreaterThan(5);
    for (const [name, { version }] of forX64) {
      expect(packages[name.replaceAll(/x64|amd64/g, 'arm64')]?.version, name).toBe(version);
    }
  });
});

describe('the source archive', () => {
  const release = {
    commit: { id: 'HEAD', seconds: 0 },
    version: '9.8.7',
    archive: 'keystamp-9.8.7-firefox.zip',
    sha256: 'ab'.repeat(32),
  };

  test('behavior: the build steps name version, commit and digest, and leave no blank', () => {
    const text = buildSteps(ROOT, release);
    for (const value of ['Keystamp 9.8.7', 'HEAD', release.archive, release.sha256]) {
      expect(text).toContain(value);
    }
    expect(text).not.toMatch(/\{\w+\}/);
    const named = [...text.matchAll(/\b(?:scripts|public|src|test)\/[\w./-]*\w/g)].map(
      ([path]) => path,
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('behavior: has all that builds the extension, and nothing that git ignores', async () => {
    const files = await sourceFiles(ROOT, release);
    for (const name of [BUILD_STEPS, 'package-lock.json', 'wxt.config.ts', 'src/vault/vault.ts']) {
      expect(files.has(name), name).toBe(true);
    }
    expect(
      [...files.keys()].filter((name) => /^(node_modules|\.output|\.git)\//.test(name)),
    ).toEqual([]);
    const commit = Buffer.from(files.get('scripts/release/commit.txt') ?? []).toString('utf8');
    expect(commit).toMatch(/^[0-9a-f]{40} \d+\n$/);
  });
});
