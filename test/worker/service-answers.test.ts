// Whatever the service, or something in between, answers.
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiKeys } from '../../src/service/schema.ts';
import { HOUR, SETTLED, submitRequests, useWorkerFixture, type Values } from './worker-fixture.ts';
import { FAULTS, type FaultName } from './faults.ts';
import { waitForState } from './fake-browser.ts';

const fixture = useWorkerFixture();

describe('an unusable answer', () => {
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
      fixture.browser.network = (url, init) =>
        broken ? FAULTS[fault](fixture.serviceFetch, url, init) : fixture.serviceFetch(url, init);
      const requests = fixture.recordRequests();
      const { id } = await fixture.submitTag();
      const waiting = await waitForState(fixture.browser, id, ['waiting']);
      expect(waiting.error?.code).toBe(code);
      expect(waiting.nextAt).not.toBeNull();
      broken = false;
      const done = await waitForState(fixture.browser, id, SETTLED);
      expect(done).toMatchObject({ state: 'completed', error: null });
      const sent = submitRequests(requests);
      expect(sent.length).toBeGreaterThan(1);
      expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
      expect(new Set(sent.map(({ stamp }) => stamp)).size).toBe(1);
    });
  }

  test('behavior: an unknown status is progress, shown unchanged, never success', async () => {
    fixture.changeAnswers(/submit|get_activity/, ({ activity }) => {
      activity['status'] = 'ACTIVITY_STATUS_SIMMERING';
    });
    const { id } = await fixture.submitTag();
    const pending = await waitForState(fixture.browser, id, ['pending', 'completed']);
    expect(pending).toMatchObject({
      state: 'pending',
      result: null,
      activity: { status: 'ACTIVITY_STATUS_SIMMERING' },
    });
    fixture.browser.network = fixture.serviceFetch;
    expect(await waitForState(fixture.browser, id, SETTLED)).toMatchObject({ state: 'completed' });
  });

  test('behavior: a result that stays unreadable ends as completed with the reason', async () => {
    fixture.changeAnswers(/submit|get_activity|list_activities/, ({ activity }) => {
      activity['result'] = {};
    });
    const { id } = await fixture.submitTag();
    const done = await waitForState(fixture.browser, id, SETTLED);
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
    test(`error: a different ${name} is a recorded mismatch`, async () => {
      fixture.changeAnswers(/submit/, ({ activity }) => {
        change(activity);
        activity['result'] = {};
      });
      const { id } = await fixture.submitTag();
      const done = await waitForState(fixture.browser, id, SETTLED);
      expect(done).toMatchObject({
        state: 'mismatch',
        error: { code: 'reply_mismatch', detail: { field } },
        result: null,
      });
      await fixture.time.passes(() => expect(fixture.browser.badge.count).toBe(1));
      await fixture.browser.client.call('activities_dismiss', { id });
      await fixture.time.passes(() => expect(fixture.browser.badge.count).toBe(0));
    });
  }

  test('error: a different activity id on a later poll', async () => {
    fixture.changeAnswers(/submit|get_activity/, (answer) => {
      answer.activity['status'] = 'ACTIVITY_STATUS_PENDING';
    });
    const { id } = await fixture.submitTag();
    await waitForState(fixture.browser, id, ['pending']);
    fixture.changeAnswers(/get_activity/, (answer) => {
      answer.activity['id'] = crypto.randomUUID();
    });
    expect(await waitForState(fixture.browser, id, SETTLED)).toMatchObject({
      state: 'mismatch',
      error: { detail: { field: 'id' } },
    });
  });
});

