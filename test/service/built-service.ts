import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from '../../scripts/tool.ts';

/*
 * The service as tests start it: its code in one file. To read and strip its sources takes Node a second
 * of processor time at each start, and to look for the kind of each of their packages' modules two more;
 * this takes a tenth of that. The embedded database stays a package of its own, so that saved-database.ts
 * reaches it.
 */

const FOLDER = join(ROOT, '.output', 'test');
/** A service alone, and one program for all services of a process. */
const ENTRIES = {
  service: 'test/service/quick-main.ts',
  host: 'test/e2e/service-host.ts',
} as const;
export type BuiltProgram = keyof typeof ENTRIES;

/** The names of the sources that the last build read. */
const namesOf = (which: BuiltProgram): string => join(FOLDER, `${which}-sources.json`);
/** What else a build depends on. */
const BUILDERS = ['package-lock.json', 'scripts/service.ts', 'test/service/built-service.ts'];

type Sources = readonly (readonly [name: string, text: string])[];

/** The program for the sources as they are; made if they changed. */
export async function builtService(which: BuiltProgram = 'service'): Promise<string> {
  const folder = folderOf(which, readSources(which));
  if (existsSync(folder)) return programIn(folder);
  const building = builds.get(which) ?? makeBuild(which).finally(() => builds.delete(which));
  builds.set(which, building);
  return programIn(await building);
}

const builds = new Map<BuiltProgram, Promise<string>>();

const programIn = (folder: string): string => join(folder, 'service.js');

const readTexts = (names: readonly string[]): Sources =>
  names.map((name) => [name, readFileSync(join(ROOT, name), 'utf8')]);

/** What the last build read, as it is now. */
function readSources(which: BuiltProgram): Sources {
  if (!existsSync(namesOf(which))) return [];
  const names = JSON.parse(readFileSync(namesOf(which), 'utf8')) as readonly string[];
  return readTexts(names.filter((name) => existsSync(join(ROOT, name))));
}

function folderOf(which: BuiltProgram, sources: Sources): string {
  const hash = createHash('sha256');
  for (const [name, text] of [...sources, ...readTexts(BUILDERS)]) hash.update(`${name}\n${text}`);
  return join(FOLDER, `${which}-${hash.digest('hex').slice(0, 16)}`);
}

/** Complete or not at all, since others may do the same at the same time; returns its folder. */
async function makeBuild(which: BuiltProgram): Promise<string> {
  // Only here: to load the builder takes most processes that start a service longer than its start.
  const { build, mergeConfig } = await import('vite');
  const { serviceCode } = await import('../../scripts/service.ts');
  mkdirSync(FOLDER, { recursive: true });
  const part = mkdtempSync(join(FOLDER, `${which}-part-`));
  const read = new Map<string, string>();
  const own = { plugins: [sourceReader(read)], ssr: { external: ['@electric-sql/pglite'] } };
  await build(mergeConfig(serviceCode(part, join(ROOT, ENTRIES[which])), own));
  const sources = [...read].toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(join(part, 'names.json'), JSON.stringify(sources.map(([name]) => name)));
  renameSync(join(part, 'names.json'), namesOf(which));
  const folder = folderOf(which, sources);
  if (existsSync(folder)) rmSync(part, { recursive: true });
  else renameSync(part, folder);
  return folder;
}

/** Keeps what it reads. Modules find files beside their sources: the service its migrations and the demo. */
function sourceReader(read: Map<string, string>): Plugin {
  return {
    name: 'keystamp:source-reader',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(ROOT) || id.includes('node_modules')) return undefined;
      read.set(relative(ROOT, id).replaceAll('\\', '/'), code);
      return code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id)));
    },
  };
}
