import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import type { Keystamp } from './browser.ts';
import { test } from './environment.ts';
import type { Oracle } from './oracle.ts';
import {
  button,
  chooseLocalService,
  enrolNewKey,
  fillForm,
  openForm,
  openPopup,
  operationRow,
  waitForState,
  textFor,
} from './user-actions.ts';
import type { LocalService } from './service.ts';
import { OPERATION_SCENARIOS, type ScenarioContext } from './operation-scenarios.ts';

/*
 * Every operation from the popup's form to the service's stored effect, in a real
 * Chromium, with the vendor's client as the witness.
 */

// Each test goes on where the one before it ended.
test.describe.configure({ mode: 'serial' });

let service: LocalService;
let keystamp: Keystamp;
let oracle: Oracle;
let page: Page;

test.beforeAll(async ({ environments }) => {
  const { options, ...environment } = await environments.start();
  ({ service, keystamp, oracle } = environment);
  await options.close();
  page = await openPopup(keystamp);
});

test.describe('the ten operations', () => {
  for (const scenario of OPERATION_SCENARIOS) {
    test(`behavior: ${scenario.operation} from the form to the stored effect`, async () => {
      const context: ScenarioContext = { page, service, oracle, shoot: () => Promise.resolve() };
      await scenario.run(context);
      expect(await scenario.stored(context)).toEqual(scenario.expected);
    });
  }

  test('behavior: each submit was carried out once', async () => {
    const effects = await oracle.effects();
    const counted = OPERATION_SCENARIOS.map((scenario) => operationRow(scenario.operation)).flatMap(
      (row) => (row.kind === 'submit' ? [effects[row.versions[0].type]] : []),
    );
    expect(counted).toEqual(Array.from({ length: 9 }, () => 1));
  });

  test('behavior: nothing was complained about on any console', () => {
    const loud = keystamp.logs.filter(({ level }) => level === 'error' || level === 'uncaught');
    expect(loud).toEqual([]);
  });
});

test.describe('the second generation of one-time codes', () => {
  test('behavior: the code is encrypted before it leaves, and verified', async () => {
    const options = await keystamp.openPage('options.html#/setup');
    await chooseLocalService(options, service.url, { name: 'Second', generation: 'enclave' });
    await enrolNewKey(options);
    await button(options, 'options.proof.finish').click();
    await options.close();
    await page.goto(`${page.url().split('#')[0] ?? ''}#/profiles`);
    await page.getByText('Second', { exact: true }).click();
    await page
      .getByRole('link', { name: textFor('popup.profiles.switch', { profile: 'Second' }) })
      .waitFor();
    const scenario = OPERATION_SCENARIOS.find((one) => one.operation === 'verify_otp');
    await scenario?.run({ page, service, oracle, shoot: () => Promise.resolve() });
    expect((await oracle.effects())['ACTIVITY_TYPE_VERIFY_OTP_V2']).toBe(1);
  });
});

test.describe('refusals at the form', () => {
  test('error: a wrong value is named at its field and nothing is sent', async () => {
    const before = await oracle.effects();
    const row = operationRow('update_user_email');
    await openForm(page, row);
    await fillForm(page, row, { userId: 'Alice', userEmail: 'no address' });
    await page.getByRole('button', { name: textFor('popup.form.review') }).click();
    await page
      .locator('[data-field="userEmail"] .field-error', { hasText: 'name@example.com' })
      .waitFor();
    expect(await oracle.effects()).toEqual(before);
  });

  test('error: the service’s own refusal is shown in its words', async () => {
    const row = operationRow('update_wallet');
    await openForm(page, row);
    await fillForm(page, row, { walletId: 'Main wallet', walletName: 'Treasury reserve' });
    await page.getByRole('button', { name: textFor('popup.form.review') }).click();
    await page.getByRole('button', { name: row.action, exact: true }).click();
    await waitForState(page, 'refused');
    await page.getByText('wallet label must be unique').first().waitFor();
  });
});
