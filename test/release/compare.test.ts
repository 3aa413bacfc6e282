import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { pack } from '../../scripts/release/archive.ts';
import type { Files } from '../../scripts/release/archive.ts';
import { findDifferences } from '../../scripts/release/compare.ts';
import { archiveOf } from './hostile-archives.ts';

const FILES: Files = new Map([
  ['background.js', strToU8('const secret = () => sign(body);\n'.repeat(40))],
  ['icon/16.png', Uint8Array.from({ length: 300 }, (_, index) => (index * 7919) % 256)],
  ['manifest.json', strToU8('{"version":"0.1.0","permissions":["storage"]}')],
]);
const EXPECTED = pack(FILES);
const compare = (given: Uint8Array) => findDifferences(given, EXPECTED, FILES);
const changed = (more: readonly (readonly [string, Uint8Array])[], without: string[] = []) =>
  pack(new Map([...[...FILES].filter(([name]) => !without.includes(name)), ...more]));

describe('findDifferences', () => {
  test('behavior: none for the exact same bytes', () => {
    expect(compare(Uint8Array.from(EXPECTED))).toEqual([]);
  });

  test('error: names a changed byte, with the expected and the actual value', () => {
    const contents = strToU8('{"version":"0.1.0","permissions":["storagf"]}');
    expect(compare(changed([['manifest.json', contents]]))).toEqual([
      'manifest.json differs at byte 41: expected 65 22 5d 7d, found 66 22 5d 7d.',
    ]);
  });

  test('error: names a longer file, and its size', () => {
    const contents = strToU8('{"version":"0.1.0","permissions":["storage"]}\n');
    expect(compare(changed([['manifest.json', contents]]))).toEqual([
      'manifest.json differs at byte 45: expected the end, found 0a; it has 46 bytes, not 45.',
    ]);
  });

  test('error: an added, a missing and a renamed file', () => {
    expect(compare(changed([['chunks/x.js', strToU8('evil()')]]))).toEqual([
      'chunks/x.js (6 bytes) is not part of the build.',
    ]);
    expect(compare(changed([], ['icon/16.png']))).toEqual(['icon/16.png is missing.']);
    const background = FILES.get('background.js') ?? new Uint8Array();
    expect(compare(changed([['Background.js', background]], ['background.js']))).toEqual([
      'background.js is called Background.js in the archive.',
    ]);
  });

  test('error: finds every truncation and every single flipped byte', () => {
    for (let length = 0; length < EXPECTED.length; length += 1) {
      expect(compare(EXPECTED.subarray(0, length))).toEqual([
        expect.stringMatching(
          length < 4 ? /^It is not a zip archive/ : /^The archive is truncated/,
        ),
      ]);
    }
    for (let at = 0; at < EXPECTED.length; at += 1) {
      const given = Uint8Array.from(EXPECTED);
      given[at] = (given[at] ?? 0) ^ 0x55;
      expect(compare(given), `byte ${at}`).not.toEqual([]);
    }
  });

  test('error: names the file of a flipped byte in compressed data', () => {
    const names = [...FILES.keys()].toSorted();
    for (const name of names) {
      const given = Buffer.from(EXPECTED);
      // After the local header, which is 30 bytes plus the name.
      const at = given.indexOf(name) + name.length + 12;
      given.writeUInt8(given.readUInt8(at) ^ 0xff, at);
      expect(compare(given)[0]).toMatch(
        new RegExp(`^${name.replaceAll('.', '\\.')} (differs at byte|cannot be unpacked)`),
      );
    }
  });

  test('error: finds what is hidden between or after the entries', () => {
    expect(compare(Buffer.concat([EXPECTED, Buffer.from('payload')]))).toHaveLength(1);
    const inComment = Buffer.concat([EXPECTED, Buffer.from('hello')]);
    inComment.writeUInt16LE(5, EXPECTED.length - 2);
    expect(compare(inComment)).toEqual([
      expect.stringMatching(
        /^All files are the same, but the archive itself differs at byte \d+: /,
      ),
    ]);
  });

  test('error: a local name, which other programs use, that differs from the listed one', () => {
    const given = Buffer.from(EXPECTED);
    given.write('nanifest.json', given.indexOf('manifest.json'));
    expect(compare(given)).toEqual([
      expect.stringMatching(/^All files are the same, but the archive itself differs at byte /),
    ]);
  });

  test('error: the same entries in another order', () => {
    expect(compare(archiveOf([...FILES].toReversed()))).toEqual([
      'All files are the same, but the archive lists them in another order.',
    ]);
  });

  test('error: not an archive at all', () => {
    for (const text of ['', 'x', '<!doctype html>', 'Cr24' + 'x'.repeat(500)]) {
      expect(compare(strToU8(text))).toEqual([expect.stringMatching(/^It is not a zip archive/)]);
    }
  });

  test.for([
    '../up.js',
    'icon/../../up.js',
    '/etc/passwd',
    'C:/x.js',
    'c:x.js',
    '\\\\host\\x.js',
    'icon\\..\\..\\x.js',
    '..',
  ])('error: an entry that leaves its folder: %s', (name) => {
    const [first = ''] = compare(archiveOf([...FILES, [name, strToU8('x')]]));
    expect(first).toMatch(/is a path that leaves the archive’s folder\.$/);
    expect(first).toContain(/^[\w./:-]+$/.test(name) ? name : JSON.stringify(name));
  });

  test('error: a duplicate entry, with the first or the last one as expected', () => {
    const evil = ['background.js', strToU8('evil()')] as const;
    const line = 'background.js is in the archive 2 times.';
    expect(compare(archiveOf([...FILES, evil]))[0]).toBe(line);
    expect(compare(archiveOf([evil, ...FILES]))[0]).toBe(line);
  });

  test('error: shows names that a terminal or an object would act on as escapes', () => {
    const found = ['\u001b[2Jclear', 'new\nline', '__proto__', 'constructor', '\u202egnp.js'].map(
      (name) => compare(archiveOf([...FILES, [name, strToU8('x')]])),
    );
    for (const lines of found) expect(lines).toHaveLength(1);
    const text = found.flat().join('');
    expect(text).not.toMatch(/[^\x20-\x7e’]/);
    expect(text).toContain('__proto__ (1 bytes) is not part of the build.');
  });

  test('error: doesn’t unpack an entry that claims gigabytes', () => {
    const given = Buffer.from(EXPECTED);
    // The content's size, 22 bytes before the name in the directory.
    const at = given.lastIndexOf('manifest.json') - 22;
    given.writeUInt32LE(0xffff_fffe, at);
    expect(compare(given)).toEqual([
      'manifest.json says that it has 4294967294 bytes; 45 are expected.',
    ]);
  });
});
