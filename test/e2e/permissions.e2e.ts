import { join } from 'node:path';
import { expect } from 'playwright/test';
import { demandAccessible } from './axe.ts';
import { newTab } from './browser.ts';
import { test, type TestEnvironment } from './environment.ts';
import { openPopup, openProfile, openSettings } from './pages.ts';
import { SCREENSHOTS, shoot } from './screenshots.ts';
import { createClientThrough } from './set-up-by-calls.ts';
import { textFor } from './user-actions.ts';

/*
 * The user takes Keystamp's access to hosts back, in Chromium's page of extensions.
 */

const TIMEOUT = { timeout: 30_000 };
const FOLDER = join(SCREENSHOTS, 'permissions');
const HOST = '127.0.0.1';

let environment: TestEnvironment;

test.beforeAll(async ({ environments }) => {
  environment = await environments.start();
});

/** As the page of extensions does it. */
async function setAccess(hostAccess: 'ON_CLICK' | 'ON_ALL_SITES'): Promise<void> {
  const page = await newTab(environment.keystamp.context);
  await page.goto('chrome://extensions');
  await page.evaluate(
    async ([extensionId, access]) => {
      const { developerPrivate } = Reflect.get(globalThis, 'chrome') as {
        developerPrivate: { updateExtensionConfiguration: (change: object) => Promise<void> };
      };
      await developerPrivate.updateExtensionConfiguration({ extensionId, hostAccess: access });
    },
    [environment.keystamp.extensionId, hostAccess],
  );
  await page.close();
}

test('behavior: access that is taken back is said in popup, profile and Sites, and given back it is gone', async () => {
  const { keystamp } = environment;
  const popup = await openPopup(keystamp);
  const title = textFor('app.barred.title', { host: HOST });
  await expect(popup.getByText(title)).toHaveCount(0);
  await setAccess('ON_CLICK');
  await popup.getByText(title).waitFor(TIMEOUT);
  await shoot(popup, 'popup', { folder: FOLDER });
  await demandAccessible(popup, 'barred');
  const options = await openSettings(keystamp);
  const client = createClientThrough(options);
  const { profiles } = await client.call('state', {});
  const profileId = profiles[0]?.id ?? '';
  await expect(client.call('home', { profileId })).rejects.toMatchObject({
    code: 'host_permission_missing',
  });
  await openProfile(options, profileId);
  await options.getByText(title).waitFor(TIMEOUT);
  await shoot(options, 'profile', { folder: FOLDER });
  await setAccess('ON_ALL_SITES');
  await popup.getByText(title).waitFor({ state: 'detached', ...TIMEOUT });
  await options.getByText(title).waitFor({ state: 'detached', ...TIMEOUT });
  await client.call('home', { profileId });
});
