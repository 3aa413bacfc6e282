import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { approveShown, refuseShown } from '../e2e/confirm-window.ts';
import { openSettings, openSites } from '../e2e/pages.ts';
import { SCREENSHOTS } from '../e2e/screenshots.ts';
import { textFor } from '../e2e/user-actions.ts';
import { pageOfTab } from './firefox-page.ts';
import { confirmWindow, waitForClosed } from './confirm-window.ts';
import { useFirefox } from './firefox-setup.ts';
import { test } from './firefox-test.ts';

/*
 * Container tabs of a real Firefox: each has cookies of its own, so to a site somebody else is in each.
 * Keystamp must not be what tells it otherwise.
 */

const TIMEOUT = { timeout: 30_000 };
const FOLDER = join(SCREENSHOTS, 'containers');

const setup = useFirefox();

/** Opens a page in one of the containers that a fresh profile has, 1 to 4. */
const OPEN = `
  const [url, userContextId, done] = arguments;
  Services.prefs.setBoolPref('privacy.userContext.enabled', true);
  const { gBrowser } = Services.wm.getMostRecentWindow('navigator:browser');
  const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
  gBrowser.selectedTab = gBrowser.addTab(url, { userContextId, triggeringPrincipal });
  done(null);`;

async function openContained(container: number, name: string): Promise<Page> {
  await setup.keystamp.inChrome(OPEN, `${setup.service.url}/demo#${name}`, container);
  const tab = await setup.keystamp.tabAt(`#${name}`);
  await tab.focus();
  return pageOfTab(tab);
}

const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true });

test('behavior: Firefox names the container of a page that asks, without a permission', async () => {
  const own = await openSettings(setup);
  const held = await own.evaluate(() =>
    (
      globalThis as unknown as {
        browser: { permissions: { getAll: () => Promise<{ permissions: string[] }> } };
      }
    ).browser.permissions.getAll(),
  );
  expect(held.permissions).not.toContain('cookies');
  expect(held.permissions).not.toContain('contextualIdentities');
  await own.close();
});

test('behavior: a site connected in one container is connected there alone', async () => {
  const inThird = await openContained(3, 'third');
  await connectButton(inThird).click(TIMEOUT);
  const window = await confirmWindow(setup.keystamp);
  await window.getByText(textFor('confirm.container'), { exact: true }).waitFor(TIMEOUT);
  await window.getByText(textFor('confirm.containerText')).waitFor(TIMEOUT);
  await window.screenshot({ path: join(FOLDER, 'confirm.png') });
  await approveShown(window);
  await inThird.getByRole('button', { name: 'Disconnect' }).waitFor(TIMEOUT);
  await waitForClosed(window);

  const inFourth = await openContained(4, 'fourth');
  const outside = await setup.openWeb(`${setup.service.url}/demo#outside`);
  for (const page of [inFourth, outside]) {
    await connectButton(page).waitFor(TIMEOUT);
    expect(await page.locator('body').innerText()).not.toContain(setup.oracle.organizationId);
  }
  // The same site asks anew in the other container.
  await connectButton(inFourth).click(TIMEOUT);
  const again = await confirmWindow(setup.keystamp);
  await refuseShown(again);
  await waitForClosed(again);
  await inThird.reload();
  await inThird.getByRole('button', { name: 'Disconnect' }).waitFor(TIMEOUT);
});

test('behavior: the list of sites marks it', async () => {
  const options = await openSites(setup);
  const row = options.locator('.site .row-title');
  await row.getByText(textFor('app.origin.container', { name: '3' })).waitFor(TIMEOUT);
  expect(await row.count()).toBe(1);
  await options.screenshot({ path: join(FOLDER, 'sites.png') });
  await options.close();
});
