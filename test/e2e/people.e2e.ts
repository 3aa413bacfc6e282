import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { deviceCodeOf } from '../../src/client/device/device-code.ts';
import { checkWhole } from './appearance.ts';
import { test } from './environment.ts';
import type { Oracle } from './oracle.ts';
import { openList, openPopup } from './pages.ts';
import { button, fillForm, operationRow, textFor, waitForState } from './user-actions.ts';

/*
 * People of the organization: a new user with a first key, from the list of users to the real local
 * service, and what the form refuses.
 */

const TIMEOUT = { timeout: 30_000 };
const ADD_USERS = operationRow('create_users');
const ADD_KEYS = operationRow('create_api_keys');

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });
test.setTimeout(120_000);

let oracle: Oracle;
let page: Page;

test.beforeAll(async ({ environments }) => {
  const environment = await environments.start();
  ({ oracle } = environment);
  page = await openPopup(environment.keystamp);
});

const newPublicKey = () => toHex(publicKeyOf('P256', generatePrivateKey('P256')));
const field = (name: string) => page.locator(`[data-field="users.0.${name}"]`);

const checkScreen = (name: string) => checkWhole(page, name);

async function userNamed(name: string) {
  const { organizationId, client } = oracle;
  const { users } = await client.getUsers({ organizationId });
  return users.find(({ userName }) => userName === name);
}

async function openUsers(): Promise<void> {
  await openList(page, 'user');
  await page.getByRole('link', { name: ADD_USERS.action }).waitFor(TIMEOUT);
}

test.describe('a new user', () => {
  test('error: without a key that lasts, the form says so and sends nothing', async () => {
    await openUsers();
    await checkScreen('people-users');
    await page.getByRole('link', { name: ADD_USERS.action }).click();
    await field('userName').locator('input').fill('Grace Hopper');
    await checkScreen('people-form');
    await button(page, 'popup.review.title').click();
    await expect(field('apiKeys.0.publicKey').locator('.field-error').first()).toBeVisible();
    await checkScreen('people-missing');
    expect(await userNamed('Grace Hopper')).toBeUndefined();
  });

  test('behavior: from a device code, with e-mail, phone and a tag', async () => {
    const publicKey = newPublicKey();
    const { organizationId } = oracle;
    await fillForm(page, ADD_USERS, {
      users: [
        {
          userName: 'Grace Hopper',
          userEmail: 'grace@demo.example',
          userPhoneNumber: '+15551230000',
          apiKeys: [
            { apiKeyName: 'Laptop', publicKey: deviceCodeOf({ organizationId, publicKey }) },
          ],
          userTags: ['Signers'],
        },
      ],
    });
    await page.locator('.comparison-groups').waitFor(TIMEOUT);
    await checkScreen('people-filled');
    await button(page, 'popup.review.title').click();
    await page.getByRole('button', { name: ADD_USERS.action, exact: true }).waitFor(TIMEOUT);
    await checkScreen('people-review');
    await page.getByRole('button', { name: ADD_USERS.action, exact: true }).click();
    await waitForState(page, 'completed');
    const user = await userNamed('Grace Hopper');
    expect(user).toMatchObject({ userEmail: 'grace@demo.example' });
    expect(user?.userTags).toHaveLength(1);
    expect(user?.apiKeys.map(({ credential }) => credential.publicKey)).toEqual([publicKey]);
  });

  test('behavior: is in the list of users, with the key in its screen', async () => {
    await openUsers();
    await page.getByRole('link', { name: /Grace Hopper/ }).click();
    await page.getByRole('link', { name: /^Laptop/ }).waitFor(TIMEOUT);
    await checkScreen('people-user');
  });
});

test.describe('a key for a user', () => {
  test('behavior: from the user’s screen, of this browser, for 30 days', async () => {
    await page.getByRole('link', { name: ADD_KEYS.action }).click();
    const place = (name: string) => page.locator(`[data-field="apiKeys.0.${name}"]`);
    await place('apiKeyName').locator('input').fill('Shared');
    await place('publicKey')
      .getByRole('combobox', { name: textFor('popup.publicKey.own') })
      .selectOption('new');
    await expect(place('publicKey').locator('textarea')).toHaveValue(/^0[23]/);
    await place('expirationSeconds').getByRole('combobox').selectOption('month');
    await checkScreen('people-key');
    await button(page, 'popup.review.title').click();
    await page.getByText('30 days (2592000 seconds)').waitFor(TIMEOUT);
    await page.getByRole('button', { name: ADD_KEYS.action, exact: true }).click();
    await waitForState(page, 'completed');
    const user = await userNamed('Grace Hopper');
    const key = user?.apiKeys.find(({ apiKeyName }) => apiKeyName === 'Shared');
    expect(key?.expirationSeconds).toBe('2592000');
  });
});

test.describe('a user that goes', () => {
  test('behavior: deleted from the user’s screen, after a second question', async () => {
    await openUsers();
    await page.getByRole('link', { name: /Grace Hopper/ }).click();
    const { action = '' } = operationRow('delete_users').single ?? {};
    await page.getByRole('button', { name: new RegExp(`^${action}`) }).click();
    await page.getByRole('button', { name: `${action}…`, exact: true }).click(TIMEOUT);
    await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
    await waitForState(page, 'completed');
    expect(await userNamed('Grace Hopper')).toBeUndefined();
  });
});
