import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { AppState } from '../../src/protocol/app-state.ts';
import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { startDeployedAddress, type DeployedAddress } from './deployed-address.ts';
import { openDapp, startSites, type Dapp, type Sites } from './dapp.ts';
import { test } from './environment.ts';
import { call, readDatabase } from './extension-internals.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { hostService, type HostedService } from './hosted-service.ts';
import { oracleAt } from './oracle.ts';
import { openActivities, openPopup, openSetUp } from './pages.ts';
import { shoot } from './screenshots.ts';
import { connectedSite, createGrant, writeSites } from './stored-sites.ts';
import { button, choosePassword, textFor } from './user-actions.ts';
import { newSetUpCode } from '../set-up-code.ts';

/*
 * Three pages with grants ask for more than the service's smallest plan allows: a minute's worth at
 * once, then one request a second. The service is the local one, at the deployed service's address:
 * only for a service on this computer does Keystamp try whether it may send more.
 */

/** Of each page: what fills the minute, then what has to wait. `npm run trials` lets twenty wait. */
const AT_ONCE = 20;
const WAITING = Number(process.env['KEYSTAMP_PACED'] ?? 4);
const EACH = AT_ONCE + WAITING;

const OPERATION = 'update_wallet';
const TIMEOUT = 30_000;

test.describe.configure({ mode: 'serial', timeout: 60_000 + WAITING * 3 * 3000 });

let service: HostedService;
let proxy: FaultProxy;
let deployed: DeployedAddress;
let sites: Sites;
/** At another port, so another origin. */
let moreSites: Sites;
let keystamp: Keystamp;
let options: Page;
let pages: readonly Dapp[];
let walletId: string;

/** Sets Keystamp up for the deployed service, with an API key that its dashboard knows. */
async function setUpDeployed(): Promise<void> {
  const secret = generatePrivateKey('P256');
  const publicKey = toHex(publicKeyOf('P256', secret));
  const setUpCode = newSetUpCode();
  const enrolment = { publicKey, curveType: 'API_KEY_CURVE_P256', setUpCode };
  await fetch(`${service.url}/local/enrol`, { method: 'POST', body: JSON.stringify(enrolment) });
  options = await openSetUp(keystamp);
  await choosePassword(options);
  const field = (key: string) => options.getByLabel(textFor(key), { exact: true });
  await options.getByRole('radio', { name: textFor('options.service.turnkey') }).check();
  await field('options.service.organization').fill(service.organizationId);
  await button(options, 'app.continue').click();
  await options.getByRole('radio', { name: textFor('options.key.origin.bring') }).check();
  await field('options.key.name').fill('Laptop');
  await field('options.key.text').fill(`${toHex(secret)}:p256`);
  await button(options, 'options.key.bring').click();
  await button(options, 'options.register.done').click({ timeout: TIMEOUT });
  const proof = options.getByText(textFor('options.proof.good'), { exact: true });
  await proof.waitFor({ timeout: TIMEOUT });
}

/** Three sites, connected, each allowed what it is going to ask for. */
async function openPages(): Promise<void> {
  const { answer } = (await call(options, 'state', {})) as { answer: AppState };
  const profileId = answer.activeProfileId ?? '';
  const origins = [sites.one, sites.other, moreSites.one];
  await writeSites(options, {
    sites: origins.map((origin) => connectedSite(origin, profileId, Date.now())),
    grants: origins.map((origin) =>
      createGrant({ origin, profileId, operation: OPERATION, most: EACH }),
    ),
  });
  pages = await Promise.all(origins.map((origin) => openDapp(keystamp, origin)));
}

test.beforeAll(async () => {
  service = await hostService(['--rate', '1']);
  [proxy, sites, moreSites] = await Promise.all([
    startFaultProxy(service.url),
    startSites(),
    startSites(),
  ]);
  deployed = await startDeployedAddress(proxy.url);
  keystamp = await launchKeystamp(deployed.launch);
  await setUpDeployed();
  const { client, organizationId } = await oracleAt(service.url);
  const { wallets } = await client.getWallets({ organizationId });
  walletId = wallets[0]?.walletId ?? '';
  await openPages();
});

