// An answer that a page found to be false stays marked, whatever comes after.
import { describe, expect, test } from 'vitest';
import { useDesk } from './desk.ts';
import { follow } from './rig.ts';

const desk = useDesk();
const disprove = (id: string) => desk.rig.client.call('activities_disprove', { id });

describe('activities_disprove', () => {
  test('behavior: a completed activity becomes a mismatch that says why and counts as one', async () => {
    const { id } = await desk.tag();
    const done = await follow(desk.rig, id, ['completed']);
    const view = await disprove(id);
    expect(view).toMatchObject({ state: 'mismatch', error: { code: 'reply_mismatch' } });
    expect(view.result).toEqual(done.result);
    expect(view.revision).toBe(done.revision + 1);
    await expect.poll(() => desk.rig.badge.count).toBe(1);
    expect(await disprove(id)).toEqual(view);
  });

  test('behavior: it outlives the worker, and asking again does not undo it', async () => {
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['completed']);
    await disprove(id);
    desk.rig.kill();
    expect(await desk.rig.client.call('activities_retry', { id })).toMatchObject({
      state: 'mismatch',
    });
  });

  test('error: an activity that did not complete, and one that nobody knows', async () => {
    desk.rig.net = async () =>
      new Response('{"code":7,"message":"no","turnkeyErrorCode":"FORBIDDEN"}', { status: 403 });
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['refused']);
    expect(await disprove(id)).toMatchObject({ state: 'refused' });
    await expect(disprove(crypto.randomUUID())).rejects.toMatchObject({ code: 'activity_unknown' });
  });
});
