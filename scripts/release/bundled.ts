import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleReport } from '../module-report.ts';
import { StepError } from '../progress.mjs';

/** A package with code in the extension or the built service, as its own package.json describes it. */
export type BundledPackage = {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** Where its source is; empty when the package doesn't say. */
  readonly repository: string;
  readonly licenseText: string;
};

/** Code that the tools add themselves, by the package that brings it. */
const VIRTUAL_MODULES: readonly (readonly [RegExp, string])[] = [
  [/^virtual:wxt-/, 'wxt'],
  [/^vite\//, 'vite'],
  [/^rolldown\//, 'rolldown'],
];

/** Our own code: files of the repository, and the virtual modules of its own plugins. */
const OWN_MODULE = /^(?:src|entrypoints)\/|^keystamp:/;

const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/**
 * Folders of the packages in a build, from the repository's folder and sorted. Throws a `StepError`
 * that names a module with an unknown owner.
 */
export function bundledFolders(report: ModuleReport): readonly string[] {
  const folders = new Set<string>();
  for (const id of Object.values(report).flat()) {
    if (OWN_MODULE.test(id)) continue;
    const virtual = VIRTUAL_MODULES.find(([form]) => form.test(id))?.[1];
    const folder = virtual === undefined ? PACKAGE.exec(id)?.[0] : `node_modules/${virtual}/`;
    if (folder === undefined) throw new StepError(`Whose code is ${id}? It is in the build.`);
    folders.add(folder.slice(0, -1));
  }
  return [...folders].toSorted(byCodeUnit);
}

/** The packages of a build. Throws a `StepError` that names packages without a license text. */
export function readBundledPackages(root: string, report: ModuleReport): readonly BundledPackage[] {
  const found = bundledFolders(report).map((folder) => readPackage(root, folder));
  const unlicensed = found.filter(({ licenseText }) => licenseText === '').map(({ name }) => name);
  if (unlicensed.length === 0)
    return found.toSorted((one, other) => byCodeUnit(one.name, other.name));
  throw new StepError(
    `No license text found for ${unlicensed.join(', ')}. A package that is part of a build must ` +
      'bring one, or it has a file in scripts/release/licenses.',
  );
}

type PackageJson = {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly repository?: string | { readonly url?: string };
};

function readPackage(root: string, folder: string): BundledPackage {
  const text = readFileSync(join(root, folder, 'package.json'), 'utf8');
  const { name, version, license = '', repository = '' } = JSON.parse(text) as PackageJson;
  const url = typeof repository === 'string' ? repository : (repository.url ?? '');
  return {
    name,
    version,
    license,
    repository: url.replace(/^git\+|\.git$/g, '').replace(/^git:/, 'https:'),
    licenseText: licenseText(root, folder, name),
  };
}

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice|third-party-license)/i;

/** Packages published without their license's text; we keep it here. */
const LOCAL_LICENSES: Readonly<Record<string, string>> = {
  wxt: 'wxt.txt',
  'drizzle-orm': 'drizzle-orm.txt',
  '@wxt-dev/browser': 'wxt.txt',
};

/** Of what a package has compiled in without saying so; we keep it here and add it. */
const ADDED_LICENSES: Readonly<Record<string, string>> = {
  '@electric-sql/pglite': 'pglite.txt',
};

/** Where a license file continues with what its package bundles and the build doesn't. */
const LICENSE_ENDS: Readonly<Record<string, string>> = {
  vite: '\n# Licenses of bundled dependencies',
};

function licenseText(root: string, folder: string, name: string): string {
  const localFile = Object.hasOwn(LOCAL_LICENSES, name) ? LOCAL_LICENSES[name] : undefined;
  const addedFile = Object.hasOwn(ADDED_LICENSES, name) ? ADDED_LICENSES[name] : undefined;
  const own = localFile ? [keptLicense(localFile)] : licenseFiles(join(root, folder));
  const files = addedFile ? [...own, keptLicense(addedFile)] : own;
  if (files.length === 0) return licenseInReadme(join(root, folder, 'README.md'));
  const texts = files.map((file) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n'));
  const end = Object.hasOwn(LICENSE_ENDS, name) ? LICENSE_ENDS[name] : undefined;
  return texts.map((text) => (end ? text.split(end, 1).join('') : text).trim()).join('\n\n');
}

/** The last section of a README, where it is the license's whole text. */
function licenseInReadme(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : '';
  const section = /^#+ licen[cs]e\n([^]*)$/im.exec(text)?.[1]?.trim() ?? '';
  return /copyright[^]*warranty/i.test(section) ? section : '';
}

const keptLicense = (file: string) => join(import.meta.dirname, 'licenses', file);

function licenseFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .toSorted(byCodeUnit)
    .map((file) => join(folder, file));
}

/** The same order on every machine, whatever its language. */
function byCodeUnit(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
