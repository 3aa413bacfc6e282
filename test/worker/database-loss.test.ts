import { expect, test } from 'vitest';
import { ALL_HISTORY } from '../../src/protocol/history.ts';
import { deleteDatabase } from '../../src/storage/database.ts';
import { useWorkerFixture } from './worker-fixture.ts';

/*
 * The browser takes the database away while Keystamp isn't running; what is in the other area stays.
 */

const fixture = useWorkerFixture();
const call: typeof fixture.browser.client.call = (name, input, secret) =>
  fixture.browser.client.call(name, input, secret);

/** The worker stops, and its connection with it. */
async function takeAway(): Promise<void> {
  fixture.browser.kill();
  globalThis.indexedDB = new IDBFactory();
  await deleteDatabase();
}
const unlock = () => call('vault_unlock', {}, { keks: [fixture.account.kek] });

test('behavior: the vault is whole, and what is gone is said by itself until the user knows', async () => {
  expect((await call('state', {})).databaseLost).toBe(false);
  await fixture.submitTag();
  await fixture.time.passes(async () =>
    expect((await call('history_summary', {})).last).toBeGreaterThan(1),
  );
  await call('vault_lock', {});
  await takeAway();
  // Nobody learns it from a lock screen.
  expect((await call('state', {})).databaseLost).toBe(false);
  const state = await unlock();
  expect(state).toMatchObject({ vault: 'unlocked', databaseLost: true });
  expect(state.profiles).toHaveLength(1);
  expect(await call('keys_list', {})).toHaveLength(1);
  const range = { profileId: null, before: null, limit: 10 };
  expect(await call('activities_list', range)).toEqual([]);
  expect((await call('history_summary', {})).missingThrough).toBeGreaterThan(1);
  fixture.browser.kill();
  expect((await call('state', {})).databaseLost).toBe(true);

  expect((await call('storage_accept', {})).databaseLost).toBe(false);
  fixture.browser.kill();
  expect((await call('state', {})).databaseLost).toBe(false);
  const page = await call('history_page', { filter: ALL_HISTORY, skip: 0, limit: 5 });
  expect(page.records[0]).toMatchObject({ fact: 'deleted', details: { by: 'browser' } });
  expect((await call('history_verify', { run: crypto.randomUUID() })).kind).toBe('whole');
});

test('behavior: a wipe is no loss', async () => {
  await call('vault_wipe', { confirm: 'wipe everything' });
  fixture.browser.kill();
  expect((await call('state', {})).databaseLost).toBe(false);
});
