import type { Locator, Page } from 'playwright';
import { createPasswords } from '../../src/messaging/password.ts';
import { clientThrough, localPort } from '../ui/ready.ts';
import { button, PASSWORD, say } from './person.ts';

/** The dialog that asks for the password or a passkey once more. */
export const proofDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: say('options.again.title') });

/** Types a password into the dialog and confirms. */
export async function confirmIdentity(page: Page, password = PASSWORD): Promise<void> {
  const dialog = proofDialog(page);
  await dialog.getByLabel(say('kit.unlock.password'), { exact: true }).fill(password);
  await button(dialog, 'options.again.confirm').click();
}

/**
 * The password once more, past the dialog: for walks about something else, which take longer or shorter
 * than the minute that it counts. Asks the worker of any page of the extension.
 */
export async function prove(page: Page, password = PASSWORD): Promise<void> {
  const client = clientThrough(page);
  await createPasswords({ client, start: localPort }).reauthenticate(password);
}
