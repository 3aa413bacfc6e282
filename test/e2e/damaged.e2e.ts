import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { DamagedKind, DamagedRecord } from '../../src/protocol/damaged-record.ts';
import type { Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { readDatabase, writeRows, callWorker } from './extension-internals.ts';
import { checkOptionsScreen } from './options-appearance.ts';
import { openActivities, openPopup, sectionTab } from './pages.ts';
import { profileOf } from './passkey-environment.ts';
import { checkScreen } from './popup-appearance.ts';
import { connectedSite, createGrant, writeSites } from './stored-sites.ts';
import { textFor } from './user-actions.ts';
import { storedProfiles, writeProfile } from './vault-writer.ts';

/*
 * One damaged record of each kind on the disk: it is named where its list is, everything else there works, and
 * its user removes it (threat 60).
 */

const TIMEOUT = { timeout: 15_000 };
const WHOLE = 'https://whole.example';
const DAMAGED = 'https://damaged.example';
const [GRANT, ENTRY] = [crypto.randomUUID(), crypto.randomUUID()];
const PROFILE = 'Damaged profile';

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let keystamp: Keystamp;
let options: Page;

const rowsOf = async (store: string) => (await readDatabase(options))[store] ?? {};
const listed = () => callWorker<readonly DamagedRecord[]>(options, 'damaged_list');

/** The notice's row of a record, and its button. */
function rowOf(page: Page, kind: DamagedKind, name: string) {
  const what = textFor(`app.damaged.${kind}`, { name });
  return {
    text: page.locator('.banner').getByText(what, { exact: true }),
    remove: page.getByRole('button', { name: textFor('app.damaged.remove', { what }) }),
  };
}
async function removeByButton(page: Page, kind: DamagedKind, name: string): Promise<void> {
  const { text, remove } = rowOf(page, kind, name);
  await remove.click();
  await expect(text).toHaveCount(0);
}

test.beforeAll(async ({ environments }) => {
  ({ keystamp, options } = await environments.start());
  keystamp.context.setDefaultTimeout(TIMEOUT.timeout);
  const profile = await profileOf(options);
  await callWorker(options, 'activities_submit', {
    id: crypto.randomUUID(),
    profileId: profile.id,
    operation: 'create_user_tag',
    parameters: { userTagName: 'Whole', userIds: [] },
  });
  await expect
    .poll(async () => Object.values(await rowsOf('outbox')), TIMEOUT)
    .toMatchObject([{ state: 'completed' }]);
  await writeProfile(keystamp, options, {
    ...profile,
    id: crypto.randomUUID(),
    name: PROFILE,
    order: 1e300,
  });
  const at = Date.now();
  const ofSite = { origin: WHOLE, profileId: profile.id, operation: 'update_wallet', most: 5 };
  await writeSites(options, {
    sites: [connectedSite(WHOLE, profile.id, at)],
    grants: [createGrant(ofSite)],
  });
  const [entry] = Object.values(await rowsOf('outbox'));
  await writeRows(options, {
    sites: [{ ...connectedSite(DAMAGED, profile.id, at), lastUsedAt: 1e300 }],
    grants: [createGrant({ ...ofSite, id: GRANT, most: 1e9 })],
    outbox: [{ ...(entry as object), id: ENTRY, state: 'finished' }],
  });
});

test('behavior: each is named by the worker, and nothing else is (threat 60)', async () => {
  expect(await listed()).toEqual([
    { kind: 'site', name: DAMAGED },
    { kind: 'pre_approval', name: GRANT },
    { kind: 'profile', name: PROFILE },
    { kind: 'activity', name: ENTRY },
  ]);
  // What can be read isn't removed under any name.
  await callWorker(options, 'damaged_remove', { kind: 'site', name: WHOLE });
  expect(Object.keys(await rowsOf('sites'))).toHaveLength(2);
});

test('behavior: a site and an auto-approval are removed in Sites, and the whole ones stay (threat 60)', async () => {
  await sectionTab(options, 'sites').click();
  await rowOf(options, 'site', DAMAGED).text.waitFor();
  await expect(options.locator('.site')).toHaveCount(1);
  await checkOptionsScreen(options, 'damaged/sites');
  await removeByButton(options, 'site', DAMAGED);
  await removeByButton(options, 'pre_approval', GRANT);
  await expect(options.locator('.banner')).toHaveCount(0);
  expect(Object.keys(await rowsOf('sites'))).toEqual([JSON.stringify(WHOLE)]);
  expect(Object.values(await rowsOf('grants'))).toMatchObject([{ origin: WHOLE, most: 5 }]);
});

test('behavior: a profile is removed beside the others (threat 60)', async () => {
  await sectionTab(options, 'keys').click();
  await rowOf(options, 'profile', PROFILE).text.waitFor();
  await checkOptionsScreen(options, 'damaged/profiles');
  await removeByButton(options, 'profile', PROFILE);
  expect((await storedProfiles(options)).map(({ order }) => order)).toEqual([0]);
});

test('behavior: an activity is removed in Activity, and its ID stays taken (threat 60)', async () => {
  const popup = await openPopup(keystamp);
  await openActivities(popup);
  await rowOf(popup, 'activity', ENTRY).text.waitFor();
  await checkScreen(popup, 'damaged/activity');
  await removeByButton(popup, 'activity', ENTRY);
  expect((await rowsOf('outbox'))[JSON.stringify(ENTRY)]).toMatchObject({
    hidden: true,
    state: '',
  });
  expect(await listed()).toEqual([]);
  const { id: profileId } = await profileOf(options);
  const parameters = { userTagName: 'Again', userIds: [] };
  await expect(
    callWorker(options, 'activities_submit', {
      id: ENTRY,
      profileId,
      operation: 'create_user_tag',
      parameters,
    }),
  ).rejects.toThrow('id_used');
  await popup.close();
});
