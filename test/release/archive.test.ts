import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8 } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { listEntries, pack, readEntry, readFolder } from '../../scripts/release/archive.ts';

const FILES = new Map([
  ['manifest.json', strToU8('{"version":"1"}')],
  ['chunks/a.js', strToU8('a'.repeat(3000))],
  ['icon/16.png', Uint8Array.from({ length: 300 }, (_, index) => (index * 7919) % 256)],
  ['empty.txt', new Uint8Array()],
]);

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** The files, written in some order, with some times and modes. */
function write(order: readonly string[], seconds: number, mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-archive-'));
  folders.push(folder);
  for (const name of order) {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, FILES.get(name) ?? '');
    chmodSync(path, mode);
    utimesSync(path, seconds, seconds);
  }
  return folder;
}

describe('pack', () => {
  test('behavior: the same files give the same bytes, whatever order, times and modes', () => {
    const names = [...FILES.keys()];
    const one = pack(readFolder(write(names, 1_000_000_000, 0o644)));
    const other = pack(readFolder(write(names.toReversed(), 1_700_000_001, 0o755)));
    expect(Buffer.from(other).equals(one)).toBe(true);
    const fewer = pack(readFolder(write(names.slice(1), 1_000_000_000, 0o644)));
    expect(Buffer.from(fewer).equals(one)).toBe(false);
  });

  test('behavior: no byte depends on the time zone', () => {
    const code = `
      import { pack } from ${JSON.stringify(join(import.meta.dirname, '../../scripts/release/archive.ts'))};
      const bytes = pack(new Map([['a', new Uint8Array([1])]]));
      console.log(new Date(0).getHours(), Buffer.from(bytes).toString('hex'));`;
    const zones = ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati'];
    const printed = zones.map((zone) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', code], {
        env: { ...process.env, TZ: zone },
        encoding: 'utf8',
      })
        .trim()
        .split(' '),
    );
    expect(new Set(printed.map(([hours]) => hours)).size).toBeGreaterThan(1);
    expect(new Set(printed.map(([, bytes]) => bytes)).size).toBe(1);
  });

  const python = spawnSync('python3', ['--version']).status === 0;
  test.skipIf(!python)(
    'behavior: another program can read it: names in order, one time, plain files',
    () => {
      const file = join(write([], 1, 0o644), 'a.zip');
      writeFileSync(file, pack(FILES));
      const code = `
import sys, json, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps([[i.filename, i.date_time, i.external_attr >> 16, i.create_system, i.file_size] for i in z.infolist()]))`;
      const read = JSON.parse(
        execFileSync('python3', ['-c', code, file], { encoding: 'utf8' }),
      ) as unknown[];
      expect(read).toEqual(
        [...FILES.keys()]
          .toSorted()
          .map((name) => [name, [1980, 1, 1, 12, 0, 0], 0o100644, 3, FILES.get(name)?.length]),
      );
    },
  );

  test('behavior: packed files can be listed and read again', () => {
    const archive = pack(FILES);
    expect(listEntries(archive).map(({ name }) => name)).toEqual([...FILES.keys()].toSorted());
    for (const [name, contents] of FILES) {
      expect(Buffer.from(readEntry(archive, name)).equals(contents)).toBe(true);
    }
  });
});

describe('listEntries', () => {
  test('error: a directory that claims four billion entries is refused', () => {
    const archive = Buffer.from(pack(new Map([['a', strToU8('b')]])));
    const end = archive.length - 22;
    // ZIP64: a locator before the end record leads to a record with the claim.
    const record = Buffer.alloc(56);
    record.writeUInt32LE(0x06064b50, 0);
    record.writeUInt32LE(0xffff_ffff, 32);
    record.writeUInt32LE(archive.readUInt32LE(end + 16), 48);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    locator.writeUInt32LE(end, 8);
    const whole = Buffer.concat([archive.subarray(0, end), record, locator, archive.subarray(end)]);
    expect(() => listEntries(whole)).toThrow('too many entries');
  });
});
