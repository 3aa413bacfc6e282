// An organization's settings whose reader can't be loaded.
import { expect, test, vi } from 'vitest';
import { SETTLED, submitRequests, useWorkerFixture } from './worker-fixture.ts';
import { waitForState } from './fake-browser.ts';

vi.mock('../../src/protocol/read-managed-policy.ts', () => {
  throw new TypeError('no such file');
});

const fixture = useWorkerFixture();
const missing = expect.objectContaining({ code: 'part_missing' }) as unknown;

test('behavior: where nothing is set, nobody needs it', async () => {
  const { id } = await fixture.submitTag();
  expect((await waitForState(fixture.browser, id, SETTLED)).state).toBe('completed');
});

test.each<[unknown]>([[{ organizationId: 'x' }], [{ constructor: 1 }], [[]], ['x'], [null]])(
  'error: with %j set, nothing is stamped, in this worker and the next; the lock works',
  async (settings) => {
    const { browser } = fixture;
    const requests = fixture.recordRequests();
    browser.setManaged(settings);
    await expect(fixture.submitTag()).rejects.toEqual(missing);
    browser.kill();
    await expect(fixture.submitTag()).rejects.toEqual(missing);
    expect(submitRequests(requests)).toEqual([]);
    expect((await browser.client.call('vault_lock', {})).vault).toBe('locked');
  },
);
