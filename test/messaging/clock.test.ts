// A clock that is wrong, or was: what it holds up, for how long, and what the user is told.
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, dated, FAR, HOUR, MINUTE, setMachine } from './clocks.ts';
import { SETTLED, submits, useDesk } from './desk.ts';
import { FAULTS } from './faults.ts';
import { follow } from './rig.ts';

const desk = useDesk();
const call: (typeof desk.rig.client)['call'] = (...args) => desk.rig.client.call(...args);

beforeEach(() => {
  desk.time.shift = 0;
  desk.rig.net = dated(desk.through, desk.time);
});

const done = async (id: string) => follow(desk.rig, id, SETTLED);
const unlock = () => call('vault_unlock', {}, { keks: [desk.ready.kek] });
const home = () => call('home', { profileId: desk.ready.profile.id });
const reset = () => call('profiles_reset_clock', { id: desk.ready.profile.id });

/**
 * Opens the first screen until the service's clock is known. Time runs a hundred times faster here:
 * on a busy machine an answer may take too long to say something.
 */
async function learn(skewMs: number): Promise<void> {
  await expect
    .poll(async () => Math.abs((await home()).clockSkewMs - skewMs), { timeout: 10_000 })
    .toBeLessThan(MINUTE);
}

/** Demands that an activity succeeds, and at once. */
async function succeeds(): Promise<void> {
  const before = await desk.effects();
  const { id } = await desk.tag();
  expect(await done(id)).toMatchObject({ state: 'completed', attempts: 1 });
  expect(await desk.effects()).toBe(before + 1);
}

