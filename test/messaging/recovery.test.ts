// Entries that outlive their moment: the liveness window, locks, restarts, a changed disk.
import { describe, expect, test } from 'vitest';
import { HOUR, outboxRow, SETTLED, submits, useDesk, type Values } from './desk.ts';
import { FAULTS } from './faults.ts';
import { follow } from './rig.ts';

const desk = useDesk();

describe('past the window', () => {
  async function lost(fault: 'drop before' | 'drop after'): Promise<string> {
    desk.rig.net = (url, init) => FAULTS[fault](desk.through, url, init);
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['waiting']);
    desk.rig.kill();
    desk.time.shift += HOUR;
    desk.rig.net = desk.through;
    return id;
  }

  test('behavior: an activity that was carried out is found by its fingerprint', async () => {
    const before = await desk.effects();
    const id = await lost('drop after');
    const seen = desk.tapped();
    expect(
      await desk.rig.client.call('vault_unlock', {}, { keks: [desk.ready.kek] }),
    ).toMatchObject({
      vault: 'unlocked',
    });
    const done = await follow(desk.rig, id, SETTLED);
    expect(done).toMatchObject({ state: 'completed', error: null });
    expect(done.result).not.toBeNull();
    expect(submits(seen)).toEqual([]);
    expect(await desk.effects()).toBe(before + 1);
  });

  test('behavior: one that was not is said to be unknown, and never sent again', async () => {
    const before = await desk.effects();
    const id = await lost('drop before');
    const seen = desk.tapped();
    await desk.rig.client.call('vault_unlock', {}, { keks: [desk.ready.kek] });
    const done = await follow(desk.rig, id, SETTLED);
    expect(done).toMatchObject({ state: 'unknown', error: { code: 'outcome_unknown' } });
    await desk.rig.client.call('activities_retry', { id });
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({ state: 'unknown' });
    expect(submits(seen)).toEqual([]);
    expect(await desk.effects()).toBe(before);
  });

  test('behavior: the fingerprint is found behind a hundred newer activities of its type', async () => {
    const id = await lost('drop after');
    await desk.rig.client.call('vault_unlock', {}, { keks: [desk.ready.kek] });
    desk.rig.net = async (url, init) => {
      if (url.includes('list_activities')) return new Response('', { status: 503 });
      return desk.through(url, init);
    };
    const others = await Promise.all(Array.from({ length: 105 }, () => desk.tag()));
    for (const other of others) await follow(desk.rig, other.id, ['completed'], 60_000);
    desk.rig.net = desk.through;
    expect(await follow(desk.rig, id, SETTLED, 30_000)).toMatchObject({ state: 'completed' });
  }, 120_000);
});

describe('a locked vault', () => {
  test('behavior: the stored stamp is sent again while locked', async () => {
    desk.rig.net = () => FAULTS['drop before']();
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['waiting']);
    await desk.rig.client.call('vault_lock', {});
    desk.rig.net = desk.through;
    await expect
      .poll(async () => (await outboxRow(id))['state'], { timeout: 15_000 })
      .toBe('completed');
    const asked = desk.rig.client.call('activities_get', { id });
    await expect(asked).rejects.toMatchObject({ code: 'vault_locked' });
    expect((await desk.rig.client.call('state', {})).vault).toBe('locked');
  });

  test('behavior: a poll needs a fresh stamp, so it waits for the unlock', async () => {
    desk.tampered(/submit/, ({ activity }) => {
      activity['status'] = 'ACTIVITY_STATUS_PENDING';
    });
    const { id } = await desk.tag();
    await desk.rig.client.call('vault_lock', {});
    await expect.poll(async () => (await outboxRow(id))['nextAt']).toBeNull();
    await expect.poll(() => desk.rig.badge.count).toBe(1);
    desk.rig.net = desk.through;
    await desk.rig.client.call('vault_unlock', {}, { keks: [desk.ready.kek] });
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({ state: 'completed' });
    await expect.poll(() => desk.rig.badge.count).toBe(0);
  });

  test('behavior: after the browser was closed nothing can be read or sent before the unlock', async () => {
    desk.rig.net = () => FAULTS['drop before']();
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['waiting']);
    desk.rig.kill();
    desk.rig.session.clear();
    const seen = desk.tapped();
    const asked = desk.rig.client.call('activities_get', { id });
    await expect(asked).rejects.toMatchObject({ code: 'vault_locked' });
    await expect.poll(async () => (await outboxRow(id))['nextAt']).toBeNull();
    expect(seen).toEqual([]);
    desk.rig.net = desk.through;
    await desk.rig.client.call('vault_unlock', {}, { keks: [desk.ready.kek] });
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({ state: 'completed' });
  });

  test('behavior: a worker stopped between an unlock and what waited for it: the next goes on', async () => {
    desk.rig.net = () => FAULTS['drop before']();
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['waiting']);
    desk.rig.kill();
    // As it stands on disk while it rests; the vault is open.
    await outboxRow(id, (row) => ({ ...row, nextAt: null }));
    desk.rig.net = desk.through;
    expect(await follow(desk.rig, id, SETTLED)).toMatchObject({ state: 'completed' });
  });

  test('error: nothing is stamped', async () => {
    await desk.rig.client.call('vault_lock', {});
    await expect(desk.tag()).rejects.toMatchObject({ code: 'vault_locked' });
    const home = desk.rig.client.call('home', { profileId: desk.ready.profile.id });
    await expect(home).rejects.toMatchObject({ code: 'vault_locked' });
  });

  test('error: the deadline counts at every use, also after the worker was stopped', async () => {
    desk.rig.kill();
    desk.time.shift += 5 * HOUR;
    await expect(desk.tag()).rejects.toMatchObject({ code: 'vault_locked' });
    await expect
      .poll(() => desk.rig.session.get('snapshot'))
      .toMatchObject({ state: { vault: 'locked' }, home: null });
  });
});

describe('the alarm', () => {
  const OUTBOX = 'keystamp-outbox';

  async function waitingEntry(): Promise<string> {
    desk.rig.net = () => FAULTS['drop before']();
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['waiting']);
    await expect.poll(() => desk.rig.alarms.has(OUTBOX)).toBe(true);
    return id;
  }

  test('error: a worker that is stopped as soon as it rang is woken by another one', async () => {
    const id = await waitingEntry();
    desk.rig.kill();
    desk.rig.alarms.delete(OUTBOX);
    desk.rig.wake().onAlarm(OUTBOX);
    for (let turns = 0; turns < 20; turns++) await Promise.resolve();
    desk.rig.kill();
    expect(desk.rig.alarms.has(OUTBOX)).toBe(true);
    desk.rig.net = desk.through;
    await expect.poll(() => desk.rig.lives(), { timeout: 15_000 }).toBeGreaterThan(2);
    await follow(desk.rig, id, ['completed']);
  });
});

describe('a stored row', () => {
  test('error: one that was sent elsewhere on disk does not open, and nothing leaves', async () => {
    desk.rig.net = () => FAULTS['drop before']();
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['waiting']);
    desk.rig.kill();
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
    const seen = desk.tapped();
    const view = await desk.rig.client.call('activities_get', { id });
    expect(view.parameters).toBeNull();
    await expect
      .poll(async () => (await desk.rig.client.call('activities_get', { id })).nextAt)
      .toBeNull();
    expect(seen).toEqual([]);
  });
});
