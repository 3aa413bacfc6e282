import { expect, test } from 'playwright/test';
import { SECTIONS } from '../../src/ui/options/route.ts';
import { button, say, unlock } from '../e2e/person.ts';
import { useFirefox } from './stage.ts';

/*
 * Firefox's own frame around Keystamp: the popup at its toolbar button, every section of the options,
 * the machine's lock, and what is stored when Firefox has gone.
 */

const stage = useFirefox();

test('behavior: the toolbar’s popup is 380 by 600, and nothing scrolls sideways', async () => {
  const { width, height, wider } = await stage.keystamp.toolbarPopup();
  expect([width, height]).toEqual([380, 600]);
  expect(wider).toBeLessThanOrEqual(0);
});

test('behavior: every section of the options opens', async () => {
  for (const section of SECTIONS) {
    const page = await stage.openPage(`options.html#/${section}`);
    await page.locator('main h1, main h2').first().waitFor();
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      null,
    );
    expect(wider, section).toBeLessThanOrEqual(0);
    await page.close();
  }
});

test('behavior: locked, restarted and unlocked, everything is there again', async () => {
  const before = await stage.openPopup();
  await button(before, 'popup.lock').click();
  await button(before, 'kit.unlock.action').waitFor();
  await stage.keystamp.close();
  await stage.restart();
  const page = await stage.openPopup();
  await unlock(page, 'not the password');
  await page.getByText(say('kit.unlock.wrong'), { exact: true }).waitFor();
  await unlock(page);
  await page.getByText('Payroll').first().waitFor();
});

test('behavior: nothing was complained about on any console', async () => {
  expect(await stage.keystamp.logs()).toEqual([]);
});
