// A service that says 429: how long that holds up, what the user sees of it and can do about it.
import { describe, expect, test } from 'vitest';
import { SETTLED, submits, useDesk } from './desk.ts';
import { follow } from './rig.ts';

const desk = useDesk();
const call: (typeof desk.rig.client)['call'] = (...args) => desk.rig.client.call(...args);
const pauses = async () => (await call('state', {})).pauses;

/** Refuses submits for their rate so often; the service asks for a day. */
function busy(times: number): void {
  let left = times;
  desk.rig.net = async (url, init) => {
    if (!url.includes('/submit/') || left-- <= 0) return desk.through(url, init);
    const body = '{"code":8,"message":"Too many requests."}';
    return new Response(body, { status: 429, headers: { 'Retry-After': '86400' } });
  };
}

describe('429 with a Retry-After of a day', () => {
  test('behavior: the same bytes go out again within a minute, and are carried out once', async () => {
    busy(1);
    const before = await desk.effects();
    const seen = desk.tapped();
    const { id } = await desk.tag();
    const waiting = await follow(desk.rig, id, ['waiting']);
    expect(waiting.error).toMatchObject({ code: 'rate_limited' });
    expect((waiting.nextAt ?? 0) - desk.time.now()).toBeLessThanOrEqual(60_000);
    const [pause] = await pauses();
    expect(pause?.profileId).toBe(desk.ready.profile.id);
    expect((pause?.until ?? 0) - desk.time.now()).toBeLessThanOrEqual(60_000);
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({ state: 'completed', attempts: 2 });
    expect(new Set(submits(seen).map(({ body }) => body)).size).toBe(1);
    expect(await desk.effects()).toBe(before + 1);
    expect(await pauses()).toEqual([]);
  });

  test('behavior: pages see it without asking, and “send now” sends now', async () => {
    busy(1);
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['waiting']);
    const snapshot = () =>
      (desk.rig.session.get('snapshot') as { state: { pauses: unknown[] } }).state;
    await expect.poll(() => snapshot().pauses).toHaveLength(1);
    expect(await call('profiles_resume', { id: desk.ready.profile.id })).toMatchObject({
      pauses: [],
    });
    const { nextAt } = await call('activities_get', { id });
    expect(nextAt ?? 0).toBeLessThanOrEqual(desk.time.now());
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({ state: 'completed' });
    await expect.poll(() => snapshot().pauses).toEqual([]);
  });

  test('behavior: a worker that is stopped neither loses nor lengthens it', async () => {
    busy(1);
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['waiting']);
    const [before] = await pauses();
    desk.rig.kill();
    expect(await pauses()).toEqual([before]);
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({ state: 'completed' });
  });

  test('behavior: a question is told to wait and does not hang', async () => {
    busy(1);
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['waiting']);
    const home = call('home', { profileId: desk.ready.profile.id });
    await expect(home).rejects.toMatchObject({ code: 'rate_limited' });
    await follow(desk.rig, id, SETTLED);
    await call('home', { profileId: desk.ready.profile.id });
  });

  test('error: a profile that is not there', async () => {
    await expect(call('profiles_resume', { id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'profile_unknown',
    });
  });
});
