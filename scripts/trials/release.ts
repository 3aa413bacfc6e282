import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { strFromU8, strToU8 } from 'fflate';
import { loadInChromium, loadInFirefox, unpack } from '../../test/release/load-release.ts';
import { BROWSERS } from '../build-folders.ts';
import { findFirefox } from '../firefox.mjs';
import { fail, step, StepError } from '../progress.mjs';
import { listEntries, pack, readEntry, readFolder } from '../release/archive.ts';
import { archiveName, KINDS, SBOM_NAME, VERSION } from '../release/archives.ts';
import { git } from '../release/commit.ts';
import { findDifferences } from '../release/compare.ts';
import { webExtLint } from '../release/web-ext.ts';
import { run } from '../run.mjs';
import { ROOT } from '../tool.ts';

/*
 * Makes the release of the checked-out commit three times: in a clone with a short path; in one
 * with a long path, an environment made to disturb, and folders that list their files in reverse;
 * and from the unpacked source archive, like a reviewer. All must give the same bytes. Then the
 * archives go through Mozilla's check and into browsers.
 */

const REVERSING = pathToFileURL(join(import.meta.dirname, 'reversed-folders.mjs')).href;
const REVERSED = `--import ${REVERSING}`;

/** Everything that has changed a build's bytes somewhere, or what npm installs and lists. */
const DISTURBING = {
  TZ: 'Pacific/Auckland',
  LC_ALL: 'tr_TR.UTF-8',
  NODE_ENV: 'development',
  NODE_OPTIONS: REVERSED,
  MODE: 'development',
  VITE_API: 'https://evil.example',
  WXT_API: 'https://evil.example',
  BROWSERSLIST: 'ie 11',
  SOURCE_DATE_EPOCH: '1',
  CI: 'true',
  npm_config_omit: 'dev',
  npm_config_production: 'true',
  npm_config_sbom_type: 'application',
  GIT_DIR: '/nowhere',
} as const;

type Place = { readonly folder: string; readonly env: Readonly<Record<string, string>> };

