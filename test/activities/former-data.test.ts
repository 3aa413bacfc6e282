// What the version before authenticated vaults kept beside the vault, and what of it is taken over.
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFormerData } from '../../src/activities/former-data.ts';
import { createConnection, type Connect } from '../../src/storage/database.ts';
import { memoryArea } from '../storage/memory-area.ts';

const FIRST = { id: 'first', name: 'First' };
const SECOND = { id: 'second', name: 'Second' };

let connect: Connect;
let second: ReturnType<typeof memoryArea>;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  connect = createConnection({ pause: () => Promise.resolve() });
  second = memoryArea();
});

/** The records that the vault takes over, by name. */
async function adopted(): Promise<Record<string, unknown>> {
  const records = await createFormerData({ connect, second }).adopt();
  return Object.fromEntries(records.map(({ name, text }) => [name, JSON.parse(text) as unknown]));
}
const keepFirst = async () => (await connect()).put('profiles', FIRST);

describe('adopt', () => {
  test('behavior: the database’s profiles count, and their copy only if the database has none', async () => {
    await second.set('profiles', [SECOND]);
    expect(await adopted()).toEqual({ profiles: { profiles: [SECOND], activeId: null } });
    await keepFirst();
    expect(await adopted()).toEqual({ profiles: { profiles: [FIRST], activeId: null } });
  });

  test.each([[undefined], ['text'], [{ length: 1 }]])(
    'behavior: without a list in either place (%j) there are no profiles',
    async (copy) => {
      if (copy !== undefined) await second.set('profiles', copy);
      expect(await adopted()).toEqual({ profiles: { profiles: [], activeId: null } });
    },
  );

  test.each([
    ['first', 'first'],
    [7, null],
  ])('behavior: the active profile %j is taken over as %j', async (stored, activeId) => {
    await keepFirst();
    await (await connect()).put('meta', stored, 'activeProfileId');
    expect(await adopted()).toEqual({ profiles: { profiles: [FIRST], activeId } });
  });

  test.each([
    [{ autoLockMinutes: 30, theme: 'dark' }, 30],
    [{ autoLockMinutes: 'never' }, undefined],
    [{ autoLockMinutes: 9999 }, undefined],
    [{ theme: 'dark' }, undefined],
    ['text', undefined],
  ])(
    'behavior: of the settings %j, the minutes until the lock are %j',
    async (settings, minutes) => {
      await second.set('settings', settings);
      const names = Object.keys(await adopted());
      expect(names).toHaveLength(minutes === undefined ? 1 : 2);
      expect(Object.values(await adopted())[1]).toBe(minutes);
    },
  );

  test('error: a second area that can’t be read takes nothing from the database', async () => {
    await keepFirst();
    second = { ...second, get: () => Promise.reject(new Error('no')) };
    expect(await adopted()).toEqual({ profiles: { profiles: [FIRST], activeId: null } });
  });
});

describe('forget', () => {
  test('behavior: nothing of the profiles is left beside the vault; the settings stay', async () => {
    await keepFirst();
    await second.set('profiles', [SECOND]);
    await second.set('settings', { theme: 'dark' });
    await (await connect()).put('meta', 'first', 'activeProfileId');
    await createFormerData({ connect, second }).forget();
    expect(await adopted()).toEqual({ profiles: { profiles: [], activeId: null } });
    expect(await second.get('settings')).toEqual({ theme: 'dark' });
  });
});
