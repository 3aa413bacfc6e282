// A clock that is wrong, or was: what it delays, for how long, and what the user sees.
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, withServiceDate, UNTIL_2099, HOUR, MINUTE, shiftComputerClock } from './clocks.ts';
import { SETTLED, submitRequests, useWorkerFixture } from './worker-fixture.ts';
import { FAULTS } from './faults.ts';
import { waitForState } from './fake-browser.ts';
import { newSetUpCode } from '../set-up-code.ts';

const fixture = useWorkerFixture();
const call: (typeof fixture.browser.client)['call'] = (...args) =>
  fixture.browser.client.call(...args);

beforeEach(() => {
  fixture.time.shift = 0;
  fixture.browser.network = withServiceDate(fixture.serviceFetch, fixture.time);
});

const waitUntilSettled = async (id: string) => waitForState(fixture.browser, id, SETTLED);
const unlock = () => call('vault_unlock', {}, { keks: [fixture.account.kek] });
const readHome = () => call('home', { profileId: fixture.account.profile.id });
const resetClock = () => call('profiles_reset_clock', { id: fixture.account.profile.id });

/** Opens the first screen until the service's clock is known. */
async function learnClockSkew(skewMs: number): Promise<void> {
  await fixture.time.passes(async () =>
    expect(Math.abs((await readHome()).clockSkewMs - skewMs)).toBeLessThan(MINUTE),
  );
}

/** Demands that an activity succeeds immediately. */
async function expectSuccess(): Promise<void> {
  const before = await fixture.effects();
  const { id } = await fixture.submitTag();
  expect(await waitUntilSettled(id)).toMatchObject({ state: 'completed', attempts: 1 });
  expect(await fixture.effects()).toBe(before + 1);
}

