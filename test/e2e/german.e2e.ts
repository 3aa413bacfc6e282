import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { ROWS } from '../../src/protocol/operations.ts';
import { SECTIONS } from '../../src/ui/page/settings-tabs.tsx';
import { popupWordsDe } from '../../src/ui/words/de/popup.ts';
import { demandFits } from './appearance.ts';
import type { Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { callWorker } from './extension-internals.ts';
import {
  openActivities,
  openFile,
  openKeyImport,
  openOperation,
  openOperations,
  openPopup,
  openProfiles,
  openRequests,
  openSection,
  openSetUp,
  OWN_FILES,
} from './pages.ts';
import { SCREENSHOTS, shoot } from './screenshots.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * Every screen in German: drawn in that language from the start, never wider than its window, with
 * a picture of each.
 */

const FOLDER = join(SCREENSHOTS, 'german');

let keystamp: Keystamp;
let options: Page;
let popup: Page;

test.beforeAll(async ({ environments }) => {
  ({ keystamp, options } = await environments.start());
  const { settings } = await callWorker<{ settings: object }>(options, 'state');
  await callWorker(options, 'settings_save', { ...settings, locale: 'de' });
  popup = await openPopup(keystamp);
});

/** Waits until a page is drawn in German, and looks at it. */
async function checkWhenDrawn(opening: Promise<Page>, name: string): Promise<void> {
  const page = await opening;
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await check(page, name);
}

async function check(page: Page, name: string): Promise<void> {
  await demandFits(page, name);
  await shoot(page, name, { folder: FOLDER, schemes: ['light'] });
}

test('behavior: the popup, each of its screens and forms', trialUnless(false), async () => {
  await popup.getByText(popupWordsDe['popup.more.title']).first().waitFor();
  await check(popup, 'popup-home');
  await checkWhenDrawn(openOperations(popup), 'popup-operations');
  await checkWhenDrawn(openActivities(popup), 'popup-activities');
  await checkWhenDrawn(openRequests(popup), 'popup-requests');
  await checkWhenDrawn(openProfiles(popup), 'popup-profiles');
  for (const { name } of ROWS.filter(({ core }) => core)) {
    await openOperation(popup, name);
    await popup.locator('[data-field]').first().waitFor();
    await checkWhenDrawn(Promise.resolve(popup), `popup-form-${name}`);
  }
});

test('behavior: the options, every section, and the import', trialUnless(false), async () => {
  for (const section of SECTIONS)
    await checkWhenDrawn(openSection(options, section), `options-${section}`);
  await checkWhenDrawn(openKeyImport(options), 'options-import');
  await checkWhenDrawn(openSetUp(options), 'options-setup');
});

test('behavior: no page draws a frame in English first', async () => {
  for (const file of OWN_FILES) {
    const page = await openFile(keystamp, file);
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
    expect([...new Set(drawn)], file).toEqual(['de']);
    await page.close();
  }
});

test('behavior: the lock screen', async () => {
  await callWorker(options, 'vault_lock');
  await popup.getByRole('textbox').waitFor();
  await check(popup, 'popup-locked');
});
