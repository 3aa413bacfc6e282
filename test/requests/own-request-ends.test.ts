// How the user’s own requests end: stamped by an earlier worker, expired, discarded too late.
import { describe, expect, test } from 'vitest';
import { useWorkerFixture } from '../worker/worker-fixture.ts';
import { waitForState } from '../worker/fake-browser.ts';
import { openTab, ready } from '../worker/tab.ts';

const fixture = useWorkerFixture();

const call: typeof fixture.browser.client.call = (...args) => fixture.browser.client.call(...args);

async function begin(operation: string, parameters: Record<string, unknown>) {
  const { id: profileId } = fixture.account.profile;
  const id = crypto.randomUUID();
  const input = { id, profileId, operation, parameters, method: 'key', show: false } as const;
  await call('requests_begin', input, { fields: {} });
  const { digest } = ready(await call('requests_open', { id }));
  const decision = { kind: 'approve', digest, by: { method: 'key' }, grant: null } as const;
  return { id, approve: () => call('requests_decide', { id, decision }) };
}

const beginTag = () =>
  begin('create_user_tag', { userTagName: `T ${crypto.randomUUID().slice(0, 20)}`, userIds: [] });
const discard = (id: string) => call('requests_decide', { id, decision: { kind: 'refuse' } });
const pendingIds = async () => (await call('requests_list', {})).items.map(({ id }) => id);

/** As if the worker had died after the stamp was on disk, but before the request was removed. */
async function stampAndDie(): Promise<string> {
  const { id, approve } = await beginTag();
  const before: unknown = structuredClone(fixture.browser.session.get('requests'));
  await approve();
  await waitForState(fixture.browser, id, ['completed']);
  fixture.browser.kill();
  fixture.browser.session.set('requests', before);
  return id;
}

describe('one of the user’s own requests', () => {
  test('behavior: stamped by an earlier worker, it is no longer pending', async () => {
    const id = await stampAndDie();
    fixture.browser.wake().resume();
    await fixture.time.until(async () => !(await pendingIds()).includes(id) || undefined);
    expect((await call('activities_get', { id })).state).toBe('completed');
  });

  test('error: stamped by an earlier worker, it can’t be discarded', async () => {
    const id = await stampAndDie();
    await expect(discard(id)).rejects.toMatchObject({ code: 'approval_gone' });
  });

  test('error: while it is being approved, it can’t be discarded, and is carried out once', async () => {
    const { id, approve } = await begin('whoami', {});
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let asked = 0;
    fixture.browser.network = async (url, init) => {
      asked += 1;
      await held;
      return fixture.serviceFetch(url, init);
    };
    const [first, second] = [approve(), approve()];
    await fixture.time.until(() => asked > 0 || undefined);
    await expect(discard(id)).rejects.toMatchObject({ code: 'approval_gone' });
    release();
    const outcome = { kind: 'query', result: { userId: fixture.account.enrolment.userId } };
    expect(await first).toMatchObject({ outcome });
    expect(await second).toMatchObject({ outcome });
    expect(asked).toBe(1);
  });

  test('behavior: the alarm wakes the worker when it expires, and sooner for a page’s request', async () => {
    const alarmAt = () => fixture.browser.alarms.get('keystamp-pages') ?? 0;
    const now = fixture.time.now();
    await beginTag();
    await fixture.time.until(() => alarmAt() > 0 || undefined);
    expect(alarmAt() - now).toBeGreaterThanOrEqual(3_600_000);
    const own = alarmAt();
    await openTab(fixture.browser).ask('connect', {});
    await fixture.time.until(() => alarmAt() < own || undefined);
    expect(alarmAt() - now).toBeLessThan(3_600_000);
    fixture.time.shift += 3_600_000;
    fixture.browser.wake().onAlarm('keystamp-pages');
    await fixture.time.until(() => fixture.browser.badge.count === 0 || undefined);
  });

  test('behavior: its exact body is in the session area once, and is what gets stamped', async () => {
    const mark = 'x'.repeat(50_000);
    const long = `[{"type":"function","name":"f","inputs":[],"outputs":[],"stateMutability":"view","notice":"${mark}"}]`;
    const { id, approve } = await begin('create_smart_contract_interface', {
      label: 'Token',
      type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
      smartContractAddress: '0x0000000000000000000000000000000000000001',
      smartContractInterface: long,
    });
    const text = JSON.stringify([...fixture.browser.session]);
    // The parameters and the body.
    expect(text.split(mark)).toHaveLength(3);
    fixture.browser.kill();
    const { body } = ready(await call('requests_open', { id }));
    const sent = fixture.recordRequests();
    await approve();
    await waitForState(fixture.browser, id, ['completed']);
    expect(sent.map((request) => request.body)).toContain(body);
  });

  test('behavior: a decision returns its outcome even if expired requests can’t be withdrawn', async () => {
    const old = await beginTag();
    fixture.time.shift += 3_000_000;
    const { id, approve } = await beginTag();
    fixture.time.shift += 600_000;
    fixture.browser.quota.bytes = 0;
    await expect(old.approve()).rejects.toMatchObject({ code: 'approval_gone' });
    expect((await approve()).outcome).toMatchObject({ kind: 'activity', entry: { id } });
  });

  test('behavior: after an hour it is neither counted nor listed', async () => {
    const { id } = await beginTag();
    expect((await call('state', {})).requests.own).toBe(1);
    fixture.time.shift += 3_600_000;
    await call('vault_unlock', {}, { keks: [fixture.account.kek] });
    expect((await call('state', {})).requests.own).toBe(0);
    expect(await pendingIds()).not.toContain(id);
    await expect(call('requests_open', { id })).rejects.toMatchObject({ code: 'approval_gone' });
  });
});
