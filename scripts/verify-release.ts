import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, StepError } from './progress.mjs';
import { pack } from './release/archive.ts';
import type { Files } from './release/archive.ts';
import {
  builtFiles,
  filesOf,
  KINDS,
  RELEASE_KINDS,
  SBOM_NAME,
  sha256,
  VERSION,
} from './release/archives.ts';
import type { Kind, ReleaseKind } from './release/archives.ts';
import { findDifferences } from './release/compare.ts';
import { isClone, readCheckout } from './release/commit.ts';
import type { Checkout } from './release/commit.ts';
import { ROOT } from './tool.ts';

const HELP = `npm run verify-release -- FILE [--kind chrome|firefox|firefox-source|sbom] [--built FOLDER]

Builds the extension from this checkout as the stores get it, and compares FILE with what comes out.
Ends with 0 when both are the same, byte for byte; else with 1, and says where they differ first:
which file is missing, added or renamed, or at which byte it differs. First check out the tag of the
release that FILE is of. A folder whose files are not as committed is refused, ignored files too. The
packages in node_modules were checked when they were installed, and not again: a fresh clone has no others.

  --kind         which file of a release FILE is, when its name does not say
  --built        compare with the files in this folder instead of building them
  --uncommitted  build a folder that is not as committed all the same`;

const MAX_SHOWN = 10;

/** `keystamp-1.0.0-firefox-source.zip` is the source: the longest matching name wins. */
export function kindOf(name: string): ReleaseKind | undefined {
  if (name.endsWith('.cdx.json')) return 'sbom';
  return KINDS.toReversed().find((kind) => name.includes(kind));
}

/** `keystamp-1.0.0-chrome.zip` is of another release than a checkout of 1.1.0. */
function refuseOtherVersion(name: string): void {
  const named = /(\d+\.\d+\.\d+)/.exec(name)?.[1];
  if (named === undefined || named === VERSION) return;
  throw new StepError(
    `${name} is of version ${named} by its name, and this checkout is of ${VERSION}.\n` +
      `Check out its tag first: git checkout v${named}`,
  );
}

async function filesToCompare(kind: Kind, built: string | undefined): Promise<Files> {
  if (built !== undefined && kind !== 'firefox-source') return builtFiles(kind, built);
  if (kind === 'firefox-source' && !isClone(ROOT)) {
    throw new StepError(
      'The source archive is compared in a clone, which knows the commit’s files.',
    );
  }
  // Vite takes a second to load, and isn't needed when a folder is given.
  const { build } = await import('./build.ts');
  await build('store');
  return filesOf(kind);
}

function readArchive(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StepError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        kind: { type: 'string' },
        built: { type: 'string' },
        uncommitted: { type: 'boolean', default: false },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new StepError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}

/** Compares as the arguments say; rejects with a `StepError` that says what differs, or what is wrong with them. */
export async function verifyRelease(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args);
  const [file, ...more] = positionals;
  if (values.help) return console.log(HELP);
  if (file === undefined || more.length > 0) throw new StepError(HELP);
  const kind = readKind(values.kind, file);
  const archive = readArchive(file);
  if (kind === 'sbom') return verifySbom(file, archive, values);
  const checkout = values.built === undefined ? await ownCheckout(file, values) : undefined;
  const files = await filesToCompare(kind, values.built);
  const expected = pack(files);
  const found = findDifferences(archive, expected, files);
  const origin = checkout?.name ?? `the files in ${values.built}`;
  console.log(`\nexpected  ${sha256(expected)}  ${expected.length} bytes, from ${origin}`);
  console.log(`found     ${sha256(archive)}  ${archive.length} bytes, ${file}`);
  for (const one of checkout?.unknown ?? []) console.log(`not known: ${one}`);
  if (found.length === 0) return console.log('\nThe same, byte for byte.');
  const left = found.length > MAX_SHOWN ? `\n… and ${found.length - MAX_SHOWN} more` : '';
  throw new StepError(
    `${basename(file)} is not what ${origin} gives:\n${found.slice(0, MAX_SHOWN).join('\n')}${left}`,
  );
}

/** The kind that was named, or else the one of the file's name. */
function readKind(named: string | undefined, file: string): ReleaseKind {
  const kind =
    named === undefined ? kindOf(basename(file)) : RELEASE_KINDS.find((one) => one === named);
  if (kind !== undefined) return kind;
  const what =
    named === undefined ? `Say which archive ${file} is.` : `There is no kind “${named}”.`;
  throw new StepError(`${what}\n\n${HELP}`);
}

/** Compares a bill of materials with that of a build of this checkout; names the first other line. */
async function verifySbom(
  file: string,
  bytes: Uint8Array,
  { built, uncommitted }: { readonly built?: string | undefined; readonly uncommitted: boolean },
): Promise<void> {
  if (built !== undefined)
    throw new StepError('A list of packages is compared with a build, not with a folder.');
  const { name } = await ownCheckout(file, { uncommitted });
  const [{ build }, { sbomOfBuild }] = await Promise.all([
    import('./build.ts'),
    import('./release/build-sbom.ts'),
  ]);
  await build('store');
  const expected = await sbomOfBuild();
  const found = new TextDecoder().decode(bytes);
  console.log(`\nexpected  ${sha256(expected)}  ${SBOM_NAME}, from ${name}`);
  console.log(`found     ${sha256(bytes)}  ${file}`);
  if (sha256(expected) === sha256(bytes)) return console.log('\nThe same, byte for byte.');
  const lines = expected.split('\n');
  const others = found.split('\n');
  const at = lines.findIndex((line, index) => line !== others[index]);
  throw new StepError(
    at < 0
      ? `${basename(file)} goes on after what ${name} gives.`
      : `${basename(file)} is not what ${name} gives: line ${at + 1} should be ${JSON.stringify(lines[at])}.`,
  );
}

function ownCheckout(
  file: string,
  { uncommitted }: { readonly uncommitted: boolean },
): Promise<Checkout> {
  refuseOtherVersion(basename(file));
  return readCheckout(ROOT, VERSION, { uncommitted });
}

if (import.meta.main) await verifyRelease(process.argv.slice(2)).catch(fail);
