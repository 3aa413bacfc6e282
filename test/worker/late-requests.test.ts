import { expect, test, vi } from 'vitest';
import { createLateRequests } from '../../src/worker/late-requests.ts';
import { SESSION_ITEMS } from '../../src/requests/session-items.ts';
import { memoryArea } from '../storage/memory-area.ts';

/** Late requests over what an earlier worker left; the part itself can't be made of so little. */
async function createWorld(stored: unknown) {
  const session = memoryArea();
  if (stored !== undefined) await session.set(SESSION_ITEMS.pending, stored);
  const get = vi.spyOn(session, 'get');
  const late = createLateRequests({ session } as unknown as Parameters<
    typeof createLateRequests
  >[0]);
  return { late, get };
}

test.each([
  ['nothing', undefined, 0],
  ['an empty list', { revision: 7, requests: [] }, 7],
])(
  'behavior: with %s stored, none is pending, and the part stays away',
  async (_, stored, revision) => {
    const { late, get } = await createWorld(stored);
    expect(await late.count()).toEqual({ count: 0, own: 0, revision });
    await late.onLock();
    await late.onEntryChanged('x');
    expect(get).toHaveBeenCalledTimes(1);
  },
);

test.each([
  ['a request', { revision: 1, requests: [{ id: 'x' }] }],
  ['what is no list', 'x'],
])('behavior: with %s stored, the part says what is pending', async (_, stored) => {
  const { late } = await createWorld(stored);
  // It is made of more than this test gives, so it fails where the short cut would have answered.
  await expect(late.count()).rejects.toThrow();
});
