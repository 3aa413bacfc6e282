import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { test } from './environment.ts';
import type { Oracle } from './oracle.ts';
import {
  addPasskey,
  checkAppearance,
  openProfileNamed,
  profileOf,
  promptDialog,
  stampNow,
} from './passkey-options-actions.ts';
import { reauthenticate } from './reauthentication.ts';
import { beginRotation, demandOneKey, demandWorkingKey, waitForEnd } from './rotation-walk.ts';
import { button, textFor } from './user-actions.ts';
import { addAuthenticator } from './virtual-authenticator.ts';

/*
 * The rotation of a key in a profile whose rules want a passkey for new keys: the prompt is part of the
 * rotation, and leaving it leaves everything as it is.
 */

const TIMEOUT = { timeout: 30_000 };

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let oracle: Oracle;
let page: Page;

test.beforeAll(async ({ environments }) => {
  ({ oracle, options: page } = await environments.start());
  page.setDefaultTimeout(TIMEOUT.timeout);
  await addAuthenticator(page);
  await reauthenticate(page);
  await openProfileNamed(page);
  await addPasskey(page, 'Laptop');
  await button(page, 'authorization.rules.preset').click();
  await button(page, 'authorization.rules.save').click();
  await page.getByText(textFor('authorization.rules.saved')).waitFor();
});

test('error: leaving the prompt registers nothing, and the rotation can be undone', async () => {
  await beginRotation(page);
  await promptDialog(page, 'ready').waitFor(TIMEOUT);
  await checkAppearance(page, 'rotation');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: textFor('app.cancel') })
    .click();
  await page.locator('[data-stopped="registration"]').waitFor();
  await demandWorkingKey(page);
  await button(page, 'rotation.undo').click();
  await waitForEnd(page, 'back');
  await demandOneKey(page, oracle);
});

test('behavior: one prompt, and the new key signs what the rules leave to it', async () => {
  const before = await demandOneKey(page, oracle);
  await beginRotation(page);
  await stampNow(page);
  await waitForEnd(page);
  expect(await demandOneKey(page, oracle)).not.toBe(before);
  const { passkeys, authorization } = await profileOf(page);
  expect(passkeys?.credentials).toHaveLength(1);
  expect(authorization.passkeyOnly.length).toBeGreaterThan(0);
});
