import { createECDH } from 'node:crypto';
import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { ruleWords } from '../../src/ui/words/en/rules.ts';
import { addressOfVector } from '../addresses/vectors.ts';
import type { Keystamp } from './browser.ts';
import { test } from './environment.ts';
import type { Oracle } from './oracle.ts';
import { openPopup } from './pages.ts';
import {
  button,
  fillForm,
  openForm,
  operationRow,
  waitForState,
  textFor,
  switchToEnclaveProfile,
} from './user-actions.ts';
import type { LocalService } from './service.ts';
import { shoot } from './screenshots.ts';
import { countEach, OPERATION_SCENARIOS, type ScenarioContext } from './operation-scenarios.ts';
import { shownBy } from '../trial-tag.ts';

/*
 * Every operation from the popup's form to the effect stored at the service, in a real Chromium;
 * the vendor's client checks it.
 */

let service: LocalService;
let keystamp: Keystamp;
let oracle: Oracle;
let page: Page;
/** How many scenarios this environment has seen. */
let seen: number;

test.beforeAll(async ({ environments }) => {
  const { options, ...environment } = await environments.start();
  ({ service, keystamp, oracle } = environment);
  await options.close();
  page = await openPopup(keystamp);
  seen = 0;
});

test.describe('the ten operations', () => {
  for (const scenario of OPERATION_SCENARIOS) {
    test(
      `behavior: ${scenario.operation} from the form to the stored effect`,
      shownBy('e2e/tour.e2e.ts'),
      async () => {
        const context: ScenarioContext = { page, service, oracle, shoot: () => Promise.resolve() };
        seen += 1;
        await scenario.run(context);
        expect(await scenario.stored(context)).toEqual(scenario.expected);
      },
    );
  }

  test('behavior: each submit was carried out once', shownBy('e2e/tour.e2e.ts'), async () => {
    // Another environment begins after a test that failed.
    test.skip(seen < OPERATION_SCENARIOS.length, 'not all of them were carried out here');
    expect(await countEach(oracle, OPERATION_SCENARIOS)).toEqual(Array(9).fill(1));
  });

  test('behavior: no errors on any console', () => {
    const loud = keystamp.logs.filter(({ level }) => level === 'error' || level === 'uncaught');
    expect(loud).toEqual([]);
  });
});

test.describe('the second generation of one-time codes', () => {
  test('behavior: the code is encrypted before it leaves, and verified', async () => {
    await switchToEnclaveProfile(keystamp, page, service.url);
    const scenario = OPERATION_SCENARIOS.find((one) => one.operation === 'verify_otp');
    await scenario?.run({ page, service, oracle, shoot: () => Promise.resolve() });
    expect((await oracle.effects())['ACTIVITY_TYPE_VERIFY_OTP_V2']).toBe(1);
  });
});

