import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import { TARGETS, type TargetName } from '../scripts/bench/targets.ts';
import { builtSizes, firstLoadOf } from '../scripts/built-sizes.ts';
import { guideFiles } from '../scripts/guide.ts';
import { moduleReportFile, readModuleReport } from '../scripts/module-report.ts';
import type { ModuleReport } from '../scripts/module-report.ts';
import { ON_DEMAND } from '../scripts/page-chunks.ts';
import { NOTICES } from '../scripts/release/notices.ts';
import { ROOT } from '../scripts/tool.ts';
import { PARTS } from '../scripts/worker-parts.ts';
import { isOwnWorker } from '../src/client/script-policy.ts';
import { PAGE_SENTENCES } from '../src/protocol/page-errors.ts';
import { listFiles } from './floors/source.ts';
import { PAGE_MAY_NOT_HOLD, PART_OF_WORKER, WORKER_MAY_NOT_HOLD } from './floors/rules.ts';

/*
 * What users install, checked as files: `npm test` builds both first. The numbers are those of the
 * threats that a build can answer (docs/threats.md).
 */

const BUILDS = ['.output/chrome-mv3', '.output/firefox-mv3'];

/** Hosts that a bundle may name (threat 27: a dependency that phones home). */
const ALLOWED_HOSTS = new Set([
  '127.0.0.1',
  'localhost',
  'api.turnkey.com',
  // The key of a record in Cache Storage: leads nowhere (RFC 2606), never fetched.
  'keystamp.invalid',
  // XML namespaces: names, never fetched.
  'www.w3.org',
  // In hash-wasm's license notice, a comment at the top of the key derivation's file.
  'www.npmjs.com',
]);

/** What every page of every site loads. */
const IN_PAGES = ['bridge.js', 'inpage.js'];

/** What popup and approval window load with a screen that needs it. */
const NOT_AT_FIRST =
  /^src\/(?:policies|addresses|votes)\/|^src\/protocol\/(?:operations|service-records|contact-rules|joiners|label-rule|text-rules)\.ts|^src\/ui\/(?:settings|records|forms\/(?:typed|form|model|draft))|\/words\/de\/|@noble|@scure|libphonenumber/;

type Manifest = {
  readonly manifest_version: number;
  readonly permissions: readonly string[];
  readonly host_permissions: readonly string[];
  readonly optional_host_permissions: readonly string[];
  readonly content_security_policy: { readonly extension_pages: string };
  readonly incognito: string;
  readonly key?: string;
} & Readonly<Record<string, unknown>>;

function readManifest(build: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, build, 'manifest.json'), 'utf8')) as Manifest;
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** All words of the screens: every text of every catalog. */
const CATALOGS = import.meta.glob('../src/ui/words/en/*.ts', { eager: true });

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** What the worker sends to web pages, which may read like a screen's words. */
const PAGE_TEXTS: readonly string[] = Object.values(PAGE_SENTENCES);
/** Texts of one or two words are left out: other things may have the same name. */
const SENTENCES = Object.values(CATALOGS)
  .flatMap(textsOf)
  .filter((text) => / .* /.test(text) && !PAGE_TEXTS.some((page) => page.includes(text)));

/** Chunks that a page loads or may load later: a chunk is reached by any chunk that names it. */
function chunksOf(build: string, page: string, report: ModuleReport): string[] {
  const reached = new Set<string>();
  const queue = [page];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const text = read(`${build}/${file}`);
    for (const chunk of Object.keys(report)) {
      if (reached.has(chunk) || !text.includes(basename(chunk))) continue;
      reached.add(chunk);
      queue.push(chunk);
    }
  }
  return [...reached];
}

test('behavior: no size is over its gate (docs/platform.md, Speed targets)', () => {
  const sizes = builtSizes(join(ROOT, '.output/chrome-mv3'));
  const gated = Object.entries(TARGETS).filter(([, { gate }]) => gate !== undefined);
  expect(Object.keys(sizes).sort()).toEqual(gated.map(([name]) => name).sort());
  const over = (Object.entries(sizes) as [TargetName, number][]).filter(
    // A file that isn't found weighs nothing.
    ([name, size]) => !(size > 0 && size <= (TARGETS[name].gate ?? 0)),
  );
  expect(over).toEqual([]);
});

