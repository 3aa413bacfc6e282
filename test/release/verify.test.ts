import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFolder } from '../../scripts/build-folders.ts';
import { pack, readFolder } from '../../scripts/release/archive.ts';
import type { Files } from '../../scripts/release/archive.ts';
import { sha256 } from '../../scripts/release/archives.ts';
import { ROOT } from '../../scripts/tool.ts';
import { kindOf } from '../../scripts/verify-release.ts';
import { archiveOf } from './hostile-archives.ts';

/*
 * The program itself, the way `npm run verify-release` starts it, with some files of the build in
 * .output: all of them would take a second each time.
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

function verifyBytes(bytes: Uint8Array) {
  const file = join(folder, 'keystamp-0.1.0-chrome.zip');
  writeFileSync(file, bytes);
  return verify(file, '--built', built);
}

describe('npm run verify-release', () => {
  test('behavior: ends with 0 and the digests when the bytes are the same', () => {
    const archive = pack(files);
    const { status, stdout, stderr } = verifyBytes(archive);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split(sha256(archive))).toHaveLength(3);
    expect(stdout).toContain('The same, byte for byte.');
  });

  test('error: ends with 1 and names the file when one byte differs', () => {
    const script = Uint8Array.from(files.get('bridge.js') ?? []);
    script[1000] = (script[1000] ?? 0) ^ 1;
    const { status, stderr } = verifyBytes(pack(new Map([...files, ['bridge.js', script]])));
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
  ] as const)('error: ends with 1 and reports %s', ([, make, said]) => {
    const { status, stderr } = verifyBytes(make());
    expect(status).toBe(1);
    expect(stderr).toMatch(said);
  });

  test('error: says what’s wrong with a file that it can’t read or doesn’t know', () => {
    const kind = verify(join(folder, 'no-chrome.zip'), '--kind', 'chromium', '--built', built);
    expect(kind.status).toBe(1);
    expect(kind.stderr).toMatch(/^\s*There is no kind “chromium”/);
    const missing = verify(join(folder, 'no-chrome.zip'), '--built', built);
    expect(missing.status).toBe(1);
    expect(missing.stderr).toMatch(/cannot be read: ENOENT/);
    const unknown = verify(join(folder, 'x.zip'), '--built', built);
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toMatch(/^\s*Say which archive/);
    expect(verify().status).toBe(1);
    writeFileSync(join(folder, 'keystamp-9.8.7-chrome.zip'), '');
    const other = verify(join(folder, 'keystamp-9.8.7-chrome.zip'));
    expect(other.status).toBe(1);
    expect(other.stderr).toMatch(/of version 9\.8\.7 by its name[^]*git checkout v9\.8\.7/);
    const option = verify(join(folder, 'x-chrome.zip'), '--bulit', built);
    expect(option.status).toBe(1);
    expect(option.stderr).toMatch(/Unknown option '--bulit'/);
    expect(option.stderr).not.toMatch(/\n\s+at /);
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
