import { copyFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import {
  beginRestore,
  fileInput,
  lookTitle,
  makeBackup,
  openBackup,
  openBackupSection,
} from '../e2e/backup-actions.ts';
import { openHistory, openKeys, openSecurity, openSettings } from '../e2e/pages.ts';
import { button, textFor, unlock } from '../e2e/user-actions.ts';
import { errorWords } from '../../src/ui/words/en/errors.ts';
import { downloadFolder, launchFirefox, type KeystampInFirefox } from './browser.ts';
import { pageOfTab } from './firefox-page.ts';
import { useFirefox } from './firefox-setup.ts';
import { test } from './firefox-test.ts';
import { shownBy, takesTrials, trialUnless } from '../trial-tag.ts';

/*
 * A backup from one Firefox to another, with its key.
 */

const OTHER_PASSWORD = 'walnut-ferry-lichen-9310';
const setup = useFirefox({ through: 'service' });
let page: Page;
let other: KeystampInFirefox | undefined;
let file = '';

test.afterAll(async () => {
  await other?.close();
});

/** The saved files, in full: until then Firefox holds an empty one in their place. */
const saved = () => {
  const folder = downloadFolder(setup.keystamp.profileDir);
  return readdirSync(folder).filter(
    (name) => name.endsWith('.keystamp') && statSync(join(folder, name)).size > 0,
  );
};

test('behavior: a backup with keys is saved as a file', shownBy('e2e/backup.e2e.ts'), async () => {
  page = await openKeys(setup);
  await button(page, 'options.key.bring').waitFor();
  await openBackupSection(page);
  // A proof right before it, as the minute of the last one may be over.
  await openSecurity(page);
  await button(page.locator('main'), 'popup.lock').click();
  await unlock(page);
  await openBackupSection(page);
  await makeBackup(page, { withKeys: true });
  await page.getByText(textFor('backup.make.done'), { exact: true }).waitFor();
  await expect.poll(saved).toEqual([expect.stringMatching(/^keystamp-[\d-]+\.keystamp$/)]);
  const folder = downloadFolder(setup.keystamp.profileDir);
  file = join(setup.keystamp.profileDir, 'made.keystamp');
  copyFileSync(join(folder, saved()[0] ?? ''), file);
});

/** How the page says when a chosen file was made. */
const MADE = textFor('backup.restore.made').split('{')[0] ?? '';

test(
  'behavior: an empty Firefox gets profile and key, and the key works',
  trialUnless(false),
  async () => {
    other = await launchFirefox();
    const empty = pageOfTab(await openSettings(other));
    await beginRestore(empty, OTHER_PASSWORD);
    await fileInput(empty).press(file);
    // A busy Firefox tells the page later: without a file there is no password to try.
    await empty.getByText(MADE).waitFor();
    await openBackup(empty, 'not-the-password-of-it');
    await empty.getByText(errorWords.backup_password, { exact: true }).waitFor();
    await openBackup(empty);
    await lookTitle(empty).waitFor();
    await button(empty, 'backup.restore.do').click();
    await empty.getByRole('heading', { name: textFor('backup.done.title') }).waitFor();
    await button(empty, 'app.done').click();
    await empty
      .getByRole('link', { name: /^Local service/ })
      .first()
      .click();
    await button(empty, 'options.profile.test').click();
    await empty.getByText(textFor('options.proof.good'), { exact: true }).waitFor();
  },
);

test('behavior: its history is whole', trialUnless(false), async () => {
  if (!other) throw new Error('no second Firefox');
  const popup = pageOfTab(await openHistory(other));
  await button(popup, 'history.verify').click();
  await popup.getByText(textFor('history.wholeText')).waitFor();
  await popup
    .locator('.badge', { hasText: textFor('history.fact.restored') })
    .first()
    .waitFor();
});

test('behavior: no errors on any console', async () => {
  expect(await setup.keystamp.logs()).toEqual([]);
  if (takesTrials) expect(await other?.logs()).toEqual([]);
});
