// A wrong answer, and what the user can find out about it later.
import { describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import {
  HOUR,
  readOutboxRow,
  SETTLED,
  submitRequests,
  useWorkerFixture,
  type Values,
} from './worker-fixture.ts';
import { waitForState } from './fake-browser.ts';

const fixture = useWorkerFixture();
const call: (typeof fixture.browser.client)['call'] = (...args) =>
  fixture.browser.client.call(...args);

/** An activity with an answer about something else, whether or not the service ran it. */
async function submitMismatched(
  change: (activity: Values) => void,
  carriedOut = true,
): Promise<string> {
  fixture.browser.network = async (url, init) => {
    if (!url.includes('/submit/')) return fixture.serviceFetch(url, init);
    const otherBody = '{"timestampMs":"1","parameters":{}}';
    const response = await fixture.serviceFetch(
      url,
      carriedOut ? init : { ...init, body: otherBody },
    );
    const answer = (await response.json()) as { activity?: Values };
    const activity = answer.activity ?? { ...SAMPLE_ACTIVITY };
    change(activity);
    return new Response(JSON.stringify({ activity }));
  };
  const { id } = await fixture.submitTag();
  const view = await waitForState(fixture.browser, id, SETTLED);
  expect(view).toMatchObject({
    state: 'mismatch',
    mismatched: true,
    disproved: false,
    error: { code: 'reply_mismatch' },
  });
  fixture.browser.network = fixture.serviceFetch;
  return id;
}

/** The service's answer to a request that it never got. */
const SAMPLE_ACTIVITY = {
  id: '99999999-9999-4999-8999-999999999999',
  organizationId: '99999999-9999-4999-8999-999999999999',
  type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
  status: 'ACTIVITY_STATUS_COMPLETED',
  fingerprint: `sha256:${'0'.repeat(64)}`,
  intent: {},
  result: {},
  votes: [],
  canApprove: false,
  canReject: false,
  createdAt: { seconds: '1', nanos: '0' },
  updatedAt: { seconds: '1', nanos: '0' },
};

const retryAndWait = async (id: string) => {
  await call('activities_retry', { id });
  return waitForState(fixture.browser, id, SETTLED);
};

const falsifyFingerprint = (activity: Values) => {
  activity['fingerprint'] = `sha256:${'f'.repeat(64)}`;
};

describe('activities_retry of a mismatch', () => {
  for (const member of ['fingerprint', 'organizationId', 'type'] as const) {
    test(`behavior: a lie about an activity’s ${member}: found, adopted, marked`, async () => {
      const before = await fixture.effects();
      const id = await submitMismatched((activity) => {
        activity[member] =
          member === 'type'
            ? 'ACTIVITY_TYPE_DELETE_USERS'
            : SAMPLE_ACTIVITY[member].replaceAll('0', 'f');
      });
      expect(await fixture.effects()).toBe(before + 1);
      const requests = fixture.recordRequests();
      const view = await retryAndWait(id);
      expect(view).toMatchObject({ state: 'completed', error: null, mismatched: true });
      expect(typeof view.result?.['userTagId']).toBe('string');
      expect(submitRequests(requests)).toEqual([]);
      expect(await fixture.effects()).toBe(before + 1);
      fixture.browser.kill();
      expect(await call('activities_get', { id })).toMatchObject({ mismatched: true });
    });
  }

  test('behavior: still found past the window and by another worker', async () => {
    const id = await submitMismatched(falsifyFingerprint);
    fixture.browser.kill();
    fixture.time.shift += 3 * HOUR;
    await call('vault_unlock', {}, { keks: [fixture.account.kek] });
    expect(await retryAndWait(id)).toMatchObject({ state: 'completed', mismatched: true });
  });

  test('behavior: one that the service doesn’t list stays a mismatch, and says so', async () => {
    const before = await fixture.effects();
    const id = await submitMismatched(() => undefined, false);
    const requests = fixture.recordRequests();
    const view = await retryAndWait(id);
    expect(view).toMatchObject({ state: 'mismatch', error: { code: 'activity_not_listed' } });
    expect(submitRequests(requests)).toEqual([]);
    expect(await fixture.effects()).toBe(before);
    // A second retry looks it up again.
    expect((await retryAndWait(id)).revision).toBeGreaterThan(view.revision);
  });

  test('behavior: a list that lies about its content is a mismatch again', async () => {
    const id = await submitMismatched(falsifyFingerprint);
    fixture.browser.network = async (url, init) => {
      const response = await fixture.serviceFetch(url, init);
      if (!url.includes('list_activities')) return response;
      const answer = (await response.json()) as { activities: Values[] };
      for (const activity of answer.activities) {
        activity['intent'] = { createUserTagIntent: { userTagName: 'Another', userIds: [] } };
      }
      return new Response(JSON.stringify(answer));
    };
    expect(await retryAndWait(id)).toMatchObject({
      state: 'mismatch',
      error: { code: 'reply_mismatch', detail: { field: 'intent' } },
    });
    fixture.browser.network = fixture.serviceFetch;
    expect(await retryAndWait(id)).toMatchObject({ state: 'completed', mismatched: true });
  });

  test('behavior: one that the service is still working on is followed to its end', async () => {
    const id = await submitMismatched(falsifyFingerprint);
    fixture.browser.network = async (url, init) => {
      const response = await fixture.serviceFetch(url, init);
      if (!url.includes('list_activities')) return response;
      const text = (await response.text()).replaceAll('_COMPLETED', '_PENDING');
      return new Response(text);
    };
    await call('activities_retry', { id });
    expect(await waitForState(fixture.browser, id, ['completed'])).toMatchObject({
      mismatched: true,
    });
  });

  test('behavior: while locked it waits for the unlock', async () => {
    const id = await submitMismatched(falsifyFingerprint);
    await call('vault_lock', {});
    fixture.browser.kill();
    fixture.browser.session.clear();
    // Whether calls are answered while locked is another test's subject: an alarm runs in any case.
    await fixture.browser.client.call('state', {});
    await call('vault_unlock', {}, { keks: [fixture.account.kek] });
    fixture.browser.network = async (url, init) =>
      url.includes('list_activities')
        ? new Response('', { status: 503 })
        : fixture.serviceFetch(url, init);
    await call('activities_retry', { id });
    await call('vault_lock', {});
    await fixture.time.passes(async () => expect((await readOutboxRow(id))['nextAt']).toBeNull());
    fixture.browser.network = fixture.serviceFetch;
    await call('vault_unlock', {}, { keks: [fixture.account.kek] });
    expect(await waitForState(fixture.browser, id, SETTLED)).toMatchObject({
      state: 'completed',
      mismatched: true,
    });
  });

  test('error: a disproved result is never called a success again', async () => {
    const id = await submitMismatched(falsifyFingerprint);
    expect(await retryAndWait(id)).toMatchObject({ state: 'completed' });
    await call('activities_disprove', { id });
    expect(await retryAndWait(id)).toMatchObject({
      state: 'mismatch',
      disproved: true,
      error: { code: 'reply_mismatch' },
    });
  });

  test('error: one whose bytes are damaged on the disk can’t be compared, and stays as it is', async () => {
    const id = await submitMismatched(falsifyFingerprint);
    fixture.browser.kill();
    await readOutboxRow(id, (row) => ({ ...row, sealedRequest: randomBytes(100) }));
    const before = await call('activities_get', { id });
    expect(await retryAndWait(id)).toEqual(before);
  });
});
