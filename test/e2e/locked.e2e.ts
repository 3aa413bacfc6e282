import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { ANSWERED_STATES, callRows } from '../../scripts/calls-document.ts';
import type { CallName } from '../../src/messaging/calls.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { SNAPSHOT_KEY, type AppState } from '../../src/protocol/app-state.ts';
import { EXAMPLES, type Example, type SampleData } from '../worker/every-call.ts';
import { checkShown } from './appearance.ts';
import type { Keystamp } from './browser.ts';
import { test } from './environment.ts';
import {
  call,
  readArea,
  readDatabase,
  sealedCall,
  writeArea,
  callWorker,
} from './extension-internals.ts';
import { openActivities, openPopup, openSecurity, openSites, openSignedHere } from './pages.ts';
import { openProfileNamed, profileOf } from './passkey-options-actions.ts';
import { button, operationRow, PASSWORD, textFor, unlock } from './user-actions.ts';
import { confirmIdentity, reauthenticationDialog, reauthenticate } from './reauthentication.ts';
import { SCREENSHOTS } from './screenshots.ts';
import { storedProfiles } from './vault-writer.ts';
import { addAuthenticator } from './virtual-authenticator.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * What a locked Keystamp does for its own pages, and what an unlocked one does only after the
 * password or a passkey again.
 */

const TIMEOUT = { timeout: 15_000 };
const SESSION = 'vault.session';
const RULE = 'create_user_tag';
const FOLDER = join(SCREENSHOTS, 'locked');

type SessionRecord = {
  readonly unlocked: { readonly provenAt: number; readonly lockAt: number } | null;
};
type Reply = { readonly ok: boolean; readonly error?: { readonly code: string } };

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let keystamp: Keystamp;
let page: Page;

const lockScreen = (at: Page) => at.getByRole('heading', { name: textFor('app.unlock.title') });
const ruled = async () => (await profileOf(page)).authorization.passkeyOnly;
const choice = () => page.getByRole('checkbox', { name: operationRow(RULE).title }).first();

/** Rewrites the session's record, like passing time would. */
async function change(members: Partial<NonNullable<SessionRecord['unlocked']>>): Promise<void> {
  const record = (await readArea(page, 'session'))[SESSION] as SessionRecord;
  const unlocked = { ...record.unlocked, ...members };
  await writeArea(page, 'session', { [SESSION]: { ...record, unlocked } });
}

/** As if a minute had passed since the password. */
const expireProof = () => change({ provenAt: Date.now() - 60_000 });

/** Everything stored, without the snapshot, which only reports what the rest contains. */
async function stored(): Promise<string> {
  const [local, { [SNAPSHOT_KEY]: _, ...session }, database] = await Promise.all([
    readArea(page, 'local'),
    readArea(page, 'session'),
    readDatabase(page),
  ]);
  return JSON.stringify([local, session, database]);
}

const checkScreen = (at: Page, name: string) => checkShown(at, name, { folder: FOLDER });

test.beforeAll(async ({ environments }) => {
  ({ keystamp, options: page } = await environments.start());
  page.setDefaultTimeout(TIMEOUT.timeout);
  const credentials = [{ id: 'A'.repeat(43), name: 'Mine', transports: [] }];
  await reauthenticate(page);
  await callWorker<Profile>(page, 'profiles_save', {
    ...(await profileOf(page)),
    passkeys: { rpId: null, credentials },
    authorization: { usual: 'key', passkeyOnly: ['update_user_email'] },
  });
  await openProfileNamed(page);
});

