import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, step, StepError } from './progress.mjs';
import { VERSION } from './release/archives.ts';
import { changesOf, releaseChanges } from './release/changelog.ts';
import { git, readCheckout } from './release/commit.ts';
import {
  packageFields,
  PUBLISHER_FILE,
  demandPublisher,
  type Publisher,
} from './release/publisher.ts';
import { fillIn } from './release/source.ts';
import { ROOT, runToolShown } from './tool.ts';

const HELP = `npm run prepare-release -- VERSION

Prepares a release in a clone whose files are all as committed: writes the version and the
publisher's names (${PUBLISHER_FILE}) into package.json and its lock, heads the changes in
CHANGELOG.md with it, and commits that. Then it makes the release's files as npm run zip does, in
.output/release, and what the stores' forms ask for, in .output/store: texts, notes and pictures.
It makes no tag and pushes nothing. A second run with the same version finds all done and gives the
same bytes.`;

const STORE = join(ROOT, '.output', 'store');
const VERSION_FORM = /^(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,3})$/;

const readRoot = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

/** Throws a `StepError` for a version that isn't one or comes before the present one. */
export function demandVersion(version: string | undefined, present: string): string {
  const next = VERSION_FORM.exec(version ?? '');
  if (version === undefined || !next) {
    throw new StepError(
      `“${version ?? ''}” is no version: three numbers below 10,000, such as 0.1.0`,
    );
  }
  const numbersOf = (text: string) => text.split('.').map(Number);
  const [now, then] = [numbersOf(present), numbersOf(version)];
  const first = now.findIndex((number, index) => number !== then[index]);
  if (first >= 0 && (then[first] ?? 0) < (now[first] ?? 0)) {
    throw new StepError(`${version} comes before ${present}, which package.json has.`);
  }
  return version;
}

type PackageFile = { version: string; packages?: { ''?: { version: string } } };

/** A package.json or its lock with the version; the publisher's fields follow the license. */
export function fillPackage(text: string, version: string, publisher: Publisher): string {
  const file = JSON.parse(text) as PackageFile;
  file.version = version;
  const root = file.packages?.[''];
  if (root) root.version = version;
  const own = file.packages ? {} : packageFields(publisher);
  const kept = Object.entries(file).filter(([name]) => !(name in own));
  const all = kept.flatMap((entry) =>
    entry[0] === 'license' ? [entry, ...Object.entries(own)] : [entry],
  );
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`;
}

async function writeVersion(version: string, publisher: Publisher): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const files = new Map<string, string>([
    ...['package.json', 'package-lock.json'].map(
      (name) => [name, fillPackage(readRoot(name), version, publisher)] as const,
    ),
    ['CHANGELOG.md', releaseChanges(readRoot('CHANGELOG.md'), version, date)],
  ]);
  const changed = [...files].filter(([name, text]) => readRoot(name) !== text);
  if (changed.length === 0) return;
  for (const [name, text] of changed) writeFileSync(join(ROOT, name), text);
  const names = changed.map(([name]) => name);
  const body = 'Its version, date and publisher, by npm run prepare-release.';
  await git(ROOT, 'commit', '--quiet', '-m', `Release ${version}`, '-m', body, '--', ...names);
}

async function runScript(name: string, ...args: readonly string[]): Promise<void> {
  const code = await runToolShown('node', [join('scripts', name), ...args]);
  if (code !== 0) throw new StepError(`scripts/${name} ended with ${code}.`);
}

/** What a person copies into the stores' forms, and the notes of the release. */
async function writeStore(version: string, publisher: Publisher): Promise<void> {
  rmSync(STORE, { recursive: true, force: true });
  mkdirSync(STORE, { recursive: true });
  for (const name of ['listing.md', 'listing.de.md', 'permissions.md']) {
    copyFileSync(join(ROOT, 'store', name), join(STORE, name));
  }
  const date = (await git(ROOT, 'log', '-1', '--format=%cs')).trim();
  const values = { ...publisher, date };
  writeFileSync(join(STORE, 'privacy.md'), fillIn(readRoot('store/privacy.md'), values));
  const changes = changesOf(readRoot('CHANGELOG.md'), version);
  const notes = [changes, '', 'docs/releases.md says how to check these files.', ''].join('\n');
  writeFileSync(join(STORE, 'notes.md'), notes);
  copyFileSync(join(ROOT, 'public', 'icon', '128.png'), join(STORE, 'icon-128.png'));
  cpSync(join(ROOT, '.output', 'tour', 'store'), STORE, { recursive: true });
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) return console.log(HELP);
  const version = demandVersion(args[0], VERSION);
  await readCheckout(ROOT, VERSION, { uncommitted: false });
  const publisher = demandPublisher(ROOT);
  await step(`version ${version}, its changes and its publisher`, () =>
    writeVersion(version, publisher),
  );
  await runScript('release.ts', '--final');
  await runScript('tour.ts');
  await step('texts and pictures for the stores', () => writeStore(version, publisher));
  console.log(`
In .output/release: the files. In .output/store: what the stores ask for.
Not done, for a person to do: read both; push the commit and the tag v${version}; store/README.md says how to publish.`);
}

if (import.meta.main) await main(process.argv.slice(2)).catch(fail);
