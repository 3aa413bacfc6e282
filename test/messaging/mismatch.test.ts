// A wrong answer, and what the user can find out about it afterwards.
import { describe, expect, test } from 'vitest';
import { HOUR, outboxRow, SETTLED, submits, useDesk, type Values } from './desk.ts';
import { follow } from './rig.ts';

const desk = useDesk();
const call: (typeof desk.rig.client)['call'] = (...args) => desk.rig.client.call(...args);

/** An activity whose answer was about something else, although the service carried it out or not. */
async function wrong(change: (activity: Values) => void, carriedOut = true): Promise<string> {
  desk.rig.net = async (url, init) => {
    if (!url.includes('/submit/')) return desk.through(url, init);
    const other = '{"timestampMs":"1","parameters":{}}';
    const response = await desk.through(url, carriedOut ? init : { ...init, body: other });
    const answer = (await response.json()) as { activity?: Values };
    const activity = answer.activity ?? { ...LIKE };
    change(activity);
    return new Response(JSON.stringify({ activity }));
  };
  const { id } = await desk.tag();
  const view = await follow(desk.rig, id, SETTLED);
  expect(view).toMatchObject({
    state: 'mismatch',
    mismatched: true,
    disproved: false,
    error: { code: 'reply_mismatch' },
  });
  desk.rig.net = desk.through;
  return id;
}

/** As the service answers, for a request that it was never given. */
const LIKE = {
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

const check = async (id: string) => {
  await call('activities_retry', { id });
  return follow(desk.rig, id, SETTLED);
};

const lie = (activity: Values) => {
  activity['fingerprint'] = `sha256:${'f'.repeat(64)}`;
};

describe('activities_retry of a mismatch', () => {
  for (const member of ['fingerprint', 'organizationId', 'type'] as const) {
    test(`behavior: a lie about the ${member} of what was carried out: found, adopted, marked`, async () => {
      const before = await desk.effects();
      const id = await wrong((activity) => {
        activity[member] =
          member === 'type' ? 'ACTIVITY_TYPE_DELETE_USERS' : LIKE[member].replaceAll('0', 'f');
      });
      expect(await desk.effects()).toBe(before + 1);
      const seen = desk.tapped();
      const view = await check(id);
      expect(view).toMatchObject({ state: 'completed', error: null, mismatched: true });
      expect(typeof view.result?.['userTagId']).toBe('string');
      expect(submits(seen)).toEqual([]);
      expect(await desk.effects()).toBe(before + 1);
      desk.rig.kill();
      expect(await call('activities_get', { id })).toMatchObject({ mismatched: true });
    });
  }

  test('behavior: past the window and in another life of the worker, still found', async () => {
    const id = await wrong(lie);
    desk.rig.kill();
    desk.time.shift += 3 * HOUR;
    await call('vault_unlock', {}, { keks: [desk.ready.kek] });
    expect(await check(id)).toMatchObject({ state: 'completed', mismatched: true });
  });

  test('behavior: what the service does not list stays a mismatch, and says so', async () => {
    const before = await desk.effects();
    const id = await wrong(() => undefined, false);
    const seen = desk.tapped();
    const view = await check(id);
    expect(view).toMatchObject({ state: 'mismatch', error: { code: 'activity_not_listed' } });
    expect(submits(seen)).toEqual([]);
    expect(await desk.effects()).toBe(before);
    // Asked again it is looked up again.
    expect((await check(id)).revision).toBeGreaterThan(view.revision);
  });

  test('behavior: a list that lies about its content is a mismatch again', async () => {
    const id = await wrong(lie);
    desk.rig.net = async (url, init) => {
      const response = await desk.through(url, init);
      if (!url.includes('list_activities')) return response;
      const answer = (await response.json()) as { activities: Values[] };
      for (const one of answer.activities) {
        one['intent'] = { createUserTagIntent: { userTagName: 'Another', userIds: [] } };
      }
      return new Response(JSON.stringify(answer));
    };
    expect(await check(id)).toMatchObject({
      state: 'mismatch',
      error: { code: 'reply_mismatch', detail: { field: 'intent' } },
    });
    desk.rig.net = desk.through;
    expect(await check(id)).toMatchObject({ state: 'completed', mismatched: true });
  });

  test('behavior: one that the service still works on is followed to its end', async () => {
    const id = await wrong(lie);
    desk.rig.net = async (url, init) => {
      const response = await desk.through(url, init);
      if (!url.includes('list_activities')) return response;
      const text = (await response.text()).replaceAll('_COMPLETED', '_PENDING');
      return new Response(text);
    };
    await call('activities_retry', { id });
    expect(await follow(desk.rig, id, ['completed'])).toMatchObject({ mismatched: true });
  });

  test('behavior: while locked it waits for the unlock', async () => {
    const id = await wrong(lie);
    await call('vault_lock', {});
    desk.rig.kill();
    desk.rig.session.clear();
    // Whether calls are answered while locked is the border's affair: an alarm goes on all the same.
    await desk.rig.client.call('state', {});
    await call('vault_unlock', {}, { keks: [desk.ready.kek] });
    desk.rig.net = async (url, init) =>
      url.includes('list_activities') ? new Response('', { status: 503 }) : desk.through(url, init);
    await call('activities_retry', { id });
    await call('vault_lock', {});
    await expect.poll(async () => (await outboxRow(id))['nextAt'], { timeout: 10_000 }).toBeNull();
    desk.rig.net = desk.through;
    await call('vault_unlock', {}, { keks: [desk.ready.kek] });
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({
      state: 'completed',
      mismatched: true,
    });
  });

  test('error: a result that was found false is never called a success again', async () => {
    const id = await wrong(lie);
    expect(await check(id)).toMatchObject({ state: 'completed' });
    await call('activities_disprove', { id });
    expect(await check(id)).toMatchObject({
      state: 'mismatch',
      disproved: true,
      error: { code: 'reply_mismatch' },
    });
  });

  test('error: one of an earlier version, whose bytes are gone, stays as it is', async () => {
    const id = await wrong(lie);
    desk.rig.kill();
    await outboxRow(id, ({ mismatched: _a, disproved: _b, ...row }) => ({
      ...row,
      sealedLetter: null,
    }));
    const before = await call('activities_get', { id });
    expect(await check(id)).toEqual(before);
  });
});
