import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { approveShown } from '../e2e/confirm-window.ts';
import { startFaultProxy } from '../e2e/fault-proxy.ts';
import { openSetUp, openSites } from '../e2e/pages.ts';
import { SCREENSHOTS } from '../e2e/screenshots.ts';
import { startTlsRelay } from '../e2e/tls-relay.ts';
import { button, textFor } from '../e2e/user-actions.ts';
import { reasonWords } from '../../src/ui/words/en/errors.ts';
import { confirmWindow } from './confirm-window.ts';
import { useFirefox } from './firefox-setup.ts';
import { test } from './firefox-test.ts';

/*
 * Firefox gives every https host at installation, so Keystamp asks about each itself; and lets the
 * user take hosts back in its own page.
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
  await approveShown(await confirmWindow(setup.keystamp));
  await demo.getByRole('button', { name: 'Disconnect' }).waitFor(TIMEOUT);
  const sites = await openSites(setup);
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

/** Names that lead to this computer, whose certificates Firefox takes as they are. */
const HOST = 'service.example';
const TRUST_HOST = `
  const [host, done] = arguments;
  Services.prefs.setCharPref('network.dns.localDomains', host);
  Cc['@mozilla.org/security/certoverride;1'].getService(Ci.nsICertOverrideService)
    .setDisableAllSecurityChecksAndLetAttackersInterceptMyData(true);
  done(null);`;
const field = (page: Page, key: string) => page.getByLabel(textFor(key), { exact: true });
const question = (page: Page, host: string) =>
  page.getByRole('dialog', { name: textFor('options.host.title', { host }) });

/** Presses the button, and says no; nothing goes on, and the page says why. */
async function decline(page: Page, key: string, host: string): Promise<void> {
  await button(page, key).click();
  await question(page, host).waitFor(TIMEOUT);
  await page.screenshot({ path: join(FOLDER, `asks-${host}.png`) });
  await button(question(page, host), 'app.cancel').click();
  await page.getByText(reasonWords.host_declined, { exact: true }).waitFor(TIMEOUT);
  await page.screenshot({ path: join(FOLDER, `declined-${host}.png`) });
}

async function allow(page: Page, key: string, host: string): Promise<void> {
  await button(page, key).click();
  await button(question(page, host), 'options.host.allow').click(TIMEOUT);
}

async function enterService(page: Page, baseUrl: string, name: string): Promise<void> {
  await page.setViewportSize({ width: 900, height: 900 });
  await page.getByRole('radio', { name: textFor('options.service.custom') }).check();
  await field(page, 'options.service.baseUrl').fill(baseUrl);
  await field(page, 'options.service.organization').fill(setup.service.organizationId);
  await field(page, 'options.profile.name').fill(name);
}

test('behavior: a service’s host is asked about by name: after a no nothing is sent, after a yes the set-up goes on to its end', async () => {
  const door = await startFaultProxy(setup.service.url);
  const relay = await startTlsRelay(HOST, door.url);
  expect(await setup.keystamp.inChrome(TRUST_HOST, HOST)).toBeNull();
  const options = await openSetUp(setup);
  await enterService(options, `https://${HOST}:${relay.port}`, 'By name');
  await decline(options, 'app.continue', HOST);
  expect(door.seen).toEqual([]);
  await allow(options, 'app.continue', HOST);
  await options.getByRole('radio', { name: textFor('options.key.origin.have') }).check(TIMEOUT);
  await options.locator('.choices-list input').first().check(TIMEOUT);
  await button(options, 'options.register.done').click(TIMEOUT);
  await options.getByText(textFor('options.proof.good'), { exact: true }).waitFor(TIMEOUT);
  await options.screenshot({ path: join(FOLDER, 'allowed.png') });
  expect(door.seen.map(({ path }) => path)).toContain('/public/v1/query/whoami');
  // Once allowed, it isn't asked about again.
  await openSetUp(options);
  await options.reload();
  await enterService(options, `https://${HOST}:${relay.port}`, 'Once more');
  await button(options, 'app.continue').click();
  await options.getByRole('heading', { name: textFor('options.setup.key') }).waitFor(TIMEOUT);
  await options.close();
  relay.stop();
  await door.stop();
});

test('behavior: so is a passkey’s domain, before it is claimed', async () => {
  const domain = 'passkeys.example';
  const options = await openSetUp(setup);
  await enterService(options, setup.service.url, 'By a domain');
  await button(options, 'app.continue').click();
  await options.getByRole('radio', { name: textFor('options.key.origin.passkey') }).check(TIMEOUT);
  await field(options, 'authorization.domain.name').fill(domain);
  await decline(options, 'options.setup.passkeyDo', domain);
  await allow(options, 'options.setup.passkeyDo', domain);
  await button(options, 'authorization.read.first').waitFor(TIMEOUT);
  await options.close();
});
