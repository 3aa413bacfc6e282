import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findFirefox } from '../../scripts/firefox.mjs';
import { NO_FIREFOX } from '../../scripts/system.mjs';
import { launchFirefox, type FirefoxTab, type KeystampInFirefox } from './browser.ts';

/*
 * Policies of an organization in a real Firefox. A profile names its own policy file, which Firefox
 * takes under automation only: nothing of the machine is written.
 */

const AUTOMATION = 'MOZ_DISABLE_NONLOCAL_CONNECTIONS';
const ORGANIZATION = '11111111-2222-4333-8444-555555555555';
const PASSWORD = 'correct-horse-battery-staple-42';

/** Somebody's web page. */
const server = createServer((_, answer) => {
  answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Site</title>');
});
let site = '';
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
    // What makes Firefox believe that this is automation, with the variable above.
    'security.turn_off_all_security_so_that_viruses_can_take_over_this_computer': true,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profileDir, 'prefs.js'), lines.join(''));
  return profileDir;
}

/** What Firefox itself says to the extension's pages. */
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

/** Text of a page once it says something; throws when it does not. */
async function text(tab: FirefoxTab, wanted: RegExp): Promise<string> {
  const end = Date.now() + 60_000;
  for (;;) {
    const said = await tab.run(() => document.body.innerText, null);
    if (wanted.test(said)) return said;
    if (Date.now() > end) throw new Error(`the page says: ${said}`);
    await sleep(200);
  }
}

/** Chooses a password on the set-up page, as a person does. */
async function choosePassword(tab: FirefoxTab): Promise<void> {
  await text(tab, /password/i);
  await tab.run((password) => {
    for (const input of document.querySelectorAll<HTMLInputElement>('input[type=password]')) {
      input.value = password;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, PASSWORD);
  await sleep(500);
  await tab.run(
    () => document.querySelector<HTMLButtonElement>('button[type=submit]')?.click(),
    null,
  );
}

/** Asks from a web page, in its own world, and says what the page is told. */
async function askFromPage(url: string): Promise<string> {
  const tab = await keystamp?.openWeb(url);
  if (!tab) throw new Error('no Firefox');
  return tab.run(async () => {
    type Asking = { readonly keystamp?: { readonly connect: () => Promise<unknown> } };
    const found = new Promise<Asking['keystamp']>((resolve) => {
      addEventListener('keystamp:announce', (event) =>
        resolve((event as CustomEvent<{ provider: Asking['keystamp'] }>).detail.provider),
      );
      dispatchEvent(new Event('keystamp:discover'));
    });
    const provider = await found;
    const said = (error: { readonly message?: string }) =>
      JSON.stringify({ ...error, message: error.message });
    const asked = provider?.connect().then(JSON.stringify, said);
    const waits = new Promise<string>((resolve) => {
      setTimeout(resolve, 3000, 'waits for the user');
    });
    return Promise.race([asked ?? 'no provider', waits]);
  }, null);
}

async function open(settings: object | null): Promise<KeystampInFirefox> {
  keystamp = await launchFirefox({ profileDir: profileWith(settings) });
  return keystamp;
}

if (findFirefox()) {
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    process.env[AUTOMATION] = '1';
    folder = mkdtempSync(join(tmpdir(), 'keystamp-managed-'));
  });
  afterEach(async () => {
    await keystamp?.close();
    keystamp = undefined;
  });
  afterAll(() => {
    server.close();
    if (before === undefined) delete process.env[AUTOMATION];
    else process.env[AUTOMATION] = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test('behavior: Firefox hands the settings over, and set-up shows them as the organization’s', async () => {
    const settings = { organizationId: ORGANIZATION, baseUrl: 'https://api.turnkey.com', odd: 1 };
    const { openPage } = await open(settings);
    const tab = await openPage('options.html#/setup');
    expect(await tab.run(managedArea, null)).toEqual(settings);
    await choosePassword(tab);
    await text(tab, /Set by your organization/);
    const fields = await tab.run(
      () =>
        [...document.querySelectorAll<HTMLInputElement>('input:disabled')].map(
          ({ type, value, checked }) => [type, value, checked] as const,
        ),
      null,
    );
    expect(fields).toContainEqual(['text', ORGANIZATION, false]);
    expect(fields).toContainEqual(['radio', 'turnkey', true]);
  });

  test('error: a site that is not allowed is refused, and learns nothing else', async () => {
    await open({ allowedSites: [`https://${ORGANIZATION}.example`] });
    const told = await askFromPage(site);
    expect(told).toContain('refused');
    expect(told).not.toMatch(new RegExp(`${ORGANIZATION}|organization|policy|managed`));
    await keystamp?.close();
    await open({ allowedSites: [site] });
    expect(await askFromPage(site)).toBe('waits for the user');
  });

  test('behavior: without a policy Firefox rejects, and nothing is set', async () => {
    const { openPage } = await open(null);
    const tab = await openPage('options.html#/setup');
    expect(await tab.run(managedArea, null)).toMatch(/manifest not found/i);
    await choosePassword(tab);
    await text(tab, /Base URL/);
    const disabled = await tab.run(() => document.querySelectorAll('input:disabled').length, null);
    expect(disabled).toBe(0);
  });
} else test.skip(NO_FIREFOX, () => undefined);