describe('this computer’s clock, ahead once', () => {
  for (const [name, ahead] of [
    ['an hour', HOUR],
    ['a day', DAY],
    ['until 2099', FAR],
  ] as const) {
    test(`behavior: ${name}, then set right: said, and one click repairs it`, async () => {
      setMachine(desk.time, ahead);
      await unlock();
      const wrong = await done((await desk.tag()).id);
      expect(wrong).toMatchObject({ state: 'refused', error: { code: 'time_refused' } });
      setMachine(desk.time, -ahead);
      await unlock();
      desk.rig.kill();
      const id = desk.ready.profile.id;
      await expect(desk.tag()).rejects.toMatchObject({ code: 'clock_ahead' });
      const { clockAhead } = await call('state', {});
      expect(clockAhead).toEqual([{ profileId: id, until: expect.any(Number) }]);
      expect((await reset()).clockAhead).toEqual([]);
      await succeeds();
      desk.rig.kill();
      await succeeds();
    });
  }

  test('behavior: with its difference known, activities succeed before and after', async () => {
    setMachine(desk.time, HOUR);
    await learn(-HOUR);
    await succeeds();
    setMachine(desk.time, -HOUR);
    await succeeds();
  });

  test('error: while locked nobody resets anything for an unknown profile', async () => {
    await expect(call('profiles_reset_clock', { id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'profile_unknown',
    });
  });
});

describe('the date of an answer', () => {
  /** Answers on some paths carry a date of the service's clock and this much more. */
  function lying(path: RegExp, ms: number, times: number, status?: number): void {
    const honest = dated(desk.through, desk.time);
    let left = times;
    desk.rig.net = async (url, init) => {
      if (!path.test(url) || left-- <= 0) return honest(url, init);
      const date = new Date(desk.time.now() + ms).toUTCString();
      if (status) return new Response('{"code":13,"message":"no"}', { status, headers: { date } });
      const response = await desk.through(url, init);
      return new Response(await response.text(), { headers: { date } });
    };
  }

  test('behavior: one that is two hours ahead on a read does nothing', async () => {
    lying(/list_wallets/, 2 * HOUR, 1);
    await home();
    const seen = desk.tapped();
    await succeeds();
    const { body } = submits(seen)[0] ?? { body: '{}' };
    const { timestampMs } = JSON.parse(body) as { timestampMs: string };
    expect(Math.abs(Number(timestampMs) - desk.time.now())).toBeLessThan(MINUTE);
  });

  test('behavior: those of errors do nothing, however many', async () => {
    for (const status of [500, 403, 429]) {
      lying(/list_|get_/, 2 * HOUR, 100, status);
      for (let i = 0; i < 3; i++) await home().catch(() => undefined);
    }
    await expect
      .poll(async () => {
        await home().catch(() => undefined);
        return (await call('state', {})).pauses;
      })
      .toHaveLength(1);
    await call('profiles_resume', { id: desk.ready.profile.id });
    desk.rig.net = dated(desk.through, desk.time);
    await succeeds();
  });

  test('behavior: those of the local service’s unstamped paths do nothing', async () => {
    lying(/\/local\//, 2 * HOUR, 100);
    const { baseUrl } = desk.ready.profile;
    const keyId = desk.ready.key.id;
    for (let i = 0; i < 3; i++) await call('profiles_enrol', { baseUrl, keyId, userName: 'A' });
    expect(await home()).toMatchObject({ clockSkewMs: 0 });
    await succeeds();
  });

  test('behavior: 2099 on every answer is told and not followed', async () => {
    lying(/./, FAR, 1000);
    await learn(FAR);
    await succeeds();
    desk.rig.net = dated(desk.through, desk.time);
    await succeeds();
    desk.rig.kill();
    await succeeds();
  });
});

describe('the service’s clock, an hour ahead once', () => {
  test('behavior: what was made by it is refused with a sentence, and made again by a click', async () => {
    desk.time.skew = HOUR;
    await learn(HOUR);
    await succeeds();
    desk.time.skew = 0;
    const refused = await done((await desk.tag()).id);
    expect(refused).toMatchObject({ state: 'refused', error: { code: 'time_refused' } });
    await succeeds();
  });
});

describe('a refusal for its time', () => {
  test('behavior: what was seen of the clocks is forgotten, also where the service cannot be asked', async () => {
    desk.time.skew = HOUR;
    await learn(HOUR);
    await succeeds();
    desk.time.skew = 0;
    const honest = desk.rig.net;
    desk.rig.net = async (url, init) =>
      url.includes('/submit/') ? honest(url, init) : new Response('', { status: 503 });
    expect(await done((await desk.tag()).id)).toMatchObject({ error: { code: 'time_refused' } });
    await succeeds();
  });
});

describe('what waits while the clock jumps', () => {
  async function waiting(): Promise<string> {
    desk.rig.net = () => FAULTS['drop before']();
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['waiting']);
    return id;
  }

  for (const [name, ahead] of [
    ['an hour', HOUR],
    ['2099', FAR],
  ] as const) {
    test(`behavior: planned by a clock that was ahead, ${name}: goes on at once, done once`, async () => {
      const before = await desk.effects();
      setMachine(desk.time, ahead);
      await unlock();
      desk.time.skew = 0;
      const id = await waiting();
      desk.rig.kill();
      setMachine(desk.time, -ahead);
      desk.time.skew = 0;
      desk.rig.net = dated(desk.through, desk.time);
      await unlock();
      // Its time is one that the service refuses now; a send was in doubt, so the list decides.
      expect(await done(id)).toMatchObject({ state: 'refused', error: { code: 'time_refused' } });
      expect(await desk.effects()).toBe(before);
      await reset();
      await succeeds();
    });
  }

  test('behavior: a body too old by a clock that jumped, never sent: refused, and says why', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const honest = desk.rig.net;
    desk.rig.net = async (url, init) => {
      await gate;
      return honest(url, init);
    };
    // Six on their way fill the lane: the seventh is stored and waits for its turn.
    for (let i = 0; i < 6; i++) void home().catch(() => undefined);
    const { id } = await desk.tag();
    desk.rig.kill();
    desk.time.shift += 2 * HOUR;
    desk.rig.net = honest;
    release();
    await unlock();
    const view = await done(id);
    expect(view).toMatchObject({ state: 'refused', attempts: 0, error: { code: 'time_refused' } });
    await succeeds();
  });
});
