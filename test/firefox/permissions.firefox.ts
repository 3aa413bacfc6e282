import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { approveShown } from '../e2e/confirm-window.ts';
import { SCREENSHOTS } from '../e2e/screenshots.ts';
import { textFor } from '../e2e/user-actions.ts';
import { pageOfTab } from './firefox-page.ts';
import { useFirefox } from './firefox-setup.ts';

/*
 * Firefox gives every https host at installation, and lets the user take hosts back in its own page.
 */

const TIMEOUT = { timeout: 30_000 };
const FOLDER = join(SCREENSHOTS, 'firefox-permissions');

const setup = useFirefox();

/** As Firefox's page of an add-on's permissions does it. */
const CHANGE = `
  const [act, origins, done] = arguments;
  const { ExtensionPermissions } = ChromeUtils.importESModule(
    'resource://gre/modules/ExtensionPermissions.sys.mjs');
  const { extension } = WebExtensionPolicy.getByID('keystamp@keystamp.dev');
  const change = { permissions: [], origins, data_collection: [] };
  ExtensionPermissions[act]('keystamp@keystamp.dev', change, extension).then(
    () => done(null),
    (error) => done(String(error)),
  );`;
const PAGES = ['https://*/*', 'http://127.0.0.1/*', 'http://localhost/*'];
const change = async (act: 'add' | 'remove') =>
  expect(await setup.keystamp.inChrome(CHANGE, act, PAGES)).toBeNull();

test('behavior: what is taken back is said in Sites, and given back it is gone', async () => {
  const demo = await setup.openWeb(`${setup.service.url}/demo`);
  await demo.getByRole('button', { name: 'Connect', exact: true }).click(TIMEOUT);
  await approveShown(pageOfTab(await setup.keystamp.tabAt('/confirm.html')));
  await demo.getByRole('button', { name: 'Disconnect' }).waitFor(TIMEOUT);
  const sites = await setup.openPage('options.html#/sites');
  await sites.locator('.site').first().waitFor(TIMEOUT);
  await change('remove');
  await sites.getByText(textFor('options.site.unreached')).first().waitFor(TIMEOUT);
  await sites.screenshot({ path: join(FOLDER, 'sites.png') });
  await change('add');
  await expect
    .poll(() => sites.getByText(textFor('options.site.unreached')).count(), TIMEOUT)
    .toBe(0);
  await sites.close();
});
