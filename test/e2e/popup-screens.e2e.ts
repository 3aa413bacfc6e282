import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { demandFits } from './appearance.ts';
import { test } from './environment.ts';
import { ROWS } from '../../src/protocol/operations.ts';
import { axeViolations, describeViolations } from './axe.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { type FaultProxy } from './fault-proxy.ts';
import { oracleAt } from './oracle.ts';
import {
  openActivities,
  openHome,
  openOperation,
  openOperations,
  openPopup,
  openProfiles,
} from './pages.ts';
import { checkScreen } from './popup-appearance.ts';
import {
  approve,
  button,
  fillForm,
  openForm,
  operationRow,
  waitForState,
  runOperation,
  textFor,
  unlock,
} from './user-actions.ts';
import { ruleWords } from '../../src/ui/words/en/rules.ts';
import { shoot } from './screenshots.ts';
import type { LocalService } from './service.ts';
import { unmarked } from './wording.ts';
import { shownBy } from '../trial-tag.ts';

/*
 * Every screen of the popup but the forms (popup-forms.e2e.ts): without any fault that axe-core knows,
 * none of them too wide, no text in the code.
 */

/**
 * Names and values of the demo organization, numbers, the service's own words, and those of the browser for days; and pieces of a
 * sentence between two values, which have only letters of the pseudo-locale.
 */
const DATA =
  /^[^A-Za-z]+$|^(?:Today|Yesterday)$|^bc1q[0-9a-z]+$|^[0-9a-f]{8}-[0-9a-f-]{27}$|^[\d\s.,:·/()…+×-]*$|^Keystamp$|^Local service$|Demo organization|wallet$|^Treasury|^Payroll|^Solana operations$|^(?:Contractors|Signers)\b|^(?:Ethereum|Bitcoin|Solana|Sui)\b.* and |key$|^ACTIVITY_|^CREDENTIAL_|@(?:demo\.)?example(?:\.com)?|^USDC token$|^Oracle$|^[A-Z]{2}$|encappedPublic|^Treasury hot key$|^(Alice|Bob|Carol|Dave|Erin)\b|^\/$|^m\/|^(?:(?:Ethereum|Bitcoin|Solana|Sui|Tron)(?:,? and |, )?)+$/;

let service: LocalService;
let proxy: FaultProxy;
let keystamp: Keystamp;
let page: Page;

test.beforeAll(async ({ environments }) => {
  const { options, ...environment } = await environments.start({ through: 'proxy' });
  ({ service, proxy, keystamp } = environment);
  await options.close();
  page = await openPopup(keystamp);
});