test.describe('while locked', () => {
  test('error: every call that the table refuses, sent raw by one of our pages, changes nothing', async () => {
    const profile = await profileOf(page);
    const id = crypto.randomUUID();
    const known = { id, kek: 'A'.repeat(43) };
    const world = {
      profile,
      keyId: profile.keyId ?? id,
      spareKeyId: profile.keyId ?? id,
      kek: known.kek,
      passkey: known,
      entryId: id,
      ownRequest: { id, digest: '0'.repeat(64) },
      operationRequest: { id, digest: '0'.repeat(64) },
      openRequestId: id,
      connectRequestId: id,
      grantId: id,
      backup: { header: '', check: '', contents: '', part: '', seen: '', first: 1, key: known.kek },
    } satisfies Omit<SampleData, 'browser' | 'time'> as SampleData;
    await callWorker(page, 'vault_lock');
    await lockScreen(page).waitFor();
    const before = await stored();
    const refused = callRows().filter(({ need }) => !ANSWERED_STATES[need].includes('locked'));
    expect(refused.length).toBeGreaterThan(35);
    for (const row of refused) {
      const found = EXAMPLES[row.call as CallName] as Readonly<Record<string, unknown>>;
      const example = (row.name === null ? found : found[row.name]) as Example<CallName>;
      const input = example.input(world);
      const reply = example.secret
        ? await sealedCall(page, row.call, input, example.secret(world))
        : await call(page, row.call, input);
      expect([row.call, reply]).toMatchObject([
        row.call,
        { ok: false, error: { code: 'vault_locked' } },
      ]);
    }
    expect(await stored()).toBe(before);
  });

  test('behavior: none of our pages learns of profiles, in answers or in memory', async () => {
    const [known] = await storedProfiles(page);
    const { organizationId, id } = known ?? { organizationId: '', id: '' };
    expect(organizationId).not.toBe('');
    const state = JSON.stringify(await call(page, 'state', {}));
    const snapshot = JSON.stringify((await readArea(page, 'session'))[SNAPSHOT_KEY]);
    for (const told of [state, snapshot]) {
      for (const word of ['Local service', '"organizationId":"', 'userName', organizationId, id]) {
        expect(told).not.toContain(word);
      }
    }
    await checkScreen(page, 'lock-screen');
    await unlock(page);
    await button(page, 'authorization.rules.save').waitFor();
  });

  test(
    'behavior: open lists give way to the lock screen when the lock comes, without an error',
    trialUnless(false),
    async () => {
      const pages = [page, await openPopup(keystamp)];
      for (const open of [openSites, openSignedHere, openActivities])
        pages.push(await open(keystamp));
      for (const one of pages) await one.locator('h1').first().waitFor();
      // The deadline passes: nobody tells the pages, each one finds out by its next call.
      await change({ lockAt: Date.now() - 1 });
      await keystamp.stopWorker();
      await button(page, 'options.profile.test').click();
      for (const one of pages) {
        await lockScreen(one).waitFor();
        expect(await one.getByRole('alert').count()).toBe(0);
      }
      for (const one of pages.slice(1)) await one.close();
      await unlock(page);
      await button(page, 'authorization.rules.save').waitFor();
    },
  );
});

