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
import { build, mergeConfig, type Plugin } from 'vite';
import { serviceCode } from '../../scripts/service.ts';
import { ROOT } from '../../scripts/tool.ts';

/*
 * The service as tests start it: its code in one file. To read and strip its sources takes Node a second
 * of processor time at each start, this a tenth of that. The embedded database stays a package of its own,
 * so that saved-database.ts reaches it.
 */

const FOLDER = join(ROOT, '.output', 'test');
const ENTRY = join(ROOT, 'test', 'service', 'quick-main.ts');
/** The names of the sources that the last build read. */
const NAMES = join(FOLDER, 'service-sources.json');
/** What else a build depends on. */
const BUILDERS = ['package-lock.json', 'scripts/service.ts', 'test/service/built-service.ts'];

type Sources = readonly (readonly [name: string, text: string])[];

/** The program for the sources as they are; made if they changed. */
export async function builtService(): Promise<string> {
  const folder = folderOf(readSources());
  if (existsSync(folder)) return programIn(folder);
  building ??= makeBuild().finally(() => (building = undefined));
  return programIn(await building);
}

let building: Promise<string> | undefined;

const programIn = (folder: string): string => join(folder, 'service.js');

const readTexts = (names: readonly string[]): Sources =>
  names.map((name) => [name, readFileSync(join(ROOT, name), 'utf8')]);

/** What the last build read, as it is now. */
function readSources(): Sources {
  if (!existsSync(NAMES)) return [];
  const names = JSON.parse(readFileSync(NAMES, 'utf8')) as readonly string[];
  return readTexts(names.filter((name) => existsSync(join(ROOT, name))));
}

function folderOf(sources: Sources): string {
  const hash = createHash('sha256');
  for (const [name, text] of [...sources, ...readTexts(BUILDERS)]) hash.update(`${name}\n${text}`);
  return join(FOLDER, `service-${hash.digest('hex').slice(0, 16)}`);
}

/** Complete or not at all, since others may do the same at the same time; returns its folder. */
async function makeBuild(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const part = mkdtempSync(join(FOLDER, 'service-part-'));
  const read = new Map<string, string>();
  const own = { plugins: [sourceReader(read)], ssr: { external: ['@electric-sql/pglite'] } };
  await build(mergeConfig(serviceCode(part, ENTRY), own));
  const sources = [...read].toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(join(part, 'names.json'), JSON.stringify(sources.map(([name]) => name)));
  renameSync(join(part, 'names.json'), NAMES);
  const folder = folderOf(sources);
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
