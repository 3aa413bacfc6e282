// Entries that outlive their time: the time window, locks, restarts, a changed disk.
import { describe, expect, test } from 'vitest';
import {
  HOUR,
  readOutboxRow,
  SETTLED,
  submitRequests,
  useWorkerFixture,
  type Values,
} from './worker-fixture.ts';
import { FAULTS } from './faults.ts';
import { waitForState } from './fake-browser.ts';

const fixture = useWorkerFixture();

describe('past the window', () => {
  async function submitLost(fault: 'drop before' | 'drop after'): Promise<string> {
    fixture.browser.network = (url, init) => FAULTS[fault](fixture.serviceFetch, url, init);
    const { id } = await fixture.submitTag();
    await waitForState(fixture.browser, id, ['waiting']);
    fixture.browser.kill();
    fixture.time.shift += HOUR;
    fixture.browser.network = fixture.serviceFetch;
    return id;
  }

  test('behavior: a completed activity is found by its fingerprint', async () => {
    const before = await fixture.effects();
    const id = await submitLost('drop after');
    const requests = fixture.recordRequests();
    expect(
      await fixture.browser.client.call('vault_unlock', {}, { keks: [fixture.account.kek] }),
    ).toMatchObject({
      vault: 'unlocked',
    });
    const done = await waitForState(fixture.browser, id, SETTLED);
    expect(done).toMatchObject({ state: 'completed', error: null });
    expect(done.result).not.toBeNull();
    expect(submitRequests(requests)).toEqual([]);
    expect(await fixture.effects()).toBe(before + 1);
  });

  test('behavior: one that didn’t run is reported as unknown, and never sent again', async () => {
    const before = await fixture.effects();
    const id = await submitLost('drop before');
    const requests = fixture.recordRequests();
    await fixture.browser.client.call('vault_unlock', {}, { keks: [fixture.account.kek] });
    const done = await waitForState(fixture.browser, id, SETTLED);
    expect(done).toMatchObject({ state: 'unknown', error: { code: 'outcome_unknown' } });
    await fixture.browser.client.call('activities_retry', { id });
    expect(await waitForState(fixture.browser, id, SETTLED)).toMatchObject({ state: 'unknown' });
    expect(submitRequests(requests)).toEqual([]);
    expect(await fixture.effects()).toBe(before);
  });

  test('behavior: the fingerprint is found behind a hundred newer ones of its type', async () => {
    const id = await submitLost('drop after');
    await fixture.browser.client.call('vault_unlock', {}, { keks: [fixture.account.kek] });
    fixture.browser.network = async (url, init) => {
      if (url.includes('list_activities')) return new Response('', { status: 503 });
      return fixture.serviceFetch(url, init);
    };
    const others = await Promise.all(Array.from({ length: 105 }, () => fixture.submitTag()));
    for (const other of others) await waitForState(fixture.browser, other.id, ['completed']);
    fixture.browser.network = fixture.serviceFetch;
    expect(await waitForState(fixture.browser, id, SETTLED)).toMatchObject({
      state: 'completed',
    });
  }, 120_000);
});

