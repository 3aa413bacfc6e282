import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../npm.mjs';
import { StepError } from '../progress.mjs';
import type { BundledPackage } from './bundled.ts';
import type { Commit } from './commit.ts';

/** The parts we read of the document that npm makes. */
type NpmSbom = {
  readonly components: readonly NpmComponent[];
  readonly dependencies: readonly {
    readonly ref: string;
    readonly dependsOn?: readonly string[];
  }[];
};
type NpmComponent = {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly unknown[];
};

/** Data of others that is in the extension. */
type ShippedData = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Where it is published. */
  readonly url: string;
  /** The file in the extension. */
  readonly contents: string;
};

/** The list of public suffixes, by the head of its file (scripts/site-suffixes.ts). */
export function readShippedData(root: string): readonly ShippedData[] {
  const contents = readFileSync(join(root, 'public', 'site-suffixes.txt'), 'utf8');
  const [, version] = /^# Version: (.*?)\. Made by/m.exec(contents) ?? [];
  if (version === undefined) throw new StepError('public/site-suffixes.txt has no version.');
  const url = 'https://publicsuffix.org/list/public_suffix_list.dat';
  return [{ name: 'Public Suffix List', version, license: 'MPL-2.0', url, contents }];
}

const dataComponent = ({ name, version, license, url, contents }: ShippedData) => ({
  'bom-ref': `data:${name.toLowerCase().replaceAll(' ', '-')}`,
  type: 'data',
  name,
  version,
  hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(contents).digest('hex') }],
  licenses: [{ license: { id: license } }],
  externalReferences: [{ type: 'distribution', url }],
});

/** What npm knows about everything in package-lock.json, as CycloneDX. */
export async function readNpmSbom(root: string): Promise<NpmSbom> {
  const form = ['--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=silent'];
  // Everything, whatever npm's own settings leave out.
  const args = ['sbom', ...form, '--include=dev', '--include=peer', '--include=optional'];
  const { code, output } = await npm([...args, '--no-global'], root);
  if (code === 0) return JSON.parse(output.slice(output.indexOf('{'))) as NpmSbom;
  throw new StepError(`npm sbom ended with ${code}:\n${output.trim()}`);
}

/**
 * The extension's bill of materials: of everything that npm lists, the packages whose code is in
 * it, and the data of others. npm's document contains the time, a random number and the folder's name; here these come from
 * the commit and the content, so that the same commit gives the same bytes. Throws a `StepError`
 * that names a package which npm doesn't list.
 */
export function buildSbom(
  npm: NpmSbom,
  packages: readonly BundledPackage[],
  {
    version,
    commit,
    data,
  }: { readonly version: string; readonly commit: Commit; readonly data: readonly ShippedData[] },
): string {
  const components = [...packages.map((one) => component(npm, one)), ...data.map(dataComponent)];
  const refs = new Set(components.map((one) => one['bom-ref']));
  const own = `pkg:npm/keystamp@${version}`;
  const content = {
    metadata: {
      timestamp: new Date(commit.seconds * 1000).toISOString(),
      lifecycles: [{ phase: 'build' }],
      component: {
        'bom-ref': own,
        type: 'application',
        name: 'keystamp',
        version,
        licenses: [{ license: { id: 'MIT' } }],
        properties: [{ name: 'git:commit', value: commit.id }],
      },
    },
    components,
    dependencies: [
      { ref: own, dependsOn: [...refs] },
      ...components.map(({ 'bom-ref': ref }) => ({
        ref,
        dependsOn: bundledDependencies(npm, ref, refs),
      })),
    ],
  };
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function component(npm: NpmSbom, { name, version, repository }: BundledPackage) {
  const found = npm.components.find((one) => one.name === name && one.version === version);
  if (!found)
    throw new StepError(`npm does not list ${name} ${version}, which is in the extension.`);
  const { 'bom-ref': ref, purl, hashes = [], licenses = [] } = found;
  return {
    'bom-ref': ref,
    type: 'library',
    name,
    version,
    purl,
    hashes,
    licenses,
    ...(repository ? { externalReferences: [{ type: 'vcs', url: repository }] } : {}),
  };
}

function bundledDependencies(
  npm: NpmSbom,
  ref: string,
  bundled: ReadonlySet<string>,
): readonly string[] {
  const all = npm.dependencies.find((one) => one.ref === ref)?.dependsOn ?? [];
  return all.filter((one) => bundled.has(one)).toSorted();
}

/** A UUID of version 8 (RFC 9562): derived from a digest, not random. */
function uuidOf(content: string): string {
  const bytes = createHash('sha256').update(content).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  const ends = [0, 8, 12, 16, 20, 32];
  return ends
    .slice(1)
    .map((end, index) => hex.slice(ends[index], end))
    .join('-');
}
