import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { ROWS } from '../../src/protocol/operations.ts';
import { SECTIONS } from '../../src/ui/options/route.ts';
import { popupWordsDe } from '../../src/ui/words/de/popup.ts';
import type { Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { callWorker } from './passkey-environment.ts';
import { openPopup } from './user-actions.ts';
import { SCREENSHOTS, shoot } from './screenshots.ts';

/*
 * Every screen in German: drawn in that language from the start, never wider than its window, with
 * a picture of each.
 */

const FOLDER = join(SCREENSHOTS, 'german');
const POPUP = { width: 380, height: 600 };

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let keystamp: Keystamp;
let options: Page;
let popup: Page;

test.beforeAll(async ({ environments }) => {
  ({ keystamp, options } = await environments.start());
  const { settings } = await callWorker<{ settings: object }>(options, 'state');
  await callWorker(options, 'settings_save', { ...settings, locale: 'de' });
});

/** Goes to a place in a page, and waits until it is drawn in German. */
async function go(page: Page, place: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0] ?? ''}#/${place}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

async function check(page: Page, name: string): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, name).toBe(0);
  await shoot(page, name, { folder: FOLDER, schemes: ['light'] });
}

test('behavior: the popup, each of its screens and forms', async () => {
  popup = await openPopup(keystamp);
  await popup.setViewportSize(POPUP);
  await popup.getByText(popupWordsDe['popup.tab.more']).first().waitFor();
  await check(popup, 'popup-home');
  for (const place of ['operations', 'activities', 'requests', 'profiles']) {
    await go(popup, place);
    await check(popup, `popup-${place}`);
  }
  for (const { name } of ROWS.filter(({ core }) => core)) {
    await go(popup, `form/${name}`);
    await popup.locator('[data-field]').first().waitFor();
    await check(popup, `popup-form-${name}`);
  }
});

test('behavior: the options, every section, and the import', async () => {
  for (const place of [...SECTIONS, 'import', 'setup']) {
    await go(options, place);
    await check(options, `options-${place}`);
  }
});

test('behavior: no page draws a frame in English first', async () => {
  for (const name of ['popup.html', 'options.html', 'confirm.html']) {
    const page = await keystamp.openPage(name);
    await page.addInitScript(() => {
      const drawn: string[] = [];
      Reflect.set(window, 'drawnLanguages', drawn);
      // Runs right after each drawing. The root's `lang` is the language of its texts.
      new MutationObserver(() => {
        if (document.querySelector('#app > *')) drawn.push(document.documentElement.lang);
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    await page.reload();
    await expect(page.locator('#app > *').first()).toBeAttached();
    await expect(page.locator('.skeleton, .progress')).toHaveCount(0);
    const drawn = await page.evaluate(() => Reflect.get(window, 'drawnLanguages') as string[]);
    expect([...new Set(drawn)], name).toEqual(['de']);
    await page.close();
  }
});

test('behavior: the lock screen', async () => {
  await callWorker(options, 'vault_lock');
  await popup.getByRole('textbox').waitFor();
  await check(popup, 'popup-locked');
});
