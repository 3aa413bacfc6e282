import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { pack, readFolder } from '../release/archive.ts';
import { ROOT } from '../tool.ts';
import { figure, type Figure } from './figures.ts';

const GROUP = 'Sizes';
const BUILD = join(ROOT, '.output', 'chrome-mv3');
const KB = 1024;

/** Size of a file after `gzip -9`, in bytes. */
const gzippedSize = (file: string): number =>
  gzipSync(readFileSync(join(BUILD, file)), { level: 9 }).length;

/** These files and all their static imports, direct or indirect. */
function closureOf(files: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    if (!file.endsWith('.js')) return;
    const text = readFileSync(join(BUILD, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/\b(?:from|import)\s*["'`](\.[^"'`]+)["'`]/g))
      visit(posix.join(posix.dirname(file), name));
  };
  for (const file of files) visit(file);
  return [...found];
}

/** A page's own files: the scripts and styles that its HTML names, and their static imports. */
function filesOf(page: string): string[] {
  const html = readFileSync(join(BUILD, page), 'utf8');
  const named = html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g);
  return closureOf([...named].map(([, name = '']) => name));
}

const sum = (files: readonly string[]): number =>
  files.reduce((all, file) => all + gzippedSize(file), 0);

function zipBytes(): number {
  return pack(readFolder(BUILD)).length;
}

/** Uncompressed bytes of what the manifest puts into every web page. */
function contentScriptBytes(): number {
  type Manifest = { readonly content_scripts: readonly { readonly js: readonly string[] }[] };
  const manifest = JSON.parse(readFileSync(join(BUILD, 'manifest.json'), 'utf8')) as Manifest;
  return manifest.content_scripts
    .flatMap(({ js }) => js)
    .reduce((all, file) => all + statSync(join(BUILD, file)).size, 0);
}

const targetBelow = (kb: number) => ({
  words: `≤ ${kb} KB`,
  holds: ({ median }: Figure) => median <= kb,
});

/** Bytes that the browser polyfill adds over the browser's own object, minified and packed. */
async function polyfillBytes(): Promise<number> {
  const bytesOf = async (text: string): Promise<number> => {
    const entry = join(ROOT, 'polyfill-size.js');
    const built = await build({
      configFile: false,
      logLevel: 'error',
      plugins: [
        { name: 'entry', resolveId: own(entry), load: (id) => (id === entry ? text : null) },
      ],
      build: { write: false, minify: true, lib: { entry, formats: ['es'] } },
    });
    const [first] = Array.isArray(built) ? built : [built];
    const chunk = first && 'output' in first ? first.output[0] : undefined;
    if (chunk?.type !== 'chunk') throw new Error('the polyfill was not built');
    return gzipSync(chunk.code, { level: 9 }).length;
  };
  const polyfill = await bytesOf(`export { default } from 'webextension-polyfill';`);
  return polyfill - (await bytesOf('export default globalThis.chrome;'));
}

const own = (entry: string) => (id: string) => (id === entry ? id : null);

/**
 * Sizes in kilobytes (1024): the store archive, the content scripts, and first loads by gzip -9.
 */
export async function sizeFigures(): Promise<Figure[]> {
  return [
    figure(GROUP, 'zip', 'KB', [zipBytes() / KB], targetBelow(150)),
    figure(
      GROUP,
      'content scripts, bytes in every page',
      'KB',
      [contentScriptBytes() / KB],
      targetBelow(7),
    ),
    figure(
      GROUP,
      'background, gz',
      'KB',
      [sum(closureOf(['background.js'])) / KB],
      targetBelow(35),
    ),
    figure(GROUP, 'popup first load, gz', 'KB', [sum(filesOf('popup.html')) / KB]),
    figure(GROUP, 'options first load, gz', 'KB', [sum(filesOf('options.html')) / KB]),
    figure(GROUP, 'of each of the three: browser polyfill, gz', 'KB', [
      (await polyfillBytes()) / KB,
    ]),
  ];
}
