import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import {
  AT_OPERATIONS,
  atOperation,
  openOperation,
  openOperations,
  openPopup,
} from '../e2e/pages.ts';
import { openForm, operationRow, textFor } from '../e2e/user-actions.ts';
import {
  countEach,
  OPERATION_SCENARIOS,
  type OperationScenario,
  type ScenarioContext,
} from '../e2e/operation-scenarios.ts';
import { takesTrials, trialUnless } from '../trial-tag.ts';
import { useFirefox } from './firefox-setup.ts';
import { test } from './firefox-test.ts';

/*
 * The ten operations in a real Firefox: the scenarios are those of Chromium's tests, and the
 * vendor's client checks the effects.
 */

// An on-ramp's checkout opens at the service's own address, or not at all.
const setup = useFirefox({ through: 'service', typed: true });
let page: Page;

test.beforeAll(async () => {
  page = await openPopup(setup);
});

/** An import with its prerequisite, a purchase with its checkout, and a record's text. */
const USUAL = ['import_private_key', 'update_wallet'];
const isUsual = ({ operation }: OperationScenario) => USUAL.includes(operation);

for (const scenario of OPERATION_SCENARIOS) {
  const details = trialUnless(isUsual(scenario));
  test(`behavior: ${scenario.operation} from the form to the stored effect`, details, async () => {
    const { service, oracle } = setup;
    const context: ScenarioContext = { page, service, oracle, shoot: () => Promise.resolve() };
    await scenario.run(context);
    expect(await scenario.stored(context)).toEqual(scenario.expected);
  });
}

test('behavior: each submit was carried out once', async () => {
  const tried = OPERATION_SCENARIOS.filter((scenario) => takesTrials || isUsual(scenario));
  const counted = await countEach(setup.oracle, tried);
  expect(counted).toEqual(Array.from({ length: takesTrials ? 9 : 2 }, () => 1));
});

const addressNow = () => page.evaluate(() => location.href, null);

/** Enter where the text stands; `isComposing` as Firefox gives it when an input method takes the key. */
const pressEnter = (isComposing: boolean) =>
  page.evaluate((composing) => {
    const init = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
    const event = new KeyboardEvent('keydown', { ...init, isComposing: composing });
    document.activeElement?.dispatchEvent(event);
  }, isComposing);

test('behavior: Enter that ends a composition opens and chooses nothing; the next one does', async () => {
  const { name, title } = operationRow('create_wallet');
  await openOperations(page);
  await page.getByLabel(textFor('popup.operations.filter'), { exact: true }).fill(title);
  await page.getByRole('link', { name: title }).first().waitFor();
  await pressEnter(true);
  expect(await addressNow()).toMatch(AT_OPERATIONS);
  await pressEnter(false);
  await expect.poll(addressNow).toMatch(atOperation(name));

  await openOperation(page, 'update_wallet');
  await page.getByRole('combobox').first().fill('Pay');
  await page.locator('.picker-option.active').waitFor();
  await pressEnter(true);
  expect(await page.locator('.chosen').count()).toBe(0);
  await pressEnter(false);
  await expect.poll(() => page.locator('.chosen').count()).toBe(1);
});

test('behavior: no errors on any console', async () => {
  await openForm(page, operationRow('update_wallet'));
  expect(await setup.keystamp.logs()).toEqual([]);
  // What would show up: a picture from elsewhere, which our pages' policy refuses.
  await page.evaluate(() => {
    const picture = document.createElement('img');
    picture.src = 'https://elsewhere.example/picture.png';
    document.body.append(picture);
  }, null);
  await expect
    .poll(async () => (await setup.keystamp.logs()).join('\n'))
    .toMatch(/Content-Security-Policy[^]*elsewhere\.example/);
});
