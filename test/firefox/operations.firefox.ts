import type { Page } from 'playwright';
import { expect, test } from 'playwright/test';
import { openForm, operationRow } from '../e2e/user-actions.ts';
import {
  countEach,
  OPERATION_SCENARIOS,
  type ScenarioContext,
} from '../e2e/operation-scenarios.ts';
import { useFirefox } from './firefox-setup.ts';

/*
 * The ten operations in a real Firefox: the scenarios are those of Chromium's tests, and the
 * vendor's client checks the effects.
 */

// An on-ramp's checkout opens at the service's own address, or not at all.
const setup = useFirefox({ through: 'service', typed: true });
let page: Page;

test.beforeAll(async () => {
  page = await setup.openPopup();
});

for (const scenario of OPERATION_SCENARIOS) {
  test(`behavior: ${scenario.operation} from the form to the stored effect`, async () => {
    const { service, oracle } = setup;
    const context: ScenarioContext = { page, service, oracle, shoot: () => Promise.resolve() };
    await scenario.run(context);
    expect(await scenario.stored(context)).toEqual(scenario.expected);
  });
}

test('behavior: each submit was carried out once', async () => {
  const counted = await countEach(setup.oracle, OPERATION_SCENARIOS);
  expect(counted).toEqual(Array.from({ length: 9 }, () => 1));
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
