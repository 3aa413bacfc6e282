// A pre-approval while the profile's usual method is the passkey: nobody is there to use it.
import { expect, test } from 'vitest';
import type { Profile } from '../../src/protocol/profile.ts';
import { waitForState } from '../worker/fake-browser.ts';
import { openTab, userOf } from '../worker/tab.ts';
import { HOUR, submitRequests, useWorkerFixture } from '../worker/worker-fixture.ts';

const fixture = useWorkerFixture();

const save = (changes: Partial<Profile>) =>
  fixture.callWithProof('profiles_save', { ...fixture.account.profile, ...changes });
const PASSKEYS = {
  rpId: null,
  credentials: [{ id: 'A'.repeat(43), name: 'Mine', transports: [] }],
};

test('error: it stamps nothing, also not with the key', async () => {
  const tab = openTab(fixture.browser);
  const user = userOf(fixture.browser);
  const answer = await fixture.browser.client.call('query', {
    profileId: fixture.account.profile.id,
    operation: 'list_wallets',
    parameters: {},
  });
  const { walletId = '' } = (answer as { wallets: { walletId: string }[] }).wallets[0] ?? {};
  const rename = (walletName: string) => tab.request('update_wallet', { walletId, walletName });
  await tab.ask('connect', { operations: ['update_wallet'] });
  await user.consent(fixture.account.profile.id);
  await rename('First');
  await user.approve({ limits: {}, most: 5, perHour: null, lastsMs: HOUR });
  // What is sent from here on is none of the first one.
  const range = { profileId: null, before: null, limit: 1 };
  const first = await fixture.time.until(
    async () => (await fixture.browser.client.call('activities_list', range))[0],
  );
  await waitForState(fixture.browser, first.id, ['completed']);
  const uses = async () =>
    (await fixture.browser.client.call('sites_list', {})).flatMap(({ grants }) =>
      grants.map(({ used }) => used),
    );
  const requests = fixture.recordRequests();
  await save({ passkeys: PASSKEYS, authorization: { usual: 'passkey', passkeyOnly: [] } });
  expect((await rename('Second')).answer).toMatchObject({ kind: 'waiting' });
  expect(await user.queue()).toMatchObject([{ state: 'pending' }]);
  expect([submitRequests(requests), await uses()]).toEqual([[], [0]]);
  // It goes on as before once the key is preferred again.
  await save({ passkeys: PASSKEYS, authorization: { usual: 'key', passkeyOnly: [] } });
  await rename('Third');
  await fixture.time.until(async () => submitRequests(requests)[0]);
  expect(submitRequests(requests)).toHaveLength(1);
  expect(await uses()).toEqual([1]);
});
