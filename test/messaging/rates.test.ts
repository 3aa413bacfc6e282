// A service that says 429: how long that holds up, what the user sees of it and can do about it.
// Time runs a hundred times faster here: a minute's pause is over soon, and comes again while the
// service stays busy.
import { describe, expect, test } from 'vitest';
import type { Until } from '../../src/protocol/state.ts';
import { SETTLED, submits, useDesk } from './desk.ts';
import { follow } from './rig.ts';

const desk = useDesk();
const call: (typeof desk.rig.client)['call'] = (...args) => desk.rig.client.call(...args);
const pauses = async () => (await call('state', {})).pauses;
const PATIENCE = { timeout: 10_000, interval: 10 };

/** Refuses everything for its rate, with headers that nobody heeds, until the answer is called. */
function busy(): () => void {
  let isBusy = true;
  desk.rig.net = async (url, init) => {
    if (!isBusy || !url.includes('/public/')) return desk.through(url, init);
    const body = '{"code":8,"message":"Too many requests."}';
    const headers = { 'Retry-After': '86400', 'ratelimit-limit': '1', 'ratelimit-remaining': '0' };
    return new Response(body, { status: 429, headers });
  };
  return () => void (isBusy = false);
}

/** The pause as the state shows it, once there is one. */
async function paused(): Promise<Until> {
  let found: readonly Until[] = [];
  await expect.poll(async () => (found = await pauses()), PATIENCE).toHaveLength(1);
  const [one] = found;
  if (!one) throw new Error('no pause');
  return one;
}

describe('429 and headers that ask for a day', () => {
  test('behavior: the same bytes go out again within a minute, and are carried out once', async () => {
    const before = await desk.effects();
    const end = busy();
    const seen = desk.tapped();
    const { id } = await desk.tag();
    const waiting = await follow(desk.rig, id, ['waiting']);
    expect(waiting.error).toMatchObject({ code: 'rate_limited' });
    expect((waiting.nextAt ?? 0) - waiting.updatedAt).toBeLessThanOrEqual(60_000);
    const pause = await paused();
    expect(pause.profileId).toBe(desk.ready.profile.id);
    expect(pause.until - desk.time.now()).toBeLessThanOrEqual(60_000);
    await expect.poll(() => submits(seen).length, PATIENCE).toBeGreaterThan(1);
    end();
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({ state: 'completed' });
    expect(new Set(submits(seen).map(({ body }) => body)).size).toBe(1);
    expect(await desk.effects()).toBe(before + 1);
    expect(await pauses()).toEqual([]);
  });

  test('behavior: pages see it without asking, and “send now” sends now', async () => {
    const end = busy();
    const { id } = await desk.tag();
    const snapshot = () =>
      (desk.rig.session.get('snapshot') as { state: { pauses: unknown[] } }).state;
    await expect.poll(() => snapshot().pauses, PATIENCE).toHaveLength(1);
    end();
    const state = await call('profiles_resume', { id: desk.ready.profile.id });
    expect(state.pauses).toEqual([]);
    const { nextAt } = await call('activities_get', { id });
    expect(nextAt ?? 0).toBeLessThanOrEqual(desk.time.now());
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({ state: 'completed' });
    await expect.poll(() => snapshot().pauses).toEqual([]);
  });

  test('behavior: a worker that is stopped does not lengthen it', async () => {
    const end = busy();
    const { id } = await desk.tag();
    const before = await paused();
    end();
    desk.rig.kill();
    // On a busy machine it may be over by now; it is never a longer one.
    for (const after of await pauses()) expect(after).toEqual(before);
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({ state: 'completed' });
  });

  test('behavior: a question is told to wait and does not hang', async () => {
    const end = busy();
    const { id } = await desk.tag();
    const home = () => call('home', { profileId: desk.ready.profile.id });
    const code = () =>
      home().then(
        () => 'read',
        (error: { code: string }) => error.code,
      );
    await expect.poll(code, PATIENCE).toBe('rate_limited');
    end();
    await follow(desk.rig, id, SETTLED);
    await home();
  });

  test('behavior: two profiles of one organization share the pause, and “send now” ends it for both', async () => {
    const { id: _id, ...profile } = desk.ready.profile;
    const second = await desk.guarded('profiles_save', { ...profile, id: null, name: 'Second' });
    const end = busy();
    const { id } = await desk.tag();
    const both = [desk.ready.profile.id, second.id].toSorted();
    const whose = async () => (await pauses()).map(({ profileId }) => profileId).toSorted();
    await expect.poll(whose, PATIENCE).toEqual(both);
    end();
    expect((await call('profiles_resume', { id: second.id })).pauses).toEqual([]);
    // What the first one waited with went out, too.
    const { nextAt } = await call('activities_get', { id });
    expect(nextAt ?? 0).toBeLessThanOrEqual(desk.time.now());
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({ state: 'completed' });
  });

  test('error: a profile that is not there', async () => {
    await expect(call('profiles_resume', { id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'profile_unknown',
    });
  });
});
