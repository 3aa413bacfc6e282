// Whatever the service, or something in between, answers.
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiKeys } from '../../src/service/schema.ts';
import { HOUR, SETTLED, submits, useDesk, type Values } from './desk.ts';
import { FAULTS, type FaultName } from './faults.ts';
import { follow } from './rig.ts';

const desk = useDesk();

describe('an answer that cannot be used', () => {
  const rows: [FaultName, string][] = [
    ['drop before', 'service_unreachable'],
    ['redirected', 'service_unreachable'],
    ['slow after', 'service_timeout'],
    ['stalled body', 'service_timeout'],
    ['500 before', 'service_unavailable'],
    ['502 after', 'service_unavailable'],
    ['html after', 'service_not_json'],
    ['html 403 after', 'service_not_json'],
    ['truncated after', 'service_not_json'],
    ['9 MB after', 'service_too_large'],
    ['wrong types after', 'service_malformed'],
    ['result missing after', 'service_malformed'],
    ['429 before', 'rate_limited'],
  ];
  for (const [fault, code] of rows) {
    test(`error: ${fault} is ${code}; the entry waits with the same bytes`, async () => {
      let broken = true;
      desk.rig.net = (url, init) =>
        broken ? FAULTS[fault](desk.through, url, init) : desk.through(url, init);
      const seen = desk.tapped();
      const { id } = await desk.tag();
      const waiting = await follow(desk.rig, id, ['waiting']);
      expect(waiting.error?.code).toBe(code);
      expect(waiting.nextAt).not.toBeNull();
      broken = false;
      const done = await follow(desk.rig, id, SETTLED);
      expect(done).toMatchObject({ state: 'completed', error: null });
      const sent = submits(seen);
      expect(sent.length).toBeGreaterThan(1);
      expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
      expect(new Set(sent.map(({ stamp }) => stamp)).size).toBe(1);
    });
  }

  test('behavior: an unknown status is progress, shown as it is, never success', async () => {
    desk.tampered(/submit|get_activity/, ({ activity }) => {
      activity['status'] = 'ACTIVITY_STATUS_SIMMERING';
    });
    const { id } = await desk.tag();
    const pending = await follow(desk.rig, id, ['pending', 'completed']);
    expect(pending).toMatchObject({
      state: 'pending',
      result: null,
      activity: { status: 'ACTIVITY_STATUS_SIMMERING' },
    });
    desk.rig.net = desk.through;
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({ state: 'completed' });
  });

  test('behavior: a result that stays unreadable ends in completed with the reason', async () => {
    desk.tampered(/submit|get_activity|list_activities/, ({ activity }) => {
      activity['result'] = {};
    });
    const { id } = await desk.tag();
    const done = await follow(desk.rig, id, SETTLED, 30_000);
    expect(done).toMatchObject({
      state: 'completed',
      result: null,
      error: { code: 'service_malformed' },
    });
  });
});

describe('an answer about something else', () => {
  const rows: [string, string, (activity: Values) => void][] = [
    ['organization', 'organizationId', (a) => (a['organizationId'] = crypto.randomUUID())],
    ['type', 'type', (a) => (a['type'] = 'ACTIVITY_TYPE_UPDATE_WALLET')],
    ['fingerprint', 'fingerprint', (a) => (a['fingerprint'] = `sha256:${'0'.repeat(64)}`)],
    [
      'intent',
      'intent',
      (a) => (a['intent'] = { createUserTagIntent: { userTagName: 'Evil', userIds: [] } }),
    ],
    ['missing intent', 'intent', (a) => (a['intent'] = {})],
  ];
  for (const [name, field, change] of rows) {
    test(`error: another ${name} is a recorded mismatch`, async () => {
      desk.tampered(/submit/, ({ activity }) => {
        change(activity);
        activity['result'] = {};
      });
      const { id } = await desk.tag();
      const done = await follow(desk.rig, id, SETTLED);
      expect(done).toMatchObject({
        state: 'mismatch',
        error: { code: 'reply_mismatch', detail: { field } },
        result: null,
      });
      await expect.poll(() => desk.rig.badge.count).toBe(1);
      await desk.rig.client.call('activities_dismiss', { id });
      await expect.poll(() => desk.rig.badge.count).toBe(0);
    });
  }

  test('error: another activity id on a later poll', async () => {
    desk.tampered(/submit|get_activity/, (answer) => {
      answer.activity['status'] = 'ACTIVITY_STATUS_PENDING';
    });
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['pending']);
    desk.tampered(/get_activity/, (answer) => {
      answer.activity['id'] = crypto.randomUUID();
    });
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({
      state: 'mismatch',
      error: { detail: { field: 'id' } },
    });
  });
});