describe('this computer’s clock, ahead once', () => {
  for (const [name, ahead] of [
    ['an hour', HOUR],
    ['a day', DAY],
    ['until 2099', UNTIL_2099],
  ] as const) {
    test(`behavior: ${name}, then corrected: reported, and one click repairs it`, async () => {
      shiftComputerClock(fixture.time, ahead);
      await unlock();
      const wrong = await waitUntilSettled((await fixture.submitTag()).id);
      expect(wrong).toMatchObject({ state: 'refused', error: { code: 'time_refused' } });
      shiftComputerClock(fixture.time, -ahead);
      await unlock();
      fixture.browser.kill();
      const id = fixture.account.profile.id;
      await expect(fixture.submitTag()).rejects.toMatchObject({ code: 'clock_ahead' });
      const { clockAhead } = await call('state', {});
      expect(clockAhead).toEqual([{ profileId: id, until: expect.any(Number) }]);
      expect((await resetClock()).clockAhead).toEqual([]);
      await expectSuccess();
      fixture.browser.kill();
      await expectSuccess();
    });
  }

  test('behavior: with its offset known, activities succeed before and after', async () => {
    shiftComputerClock(fixture.time, HOUR);
    await learnClockSkew(-HOUR);
    await expectSuccess();
    shiftComputerClock(fixture.time, -HOUR);
    await expectSuccess();
  });

  test('error: nobody resets anything while locked, or for an unknown profile', async () => {
    await expect(call('profiles_reset_clock', { id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'profile_unknown',
    });
  });
});

describe('the date of an answer', () => {
  /** Adds this much to the date of the service's clock, on answers from some paths. */
  function falsifyDates(path: RegExp, ms: number, times: number, status?: number): void {
    const honest = withServiceDate(fixture.serviceFetch, fixture.time);
    let left = times;
    fixture.browser.network = async (url, init) => {
      if (!path.test(url) || left-- <= 0) return honest(url, init);
      const date = new Date(fixture.time.now() + ms).toUTCString();
      if (status) return new Response('{"code":13,"message":"no"}', { status, headers: { date } });
      const response = await fixture.serviceFetch(url, init);
      return new Response(await response.text(), { headers: { date } });
    };
  }

  test('behavior: one that is two hours ahead on a read does nothing', async () => {
    falsifyDates(/list_wallets/, 2 * HOUR, 1);
    await readHome();
    const requests = fixture.recordRequests();
    await expectSuccess();
    const { body } = submitRequests(requests)[0] ?? { body: '{}' };
    const { timestampMs } = JSON.parse(body) as { timestampMs: string };
    expect(Math.abs(Number(timestampMs) - fixture.time.now())).toBeLessThan(MINUTE);
  });

  test('behavior: those of errors do nothing, however many', async () => {
    for (const status of [500, 403, 429]) {
      falsifyDates(/list_|get_/, 2 * HOUR, 100, status);
      for (let i = 0; i < 3; i++) await readHome().catch(() => undefined);
    }
    await fixture.time.passes(async () =>
      expect(
        await (async () => {
          await readHome().catch(() => undefined);
          return (await call('state', {})).pauses;
        })(),
      ).toHaveLength(1),
    );
    await call('profiles_resume', { id: fixture.account.profile.id });
    fixture.browser.network = withServiceDate(fixture.serviceFetch, fixture.time);
    await expectSuccess();
  });

  test('behavior: those of the local service’s unstamped paths do nothing', async () => {
    falsifyDates(/\/local\//, 2 * HOUR, 100);
    const { baseUrl } = fixture.account.profile;
    const keyId = fixture.account.key.id;
    const setUpCode = newSetUpCode();
    for (let i = 0; i < 3; i++) {
      await call('profiles_enrol', { baseUrl, keyId, userName: 'A', setUpCode });
    }
    expect(await readHome()).toMatchObject({ clockSkewMs: 0 });
    await expectSuccess();
  });

  test('behavior: 2099 on every answer is reported and not followed', async () => {
    falsifyDates(/./, UNTIL_2099, 1000);
    await learnClockSkew(UNTIL_2099);
    await expectSuccess();
    fixture.browser.network = withServiceDate(fixture.serviceFetch, fixture.time);
    await expectSuccess();
    fixture.browser.kill();
    await expectSuccess();
  });
});

describe('the service’s clock, an hour ahead once', () => {
  test('behavior: its requests are refused with a sentence; one click makes new ones', async () => {
    fixture.time.skew = HOUR;
    await learnClockSkew(HOUR);
    await expectSuccess();
    fixture.time.skew = 0;
    const refused = await waitUntilSettled((await fixture.submitTag()).id);
    expect(refused).toMatchObject({ state: 'refused', error: { code: 'time_refused' } });
    await expectSuccess();
  });
});

describe('a refusal for its timestamp', () => {
  test('behavior: forgets the observed clocks, even if the service can’t be asked', async () => {
    fixture.time.skew = HOUR;
    await learnClockSkew(HOUR);
    await expectSuccess();
    fixture.time.skew = 0;
    const honestFetch = fixture.browser.network;
    fixture.browser.network = async (url, init) =>
      url.includes('/submit/') ? honestFetch(url, init) : new Response('', { status: 503 });
    expect(await waitUntilSettled((await fixture.submitTag()).id)).toMatchObject({
      error: { code: 'time_refused' },
    });
    await expectSuccess();
  });
});

describe('pending work while the clock jumps', () => {
  async function submitWaiting(): Promise<string> {
    fixture.browser.network = () => FAULTS['drop before']();
    const { id } = await fixture.submitTag();
    await waitForState(fixture.browser, id, ['waiting']);
    return id;
  }

  for (const [name, ahead] of [
    ['an hour', HOUR],
    ['2099', UNTIL_2099],
  ] as const) {
    test(`behavior: planned by a clock ahead, ${name}: resumes immediately, done once`, async () => {
      const before = await fixture.effects();
      shiftComputerClock(fixture.time, ahead);
      await unlock();
      fixture.time.skew = 0;
      const id = await submitWaiting();
      fixture.browser.kill();
      shiftComputerClock(fixture.time, -ahead);
      fixture.time.skew = 0;
      fixture.browser.network = withServiceDate(fixture.serviceFetch, fixture.time);
      await unlock();
      // The service now refuses its timestamp; a send was in doubt, so the list decides.
      expect(await waitUntilSettled(id)).toMatchObject({
        state: 'refused',
        error: { code: 'time_refused' },
      });
      expect(await fixture.effects()).toBe(before);
      await resetClock();
      await expectSuccess();
    });
  }

  test('behavior: too old by a clock that jumped, never sent: refused, and says why', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const honestFetch = fixture.browser.network;
    fixture.browser.network = async (url, init) => {
      await released;
      return honestFetch(url, init);
    };
    // Six running requests take all the slots: the seventh is stored and waits its turn.
    for (let i = 0; i < 6; i++) void readHome().catch(() => undefined);
    const { id } = await fixture.submitTag();
    fixture.browser.kill();
    fixture.time.shift += 2 * HOUR;
    fixture.browser.network = honestFetch;
    release();
    await unlock();
    const view = await waitUntilSettled(id);
    expect(view).toMatchObject({ state: 'refused', attempts: 0, error: { code: 'time_refused' } });
    await expectSuccess();
  });
});
