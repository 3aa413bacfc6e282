import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { callWorker } from '../e2e/extension-internals.ts';
import { openPopup, openSettings, openSetUp } from '../e2e/pages.ts';
import { makePasskey, registerAt } from '../e2e/passkey-environment.ts';
import { profileOf, stampNow } from '../e2e/passkey-options-actions.ts';
import { button, fillForm, openForm, operationRow, textFor } from '../e2e/user-actions.ts';
import { confirmWindow } from './confirm-window.ts';
import { useFirefox } from './firefox-setup.ts';
import { test } from './firefox-test.ts';

/*
 * Passkeys of a domain in a real Firefox, from an authenticator of Firefox's own: a profile that has
 * nothing else, and an activity stamped in the window that prompts for it. A passkey of the extension's
 * own origin would be lost with the installation (docs/platform.md, Passkeys in extension pages).
 */

const NAME = 'By a known passkey';
const DOMAIN = 'localhost';

const setup = useFirefox({ through: 'service' });
let options: Page;
let userId: string;

test.beforeAll(async () => {
  await setup.keystamp.addAuthenticator();
  options = await openSettings(setup);
  userId = (await profileOf(options)).known?.userId ?? '';
});

test('behavior: set up with a passkey that the organization knows, and nothing else', async () => {
  const { service, oracle } = setup;
  const web = await setup.openWeb(`${service.url.replace('127.0.0.1', DOMAIN)}/demo`);
  await registerAt(oracle, userId, [await makePasskey(web, DOMAIN)]);
  await web.close();
  await openSetUp(options);
  await options.getByRole('radio', { name: textFor('options.service.custom') }).check();
  const field = (key: string) => options.getByLabel(textFor(key), { exact: true });
  await field('options.service.baseUrl').fill(service.url);
  await field('options.service.organization').fill(service.organizationId);
  await field('options.profile.name').fill(NAME);
  await button(options, 'app.continue').click();
  await options.getByRole('radio', { name: textFor('options.key.origin.passkey') }).check();
  await field('authorization.domain.name').fill(DOMAIN);
  await button(options, 'options.setup.passkeyDo').click();
  await button(options, 'authorization.read.first').click();
  await stampNow(options);
  await options.getByText(textFor('options.proof.goodPasskey')).waitFor();
  expect(await profileOf(options, NAME)).toMatchObject({
    keyId: null,
    passkeys: { rpId: DOMAIN, credentials: [] },
    known: { userId },
  });
  await button(options, 'options.proof.finish').click();
});

test('behavior: an activity is stamped by it in the window that prompts, and carried out once', async () => {
  const { id } = await profileOf(options, NAME);
  await callWorker(options, 'profiles_select', { id });
  const popup = await openPopup(setup);
  const row = operationRow('update_wallet');
  await openForm(popup, row);
  await fillForm(popup, row, { walletId: 'Payroll', walletName: 'By passkey' });
  await button(popup, 'popup.review.title').click();
  await popup.getByRole('button', { name: row.action, exact: true }).click();
  const window = await confirmWindow(setup.keystamp);
  await button(window, 'passkey.use').click();
  await expect
    .poll(async () => (await setup.oracle.effects())['ACTIVITY_TYPE_UPDATE_WALLET'])
    .toBe(1);
  const { client, organizationId } = setup.oracle;
  const { activities } = await client.getActivities({ organizationId });
  const [vote] = activities.find(({ type }) => type === 'ACTIVITY_TYPE_UPDATE_WALLET')?.votes ?? [];
  expect(vote).toMatchObject({ userId, scheme: 'SIGNATURE_SCHEME_TK_WEBAUTHN' });
});

test('behavior: no errors on any console', async () => {
  expect(await setup.keystamp.logs()).toEqual([]);
});
