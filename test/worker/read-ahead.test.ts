// What a stopped worker reads before its first stamp, and when.
import { expect, test, vi } from 'vitest';
import { settled } from '../test-clock.ts';
import { useWorkerFixture } from './worker-fixture.ts';

const fixture = useWorkerFixture();

/** Names of the stores that are read while `act` runs, and how often the database is opened. */
async function readsOf(act: () => Promise<unknown>) {
  const get = vi.spyOn(IDBObjectStore.prototype, 'get');
  const open = vi.spyOn(indexedDB, 'open');
  await act();
  const stores = get.mock.contexts.map((store) => (store as IDBObjectStore).name);
  const opened = open.mock.calls.length;
  vi.restoreAllMocks();
  return { stores, opened };
}

test('behavior: a start reads the database, the vault and the settings; the call finds them there', async () => {
  const { browser } = fixture;
  browser.kill();
  browser.resumes = false;
  const managed = vi.fn(() => ({}));
  Object.defineProperty(browser, 'managed', { get: managed });
  const start = await readsOf(async () => {
    browser.wake();
    // In the first turn, before anything has answered.
    expect(managed).toHaveBeenCalledTimes(1);
    await settled();
  });
  expect(start.opened).toBe(1);
  expect(start.stores).toContain('vault');
  managed.mockClear();
  const call = await readsOf(() => fixture.submitTag());
  expect(call.opened).toBe(0);
  expect(call.stores).not.toContain('vault');
  expect(managed).not.toHaveBeenCalled();
});
