import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildFolder } from '../../scripts/build-folders.ts';
import { pack, readFolder } from '../../scripts/release/archive.ts';
import type { Files } from '../../scripts/release/archive.ts';
import { sha256 } from '../../scripts/release/archives.ts';
import { ROOT } from '../../scripts/tool.ts';
import { kindOf, verifyRelease } from '../../scripts/verify-release.ts';
import { archiveOf } from './hostile-archives.ts';

/*
 * The program itself, the way `npm run verify-release` starts it, where its exit counts, and else its
 * function; with some files of the build in .output: all of them would take a second each time.
 */

const NAMES = ['manifest.json', 'bridge.js', 'popup.html', 'icon/16.png'];

let folder = '';
let built = '';
let files: Files = new Map();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keystamp-verify-'));
  built = join(folder, 'built');
  for (const name of NAMES) cpSync(join(buildFolder('chrome'), name), join(built, name));
  files = readFolder(built);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function verify(...args: readonly string[]) {
  const program = join(ROOT, 'scripts', 'verify-release.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** The arguments that compare these bytes with the built files. */
function givenAs(bytes: Uint8Array): readonly string[] {
  const file = join(folder, 'keystamp-0.1.0-chrome.zip');
  writeFileSync(file, bytes);
  return [file, '--built', built];
}

async function inProcess(...args: readonly string[]): Promise<void> {
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  await verifyRelease([...args]);
}

describe('npm run verify-release', () => {
  test('behavior: ends with 0 and the digests when the bytes are the same', () => {
    const archive = pack(files);
    const { status, stdout, stderr } = verify(...givenAs(archive));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split(sha256(archive))).toHaveLength(3);
    expect(stdout).toContain('The same, byte for byte.');
  });

  test('error: ends with 1 and names the file when one byte differs', () => {
    const script = Uint8Array.from(files.get('bridge.js') ?? []);
    script[1000] = (script[1000] ?? 0) ^ 1;
    const { status, stderr } = verify(...givenAs(pack(new Map([...files, ['bridge.js', script]]))));
    expect(status).toBe(1);
    expect(stderr).toMatch(/bridge\.js differs at byte 1000: expected .+, found .+\./);
  });

  test.for([
    ['an added file', () => pack(new Map([...files, ['x.js', strToU8('x')]])), /x\.js \(1 bytes\)/],
    ['a missing file', () => without('popup.html'), /popup\.html is missing/],
    ['a renamed file', renamed, /popup\.html is called pop\.html in the archive/],
    ['half of it', () => pack(files).subarray(0, 1000), /truncated or damaged: after 1000 b/],
    ['no archive', () => strToU8('not a zip'), /It is not a zip archive: it begins with 6e 6f/],
    ['a path up', () => archiveOf([...files, ['../x', strToU8('')]]), /\.\.\/x is a path that l/],
    ['an absolute path', () => archiveOf([...files, ['/x', strToU8('')]]), /\/x is a path that l/],
    ['an entry twice', () => archiveOf([...files, ...files]), /is in the archive 2 times/],
  ] as const)('error: %s is reported', async ([, make, said]) => {
    await expect(inProcess(...givenAs(make()))).rejects.toThrow(said);
  });

  test('error: what’s wrong with a file that it can’t read or doesn’t know', async () => {
    const refused = (...args: readonly string[]) => expect(inProcess(...args)).rejects;
    const archive = join(folder, 'no-chrome.zip');
    const against = ['--built', built];
    await refused(archive, '--kind', 'chromium', ...against).toThrow(
      /^There is no kind “chromium”/,
    );
    await refused(archive, ...against).toThrow(/cannot be read: ENOENT/);
    await refused(join(folder, 'x.zip'), ...against).toThrow(/^Say which archive/);
    await refused().toThrow(/^npm run verify-release -- FILE/);
    const other = join(folder, 'keystamp-9.8.7-chrome.zip');
    writeFileSync(other, '');
    await refused(other).toThrow(/of version 9\.8\.7 by its name[^]*git checkout v9\.8\.7/);
    await refused(join(folder, 'x-chrome.zip'), '--bulit', built).toThrow(
      /Unknown option '--bulit'/,
    );
  });

  test('error: an option that it doesn’t know ends with 1, and without a stack', () => {
    const { status, stderr } = verify(join(folder, 'x-chrome.zip'), '--bulit', built);
    expect(status).toBe(1);
    expect(stderr).toMatch(/Unknown option '--bulit'/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

function without(gone: string): Uint8Array {
  return pack(new Map([...files].filter(([name]) => name !== gone)));
}

function renamed(): Uint8Array {
  return pack(
    new Map([...files].map(([name, one]) => [name === 'popup.html' ? 'pop.html' : name, one])),
  );
}

describe('kindOf', () => {
  test('behavior: tells it from a release’s file names', () => {
    expect(kindOf('keystamp-1.0.0-chrome.zip')).toBe('chrome');
    expect(kindOf('keystamp-1.0.0-firefox.zip')).toBe('firefox');
    expect(kindOf('keystamp-1.0.0-firefox-source.zip')).toBe('firefox-source');
    expect(kindOf('keystamp-1.0.0.cdx.json')).toBe('sbom');
    expect(kindOf('download.zip')).toBeUndefined();
  });
});
