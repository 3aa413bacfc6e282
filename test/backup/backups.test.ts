// What a backup is made of, and what is read of one, by the worker's own code beside a database in memory.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { BackupContents } from '../../src/backup/contents.ts';
import type { RestoreChoices } from '../../src/protocol/backup.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import type { Database } from '../../src/storage/database.ts';
import { createEmptyDatabase } from '../permissions/fixtures.ts';
import { honestContents, profileIdOf } from './hostile-contents.ts';
import { createWorld, sealContents, sealHistory } from './hostile-world.ts';

let db: Database;
beforeAll(async () => {
  db = await createEmptyDatabase();
});

const [contents] = fc.sample(honestContents, { numRuns: 1, seed: 1 });
const [first, second] = contents?.profiles ?? [];
if (!contents || !first || !second) throw new Error('no contents');

/** Restores the profiles of these contents beside those that are here; the active one afterwards. */
async function activeAfter(changes: Partial<BackupContents>, here: readonly Profile[]) {
  const world = await createWorld(db, here);
  const head = await sealContents({ ...contents, ...changes });
  const { profiles, seen } = await world.look(head);
  const choices: RestoreChoices = {
    profiles: profiles.map(({ id }) => ({ id, choice: 'add' })),
    keys: [],
    sites: [],
    grants: [],
    settings: false,
  };
  await world.restore(head, { choices, seen });
  return world.activeId();
}

test('behavior: an empty history has no record and no part', async () => {
  const made = await (await createWorld(db, [])).backUp();
  expect(made).toMatchObject({ historyParts: 0, first: 0, counts: { records: 0 } });
});

test('behavior: the active profile is the backup’s only where there was none', async () => {
  for (const { id } of [first, second])
    expect(await activeAfter({ activeProfileId: id }, [])).toBe(id);
  const here = { ...first, id: profileIdOf(9), name: 'Here' };
  expect(await activeAfter({ activeProfileId: second.id }, [here])).toBe(here.id);
});

test.each([
  ['no list', '{}', 'records'],
  ['more records than a part has', JSON.stringify(Array(1001).fill(null)), 'records'],
  ['no JSON', '[', 'contents'],
])(
  'error: a part of history that is %s is neither looked at nor restored',
  async (_, text, field) => {
    const world = await createWorld(db, []);
    const part = await sealHistory(text);
    for (const read of [world.lookAtHistory, world.restoreHistory])
      await expect(read(part)).rejects.toMatchObject({ code: 'backup_invalid', detail: { field } });
  },
);
