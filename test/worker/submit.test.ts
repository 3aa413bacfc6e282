// What a page may submit, and what of it is stored and sent.
import { describe, expect, test } from 'vitest';
import { SETTLED, useWorkerFixture } from './worker-fixture.ts';
import { FAULTS } from './faults.ts';
import { waitForState } from './fake-browser.ts';

const fixture = useWorkerFixture();

describe('activities_submit', () => {
  test('behavior: a repeated call with the same id finds the same entry', async () => {
    const before = await fixture.effects();
    const id = crypto.randomUUID();
    const parameters = { userTagName: `R ${id.slice(0, 8)}`, userIds: [] };
    const calls = [1, 2, 3].map(() => fixture.submit('create_user_tag', parameters, { id }));
    const views = await Promise.all(calls);
    expect(new Set(views.map((view) => view.fingerprint)).size).toBe(1);
    const done = await waitForState(fixture.browser, id, SETTLED);
    const again = await fixture.submit('create_user_tag', parameters, { id });
    expect(again).toMatchObject({ state: 'completed', fingerprint: done.fingerprint });
    expect(await fixture.effects()).toBe(before + 1);
  });

  test('behavior: what was shown as current stays with the entry, and isn’t sent', async () => {
    const requests = fixture.recordRequests();
    const { userId } = fixture.account.enrolment;
    const parameters = { userId, userName: 'Later' };
    const input = { profileId: fixture.account.profile.id, operation: 'update_user_name' };
    const id = crypto.randomUUID();
    // `userId` replaces nothing, and the row has no `more`.
    const replaced = { userName: 'Earlier', userId: 'x', more: 'y', constructor: 'z' };
    const { client } = fixture.browser;
    await client.call('activities_submit', { id, ...input, parameters, replaced });
    const done = await waitForState(fixture.browser, id, ['completed']);
    expect(done).toMatchObject({ parameters, replaced: { userName: 'Earlier' } });
    expect(Object.keys(done.replaced ?? {})).toEqual(['userName']);
    expect(JSON.stringify(requests)).not.toContain('Earlier');
  });

  test('error: the same id with other parameters, operation or profile', async () => {
    const { id } = await fixture.submitTag();
    const other = fixture.submit('create_user_tag', { userTagName: 'Other', userIds: [] }, { id });
    await expect(other).rejects.toMatchObject({ code: 'invalid_input', detail: { field: 'id' } });
    const wallet = fixture.submit('create_wallet', { walletName: 'W', accounts: [] }, { id });
    await expect(wallet).rejects.toMatchObject({ code: 'invalid_input', detail: { field: 'id' } });
    await waitForState(fixture.browser, id, ['completed']);
  });

  test('behavior: the same members in another order are the same request, other items aren’t', async () => {
    const account = (addressFormat: string) => ({
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/60'/0'/0/0",
      addressFormat,
    });
    const [one, two] = [account('ADDRESS_FORMAT_ETHEREUM'), account('ADDRESS_FORMAT_TRON')];
    const walletName = `W ${crypto.randomUUID().slice(0, 8)}`;
    const { id, fingerprint } = await fixture.submit('create_wallet', {
      walletName,
      accounts: [one, two],
    });
    const backwards = (members: object) => Object.fromEntries(Object.entries(members).toReversed());
    const again = { accounts: [one, two].map(backwards), walletName };
    expect(await fixture.submit('create_wallet', again, { id })).toMatchObject({ fingerprint });
    for (const accounts of [[two, one], [one], [{ ...one, path: "m/44'/60'/0'/0/1" }, two]]) {
      const other = fixture.submit('create_wallet', { walletName, accounts }, { id });
      await expect(other).rejects.toMatchObject({ code: 'invalid_input', detail: { field: 'id' } });
    }
    await waitForState(fixture.browser, id, SETTLED);
  });

  test('error: a bad field is named, and nothing is stored', async () => {
    const bad = fixture.submit('create_user_tag', { userTagName: 'a<b', userIds: [] });
    await expect(bad).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { field: 'parameters.userTagName' },
    });
    const unknown = fixture.submit('create_user_tag', { userTagName: 'a', userIds: [], more: 1 });
    await expect(unknown).rejects.toMatchObject({ detail: { field: 'parameters.more' } });
    await expect(fixture.submit('constructor', {})).rejects.toMatchObject({
      detail: { field: 'operation' },
    });
    await expect(fixture.submit('whoami', {})).rejects.toMatchObject({ code: 'invalid_input' });
    const list = await fixture.browser.client.call('activities_list', {
      profileId: null,
      before: null,
      limit: 10,
    });
    expect(list).toEqual([]);
  });

  test('error: a secret under a name that accepts none', async () => {
    const bad = fixture.submit(
      'create_user_tag',
      { userTagName: 'a', userIds: [] },
      { fields: { userTagName: 'b' } },
    );
    await expect(bad).rejects.toMatchObject({ detail: { field: 'parameters.userTagName' } });
  });

  test('behavior: equal intents are two activities: timestamps only grow', async () => {
    const requests = fixture.recordRequests();
    const parameters = { userId: fixture.account.enrolment.userId, userName: 'Same' };
    const first = await fixture.submit('update_user_name', parameters);
    const second = await fixture.submit('update_user_name', parameters);
    await waitForState(fixture.browser, first.id, ['completed']);
    await waitForState(fixture.browser, second.id, ['completed']);
    fixture.browser.kill();
    fixture.time.shift -= 60_000;
    const third = await fixture.submit('update_user_name', parameters);
    await waitForState(fixture.browser, third.id, ['completed']);
    fixture.time.shift += 60_000;
    const times = requests
      .filter(({ path }) => path.endsWith('update_user_name'))
      .map(({ body }) => Number((JSON.parse(body) as { timestampMs: string }).timestampMs));
    expect(times).toHaveLength(3);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });

  test('behavior: the answer comes once the entry is on disk, before it is sent', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    fixture.browser.network = async (url, init) => {
      await released;
      return fixture.serviceFetch(url, init);
    };
    const view = await fixture.submitTag();
    expect(view).toMatchObject({ state: 'stamped', attempts: 0 });
    fixture.browser.kill();
    release();
    expect(await waitForState(fixture.browser, view.id, SETTLED)).toMatchObject({
      state: 'completed',
    });
  });

  test('behavior: a stored request has the exact bytes: the fingerprint is theirs', async () => {
    const requests = fixture.recordRequests();
    const { id, fingerprint } = await fixture.submitTag();
    await waitForState(fixture.browser, id, ['completed']);
    const { body } = requests.find(({ path }) => path.endsWith('create_user_tag')) ?? { body: '' };
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
    expect(fingerprint).toBe(`sha256:${Buffer.from(digest).toString('hex')}`);
  });
});

