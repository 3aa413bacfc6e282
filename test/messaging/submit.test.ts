// What a page may ask for, and what of it is stored and sent.
import { describe, expect, test } from 'vitest';
import { SETTLED, useDesk } from './desk.ts';
import { FAULTS } from './faults.ts';
import { follow } from './rig.ts';

const desk = useDesk();

describe('activities_submit', () => {
  test('behavior: a repeated call with the same id finds the same entry', async () => {
    const before = await desk.effects();
    const id = crypto.randomUUID();
    const parameters = { userTagName: `R ${id.slice(0, 8)}`, userIds: [] };
    const calls = [1, 2, 3].map(() => desk.submit('create_user_tag', parameters, { id }));
    const views = await Promise.all(calls);
    expect(new Set(views.map((view) => view.fingerprint)).size).toBe(1);
    const done = await follow(desk.rig, id, SETTLED);
    const again = await desk.submit('create_user_tag', parameters, { id });
    expect(again).toMatchObject({ state: 'completed', fingerprint: done.fingerprint });
    expect(await desk.effects()).toBe(before + 1);
  });

  test('error: the same id with other parameters, operation or profile', async () => {
    const { id } = await desk.tag();
    const other = desk.submit('create_user_tag', { userTagName: 'Other', userIds: [] }, { id });
    await expect(other).rejects.toMatchObject({ code: 'invalid_input', detail: { field: 'id' } });
    const wallet = desk.submit('create_wallet', { walletName: 'W', accounts: [] }, { id });
    await expect(wallet).rejects.toMatchObject({ code: 'invalid_input', detail: { field: 'id' } });
    await follow(desk.rig, id, ['completed']);
  });

  test('error: a bad field is named, and nothing is stored', async () => {
    const bad = desk.submit('create_user_tag', { userTagName: 'a<b', userIds: [] });
    await expect(bad).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { field: 'parameters.userTagName' },
    });
    const unknown = desk.submit('create_user_tag', { userTagName: 'a', userIds: [], more: 1 });
    await expect(unknown).rejects.toMatchObject({ detail: { field: 'parameters.more' } });
    await expect(desk.submit('constructor', {})).rejects.toMatchObject({
      detail: { field: 'operation' },
    });
    await expect(desk.submit('whoami', {})).rejects.toMatchObject({ code: 'invalid_input' });
    const list = await desk.rig.client.call('activities_list', {
      profileId: null,
      before: null,
      limit: 10,
    });
    expect(list).toEqual([]);
  });

  test('error: a secret under a name that takes none', async () => {
    const bad = desk.submit(
      'create_user_tag',
      { userTagName: 'a', userIds: [] },
      { fields: { userTagName: 'b' } },
    );
    await expect(bad).rejects.toMatchObject({ detail: { field: 'parameters.userTagName' } });
  });

  test('behavior: equal intents are two activities: timestamps only grow, also after a restart', async () => {
    const seen = desk.tapped();
    const parameters = { userId: desk.ready.enrolment.userId, userName: 'Same' };
    const first = await desk.submit('update_user_name', parameters);
    const second = await desk.submit('update_user_name', parameters);
    await follow(desk.rig, first.id, ['completed']);
    await follow(desk.rig, second.id, ['completed']);
    desk.rig.kill();
    desk.time.shift -= 60_000;
    const third = await desk.submit('update_user_name', parameters);
    await follow(desk.rig, third.id, ['completed']);
    desk.time.shift += 60_000;
    const times = seen
      .filter(({ path }) => path.endsWith('update_user_name'))
      .map(({ body }) => Number((JSON.parse(body) as { timestampMs: string }).timestampMs));
    expect(times).toHaveLength(3);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });

  test('behavior: the answer comes when the entry is on disk, before anything is sent', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    desk.rig.net = async (url, init) => {
      await gate;
      return desk.through(url, init);
    };
    const view = await desk.tag();
    expect(view).toMatchObject({ state: 'stamped', attempts: 0 });
    desk.rig.kill();
    release();
    expect(await follow(desk.rig, view.id, SETTLED)).toMatchObject({ state: 'completed' });
  });

  test('behavior: a stored request carries the exact bytes: the fingerprint is theirs', async () => {
    const seen = desk.tapped();
    const { id, fingerprint } = await desk.tag();
    await follow(desk.rig, id, ['completed']);
    const { body } = seen.find(({ path }) => path.endsWith('create_user_tag')) ?? { body: '' };
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
    expect(fingerprint).toBe(`sha256:${Buffer.from(digest).toString('hex')}`);
  });
});

describe('activities_wait', () => {
  test('behavior: answers at the change, and unchanged after twenty seconds', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    desk.rig.net = async (url, init) => {
      await gate;
      return desk.through(url, init);
    };
    const { id } = await desk.tag();
    const sending = await follow(desk.rig, id, ['sending']);
    const same = await desk.rig.client.call('activities_wait', { id, revision: sending.revision });
    expect(same.revision).toBe(sending.revision);
    const change = desk.rig.client.call('activities_wait', { id, revision: sending.revision });
    release();
    expect((await change).revision).toBeGreaterThan(sending.revision);
  });

  test('error: an entry that is not there', async () => {
    const wait = desk.rig.client.call('activities_wait', { id: crypto.randomUUID(), revision: 0 });
    await expect(wait).rejects.toMatchObject({ code: 'activity_unknown' });
  });
});

describe('activities_dismiss', () => {
  test('behavior: off the lists, but its id is never used again', async () => {
    const id = crypto.randomUUID();
    const parameters = { userTagName: `D ${id.slice(0, 8)}`, userIds: [] };
    await desk.submit('create_user_tag', parameters, { id });
    await follow(desk.rig, id, ['completed']);
    const before = await desk.effects();
    await desk.rig.client.call('activities_dismiss', { id });
    const range = { profileId: desk.ready.profile.id, before: null, limit: 10 };
    expect(await desk.rig.client.call('activities_list', range)).toEqual([]);
    await desk.submit('create_user_tag', parameters, { id });
    expect(await desk.effects()).toBe(before);
  });

  test('error: while it is under way', async () => {
    desk.rig.net = () => FAULTS['drop before']();
    const { id } = await desk.tag();
    await follow(desk.rig, id, ['waiting']);
    await expect(desk.rig.client.call('activities_dismiss', { id })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});