test.afterAll(async () => {
  await keystamp?.close();
  await Promise.all([deployed?.stop(), proxy?.stop(), sites?.stop(), moreSites?.stop()]);
  await service?.stop();
});

/** Which page asked for a submit, and for the how manieth time. */
const NAME = /"walletName":"page (\d) request (\d+)"/;

function sentRenames() {
  return proxy.seen.flatMap(({ path, body, at, status }) => {
    if (!path.endsWith(OPERATION)) return [];
    const [, page = '', number = ''] = NAME.exec(body) ?? [];
    return [{ page: Number(page), number: Number(number), at, status }];
  });
}

/** Each page asks for one more. */
function askEach(number: number): void {
  for (const [at, page] of pages.entries()) {
    const parameters = { walletId, walletName: `page ${at} request ${number}` };
    void page.ask('request', { operation: OPERATION, parameters });
  }
}

const storedActivities = async () =>
  Object.keys((await readDatabase(options))['outbox'] ?? {}).length;

/** The pages ask at the same time, each for its next only when this is stored: its order is known. */
async function askInTurn(from: number, count: number): Promise<void> {
  for (let number = from; number < from + count; number += 1) {
    askEach(number);
    await expect
      .poll(storedActivities, { timeout: TIMEOUT, intervals: [50] })
      .toBe((number + 1) * pages.length);
  }
}

test('behavior: what a minute allows is sent at once', async () => {
  for (let number = 0; number < AT_ONCE; number += 1) askEach(number);
  const all = AT_ONCE * pages.length;
  await expect
    .poll(() => sentRenames().length, { timeout: 2 * TIMEOUT })
    .toBeGreaterThanOrEqual(all);
});

test('behavior: then the pages take turns, one request a second, and each says when it is sent', async () => {
  const before = sentRenames().length;
  const popup = await openPopup(keystamp);
  await openActivities(popup);
  await popup.getByRole('link', { name: 'page 2 request' }).first().waitFor({ timeout: TIMEOUT });
  await askInTurn(AT_ONCE, WAITING);
  const last = popup.getByRole('link', { name: `to “page 2 request ${EACH - 1}”` });
  await last.click({ timeout: TIMEOUT });
  const wait = popup.locator('[data-wait="turn"]');
  await expect(wait).toContainText(/\d+/, { timeout: TIMEOUT });
  await shoot(popup, 'popup/activity-its-turn');
  await popup.close();
  const count = pages.length * WAITING;
  await expect
    .poll(() => sentRenames().length - before, { timeout: TIMEOUT + count * 3000 })
    .toBe(count);
  const late = sentRenames().slice(before);
  for (const [at] of pages.entries()) {
    const own = late.filter(({ page }) => page === at).map(({ number }) => number);
    expect(own).toEqual(Array.from({ length: WAITING }, (_, next) => AT_ONCE + next));
  }
  // The pages came one after the other: whoever was first is ahead by its head start at most.
  for (const [end] of late.entries()) {
    const sent = pages.map(
      (_, at) => late.slice(0, end + 1).filter(({ page }) => page === at).length,
    );
    expect(Math.max(...sent) - Math.min(...sent)).toBeLessThanOrEqual(2);
  }
  const lasted = (late.at(-1)?.at ?? 0) - (late[0]?.at ?? 0);
  expect(lasted).toBeGreaterThan((count - 1) * 900);
});

test('behavior: nothing was refused, and everything arrived once', async () => {
  await expect.poll(() => proxy.seen.every(({ endedAt }) => endedAt !== undefined)).toBe(true);
  expect(proxy.seen.filter(({ status }) => status === 429)).toEqual([]);
  expect(new Set(sentRenames().map(({ status }) => status))).toEqual(new Set([200]));
  const names = sentRenames().map(({ page, number }) => `${page} ${number}`);
  expect(new Set(names).size).toBe(EACH * pages.length);
  expect(names).toHaveLength(EACH * pages.length);
});