describe.for(BUILDS)('%s', (build) => {
  if (!existsSync(join(ROOT, build, 'manifest.json'))) {
    throw new Error(`${build} is not built: npm run build`);
  }
  const manifest = readManifest(build);
  const report = readModuleReport(moduleReportFile(join(ROOT, build)));

  test.for(['popup.html', 'options.html', 'confirm.html'])(
    'behavior: %s contains no vault code',
    (page) => {
      const chunks = chunksOf(build, page, report);
      expect(chunks.length).toBeGreaterThan(0);
      const held = chunks.flatMap((chunk) => report[chunk] ?? []);
      expect(held.filter((name) => name.startsWith('entrypoints/')).length).toBeGreaterThan(0);
      expect(held.filter((name) => PAGE_MAY_NOT_HOLD.test(name))).toEqual([]);
    },
  );

  test.for(['popup.html', 'options.html', 'confirm.html'])(
    'behavior: the first load of %s has nothing that reads pasted keys, phrases and interfaces',
    (page) => {
      const held = firstLoadOf(join(ROOT, build), page).flatMap((chunk) => report[chunk] ?? []);
      expect(held.length).toBeGreaterThan(50);
      expect(held.filter((name) => ON_DEMAND.test(`/${name}`))).toEqual([]);
      // They are in chunks of their own.
      const all = chunksOf(build, page, report).flatMap((chunk) => report[chunk] ?? []);
      expect(all.filter((name) => ON_DEMAND.test(`/${name}`)).length).toBeGreaterThan(0);
    },
  );

  test.for(['popup.html', 'confirm.html'])(
    'behavior: the first load of %s has no table of operations, no form, no policy and no other language',
    (page) => {
      const held = firstLoadOf(join(ROOT, build), page).flatMap((chunk) => report[chunk] ?? []);
      expect(held).toContain('src/ui/words/en/app.ts');
      expect(held.filter((name) => NOT_AT_FIRST.test(name))).toEqual([]);
    },
  );

  test('behavior: no file of the pages needs itself by way of others: each module runs after what it imports', () => {
    const files = listFiles(build).filter((path) => path.startsWith(`${build}/chunks/`));
    expect(files.length).toBeGreaterThan(50);
    const importsOf = (file: string) =>
      [...read(file).matchAll(/\b(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)].map(
        ([, name = '']) => `${build}/chunks/${name}`,
      );
    const needed = files.filter((file) => {
      const reached = new Set(importsOf(file));
      for (const one of reached) for (const next of importsOf(one)) reached.add(next);
      return reached.has(file);
    });
    expect(needed).toEqual([]);
  });

  test('behavior: the worker contains the vault', () => {
    const held = (report['background.js'] ?? []).filter((name) => name.startsWith('src/vault/'));
    expect(held.length).toBeGreaterThan(0);
  });

  test('behavior: the worker contains no code that reads keys to import, and none of the screens', () => {
    const held = ['background.js', ...parts].flatMap((file) => report[file] ?? []);
    expect(held.length).toBeGreaterThan(0);
    expect(held.filter((name) => WORKER_MAY_NOT_HOLD.test(name))).toEqual([]);
  });

  const parts = Object.keys(report).filter((name) => name.startsWith(PARTS));

  test('behavior: the worker’s core has none of its parts, and no module is there twice', () => {
    const files = ['background.js', ...parts];
    const modules = files
      .flatMap((file) => report[file] ?? [])
      .filter((one) => !one.includes('\0'));
    expect(modules.filter((one, at) => modules.indexOf(one) !== at)).toEqual([]);
    expect(report['background.js']?.filter((name) => PART_OF_WORKER.test(name))).toEqual([]);
    expect(modules.filter((name) => PART_OF_WORKER.test(name)).length).toBeGreaterThan(60);
  });

  test('behavior: the parts are few files: the browser hands all of them over at each start', () => {
    const names = ['backup', 'policy', 'settings', 'signatures', 'sites', 'vault'];
    expect(parts.sort()).toEqual(names.map((name) => `${PARTS}${name}.js`));
  });

  test('behavior: each file of the worker is a script without imports of its own', () => {
    const found = ['background.js', ...parts].map((file) => {
      const { program, errors } = parseSync(file, read(`${build}/${file}`), {
        sourceType: 'script',
      });
      // A script, not a module: a static import would be an error.
      expect(errors, file).toEqual([]);
      const imports: number[] = [];
      new Visitor({ ImportExpression: ({ start }) => imports.push(start) }).visit(program);
      return imports.length;
    });
    // A service worker has no import(), and Firefox's page loads parts by one.
    const inCore = build.includes('chrome') ? 0 : parts.length;
    expect(found).toEqual([inCore, ...parts.map(() => 0)]);
  });

  test('behavior: Chromium’s worker loads each part when it is installed, and no other script may come', () => {
    const listed = read(`${build}/background.js`).match(/const urls = (\[[^\]]*\])/)?.[1];
    const urls: unknown = JSON.parse(listed ?? '[]');
    expect(urls).toEqual(build.includes('chrome') ? parts.map((part) => `/${part}`) : []);
  });

  test('behavior: keystore files are read where keys are imported, and their password is derived in the Worker', () => {
    const holdersOf = (module: string) =>
      Object.keys(report).filter((chunk) => report[chunk]?.includes(module));
    const place = (chunk: string) => chunk.replace(/-[\w-]{8}\.js$/, '');
    expect(holdersOf('src/client/import/keystore.ts').map(place)).toEqual([
      'chunks/import-section',
    ]);
    expect(holdersOf('src/crypto/keystore-kdf.ts').map(place)).toEqual(['assets/kdf-worker']);
  });

  test('behavior: the rules of phone numbers load with a form that asks for one, and with nothing else', () => {
    const holders = Object.keys(report).filter((chunk) =>
      report[chunk]?.some((name) => name.includes('libphonenumber-js')),
    );
    expect(holders).toHaveLength(1);
    expect(holders[0]).toMatch(/^chunks\/phone-library-/);
    // One file of its own: what else imported it would load it.
    const others = report[holders[0] ?? '']?.filter(
      (name) => !/libphonenumber-js|^virtual:|^\0/.test(name),
    );
    expect(others).toEqual(['src/ui/forms/phone-library.ts']);
    const name = basename(holders[0] ?? '');
    const scripts = listFiles(build).filter((path) => path.endsWith('.js') && !path.endsWith(name));
    const importers = scripts.filter((path) => read(path).includes(name));
    expect(importers).toHaveLength(1);
    for (const path of importers) {
      const { program } = parseSync(path, read(path), { sourceType: 'module' });
      const statics = program.body.flatMap((node) =>
        'source' in node && node.source ? [node.source.value] : [],
      );
      expect(statics.filter((source) => source.endsWith(name))).toEqual([]);
    }
    const preloaded = listFiles(build).filter(
      (path) => path.endsWith('.html') && read(path).includes(name),
    );
    expect(preloaded).toEqual([]);
  });

  test('behavior: workers contain none of the screens’ words', () => {
    const held = (text: string) => SENTENCES.filter((one) => text.includes(one));
    expect(SENTENCES.length).toBeGreaterThan(700);
    const workers = [
      'background.js',
      ...parts,
      ...Object.keys(report).filter((one) => /kdf-wor/.test(one)),
    ];
    expect(workers.length).toBeGreaterThan(1);
    for (const worker of workers) {
      expect(report[worker]?.filter((name) => name.startsWith('src/ui/'))).toEqual([]);
      expect(held(read(`${build}/${worker}`)), worker).toEqual([]);
    }
    // The same search does find them where they belong.
    const scripts = listFiles(build).filter((path) => path.endsWith('.js'));
    const everywhere = held(scripts.map(read).join('\n'));
    expect(SENTENCES.filter((text) => !everywhere.includes(text))).toEqual([]);
  });

  test('behavior: no hosts other than the known ones are named (threat 27)', () => {
    const named = listFiles(build)
      .filter((path) => /\.(js|html|css|json)$/.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(/\b(?:https?|wss?):\/\/([a-z0-9.-]+\.[a-z0-9-]+|localhost)/gi)].map(
          ([url, host = '']) => ({ path, url, host: host.toLowerCase() }),
        ),
      );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ host }) => !ALLOWED_HOSTS.has(host))).toEqual([]);
  });

  test('behavior: pages run only what is packed, and no site can frame them (threat 7)', () => {
    const policy = new Map(
      manifest.content_security_policy.extension_pages
        .split(';')
        .map((part) => part.trim().split(/\s+/))
        .map(([name = '', ...values]) => [name, values] as const),
    );
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(policy.get('trusted-types')).toEqual(['default']);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('form-action')).toEqual(["'none'"]);
    expect(policy.get('object-src') ?? policy.get('default-src')).toEqual(["'none'"]);
    expect([...policy.values()].flat()).not.toContain("'unsafe-inline'");
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
  });

  test('behavior: one policy for texts that become scripts, and it knows this build’s Worker (threat 73)', () => {
    const worker = Object.keys(report).find((name) => name.startsWith('assets/kdf-worker-'));
    expect(isOwnWorker(`/${worker ?? ''}`, 'chrome-extension://a')).toBe(true);
    const makes = (path: string) => path.endsWith('.js') && read(path).includes('.createPolicy(');
    const makers = listFiles(build).filter(makes);
    const [inPages, others] = [true, false].map((is) =>
      makers.filter((path) => path.includes('/chunks/') === is),
    );
    expect(inPages).toHaveLength(1);
    const chromium = build.includes('chrome');
    expect(others).toEqual(chromium ? [`${build}/background.js`] : []);
  });

  test('behavior: the public suffix list is packed, and the worker may read it', () => {
    const rules = read(`${build}/site-suffixes.txt`).split(/\s+/).length;
    expect(rules).toBeGreaterThan(9000);
    expect(read(`${build}/background.js`)).toContain('site-suffixes.txt');
    expect(manifest.content_security_policy.extension_pages).toMatch(/connect-src 'self' https:/);
  });

  test('behavior: pages can neither probe nor message the extension (threats 18, 31)', () => {
    expect(manifest).not.toHaveProperty('web_accessible_resources');
    expect(manifest).not.toHaveProperty('externally_connectable');
  });

  test('behavior: pages get two scripts: in the top frame, before any other, one in each world', () => {
    const matches = ['https://*/*', 'http://127.0.0.1/*', 'http://localhost/*'];
    expect(manifest['content_scripts']).toEqual([
      { matches, js: ['bridge.js'], run_at: 'document_start' },
      { matches, js: ['inpage.js'], run_at: 'document_start', world: 'MAIN' },
    ]);
  });

  test.for(IN_PAGES)(
    'behavior: %s contains the bridge and the names it shares, nothing else',
    (file) => {
      const held = (report[file] ?? []).filter(
        (name) => !/^(virtual:|node_modules\/wxt\/)/.test(name),
      );
      const name = file.replace('.js', '.ts');
      expect(held.sort()).toEqual(
        [
          `entrypoints/${name}`,
          `src/bridge/${name}`,
          'src/bridge/channel.ts',
          'src/bridge/document-effects.ts',
          'src/protocol/page-api.ts',
        ].sort(),
      );
    },
  );

  test.for(IN_PAGES)('behavior: %s leaves no name in the world it runs in', (file) => {
    // A classic script's top-level declarations are globals; an expression declares none.
    const { program, errors } = parseSync(file, read(`${build}/${file}`), { sourceType: 'script' });
    expect(errors).toEqual([]);
    expect(program.body.map(({ type }) => type)).toEqual(['ExpressionStatement']);
  });

  test('behavior: rules of equal weight win in the order of the pages’ style sheets', () => {
    const sheetsOf = (page: string) =>
      [...read(`${build}/${page}.html`).matchAll(/href="\/(assets\/([^"]+)-[\w-]{8}\.css)"/g)].map(
        ([, path = '', name]) => ({ path, name }),
      );
    expect(sheetsOf('popup').map(({ name }) => name)).toEqual(['styles']);
    expect(sheetsOf('confirm').map(({ name }) => name)).toEqual(['styles']);
    expect(sheetsOf('options').map(({ name }) => name)).toEqual(['styles', 'settings']);
    const styles = read(`${build}/${sheetsOf('popup')[0]?.path}`);
    const places = ['.help:empty', '.approve-hint'].map((rule) => styles.indexOf(rule));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test('behavior: the script in the page’s world knows nothing of an extension', () => {
    const code = read(`${build}/inpage.js`);
    expect(code).not.toMatch(/\b(?:chrome|browser|runtime|sendMessage|extension:)\b/);
    expect(code).not.toMatch(
      /\b(?:document\.(?!visibilityState|readyState|querySelector\(`:root > \*`\))|localStorage|cookie|fetch)/,
    );
    expect(read(`${build}/bridge.js`)).toMatch(/\bchrome\b.*\bsendMessage\b/);
  });

  test('behavior: it requests no more permissions than it needs', () => {
    expect(manifest.manifest_version).toBe(3);
    expect([...manifest.permissions].sort()).toEqual([
      'alarms',
      'idle',
      'storage',
      'unlimitedStorage',
    ]);
    expect([...manifest.host_permissions].sort()).toEqual([
      'http://127.0.0.1/*',
      'http://localhost/*',
    ]);
    expect(manifest.optional_host_permissions).toEqual(['https://*/*']);
    expect(manifest.incognito).toBe('spanning');
  });

  test('behavior: nothing but the extension is packed', () => {
    const odd = listFiles(build).filter(
      (path) => !/\.(js|html|css|json|png|svg|woff2)$/.test(path),
    );
    expect(odd.map((path) => basename(path)).sort()).toEqual([NOTICES, 'site-suffixes.txt']);
    expect(listFiles(build).filter((path) => path.endsWith('.map'))).toEqual([]);
  });

  test('behavior: the guide is packed as it is in the repository', () => {
    const pages = listFiles(`${build}/guide`);
    expect(pages.map((path) => path.slice(build.length + 1)).sort()).toEqual(
      [...guideFiles().keys()].sort(),
    );
    for (const [path, text] of guideFiles()) expect(read(`${build}/${path}`)).toBe(text);
  });

  test('behavior: no inline script is left in a page', () => {
    for (const path of listFiles(build).filter((name) => name.endsWith('.html'))) {
      expect(read(path), path).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/i);
      expect(read(path), path).not.toMatch(/\son[a-z]+\s*=|<style|\sstyle=/i);
    }
  });
});

describe('chunksOf', () => {
  test('error: a page that loaded the worker’s code would be detected', () => {
    const [build = ''] = BUILDS;
    const report = { 'background.js': ['src/vault/x.ts'] };
    expect(chunksOf(build, 'manifest.json', report)).toEqual(['background.js']);
  });
});
