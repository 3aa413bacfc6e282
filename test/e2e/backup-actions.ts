import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { errorWords } from '../../src/ui/words/en/errors.ts';
import { openSection } from './pages.ts';
import { reauthenticate } from './reauthentication.ts';
import { button, textFor, typeNewPassword } from './user-actions.ts';

/*
 * What a user does to make and to restore a backup, in either browser.
 */

export const BACKUP_PASSWORD = 'granite-otter-parasol-1742';
const TIMEOUT = { timeout: 30_000 };

const label = (page: Page, key: string) => page.getByLabel(textFor(key), { exact: true });

/** Goes to the section. */
export async function openBackupSection(page: Page): Promise<void> {
  await openSection(page, 'backup');
  await button(page, 'backup.make.do').waitFor(TIMEOUT);
}

/** Types the password of a new backup twice, and asks for it. */
export async function makeBackup(
  page: Page,
  { withKeys, password = BACKUP_PASSWORD }: { withKeys: boolean; password?: string },
): Promise<void> {
  const contents = textFor(withKeys ? 'backup.make.full' : 'backup.make.plain');
  await page.getByRole('radio', { name: contents }).check();
  await typeNewPassword(page, password);
  await button(page, 'backup.make.do').click();
}

/** Types the password of the chosen file, and opens it. */
export async function openBackup(page: Page, password = BACKUP_PASSWORD): Promise<void> {
  await label(page, 'backup.restore.password').fill(password);
  await button(page, 'backup.restore.open').click();
}

export const lookTitle = (page: Page) =>
  page.getByRole('heading', { name: textFor('backup.look.title') });

/** From the set-up's first step to the file: a new password for this browser. */
export async function beginRestore(page: Page, password: string): Promise<void> {
  await button(page, 'options.setup.restore').click();
  await page.getByText(textFor('backup.setup.password')).waitFor(TIMEOUT);
  await typeNewPassword(page, password);
  await button(page, 'options.setup.createVault').click();
  // The derivation takes as long as the machine allows.
  await button(page, 'backup.restore.open').waitFor({ timeout: 90_000 });
}

export const fileInput = (page: Page) => label(page, 'backup.restore.file');

type Passwords = { readonly password: string; readonly backup: string; readonly wrong: string };

/**
 * A backup with the keys; then the same file with a wrong password, and with its own. Calls back with
 * each screen, and returns the file.
 */
export async function backUpAndOpen(
  page: Page,
  { password, backup, wrong }: Passwords,
  onScreen: (page: Page) => Promise<void>,
): Promise<string> {
  await openBackupSection(page);
  const downloading = page.waitForEvent('download');
  await reauthenticate(page, password);
  await makeBackup(page, { withKeys: true, password: backup });
  const file = await (await downloading).path();
  await page.getByText(textFor('backup.make.done'), { exact: true }).waitFor(TIMEOUT);
  await onScreen(page);
  await fileInput(page).setInputFiles(file);
  await openBackup(page, wrong);
  await page.getByText(errorWords.backup_password, { exact: true }).waitFor(TIMEOUT);
  await onScreen(page);
  await openBackup(page, backup);
  await lookTitle(page).waitFor(TIMEOUT);
  await onScreen(page);
  return readFileSync(file, 'latin1');
}
