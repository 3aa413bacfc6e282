import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { demandVersion, fillPackage } from '../../scripts/prepare-release.ts';
import { changesOf, releaseChanges } from '../../scripts/release/changelog.ts';
import {
  packageFields,
  PUBLISHER_FILE,
  readPublisher,
  type Publisher,
} from '../../scripts/release/publisher.ts';
import { ROOT } from '../../scripts/tool.ts';

const PUBLISHER: Publisher = {
  name: 'Stamps & Co.',
  homepage: 'https://keystamp.dev',
  repository: 'https://code.keystamp.dev/stamps/keystamp',
  issues: 'https://code.keystamp.dev/stamps/keystamp/issues',
  contact: 'hello@keystamp.dev',
  security: 'security@keystamp.dev',
  privacy: 'https://keystamp.dev/privacy',
};

function publisherIn(contents: object) {
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-publisher-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'store'));
  writeFileSync(join(folder, PUBLISHER_FILE), JSON.stringify(contents));
  return readPublisher(folder);
}

describe('the publisher', () => {
  test('behavior: what nobody has filled in is listed, in the repository, too', () => {
    const { missing } = readPublisher(ROOT);
    expect(Object.keys(PUBLISHER)).toEqual(expect.arrayContaining([...missing]));
    expect(publisherIn({ ...PUBLISHER, security: null, name: null }).missing).toEqual([
      'name',
      'security',
    ]);
    expect(publisherIn(PUBLISHER)).toEqual({ known: PUBLISHER, missing: [] });
  });

  test.for([
    ['homepage', 'http://keystamp.dev'],
    ['repository', 'https://user:secret@code.keystamp.dev/a'],
    ['privacy', 'https://www.example.com/privacy'],
    ['issues', 'the tracker'],
    ['contact', 'hello'],
    ['contact', 'hello@example.com'],
    ['name', ' '],
    ['security', 5],
  ])('error: %s can’t be %s, and is named', ([name = '', value]) => {
    expect(() => publisherIn({ ...PUBLISHER, [name]: value })).toThrow(name);
  });

  test('error: a field too many, or one that is gone', () => {
    const { name, ...others } = PUBLISHER;
    expect(() => publisherIn({ ...PUBLISHER, owner: name })).toThrow('owner');
    expect(() => publisherIn(others)).toThrow('name');
  });

  // docs.npmjs.com/cli, package.json: repository, homepage, bugs, author.
  test('behavior: package.json says it as npm reads it', () => {
    expect(packageFields(PUBLISHER)).toEqual({
      author: 'Stamps & Co.',
      homepage: 'https://keystamp.dev',
      repository: { type: 'git', url: 'git+https://code.keystamp.dev/stamps/keystamp.git' },
      bugs: {
        url: 'https://code.keystamp.dev/stamps/keystamp/issues',
        email: 'security@keystamp.dev',
      },
    });
    expect(packageFields({})).toEqual({});
  });
});

describe('the version', () => {
  test.for([undefined, '', 'v1.0.0', '1.0', '1.0.0-beta', '01.0.0', '1.0.10000'])(
    'error: %s is none',
    (version) => {
      expect(() => demandVersion(version, '0.1.0')).toThrow('three numbers');
    },
  );

  test('behavior: the present one and later ones; error: earlier ones', () => {
    for (const version of ['0.9.3', '0.9.10', '0.10.0', '1.0.0']) {
      expect(demandVersion(version, '0.9.3')).toBe(version);
    }
    for (const version of ['0.9.2', '0.8.9', '0.0.10']) {
      expect(() => demandVersion(version, '0.9.3'), version).toThrow('comes before 0.9.3');
    }
  });

  test('behavior: is written into package.json and its lock, and nothing else changes', () => {
    const file = { name: 'keystamp', version: '0.1.0', license: 'MIT', type: 'module' };
    const text = fillPackage(JSON.stringify(file), '0.2.0', PUBLISHER);
    const filled = { ...file, ...packageFields(PUBLISHER), version: '0.2.0' };
    expect(JSON.parse(text)).toEqual(filled);
    expect(Object.keys(JSON.parse(text) as object).slice(0, 5)).toEqual([
      'name',
      'version',
      'license',
      'author',
      'homepage',
    ]);
    expect(fillPackage(text, '0.2.0', PUBLISHER)).toBe(text);
    const dependency = { version: '0.1.0', license: 'ISC' };
    const lock = { name: 'keystamp', version: '0.1.0', packages: { '': file, other: dependency } };
    expect(JSON.parse(fillPackage(JSON.stringify(lock), '0.2.0', PUBLISHER))).toEqual({
      ...lock,
      version: '0.2.0',
      packages: { '': { ...file, version: '0.2.0' }, other: dependency },
    });
  });
});

describe('the changelog', () => {
  const BEFORE = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Stamps.\n';

  test('behavior: what is unreleased becomes the version’s, once', () => {
    const released = releaseChanges(BEFORE, '0.1.0', '2026-11-28');
    expect(released).toBe(
      '# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-11-28\n\n### Added\n\n- Stamps.\n',
    );
    expect(releaseChanges(released, '0.1.0', '2027-01-01')).toBe(released);
    expect(changesOf(released, '0.1.0')).toBe('### Added\n\n- Stamps.');
    const next = released.replace('[Unreleased]\n', '[Unreleased]\n\n### Fixed\n\n- Ink.\n');
    const both = releaseChanges(next, '0.1.1', '2026-12-01');
    expect(changesOf(both, '0.1.1')).toBe('### Fixed\n\n- Ink.');
    expect(changesOf(both, '0.1.0')).toBe('### Added\n\n- Stamps.');
    expect(changesOf(both, '0.1.2')).toBe('');
  });

  test('error: nothing to release, or no place for it', () => {
    const empty = '# Changelog\n\n## [Unreleased]\n';
    expect(() => releaseChanges(empty, '0.1.0', '2026-11-28')).toThrow('no entry');
    expect(() => releaseChanges('# Changelog\n', '0.1.0', '2026-11-28')).toThrow('Unreleased');
  });
});
