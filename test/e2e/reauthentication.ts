import type { Locator, Page } from 'playwright';
import { SESSION_KEY } from '../../src/vault/session.ts';
import { createPasswordClient } from '../../src/client/password.ts';
import { readArea, writeArea } from './extension-internals.ts';
import { createLocalKdfPort } from '../client/local-kdf-port.ts';
import { createClientThrough } from './set-up-by-calls.ts';
import { button, PASSWORD, textFor } from './user-actions.ts';

/** The dialog that takes the password or a passkey again. */
export const reauthenticationDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: textFor('options.again.title') });

/** Types a password into the dialog and confirms. */
export async function confirmIdentity(page: Page, password = PASSWORD): Promise<void> {
  const dialog = reauthenticationDialog(page);
  await dialog.getByLabel(textFor('app.unlock.password'), { exact: true }).fill(password);
  await button(dialog, 'options.again.confirm').click();
}

/**
 * The password again, without the dialog: for tests of other things, which may take longer or
 * shorter than the minute that it counts. Calls the worker from any page of the extension.
 */
export async function reauthenticate(page: Page, password = PASSWORD): Promise<void> {
  const client = createClientThrough(page);
  await createPasswordClient({ client, start: createLocalKdfPort }).reauthenticate(password);
}

/** The last proof counts no more, as after a minute. From any page of the extension. */
export async function ageProof(page: Page): Promise<void> {
  const { [SESSION_KEY]: record } = await readArea(page, 'session');
  const { unlocked, ...rest } = record as { unlocked: object };
  const aged = { ...unlocked, provenAt: Date.now() - 60_000 };
  await writeArea(page, 'session', { [SESSION_KEY]: { ...rest, unlocked: aged } });
}