describe('changes of an entry', () => {
  test('behavior: each change is in a snapshot soon, and the end of the entry too', async () => {
    const { browser, account } = fixture;
    await browser.client.call('home', { profileId: account.profile.id });
    const states: (string | undefined)[] = [];
    let id = '';
    const stop = browser.watchSnapshot((snapshot) =>
      states.push(snapshot?.home?.entries.find((entry) => entry.id === id)?.state),
    );
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    browser.network = async (url, init) => {
      await released;
      return fixture.serviceFetch(url, init);
    };
    ({ id } = await fixture.submitTag());
    await fixture.time.passes(() => expect(states).toContain('sending'));
    release();
    await fixture.time.passes(() => expect(states.at(-1)).toBe('completed'));
    stop();
  });

  test('behavior: even if no home screen is known', async () => {
    const { browser } = fixture;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    browser.network = async (url, init) => {
      await released;
      return fixture.serviceFetch(url, init);
    };
    const { id } = await fixture.submitTag();
    await waitForState(browser, id, ['sending']);
    const news = new Promise<void>((resolve) => {
      const stop = browser.watchSnapshot(() => {
        void browser.client.call('activities_get', { id }).then(({ state }) => {
          if (state !== 'completed') return;
          stop();
          resolve();
        });
      });
    });
    release();
    await news;
  });

  test('error: an entry that doesn’t exist', async () => {
    const call = fixture.browser.client.call('activities_get', { id: crypto.randomUUID() });
    await expect(call).rejects.toMatchObject({ code: 'activity_unknown' });
  });
});

describe('activities_dismiss', () => {
  test('behavior: gone from the lists, but its id is never used again', async () => {
    const id = crypto.randomUUID();
    const parameters = { userTagName: `D ${id.slice(0, 8)}`, userIds: [] };
    await fixture.submit('create_user_tag', parameters, { id });
    await waitForState(fixture.browser, id, ['completed']);
    const before = await fixture.effects();
    await fixture.browser.client.call('activities_dismiss', { id });
    const range = { profileId: fixture.account.profile.id, before: null, limit: 10 };
    expect(await fixture.browser.client.call('activities_list', range)).toEqual([]);
    await fixture.submit('create_user_tag', parameters, { id });
    expect(await fixture.effects()).toBe(before);
  });

  test('error: while it is running', async () => {
    fixture.browser.network = () => FAULTS['drop before']();
    const { id } = await fixture.submitTag();
    await waitForState(fixture.browser, id, ['waiting']);
    await expect(fixture.browser.client.call('activities_dismiss', { id })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});
