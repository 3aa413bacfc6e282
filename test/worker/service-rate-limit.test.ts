// A service that answers 429: how long that delays requests, what the user sees and can do about
// it.
import { describe, expect, test } from 'vitest';
import type { ProfileDeadline } from '../../src/protocol/app-state.ts';
import { SETTLED, submitRequests, useWorkerFixture } from './worker-fixture.ts';
import { waitForState } from './fake-browser.ts';

const fixture = useWorkerFixture();
const call: (typeof fixture.browser.client)['call'] = (...args) =>
  fixture.browser.client.call(...args);
const pauses = async () => (await call('state', {})).pauses;

/** Refuses everything for its rate, with headers that nobody reads, until the returned call. */
function refuseForRate(): () => void {
  let isBusy = true;
  fixture.browser.network = async (url, init) => {
    if (!isBusy || !url.includes('/public/')) return fixture.serviceFetch(url, init);
    const body = '{"code":8,"message":"Too many requests."}';
    const headers = { 'Retry-After': '86400', 'ratelimit-limit': '1', 'ratelimit-remaining': '0' };
    return new Response(body, { status: 429, headers });
  };
  return () => void (isBusy = false);
}

/** The pause in the state, once there is one. */
async function readPause(): Promise<ProfileDeadline> {
  let found: readonly ProfileDeadline[] = [];
  await fixture.time.passes(async () => expect((found = await pauses())).toHaveLength(1));
  const [one] = found;
  if (!one) throw new Error('no pause');
  return one;
}

describe('429 and headers that demand a day', () => {
  test('behavior: the same bytes go out again within a minute, and run once', async () => {
    const before = await fixture.effects();
    const end = refuseForRate();
    const seen = fixture.recordRequests();
    const { id } = await fixture.submitTag();
    const waiting = await waitForState(fixture.browser, id, ['waiting']);
    expect(waiting.error).toMatchObject({ code: 'rate_limited' });
    expect((waiting.nextAt ?? 0) - waiting.updatedAt).toBeLessThanOrEqual(60_000);
    const pause = await readPause();
    expect(pause.profileId).toBe(fixture.account.profile.id);
    expect(pause.until - fixture.time.now()).toBeLessThanOrEqual(60_000);
    await fixture.time.passes(() => expect(submitRequests(seen).length).toBeGreaterThan(1));
    end();
    expect(await waitForState(fixture.browser, id, SETTLED)).toMatchObject({ state: 'completed' });
    expect(new Set(submitRequests(seen).map(({ body }) => body)).size).toBe(1);
    expect(await fixture.effects()).toBe(before + 1);
    expect(await pauses()).toEqual([]);
  });

  test('behavior: pages see it without a call, and “send now” sends now', async () => {
    const end = refuseForRate();
    const { id } = await fixture.submitTag();
    const snapshot = () =>
      (fixture.browser.session.get('snapshot') as { state: { pauses: unknown[] } }).state;
    await fixture.time.passes(() => expect(snapshot().pauses).toHaveLength(1));
    end();
    const state = await call('profiles_resume', { id: fixture.account.profile.id });
    expect(state.pauses).toEqual([]);
    const { nextAt } = await call('activities_get', { id });
    expect(nextAt ?? 0).toBeLessThanOrEqual(fixture.time.now());
    expect(await waitForState(fixture.browser, id, SETTLED)).toMatchObject({ state: 'completed' });
    await fixture.time.passes(() => expect(snapshot().pauses).toEqual([]));
  });

  test('behavior: a stopped worker doesn’t extend it', async () => {
    const end = refuseForRate();
    const { id } = await fixture.submitTag();
    const before = await readPause();
    end();
    fixture.browser.kill();
    expect(await pauses()).toEqual([before]);
    expect(await waitForState(fixture.browser, id, SETTLED)).toMatchObject({ state: 'completed' });
  });

  test('behavior: a query is refused with the wait and doesn’t hang', async () => {
    const end = refuseForRate();
    const { id } = await fixture.submitTag();
    const home = () => call('home', { profileId: fixture.account.profile.id });
    const code = () =>
      home().then(
        () => 'read',
        (error: { code: string }) => error.code,
      );
    await fixture.time.passes(async () => expect(await code()).toBe('rate_limited'));
    end();
    await waitForState(fixture.browser, id, SETTLED);
    await home();
  });

  test('behavior: two profiles of an organization share pause and “send now”', async () => {
    const { id: _id, ...profile } = fixture.account.profile;
    const second = await fixture.callWithProof('profiles_save', {
      ...profile,
      id: null,
      name: 'Second',
    });
    const end = refuseForRate();
    const { id } = await fixture.submitTag();
    const both = [fixture.account.profile.id, second.id].toSorted();
    const whose = async () => (await pauses()).map(({ profileId }) => profileId).toSorted();
    await fixture.time.passes(async () => expect(await whose()).toEqual(both));
    end();
    expect((await call('profiles_resume', { id: second.id })).pauses).toEqual([]);
    // The first profile's waiting request went out, too.
    const { nextAt } = await call('activities_get', { id });
    expect(nextAt ?? 0).toBeLessThanOrEqual(fixture.time.now());
    expect(await waitForState(fixture.browser, id, SETTLED)).toMatchObject({ state: 'completed' });
  });

  test('error: a profile that doesn’t exist', async () => {
    await expect(call('profiles_resume', { id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'profile_unknown',
    });
  });
});