test.describe('the dialog', () => {
  test.beforeEach(async () => {
    await page.bringToFront();
    await expireProof();
  });

  const save = () => button(page, 'authorization.rules.save').click();

  test('error: a user who leaves it changes nothing and loses nothing', async () => {
    await choice().check();
    await save();
    await reauthenticationDialog(page).waitFor();
    await checkScreen(page, 'dialog');
    const field = reauthenticationDialog(page).getByLabel(textFor('app.unlock.password'), {
      exact: true,
    });
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    await button(reauthenticationDialog(page), 'app.cancel').click();
    await reauthenticationDialog(page).waitFor({ state: 'detached' });
    await expect(choice()).toBeChecked();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await ruled()).toEqual(['update_user_email']);
    await checkScreen(page, 'left');
  });

  test('behavior: a wrong password is reported, the right one saves what was chosen', async () => {
    await save();
    await confirmIdentity(page, 'not the password');
    await reauthenticationDialog(page)
      .getByText(textFor('app.unlock.wrong'), { exact: true })
      .waitFor();
    expect(await ruled()).toEqual(['update_user_email']);
    await checkScreen(page, 'dialog-wrong');
    await confirmIdentity(page);
    await page.getByText(textFor('authorization.rules.saved')).waitFor();
    await reauthenticationDialog(page).waitFor({ state: 'detached' });
    await expect.poll(async () => (await ruled()).toSorted()).toEqual([RULE, 'update_user_email']);
  });

  test('behavior: within the minute it doesn’t come again', async () => {
    await choice().uncheck();
    // The answer brings the page a new state, which must not undo what was chosen.
    await reauthenticate(page);
    await expect
      .poll(async () => (await callWorker<AppState>(page, 'state')).lockAt)
      .not.toBeNull();
    await expect(choice()).not.toBeChecked();
    await save();
    await expect.poll(ruled).toEqual(['update_user_email']);
    expect(await reauthenticationDialog(page).count()).toBe(0);
  });

  test('behavior: name and color don’t need it', async () => {
    const name = page.getByLabel(textFor('options.profile.name'), { exact: true });
    for (const text of ['Renamed', 'Local service']) {
      await name.fill(text);
      await button(page, 'options.profile.save').click();
      await page.getByRole('heading', { name: text, exact: true }).waitFor();
      expect(await reauthenticationDialog(page).count()).toBe(0);
    }
  });

  test('error: a lock closes it, and nothing is changed', async () => {
    await choice().check();
    await save();
    await reauthenticationDialog(page).waitFor();
    await callWorker(page, 'vault_lock');
    await lockScreen(page).waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await unlock(page);
    await button(page, 'authorization.rules.save').waitFor();
    expect(await ruled()).toEqual(['update_user_email']);
  });

  test('behavior: it opens above the dialog that removes a profile', async () => {
    await button(page, 'options.profile.removeAsk').click();
    const asking = page.getByRole('dialog', {
      name: textFor('options.removeTitle', { name: 'Local service' }),
    });
    await button(asking, 'options.profile.remove').click();
    await reauthenticationDialog(page).waitFor();
    await checkScreen(page, 'dialog-over-dialog');
    await page.keyboard.press('Escape');
    await reauthenticationDialog(page).waitFor({ state: 'detached' });
    await expect(asking).toHaveCount(1);
    await button(asking, 'app.cancel').click();
    expect((await profileOf(page)).name).toBe('Local service');
  });

  test('behavior: the passkey that unlocks Keystamp works in place of the password', async () => {
    await addAuthenticator(page);
    await openSecurity(page);
    await button(page, 'authorization.passkey.add').click();
    const enrolling = page.getByRole('dialog');
    await enrolling.getByLabel(textFor('unlock.name'), { exact: true }).fill('Laptop');
    await enrolling.getByLabel(textFor('options.password.old'), { exact: true }).fill(PASSWORD);
    await button(enrolling, 'unlock.enrol').click();
    await page.getByText(textFor('unlock.enrolled', { name: 'Laptop' })).waitFor();
    await openProfileNamed(page);
    await expireProof();
    await choice().check();
    await save();
    await button(reauthenticationDialog(page), 'options.again.passkey').waitFor();
    await checkScreen(page, 'dialog-passkey');
    await button(reauthenticationDialog(page), 'options.again.passkey').click();
    await page.getByText(textFor('authorization.rules.saved')).waitFor();
    await expect.poll(async () => (await ruled()).toSorted()).toEqual([RULE, 'update_user_email']);
  });

  test('error: a stopped worker neither forgets the minute nor grants one', async () => {
    await keystamp.stopWorker();
    const input = { ...(await profileOf(page)), passkeyHeader: 'X-Stamp-Webauthn' };
    const refused = (await call(page, 'profiles_save', input)) as Reply;
    expect(refused.error?.code).toBe('reauthentication_needed');
    await reauthenticate(page);
    await keystamp.stopWorker();
    expect(await call(page, 'profiles_save', input)).toMatchObject({ ok: true });
  });
});
