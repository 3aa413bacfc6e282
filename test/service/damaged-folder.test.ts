// A data folder that is damaged is said to be, with what is missing and what to do; nothing in it changes.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/service/database.ts';
import './empty-cluster.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keystamp-damaged-'));
  // A folder that is there and empty is as good as none.
  mkdirSync(join(folder, 'good'));
  await (await openDatabase(join(folder, 'good'))).close();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every file with its bytes. */
function everything(where: string): readonly (readonly [string, string])[] {
  if (!statSync(where).isDirectory()) return [[where, readFileSync(where, 'base64')]];
  return readdirSync(where, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .filter((name) => statSync(join(where, name)).isFile())
    .map((name) => [name, readFileSync(join(where, name), 'base64')] as const);
}

const DAMAGES: readonly (readonly [string, (where: string) => void])[] = [
  ['the file PG_VERSION is missing', (where) => rmSync(join(where, 'PG_VERSION'))],
  ['the file global/pg_control is missing', (where) => rmSync(join(where, 'global/pg_control'))],
  [
    'global/pg_control has 100 bytes',
    (where) => truncateSync(join(where, 'global/pg_control'), 100),
  ],
  ['the folder pg_wal is missing', (where) => rmSync(join(where, 'pg_wal'), { recursive: true })],
  [
    'it is no folder',
    (where) => {
      rmSync(where, { recursive: true });
      writeFileSync(where, 'x');
    },
  ],
];

describe('openDatabase', () => {
  test.each(DAMAGES)('error: %s', async (how, damage) => {
    const where = join(folder, 'copy');
    rmSync(where, { recursive: true, force: true });
    cpSync(join(folder, 'good'), where, { recursive: true });
    damage(where);
    const before = everything(where);
    const said = await openDatabase(where).then(() => 'opened', String);
    expect(said).toBe(
      `Error: The database in ${where} is damaged: ${how}. Put a copy of the data folder in its place, or move it away to begin with an empty one, which has other keys.`,
    );
    expect(everything(where)).toEqual(before);
  });

  test('behavior: an empty folder is made a database', async () => {
    expect(existsSync(join(folder, 'good', 'PG_VERSION'))).toBe(true);
    await (await openDatabase(join(folder, 'good'))).close();
  });

  test('error: what only its engine finds is said in the same words', async () => {
    const where = join(folder, 'other');
    cpSync(join(folder, 'good'), where, { recursive: true });
    writeFileSync(join(where, 'PG_VERSION'), '12\n');
    const said = await openDatabase(where).then(() => 'opened', String);
    expect(said).toContain(
      `The database in ${where} is damaged: its engine cannot read what is there.`,
    );
    expect(said).not.toContain('ASSERTIONS');
  });
});
