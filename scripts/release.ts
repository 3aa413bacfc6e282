import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { fail, step } from './progress.mjs';
import { pack } from './release/archive.ts';
import { archiveName, filesOf, KINDS, SBOM_NAME, sha256, VERSION } from './release/archives.ts';
import { isClone, readCheckout } from './release/commit.ts';
import { sbomOfBuild } from './release/build-sbom.ts';
import { demandPublisher, PUBLISHER_FILE } from './release/publisher.ts';
import { ROOT } from './tool.ts';

const HELP = `npm run zip [-- --final | --uncommitted]

Builds the extension as the stores get it and packs it into .output/release: an archive for each
store, the source archive that Mozilla's reviewers ask for, a bill of materials (CycloneDX) and the
SHA-256 of each. The same commit gives the same bytes wherever it is built. Files that are not as
committed belong to no release, ignored ones too, and are refused; --uncommitted packs them all the
same, to try something. --final is for what goes to the stores: it refuses a release that doesn't say
whose it is (${PUBLISHER_FILE}).
An unpacked source archive gives all but the source archive.`;

const RELEASE = join(ROOT, '.output', 'release');

/** Makes all files of a release, and returns their names and digests in the form of SHA256SUMS. */
async function release(): Promise<string> {
  await build('store');
  rmSync(RELEASE, { recursive: true, force: true });
  mkdirSync(RELEASE, { recursive: true });
  const sums = new Map<string, string>();
  const put = (name: string, contents: Uint8Array | string) => {
    writeFileSync(join(RELEASE, name), contents);
    sums.set(name, sha256(contents));
  };
  const kinds = KINDS.filter((kind) => kind !== 'firefox-source' || isClone(ROOT));
  for (const kind of kinds) {
    await step(`packing ${archiveName(kind)}`, async () =>
      put(archiveName(kind), pack(await filesOf(kind))),
    );
  }
  await step('listing what is in it', async () => put(SBOM_NAME, await sbomOfBuild()));
  const text = [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('');
  writeFileSync(join(RELEASE, 'SHA256SUMS'), text);
  return text;
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) return console.log(HELP);
  if (args.includes('--final')) demandPublisher(ROOT);
  const { unknown } = await readCheckout(ROOT, VERSION, {
    uncommitted: args.includes('--uncommitted'),
  });
  for (const one of unknown) console.log(`  ! not known: ${one}`);
  console.log(`\n${await release()}\nIn .output/release`);
}

if (import.meta.main) await main(process.argv.slice(2)).catch(fail);