describe('a locked vault', () => {
  test('behavior: the stored stamp is sent again while locked', async () => {
    fixture.browser.network = () => FAULTS['drop before']();
    const { id } = await fixture.submitTag();
    await waitForState(fixture.browser, id, ['waiting']);
    await fixture.browser.client.call('vault_lock', {});
    fixture.browser.network = fixture.serviceFetch;
    await fixture.time.passes(async () =>
      expect((await readOutboxRow(id))['state']).toBe('completed'),
    );
    const reading = fixture.browser.client.call('activities_get', { id });
    await expect(reading).rejects.toMatchObject({ code: 'vault_locked' });
    expect((await fixture.browser.client.call('state', {})).vault).toBe('locked');
  });

  test('behavior: a poll needs a fresh stamp, so it waits for the unlock', async () => {
    fixture.changeAnswers(/submit/, ({ activity }) => {
      activity['status'] = 'ACTIVITY_STATUS_PENDING';
    });
    const { id } = await fixture.submitTag();
    await fixture.browser.client.call('vault_lock', {});
    await fixture.time.passes(async () => expect((await readOutboxRow(id))['nextAt']).toBeNull());
    await fixture.time.passes(() => expect(fixture.browser.badge.count).toBe(1));
    fixture.browser.network = fixture.serviceFetch;
    await fixture.browser.client.call('vault_unlock', {}, { keks: [fixture.account.kek] });
    expect(await waitForState(fixture.browser, id, SETTLED)).toMatchObject({ state: 'completed' });
    await fixture.time.passes(() => expect(fixture.browser.badge.count).toBe(0));
  });

  test('behavior: after a browser restart nothing is read or sent before the unlock', async () => {
    fixture.browser.network = () => FAULTS['drop before']();
    const { id } = await fixture.submitTag();
    await waitForState(fixture.browser, id, ['waiting']);
    fixture.browser.kill();
    fixture.browser.session.clear();
    const requests = fixture.recordRequests();
    const reading = fixture.browser.client.call('activities_get', { id });
    await expect(reading).rejects.toMatchObject({ code: 'vault_locked' });
    await fixture.time.passes(async () => expect((await readOutboxRow(id))['nextAt']).toBeNull());
    expect(requests).toEqual([]);
    fixture.browser.network = fixture.serviceFetch;
    await fixture.browser.client.call('vault_unlock', {}, { keks: [fixture.account.kek] });
    expect(await waitForState(fixture.browser, id, SETTLED)).toMatchObject({ state: 'completed' });
  });

  test('behavior: a worker stops between unlock and waiting work: the next resumes', async () => {
    fixture.browser.network = () => FAULTS['drop before']();
    const { id } = await fixture.submitTag();
    await waitForState(fixture.browser, id, ['waiting']);
    fixture.browser.kill();
    // The state on disk while it rests; the vault is unlocked.
    await readOutboxRow(id, (row) => ({ ...row, nextAt: null }));
    fixture.browser.network = fixture.serviceFetch;
    expect(await waitForState(fixture.browser, id, SETTLED)).toMatchObject({ state: 'completed' });
  });

  test('error: nothing is stamped', async () => {
    await fixture.browser.client.call('vault_lock', {});
    await expect(fixture.submitTag()).rejects.toMatchObject({ code: 'vault_locked' });
    const home = fixture.browser.client.call('home', { profileId: fixture.account.profile.id });
    await expect(home).rejects.toMatchObject({ code: 'vault_locked' });
  });

  test('error: the deadline counts at every use, even after the worker stopped', async () => {
    fixture.browser.kill();
    fixture.time.shift += 5 * HOUR;
    await expect(fixture.submitTag()).rejects.toMatchObject({ code: 'vault_locked' });
    await fixture.time.passes(() =>
      expect(fixture.browser.session.get('snapshot')).toMatchObject({
        state: { vault: 'locked' },
        home: null,
      }),
    );
  });
});

describe('the alarm', () => {
  const OUTBOX_ALARM = 'keystamp-outbox';

  async function submitWaiting(): Promise<string> {
    fixture.browser.network = () => FAULTS['drop before']();
    const { id } = await fixture.submitTag();
    await waitForState(fixture.browser, id, ['waiting']);
    await fixture.time.passes(() => expect(fixture.browser.alarms.has(OUTBOX_ALARM)).toBe(true));
    return id;
  }

  test('error: a worker that stops as soon as it fires is woken by another one', async () => {
    const id = await submitWaiting();
    fixture.browser.kill();
    fixture.browser.alarms.delete(OUTBOX_ALARM);
    fixture.browser.wake().onAlarm(OUTBOX_ALARM);
    for (let turns = 0; turns < 20; turns++) await Promise.resolve();
    fixture.browser.kill();
    expect(fixture.browser.alarms.has(OUTBOX_ALARM)).toBe(true);
    fixture.browser.network = fixture.serviceFetch;
    await fixture.time.passes(() => expect(fixture.browser.lifeCount()).toBeGreaterThan(2));
    await waitForState(fixture.browser, id, ['completed']);
  });
});

describe('a stored row', () => {
  test('error: a row with an address changed on disk doesn’t open or leave', async () => {
    fixture.browser.network = () => FAULTS['drop before']();
    const { id } = await fixture.submitTag();
    await waitForState(fixture.browser, id, ['waiting']);
    fixture.browser.kill();
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('keystamp');
      opening.addEventListener('success', () => {
        const store = opening.result.transaction('outbox', 'readwrite').objectStore('outbox');
        const reading = store.get(id);
        reading.addEventListener('success', () => {
          const row = reading.result as Values;
          store.put({ ...row, baseUrl: 'http://127.0.0.1:6666' });
          opening.result.close();
          resolve();
        });
      });
      opening.addEventListener('error', () => reject(new Error('open')));
    });
    const requests = fixture.recordRequests();
    const view = await fixture.browser.client.call('activities_get', { id });
    expect(view.parameters).toBeNull();
    await fixture.time.passes(async () =>
      expect((await fixture.browser.client.call('activities_get', { id })).nextAt).toBeNull(),
    );
    expect(requests).toEqual([]);
  });
});
