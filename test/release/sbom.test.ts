import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildFolder } from '../../scripts/build-folders.ts';
import { moduleReportFile, readModuleReport } from '../../scripts/module-report.ts';
import { readBundledPackages } from '../../scripts/release/bundled.ts';
import { readNpmSbom, buildSbom, readShippedData } from '../../scripts/release/sbom.ts';
import { ROOT } from '../../scripts/tool.ts';

const digestOf = (path: string): string =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, path)))
    .digest('hex');

const COMMIT = { id: '0123456789abcdef0123456789abcdef01234567', seconds: 1_760_000_000 };
const packages = readBundledPackages(
  ROOT,
  readModuleReport(moduleReportFile(buildFolder('chrome'))),
);

type Sbom = {
  readonly serialNumber: string;
  readonly metadata: { readonly timestamp: string };
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly name: string;
    readonly hashes: readonly { readonly alg: string; readonly content: string }[];
    readonly licenses: readonly unknown[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
};

describe('buildSbom', () => {
  test('behavior: lists the packages with hash and license, from the commit alone', async () => {
    const [one, other] = [await readNpmSbom(ROOT), await readNpmSbom(ROOT)];
    // npm gives each document its own number and time.
    expect(one).not.toEqual(other);
    const text = buildSbom(one, packages, { version: '1.2.3', commit: COMMIT, data: [] });
    expect(buildSbom(other, packages, { version: '1.2.3', commit: COMMIT, data: [] })).toBe(text);
    expect(text).not.toContain(ROOT);

    const document = JSON.parse(text) as Sbom;
    expect(document.metadata.timestamp).toBe('2025-10-09T08:53:20.000Z');
    expect(document.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(document.components.map(({ name }) => name)).toEqual(packages.map(({ name }) => name));
    for (const { name, hashes, licenses } of document.components) {
      expect(hashes, name).toEqual([
        { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) },
      ]);
      expect(licenses, name).toHaveLength(1);
    }
    const refs = document.components.map((component) => component['bom-ref']);
    const [own, ...rest] = document.dependencies;
    expect(own?.dependsOn).toEqual(refs);
    expect(rest.map(({ ref }) => ref)).toEqual(refs);
    expect(rest.find(({ ref }) => ref.startsWith('@preact/signals@'))?.dependsOn).toEqual([
      expect.stringMatching(/^@preact\/signals-core@/),
      expect.stringMatching(/^preact@/),
    ]);
  });

  test('behavior: a different commit, version or package gives a different number', () => {
    const npm = {
      components: packages.map(({ name, version }) => ({
        'bom-ref': `${name}@${version}`,
        name,
        version,
        purl: `pkg:npm/${name}@${version}`,
      })),
      dependencies: [],
    };
    const number = (more: object, list = packages) =>
      (
        JSON.parse(
          buildSbom(npm, list, { version: '1.0.0', commit: COMMIT, data: [], ...more }),
        ) as Sbom
      ).serialNumber;
    const later = { ...COMMIT, seconds: COMMIT.seconds + 1 };
    const numbers = [number({}), number({ version: '1.0.1' }), number({ commit: later })];
    expect(new Set([...numbers, number({}, packages.slice(1))]).size).toBe(4);
    expect(number({})).toBe(numbers[0]);
  });

  test('behavior: has the data that others made, with version, license and digest', () => {
    const npm = { components: [], dependencies: [] };
    const facts = { version: '1', commit: COMMIT, data: readShippedData(ROOT) };
    const { components } = JSON.parse(buildSbom(npm, [], facts)) as Sbom;
    expect(components).toEqual([
      {
        'bom-ref': 'data:public-suffix-list',
        type: 'data',
        name: 'Public Suffix List',
        version: expect.stringMatching(/\d{4}-\d\d-\d\d$/),
        hashes: [{ alg: 'SHA-256', content: digestOf('public/site-suffixes.txt') }],
        licenses: [{ license: { id: 'MPL-2.0' } }],
        externalReferences: [
          { type: 'distribution', url: 'https://publicsuffix.org/list/public_suffix_list.dat' },
        ],
      },
    ]);
  });

  test('error: names a package that npm doesn’t list', () => {
    const npm = { components: [], dependencies: [] };
    expect(() => buildSbom(npm, packages, { version: '1', commit: COMMIT, data: [] })).toThrow(
      /npm does not list @noble\/curves \d/,
    );
  });
});
