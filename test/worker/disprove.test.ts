// An answer that a page proved false stays marked, whatever comes later.
import { describe, expect, test } from 'vitest';
import { useWorkerFixture } from './worker-fixture.ts';
import { waitForState } from './fake-browser.ts';

const fixture = useWorkerFixture();
const disprove = (id: string) => fixture.browser.client.call('activities_disprove', { id });

describe('activities_disprove', () => {
  test('behavior: a completed activity becomes a mismatch with a reason', async () => {
    const { id } = await fixture.submitTag();
    const done = await waitForState(fixture.browser, id, ['completed']);
    const view = await disprove(id);
    expect(view).toMatchObject({ state: 'mismatch', error: { code: 'reply_mismatch' } });
    expect(view.result).toEqual(done.result);
    expect(view.revision).toBe(done.revision + 1);
    await fixture.time.passes(() => expect(fixture.browser.badge.count).toBe(1));
    expect(await disprove(id)).toEqual(view);
  });

  test('behavior: it outlives the worker, and asking again doesn’t undo it', async () => {
    const { id } = await fixture.submitTag();
    await waitForState(fixture.browser, id, ['completed']);
    await disprove(id);
    fixture.browser.kill();
    expect(await fixture.browser.client.call('activities_retry', { id })).toMatchObject({
      state: 'mismatch',
    });
  });

  test('error: an activity that didn’t complete, and an unknown one', async () => {
    fixture.browser.network = async () =>
      new Response('{"code":7,"message":"no","turnkeyErrorCode":"FORBIDDEN"}', { status: 403 });
    const { id } = await fixture.submitTag();
    await waitForState(fixture.browser, id, ['refused']);
    expect(await disprove(id)).toMatchObject({ state: 'refused' });
    await expect(disprove(crypto.randomUUID())).rejects.toMatchObject({ code: 'activity_unknown' });
  });
});