test.describe('a list of records', () => {
  const P256 = '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';
  const ED25519 = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
  const KEYS = [
    { apiKeyName: 'Build server', publicKey: P256, expirationSeconds: '86400' },
    { apiKeyName: 'Laptop', curveType: 'API_KEY_CURVE_ED25519', publicKey: ED25519 },
  ];

  test('behavior: two new API keys from the form to the stored effect', async () => {
    const row = operationRow('create_api_keys');
    await openForm(page, row);
    await fillForm(page, row, { userId: 'Alice', apiKeys: KEYS });
    await shoot(page, 'api-keys-form');
    await button(page, 'popup.review.title').click();
    for (const { apiKeyName, publicKey } of KEYS) {
      await page.getByText(apiKeyName).first().waitFor();
      await expect(page.locator('main')).toContainText(publicKey.slice(-8));
    }
    await shoot(page, 'api-keys-review');
    await page.getByRole('button', { name: row.action, exact: true }).click();
    await waitForState(page, 'completed');
    const { organizationId, client } = oracle;
    const { users } = await client.getUsers({ organizationId });
    const alice = users.find(({ userName }) => userName.startsWith('Alice'));
    const { apiKeys } = await client.getApiKeys({ organizationId, userId: alice?.userId ?? '' });
    const stored = apiKeys.map(({ apiKeyName, credential: { publicKey, type }, ...rest }) => [
      apiKeyName,
      [publicKey, type, rest.expirationSeconds],
    ]);
    expect(stored).toHaveLength(2);
    expect(Object.fromEntries(stored)).toEqual({
      'Build server': [P256, 'CREDENTIAL_TYPE_API_KEY_P256', '86400'],
      Laptop: [ED25519, 'CREDENTIAL_TYPE_API_KEY_ED25519', undefined],
    });
    expect((await oracle.effects())['ACTIVITY_TYPE_CREATE_API_KEYS_V2']).toBe(1);
  });

  test('error: a key of another curve is named at its field', async () => {
    const row = operationRow('create_api_keys');
    await openForm(page, row);
    const [first, second] = KEYS;
    const publicKey = createECDH('prime256v1').generateKeys('hex', 'compressed');
    const wrong = { ...second, curveType: 'API_KEY_CURVE_P256' };
    await fillForm(page, row, { userId: 'Alice', apiKeys: [{ ...first, publicKey }, wrong] });
    // 32 bytes are a key of Ed25519 only where the user says so: they may be a private key.
    const place = page.locator('[data-field="apiKeys.1.publicKey"]');
    await place.getByText(textFor('popup.publicKey.maybe_private')).waitFor();
    await expect(place.locator('textarea')).toHaveValue('');
    const curve = page.locator('[data-field="apiKeys.0.curveType"] select');
    await curve.selectOption('API_KEY_CURVE_ED25519');
    await button(page, 'popup.review.title').click();
    const other = page.locator('[data-field="apiKeys.0.publicKey"]');
    await other.getByText(ruleWords.api_public_key).waitFor();
  });
});

test.describe('refusals at the form', () => {
  test('error: a wrong value is named at its field and nothing is sent', async () => {
    const before = await oracle.effects();
    const row = operationRow('update_user_email');
    await openForm(page, row);
    await fillForm(page, row, { userId: 'Alice', userEmail: 'no address' });
    await page.getByRole('button', { name: textFor('popup.review.title') }).click();
    await page
      .locator('[data-field="userEmail"] .field-error', { hasText: 'name@example.com' })
      .waitFor();
    expect(await oracle.effects()).toEqual(before);
  });

  test('error: an address that the network can’t pay out to is named with its chain', async () => {
    const before = await oracle.effects();
    const row = operationRow('init_fiat_on_ramp');
    await openForm(page, row);
    const tron = addressOfVector('scalar 1', 'ADDRESS_FORMAT_TRON');
    await fillForm(page, row, {
      network: 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN',
      cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_BTC',
      walletAddress: tron,
    });
    await button(page, 'popup.review.title').click();
    const place = page.locator('[data-field="walletAddress"]');
    const values = { chains: 'Tron', network: 'Bitcoin' };
    await expect(place.locator('.field-error')).toHaveText(textFor('popup.address.chain', values));
    // One without a checksum is accepted, and said to be without.
    await fillForm(page, row, {
      network: 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BASE',
      cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_USDC',
      walletAddress: addressOfVector('scalar 1', 'ADDRESS_FORMAT_ETHEREUM').toLowerCase(),
    });
    await place.getByText(textFor('popup.address.unchecked')).waitFor();
    await button(page, 'popup.review.title').click();
    await page.getByRole('button', { name: row.action, exact: true }).waitFor();
    await page.getByText(textFor('popup.address.unchecked')).waitFor();
    expect(await oracle.effects()).toEqual(before);
  });

  test('error: the service’s own refusal is shown in its words', async () => {
    const row = operationRow('update_wallet');
    await openForm(page, row);
    await fillForm(page, row, { walletId: 'Main wallet', walletName: 'Free a moment ago' });
    await oracle.createWallet('Free a moment ago');
    await page.getByRole('button', { name: textFor('popup.review.title') }).click();
    await page.getByRole('button', { name: row.action, exact: true }).click();
    await waitForState(page, 'refused');
    await page.getByText('wallet label must be unique').first().waitFor();
  });
});
