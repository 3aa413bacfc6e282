// The service reports a damaged data folder: what's missing and what to do. It changes nothing in
// it.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
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
  // An existing empty folder counts as none.
  mkdirSync(join(folder, 'good'));
  await (await openDatabase(join(folder, 'good'))).close();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is there, each with its size and when it was written last. */
function stateOf(target: string): readonly string[] {
  const names = statSync(target).isDirectory()
    ? readdirSync(target, { recursive: true, encoding: 'utf8' }).toSorted()
    : [];
  return ['.', ...names].map((name) => {
    const { size, mtimeNs } = statSync(join(target, name), { bigint: true });
    return `${name} ${size} ${mtimeNs}`;
  });
}

const DAMAGES: readonly (readonly [string, (target: string) => void])[] = [
  ['the file PG_VERSION is missing', (target) => rmSync(join(target, 'PG_VERSION'))],
  ['the file global/pg_control is missing', (target) => rmSync(join(target, 'global/pg_control'))],
  [
    'global/pg_control has 100 bytes',
    (target) => truncateSync(join(target, 'global/pg_control'), 100),
  ],
  ['the folder pg_wal is missing', (target) => rmSync(join(target, 'pg_wal'), { recursive: true })],
  [
    'it is no folder',
    (target) => {
      rmSync(target, { recursive: true });
      writeFileSync(target, 'x');
    },
  ],
];

describe('openDatabase', () => {
  test.each(DAMAGES)('error: %s', async (damageText, damage) => {
    const target = join(folder, 'copy');
    rmSync(target, { recursive: true, force: true });
    cpSync(join(folder, 'good'), target, { recursive: true });
    damage(target);
    const before = stateOf(target);
    const outcome = await openDatabase(target).then(() => 'opened', String);
    expect(outcome).toBe(
      `Error: The database in ${target} is damaged: ${damageText}. Put a copy of the data folder in its place, or move it away to begin with an empty one, which has other keys.`,
    );
    expect(stateOf(target)).toEqual(before);
  });

  test('behavior: an empty folder becomes a database', async () => {
    expect(existsSync(join(folder, 'good', 'PG_VERSION'))).toBe(true);
    await (await openDatabase(join(folder, 'good'))).close();
  });

  test('error: damage that only the engine finds has the same message', async () => {
    const target = join(folder, 'other');
    cpSync(join(folder, 'good'), target, { recursive: true });
    writeFileSync(join(target, 'PG_VERSION'), '12\n');
    const outcome = await openDatabase(target).then(() => 'opened', String);
    expect(outcome).toContain(
      `The database in ${target} is damaged: its engine cannot read what is there.`,
    );
    expect(outcome).not.toContain('ASSERTIONS');
  });
});