describe('a refusal', () => {
  test('error: wrong values at the service: its words, its code, and nothing executed', async () => {
    const before = await desk.effects('ACTIVITY_TYPE_UPDATE_USER_NAME');
    const { id } = await desk.submit('update_user_name', {
      userId: crypto.randomUUID(),
      userName: 'Nobody',
    });
    const done = await follow(desk.rig, id, SETTLED);
    expect(['refused', 'failed']).toContain(done.state);
    expect(done.error?.detail?.serviceMessage).toMatch(/user/i);
    expect(await desk.effects('ACTIVITY_TYPE_UPDATE_USER_NAME')).toBe(before);
  });

  test('error: an unknown key is named as such', async () => {
    await desk.database.db.delete(apiKeys).where(eq(apiKeys.publicKey, desk.ready.key.publicKey));
    const { id } = await desk.tag();
    const done = await follow(desk.rig, id, SETTLED);
    expect(done).toMatchObject({
      state: 'refused',
      error: {
        code: 'unauthenticated',
        detail: { status: 401, serviceCode: 'PUBLIC_KEY_NOT_FOUND' },
      },
    });
    const check = desk.rig.client.call('profiles_check', { id: desk.ready.profile.id });
    await expect(check).rejects.toMatchObject({
      code: 'unauthenticated',
      detail: { serviceCode: 'PUBLIC_KEY_NOT_FOUND' },
    });
  });

  test('behavior: after the cause is gone, the user’s retry sends the same bytes', async () => {
    const rows = await desk.database.db
      .delete(apiKeys)
      .where(eq(apiKeys.publicKey, desk.ready.key.publicKey))
      .returning();
    const seen = desk.tapped();
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['refused']);
    await desk.database.db.insert(apiKeys).values(rows);
    await desk.rig.client.call('activities_retry', { id });
    expect(await follow(desk.rig, id, ['completed', 'failed'])).toMatchObject({
      state: 'completed',
    });
    const sent = submits(seen);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
  });

  /** Submits are refused for their time; answers carry a date so far from our clock. */
  const timely = (differenceMs: { refusals: number; answers: number }) => {
    const dated = (ms: number) => ({ date: new Date(desk.time.now() + ms).toUTCString() });
    desk.rig.net = async (url, init) => {
      if (!url.includes('/submit/')) {
        const response = await desk.through(url, init);
        const headers = dated(differenceMs.answers);
        return new Response(await response.text(), { status: response.status, headers });
      }
      const body = '{"code":3,"message":"timestamp is too old","turnkeyErrorCode":"INVALID_TIME"}';
      return new Response(body, { status: 400, headers: dated(differenceMs.refusals) });
    };
  };

  test('error: a clock that is off is named, as the service’s answers show it', async () => {
    timely({ refusals: 0, answers: 400_000 });
    const skewOf = async () => {
      const done = await follow(desk.rig, (await desk.tag()).id, SETTLED);
      expect(done).toMatchObject({ state: 'refused', error: { code: 'time_refused' } });
      return done.error?.detail?.skewMs ?? 0;
    };
    // On a busy machine an answer may take too long to say something of the clocks.
    await expect
      .poll(async () => Math.abs((await skewOf()) - 400_000), { timeout: 10_000 })
      .toBeLessThan(10_000);
  });

  test('error: the date of a refusal says nothing', async () => {
    timely({ refusals: 400_000, answers: 0 });
    const { id } = await desk.tag();
    const done = await follow(desk.rig, id, SETTLED);
    expect(done).toMatchObject({ state: 'refused', error: { code: 'time_refused' } });
    expect(done.error?.detail).not.toHaveProperty('skewMs');
  });

  test('behavior: a lost answer and then a refusal: the list decides, found or not', async () => {
    let step = 0;
    desk.rig.net = async (url, init) => {
      if (!url.includes('/submit/')) return desk.through(url, init);
      step += 1;
      if (step === 1) return FAULTS['drop after'](desk.through, url, init);
      return new Response('{"code":16,"message":"expired api key"}', { status: 401 });
    };
    const done = await desk.tag();
    expect(await follow(desk.rig, done.id, SETTLED)).toMatchObject({
      state: 'completed',
      error: null,
    });
    step = 0;
    desk.rig.net = async (url, init) => {
      if (!url.includes('/submit/')) return desk.through(url, init);
      step += 1;
      if (step === 1) return FAULTS['drop before']();
      return new Response('{"code":16,"message":"expired api key"}', { status: 401 });
    };
    const lost = await desk.tag();
    expect(await follow(desk.rig, lost.id, SETTLED)).toMatchObject({
      state: 'refused',
      error: { code: 'unauthenticated' },
    });
  });
});

describe('the service’s clock', () => {
  test('behavior: a request is stamped by it, once it is known', async () => {
    desk.time.skew = 10 * 60_000;
    const { id } = await desk.tag();
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({ state: 'completed' });
    desk.time.skew = 2 * HOUR;
    const home = await desk.rig.client.call('home', { profileId: desk.ready.profile.id });
    expect(Math.abs(home.clockSkewMs - 2 * HOUR)).toBeLessThan(60_000);
    const ahead = await desk.tag();
    expect(await follow(desk.rig, ahead.id, SETTLED)).toMatchObject({ state: 'completed' });
  });
});
