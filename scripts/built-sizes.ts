import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack, readFolder } from './release/archive.ts';

const KB = 1024;

/** These files of a build and all their static imports, direct or indirect. */
function closureOf(folder: string, files: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    if (!file.endsWith('.js')) return;
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/\b(?:from|import)\s*["'`](\.[^"'`]+)["'`]/g))
      visit(posix.join(posix.dirname(file), name));
  };
  for (const file of files) visit(file);
  return [...found];
}

/** A page's first load: the scripts and styles that its HTML names, and their static imports. */
export function firstLoadOf(folder: string, page: string): string[] {
  const html = readFileSync(join(folder, page), 'utf8');
  const named = html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g);
  return closureOf(
    folder,
    [...named].map(([, name = '']) => name),
  );
}

type Manifest = { readonly content_scripts: readonly { readonly js: readonly string[] }[] };

/** Sizes of Chromium's build in a folder, in kilobytes (1024), by the targets that they're held to. */
export function builtSizes(folder: string) {
  const gzipped = (files: readonly string[]): number =>
    files
      .map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length)
      .reduce((all, one) => all + one, 0) / KB;
  const { content_scripts: scripts } = JSON.parse(
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  ) as Manifest;
  const inPages = scripts.flatMap(({ js }) => js).map((file) => statSync(join(folder, file)).size);
  const named = (inside: string, name: string) =>
    readdirSync(join(folder, inside))
      .filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
      .map((file) => `${inside}/${file}`);
  const popup = firstLoadOf(folder, 'popup.html');
  return {
    archive: pack(readFolder(folder)).length / KB,
    core: gzipped(['background.js']),
    contentScripts: inPages.reduce((all, one) => all + one, 0) / KB,
    popupLoad: gzipped(popup),
    languageLoad: gzipped(
      closureOf(folder, named('chunks', 'first-frame')).filter((file) => !popup.includes(file)),
    ),
    tabLoad: gzipped(firstLoadOf(folder, 'options.html')),
    windowLoad: gzipped(firstLoadOf(folder, 'confirm.html')),
    phoneLibrary: gzipped(named('chunks', 'phone-library')),
    kdfWorker: gzipped(named('assets', 'kdf-worker')),
  };
}