describe('a refusal', () => {
  test('error: wrong values at the service: its message and code, nothing executed', async () => {
    const before = await fixture.effects('ACTIVITY_TYPE_UPDATE_USER_NAME');
    const { id } = await fixture.submit('update_user_name', {
      userId: crypto.randomUUID(),
      userName: 'Nobody',
    });
    const done = await waitForState(fixture.browser, id, SETTLED);
    expect(['refused', 'failed']).toContain(done.state);
    expect(done.error?.detail?.serviceMessage).toMatch(/user/i);
    expect(await fixture.effects('ACTIVITY_TYPE_UPDATE_USER_NAME')).toBe(before);
  });

  test('error: an unknown key is named as such', async () => {
    await fixture.database.db
      .delete(apiKeys)
      .where(eq(apiKeys.publicKey, fixture.account.key.publicKey));
    const { id } = await fixture.submitTag();
    const done = await waitForState(fixture.browser, id, SETTLED);
    expect(done).toMatchObject({
      state: 'refused',
      error: {
        code: 'unauthenticated',
        detail: { status: 401, serviceCode: 'PUBLIC_KEY_NOT_FOUND' },
      },
    });
    const check = fixture.browser.client.call('profiles_check', { id: fixture.account.profile.id });
    await expect(check).rejects.toMatchObject({
      code: 'unauthenticated',
      detail: { serviceCode: 'PUBLIC_KEY_NOT_FOUND' },
    });
  });

  test('behavior: after the cause is gone, the user’s retry sends the same bytes', async () => {
    const rows = await fixture.database.db
      .delete(apiKeys)
      .where(eq(apiKeys.publicKey, fixture.account.key.publicKey))
      .returning();
    const requests = fixture.recordRequests();
    const { id } = await fixture.submitTag();
    await waitForState(fixture.browser, id, ['refused']);
    await fixture.database.db.insert(apiKeys).values(rows);
    await fixture.browser.client.call('activities_retry', { id });
    expect(await waitForState(fixture.browser, id, ['completed', 'failed'])).toMatchObject({
      state: 'completed',
    });
    const sent = submitRequests(requests);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
  });

  /** Refuses submits for their timestamp; answers have a date this far from our clock. */
  const refuseForTime = (differenceMs: { refusals: number; answers: number }) => {
    const dateHeader = (ms: number) => ({ date: new Date(fixture.time.now() + ms).toUTCString() });
    fixture.browser.network = async (url, init) => {
      if (!url.includes('/submit/')) {
        const response = await fixture.serviceFetch(url, init);
        const headers = dateHeader(differenceMs.answers);
        return new Response(await response.text(), { status: response.status, headers });
      }
      const body = '{"code":3,"message":"timestamp is too old","turnkeyErrorCode":"INVALID_TIME"}';
      return new Response(body, { status: 400, headers: dateHeader(differenceMs.refusals) });
    };
  };

  test('error: a clock that is off is named, as the service’s answers show it', async () => {
    refuseForTime({ refusals: 0, answers: 400_000 });
    const submitAndReadSkew = async () => {
      const done = await waitForState(fixture.browser, (await fixture.submitTag()).id, SETTLED);
      expect(done).toMatchObject({ state: 'refused', error: { code: 'time_refused' } });
      return done.error?.detail?.skewMs ?? 0;
    };
    expect(Math.abs((await submitAndReadSkew()) - 400_000)).toBeLessThan(10_000);
  });

  test('error: the date of a refusal says nothing', async () => {
    refuseForTime({ refusals: 400_000, answers: 0 });
    const { id } = await fixture.submitTag();
    const done = await waitForState(fixture.browser, id, SETTLED);
    expect(done).toMatchObject({ state: 'refused', error: { code: 'time_refused' } });
    expect(done.error?.detail).not.toHaveProperty('skewMs');
  });

  test('behavior: a lost answer and then a refusal: the list decides, found or not', async () => {
    let step = 0;
    fixture.browser.network = async (url, init) => {
      if (!url.includes('/submit/')) return fixture.serviceFetch(url, init);
      step += 1;
      if (step === 1) return FAULTS['drop after'](fixture.serviceFetch, url, init);
      return new Response('{"code":16,"message":"expired api key"}', { status: 401 });
    };
    const done = await fixture.submitTag();
    expect(await waitForState(fixture.browser, done.id, SETTLED)).toMatchObject({
      state: 'completed',
      error: null,
    });
    step = 0;
    fixture.browser.network = async (url, init) => {
      if (!url.includes('/submit/')) return fixture.serviceFetch(url, init);
      step += 1;
      if (step === 1) return FAULTS['drop before']();
      return new Response('{"code":16,"message":"expired api key"}', { status: 401 });
    };
    const lost = await fixture.submitTag();
    expect(await waitForState(fixture.browser, lost.id, SETTLED)).toMatchObject({
      state: 'refused',
      error: { code: 'unauthenticated' },
    });
  });
});

describe('the service’s clock', () => {
  test('behavior: requests are stamped by it, once it is known', async () => {
    fixture.time.skew = 10 * 60_000;
    const { id } = await fixture.submitTag();
    expect(await waitForState(fixture.browser, id, SETTLED)).toMatchObject({ state: 'completed' });
    fixture.time.skew = 2 * HOUR;
    const home = await fixture.browser.client.call('home', {
      profileId: fixture.account.profile.id,
    });
    expect(Math.abs(home.clockSkewMs - 2 * HOUR)).toBeLessThan(60_000);
    const ahead = await fixture.submitTag();
    expect(await waitForState(fixture.browser, ahead.id, SETTLED)).toMatchObject({
      state: 'completed',
    });
  });
});