test.describe('screens of the popup', () => {
  test('behavior: no vault yet', shownBy('gallery/popup.browser.ts'), async () => {
    const empty = await launchKeystamp();
    try {
      const popup = await openPopup(empty);
      await button(popup, 'popup.noVault.action').waitFor();
      await checkScreen(popup, 'no-vault');
    } finally {
      await empty.close();
    }
  });

  test('behavior: home', shownBy('gallery/popup.browser.ts'), async () => {
    await page.getByText('Main wallet').waitFor();
    await checkScreen(page, 'home');
  });

  test('behavior: locked, wrong password', shownBy('gallery/popup.browser.ts'), async () => {
    await button(page, 'popup.lock').click();
    await button(page, 'app.unlock.action').waitFor();
    await checkScreen(page, 'locked');
    await unlock(page, 'wrong');
    await page.getByText(textFor('app.unlock.wrong')).waitFor();
    await checkScreen(page, 'locked-wrong');
    await unlock(page);
    await page.getByText('Main wallet').waitFor();
  });

  test('behavior: operations, and none found', shownBy('gallery/popup.browser.ts'), async () => {
    await openOperations(page);
    await page.getByRole('searchbox').waitFor();
    await checkScreen(page, 'operations');
    await page.getByRole('searchbox').fill('zebra');
    await checkScreen(page, 'operations-none');
  });

  test(
    'behavior: a taken name is found while it is typed',
    shownBy('gallery/popup.browser.ts'),
    async () => {
      const row = operationRow('create_wallet');
      await openForm(page, row);
      await page.locator('[data-field="walletName"] input').fill('Payroll');
      await page.locator('.field-error', { hasText: ruleWords.name_taken }).waitFor();
      await checkScreen(page, 'form-name-taken');
      await page.locator('[data-field="walletName"] input').fill('Payroll, too');
      await expect(page.locator('.field-error:not(:empty)')).toHaveCount(0);
    },
  );

  test(
    'behavior: review with old and new value; twice for an irreversible operation',
    shownBy('gallery/popup.browser.ts'),
    async () => {
      const rename = operationRow('update_user_email');
      await openForm(page, rename);
      await fillForm(page, rename, {
        userId: 'Alice',
        userEmail: 'alice.of.a.rather.long.name@subdomain.of.demo.example',
      });
      await button(page, 'popup.review.title').click();
      await page.getByText('alice@demo.example').waitFor();
      await checkScreen(page, 'review');
      const remove = operationRow('delete_user_tags');
      await openForm(page, remove);
      await fillForm(page, remove, { userTagIds: ['Contractors', 'Signers'] });
      await button(page, 'popup.review.title').click();
      await page.getByRole('button', { name: `${remove.action}…` }).click();
      await page.getByRole('dialog').waitFor();
      await checkScreen(page, 'review-twice');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: textFor('app.cancel') })
        .click();
    },
  );

  test(
    'behavior: an activity that is waiting, refused, and completed; then the list and home',
    shownBy('gallery/popup.browser.ts'),
    async () => {
      const row = operationRow('update_wallet');
      const connect = proxy.always(row.name, { kind: 'drop-before' });
      await openForm(page, row);
      await fillForm(page, row, { walletId: 'Payroll', walletName: 'Payroll two' });
      await approve(page, row);
      await waitForState(page, 'waiting');
      await checkScreen(page, 'activity-waiting');
      connect();
      await waitForState(page, 'completed');
      await checkScreen(page, 'activity-completed');
      await openForm(page, row);
      await fillForm(page, row, { walletId: 'Main wallet', walletName: 'Vault wallet' });
      await (await oracleAt(service.url)).createWallet('Vault wallet');
      await approve(page, row);
      await waitForState(page, 'refused');
      await checkScreen(page, 'activity-refused');
      await openActivities(page);
      await page.getByRole('link', { name: /Payroll two/ }).waitFor();
      await checkScreen(page, 'activities');
      await openHome(page);
      await page.getByText('Payroll two').waitFor();
      await checkScreen(page, 'home-used');
    },
  );

  test(
    'behavior: results of queries, and profiles',
    shownBy('gallery/popup.browser.ts'),
    async () => {
      const row = operationRow('get_api_key');
      await openForm(page, row);
      await fillForm(page, row, { apiKeyId: 'Keystamp' });
      await page.getByRole('button', { name: row.action, exact: true }).click();
      await page.getByText('CREDENTIAL_TYPE_API_KEY_P256').waitFor();
      await checkScreen(page, 'api-key');
      await openForm(page, operationRow('list_users'));
      await page
        .getByRole('button', { name: operationRow('list_users').action, exact: true })
        .click();
      await page.getByText('Alice Ackermann').first().waitFor();
      await checkScreen(page, 'users');
      await openProfiles(page);
      await page.getByText('Local service').first().waitFor();
      await checkScreen(page, 'profiles');
    },
  );

  test('behavior: the code step and a purchase', shownBy('gallery/popup.browser.ts'), async () => {
    const otp = operationRow('verify_otp');
    const first = operationRow('init_otp');
    await openForm(page, otp);
    await fillForm(page, first, { contact: 'bob@demo.example' });
    await page.getByRole('button', { name: first.action, exact: true }).click();
    await page.locator('[data-field="otpCode"] input').fill('12');
    await button(page, 'popup.review.title').click();
    await checkScreen(page, 'otp-code-refused');
    await page
      .locator('[data-field="otpCode"] input')
      .fill(await (await oracleAt(service.url)).code('bob@demo.example'));
    await approve(page, otp);
    await waitForState(page, 'completed');
    await checkScreen(page, 'otp-done');
    await runOperation(page, 'init_fiat_on_ramp', {
      walletAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      network: 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN',
      cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_BTC',
    });
    // The profile's service is the proxy; an address of another origin is shown but not opened.
    await page.getByText(textFor('popup.link.refused')).waitFor();
    await checkScreen(page, 'on-ramp-refused');
  });

  test(
    'behavior: high contrast, and no motion if none is wanted',
    shownBy('gallery/popup.browser.ts'),
    async () => {
      await openHome(page);
      await page.getByText('Main wallet').waitFor();
      await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' });
      await shoot(page, 'popup-home-contrast');
      expect(describeViolations(await axeViolations(page))).toEqual([]);
      const moving = await page.evaluate(
        () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
      );
      expect(moving).toBe(0);
      await page.emulateMedia({ contrast: null, reducedMotion: null });
    },
  );
});

test.describe('words of the popup', () => {
  test('behavior: no text is written in the code: the pseudo-locale marks all of it', async () => {
    await page.evaluate(`chrome.storage.local.set({ settings: {
      autoLockMinutes: 15, theme: 'system', contrast: 'system', locale: 'en-XA', notify: false } })`);
    await page.reload();
    await page.locator('text=⟦').first().waitFor();
    const found: Record<string, string[]> = {};
    const check = async (name: string) => {
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      const left = await unmarked(page, DATA);
      if (left.length > 0) found[name] = left;
      await demandFits(page, name);
    };
    await openHome(page);
    // The tables' own words come after the first paint.
    await page.getByText('Verify otp').first().waitFor({ state: 'detached' });
    await check('home');
    await openOperations(page);
    await page.getByRole('searchbox').waitFor();
    await check('operations');
    for (const { name } of ROWS.filter(({ core }) => core)) {
      await openOperation(page, name);
      await page.locator('[data-field]').first().waitFor();
      await check(`form ${name}`);
    }
    await openProfiles(page);
    await check('profiles');
    await openActivities(page);
    await check('activities');
    await shoot(page, 'popup-pseudo', { schemes: ['light'] });
    expect(found).toEqual({});
  });
});

test.describe('the last screen', () => {
  test('behavior: home when the service is gone', shownBy('gallery/popup.browser.ts'), async () => {
    await page.evaluate('chrome.storage.local.remove("settings")');
    await proxy.stop();
    await page.close();
    page = await openPopup(keystamp);
    await page.getByRole('button', { name: textFor('popup.refresh') }).click();
    await page.getByText(textFor('app.retry')).first().waitFor();
    await checkScreen(page, 'home-unreachable');
  });
});
