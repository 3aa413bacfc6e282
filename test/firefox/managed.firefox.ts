import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { findFirefox } from '../../scripts/firefox.mjs';
import { NO_FIREFOX } from '../../scripts/system.mjs';
import { startSites, type Sites } from '../e2e/dapp.ts';
import { openSetUp } from '../e2e/pages.ts';
import { choosePassword, textFor } from '../e2e/user-actions.ts';
import { launchFirefox, type KeystampInFirefox } from './browser.ts';
import { pageOfTab } from './firefox-page.ts';
import { test } from './firefox-test.ts';
import { shownBy, trialUnless } from '../trial-tag.ts';

/*
 * Enterprise policies in a real Firefox. A profile names its own policy file, which Firefox only
 * accepts under automation: nothing on the machine is changed.
 */

const AUTOMATION = 'MOZ_DISABLE_NONLOCAL_CONNECTIONS';
const ORGANIZATION = '11111111-2222-4333-8444-555555555555';

test.skip(!findFirefox(), NO_FIREFOX);

let sites: Sites;
let folder = '';
let keystamp: KeystampInFirefox | undefined;
const before = process.env[AUTOMATION];

/** A profile whose Firefox reads these settings for the add-on, or none. */
function profileWith(settings: object | null): string {
  const profileDir = mkdtempSync(join(folder, 'profile-'));
  if (settings === null) return profileDir;
  const file = join(profileDir, 'policies.json');
  const extensions = { 'keystamp@keystamp.dev': settings };
  writeFileSync(file, JSON.stringify({ policies: { '3rdparty': { Extensions: extensions } } }));
  const preferences = {
    'browser.policies.alternatePath': file,
    // Together with the variable above, this makes Firefox accept that it runs under automation.
    'security.turn_off_all_security_so_that_viruses_can_take_over_this_computer': true,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profileDir, 'prefs.js'), lines.join(''));
  return profileDir;
}

/** What Firefox itself returns to the extension's pages. */
async function managedArea(): Promise<unknown> {
  try {
    return await (
      globalThis as unknown as {
        browser: { storage: { managed: { get: () => Promise<unknown> } } };
      }
    ).browser.storage.managed.get();
  } catch (error) {
    return String(error);
  }
}

/** Sends a connection request from a web page, in its own world, and returns what the page gets. */
async function connectFromPage(url: string): Promise<string> {
  const tab = await keystamp?.openWeb(url);
  if (!tab) throw new Error('no Firefox');
  return tab.run(async () => {
    type PageScope = { readonly keystamp?: { readonly connect: () => Promise<unknown> } };
    const found = new Promise<PageScope['keystamp']>((resolve) => {
      addEventListener('keystamp:announce', (event) =>
        resolve((event as CustomEvent<{ provider: PageScope['keystamp'] }>).detail.provider),
      );
      dispatchEvent(new Event('keystamp:discover'));
    });
    const provider = await found;
    const said = (error: { readonly message?: string }) =>
      JSON.stringify({ ...error, message: error.message });
    const outcome = provider?.connect().then(JSON.stringify, said);
    const waitingText = new Promise<string>((resolve) => {
      setTimeout(resolve, 3000, 'waits for the user');
    });
    return Promise.race([outcome ?? 'no provider', waitingText]);
  }, null);
}

async function open(settings: object | null): Promise<KeystampInFirefox> {
  await keystamp?.close();
  keystamp = undefined;
  keystamp = await launchFirefox({ profileDir: profileWith(settings) });
  return keystamp;
}

test.beforeAll(async () => {
  sites = await startSites();
  process.env[AUTOMATION] = '1';
  folder = mkdtempSync(join(tmpdir(), 'keystamp-managed-'));
});

test.afterAll(async () => {
  await keystamp?.close();
  await sites?.stop();
  if (before === undefined) delete process.env[AUTOMATION];
  else process.env[AUTOMATION] = before;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test(
  'behavior: Firefox passes the settings on, and set-up shows them as the organization’s',
  shownBy('worker/managed-policy.test.ts'),
  async () => {
    const settings = { organizationId: ORGANIZATION, baseUrl: 'https://api.turnkey.com', odd: 1 };
    const tab = await openSetUp(await open(settings));
    expect(await tab.run(managedArea, null)).toEqual(settings);
    const page = pageOfTab(tab);
    await choosePassword(page);
    await page.getByText(textFor('app.managed.set')).first().waitFor();
    const organization = page.locator('input[type="text"]:disabled');
    expect(await organization.inputValue()).toBe(ORGANIZATION);
    await page.locator('input[type="radio"][value="turnkey"]:disabled:checked').waitFor();
  },
);

test(
  'error: a site that isn’t allowed is refused, and learns nothing else',
  trialUnless(false),
  async () => {
    await open({ allowedSites: [`https://${ORGANIZATION}.example`] });
    const told = await connectFromPage(sites.one);
    expect(told).toContain('refused');
    expect(told).not.toMatch(new RegExp(`${ORGANIZATION}|organization|policy|managed`));
    await open({ allowedSites: [sites.one] });
    expect(await connectFromPage(sites.one)).toBe('waits for the user');
  },
);

test(
  'behavior: without a policy, Firefox rejects and nothing is set',
  trialUnless(false),
  async () => {
    const tab = await openSetUp(await open(null));
    expect(await tab.run(managedArea, null)).toMatch(/manifest not found/i);
    const page = pageOfTab(tab);
    await choosePassword(page);
    await page.getByText(textFor('options.service.baseUrl')).first().waitFor();
    expect(await page.locator('input:disabled').count()).toBe(0);
  },
);