/** Makes a release in a folder with this folder's packages, and reads its SHA256SUMS. */
async function releaseIn({ folder, env }: Place): Promise<ReadonlyMap<string, string>> {
  await linkPackages(folder);
  if (env['NODE_OPTIONS'] === REVERSED) reverseFolders(folder);
  await script({ folder, env }, 'scripts/release.ts');
  const sums = readFileSync(join(folder, '.output', 'release', 'SHA256SUMS'), 'utf8');
  return new Map(
    sums
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
}

/** Runs a script the way an npm script does, with everything that the folder itself has. */
async function script({ folder, env }: Place, ...args: readonly string[]): Promise<string> {
  const all = ['scripts/setup.mjs', '--no-browser', ...args];
  const { code, output } = await run(process.execPath, all, folder, { ...process.env, ...env });
  if (code === 0) return output;
  throw new StepError(`${args.join(' ')} in ${folder} ended with ${code}:\n${output.trim()}`);
}

/**
 * Real files under the folder's own path: through a symbolic link, the path would be this folder's.
 */
async function linkPackages(folder: string): Promise<void> {
  const from = join(ROOT, 'node_modules');
  const hard = await run('cp', ['-al', from, folder], ROOT);
  // A different file system allows no hard links.
  const { code, output } = hard.code === 0 ? hard : await run('cp', ['-a', from, folder], ROOT);
  if (code !== 0) throw new StepError(`node_modules cannot be copied:\n${output}`);
}

/** A build sees no NODE_OPTIONS, so its own program loads what reverses the folders. */
function reverseFolders(folder: string): void {
  const program = join(folder, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  const [shebang = '', ...lines] = readFileSync(program, 'utf8').split('\n');
  // The file is a link to the one of this folder.
  rmSync(program);
  const loads = `import ${JSON.stringify(REVERSING)};`;
  writeFileSync(program, [shebang, loads, ...lines].join('\n'), { mode: 0o755 });
}

function expectSame(
  sums: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
  names: readonly string[],
): void {
  const differing = names.filter((name) => !sums.has(name) || sums.get(name) !== others.get(name));
  if (differing.length > 0) throw new StepError(`Not the same bytes: ${differing.join(', ')}`);
}

/** No file of an archive may reveal where it was made. */
function expectNoPath(archive: string, paths: readonly string[]): void {
  const bytes = readFileSync(archive);
  for (const { name } of listEntries(bytes)) {
    const contents = Buffer.from(readEntry(bytes, name));
    const path = paths.find((one) => contents.includes(one));
    if (path !== undefined) throw new StepError(`${name} in ${archive} names ${path}`);
  }
}

/** Builds the service in a folder, and hashes its files. */
async function serviceIn(place: Place): Promise<ReadonlyMap<string, string>> {
  await script(place, 'scripts/service.ts');
  const files = readFolder(join(place.folder, '.output', 'service'));
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  return new Map([...files].map(([name, bytes]) => [name, hash(bytes)]));
}

/** The stores get what the tests ran on, except for the key. */
function expectKeyAlone(output: string): void {
  for (const browser of BROWSERS) {
    const development = new Map(readFolder(join(output, `${browser}-mv3`)));
    const store = readFolder(join(output, `${browser}-mv3-store`));
    const manifest = development.get('manifest.json') ?? new Uint8Array();
    const { key, ...others } = JSON.parse(strFromU8(manifest)) as { readonly key?: string };
    if ((key !== undefined) !== (browser === 'chrome')) throw new StepError(`A key in ${browser}?`);
    development.set('manifest.json', strToU8(JSON.stringify(others)));
    const [first] = findDifferences(pack(store), pack(development), development);
    if (first !== undefined) throw new StepError(`The store gets another build: ${first}`);
  }
}

async function clone(folder: string): Promise<void> {
  await git(ROOT, 'clone', '--quiet', '--no-hardlinks', ROOT, folder);
  const head = await git(ROOT, 'rev-parse', 'HEAD');
  await git(folder, 'checkout', '--quiet', '--detach', head.trim());
}

/** Throws a `StepError` that says what differs, or what a browser or a check refused. */
export async function tryRelease(): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), 'ks-'));
  const short: Place = { folder: join(base, 'a'), env: { TZ: 'UTC', LC_ALL: 'C.UTF-8' } };
  const long: Place = {
    folder: join(base, 'a folder', 'with-a-much-longer-path-than-the-other', 'keystamp'),
    env: DISTURBING,
  };
  const archives = KINDS.map(archiveName);
  const all = [...archives, SBOM_NAME];
  const archive = (name: string) => join(short.folder, '.output', 'release', name);
  try {
    const sums = await step('release in a short path', async () => {
      await clone(short.folder);
      return releaseIn(short);
    });
    await step(
      'the same in a long path, in a disturbing environment, with files in another order',
      async () => {
        mkdirSync(join(long.folder, '..'), { recursive: true });
        await clone(long.folder);
        expectSame(sums, await releaseIn(long), all);
      },
    );
    await step('the service by itself, the same in both', async () => {
      const [here, there] = [await serviceIn(short), await serviceIn(long)];
      expectSame(here, there, [...new Set([...here.keys(), ...there.keys()])]);
    });
    await step('verify-release there takes the files from here', async () => {
      for (const name of all) await script(long, 'scripts/verify-release.ts', archive(name));
    });
    await step('the same from the unpacked source archive', async () => {
      const folder = unpack(archive(archiveName('firefox-source')));
      try {
        const again = await releaseIn({ folder, env: {} });
        expectSame(
          sums,
          again,
          all.filter((name) => name !== archiveName('firefox-source')),
        );
        await script({ folder, env: {} }, 'scripts/build-for-amo.ts');
        const rebuilt = join(folder, 'web-ext-artifacts', archiveName('firefox'));
        if (!readFileSync(rebuilt).equals(readFileSync(archive(archiveName('firefox')))))
          throw new StepError('build-for-amo makes another archive than the store gets.');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
    await step('a development build differs by its key alone', async () => {
      await script(short, 'scripts/build.ts');
      expectKeyAlone(join(short.folder, '.output'));
    });
    await step('no archive says where it was made', () => {
      for (const name of archives) expectNoPath(archive(name), [base, ROOT, `${homedir()}/`]);
    });
    await tryArchives(archive(archiveName('chrome')), archive(archiveName('firefox')));
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

async function tryArchives(chrome: string, firefox: string): Promise<void> {
  const warnings = await step('web-ext lint of the Firefox archive', () => webExtLint(firefox));
  for (const warning of warnings) console.log(`    ! ${warning}`);
  const inChromium = await step('the Chrome archive in Chromium', () => loadInChromium(chrome));
  console.log(`    ${inChromium.id} ${inChromium.version} “${inChromium.heading}”`);
  if (inChromium.version !== VERSION) throw new StepError('Chromium shows another version.');
  if (!findFirefox()) return console.log('  ! no Firefox here: its archive was not loaded');
  const inFirefox = await step('the Firefox archive in Firefox', () => loadInFirefox(firefox));
  console.log(`    ${inFirefox.id} ${inFirefox.version} “${inFirefox.heading}”`);
  if (inFirefox.version !== VERSION) throw new StepError('Firefox shows another version.');
  if (inFirefox.heading !== inChromium.heading) throw new StepError('The pages differ.');
}

if (import.meta.main) await tryRelease().catch(fail);
