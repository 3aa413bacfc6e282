import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { ATTACKS } from '../../src/demo/attacks.ts';
import { demandAccessible } from './axe.ts';
import { newTab, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import {
  approveShown,
  closeConfirm,
  confirmWindow,
  confirmWindows,
  shownOrigin,
  waitUntilArmed,
} from './confirm-window.ts';
import { startSites, type Sites } from './dapp.ts';
import { oracleAt } from './oracle.ts';
import { shoot, SCREENSHOTS } from './screenshots.ts';
import type { LocalService } from './service.ts';
import { plainExample, viteExample, webpackExample, type Example } from '../sdk/bundled-example.ts';
import { shownBy, takesTrials, trialUnless } from '../trial-tag.ts';
import { textFor } from './user-actions.ts';

/*
 * The demo dApp in a real browser: it's what people see first, and its hostile page must tell the
 * truth about the real Keystamp.
 */

const TIMEOUT = { timeout: 15_000 };

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let service: LocalService;
let keystamp: Keystamp;
let page: Page;

test.beforeAll(async ({ environments }) => {
  const { options, ...environment } = await environments.start();
  ({ service, keystamp } = environment);
  await options.close();
  page = await newTab(keystamp.context);
});

/** Pictures of the confirm window in both schemes; no accessibility faults. */
async function checkConfirm(window: Page, name: string): Promise<void> {
  await window.setViewportSize({ width: 400, height: 640 });
  await shoot(window, name, { folder: join(SCREENSHOTS, 'confirm') });
  await demandAccessible(window, name);
}

test.describe('/demo', () => {
  test('behavior: connects with the selected operations, and shows the connection', async () => {
    await page.goto(`${service.url}/demo`);
    await page.getByRole('checkbox', { name: 'Import a private key' }).uncheck(TIMEOUT);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await approveShown(await confirmWindow(keystamp));
    await page.getByRole('button', { name: 'Disconnect' }).waitFor(TIMEOUT);
    const facts = await page.locator('#connection').innerText();
    expect(facts).toContain(service.organizationId);
    expect(facts).toContain('update_wallet');
    expect(facts).not.toContain('import_private_key');
    await closeConfirm(keystamp);
  });

  test('behavior: an error shows its code, field and rule', async () => {
    const card = page.locator('[data-operation="update_wallet"]');
    await card.locator('summary').click();
    await card.getByLabel('Parameters (JSON)').fill('{"walletId":"7"}');
    await card.getByRole('button', { name: 'Ask Keystamp' }).click();
    const result = card.locator('.result');
    await result.getByText('invalid_parameters').waitFor(TIMEOUT);
    await expect(result).toContainText(/parameters\.walletId[^]*uuid/);
    await card.getByLabel('Parameters (JSON)').fill('{');
    await card.getByRole('button', { name: 'Ask Keystamp' }).click();
    await card.getByText('not asked').waitFor(TIMEOUT);
    expect(confirmWindows(keystamp)).toEqual([]);
  });

  test(
    'behavior: a request outlives a reload, and its result is shown afterwards',
    shownBy('e2e/page-durability.e2e.ts'),
    async () => {
      const { client, organizationId } = await oracleAt(service.url);
      const { wallets } = await client.getWallets({ organizationId });
      const walletId = wallets.find(({ walletName }) => walletName === 'Payroll')?.walletId ?? '';
      await page.goto(`${service.url}/demo`);
      await page.getByLabel('Wallet', { exact: true }).fill(walletId, TIMEOUT);
      const card = page.locator('[data-operation="update_wallet"]');
      await card.locator('summary').click();
      const editor = card.getByLabel('Parameters (JSON)');
      expect(JSON.parse(await editor.inputValue())).toMatchObject({ walletId });
      await card.getByRole('button', { name: 'Ask Keystamp' }).click();
      await page.locator('#waiting li').filter({ hasText: 'key:update_wallet' }).waitFor(TIMEOUT);
      const asked = await confirmWindow(keystamp);
      await page.bringToFront();
      await page.getByRole('button', { name: 'Reload now' }).click();
      await page.locator('#log').getByText('taken up again after a reload').waitFor(TIMEOUT);
      await expect(page.getByLabel('Wallet', { exact: true })).toHaveValue(walletId);
      await asked.bringToFront();
      await approveShown(asked);
      await page
        .locator('#waiting .result')
        .getByText('completed', { exact: true })
        .waitFor(TIMEOUT);
      await page.locator('#waiting ul:empty').waitFor({ ...TIMEOUT, state: 'attached' });
      const stored = (await client.getWallets({ organizationId })).wallets;
      expect(stored.find((one) => one.walletId === walletId)?.walletName).toBe('Demo wallet name');
      await closeConfirm(keystamp);
    },
  );

  test(
    'behavior: a wallet left to the user is picked in Keystamp; the page learns it by the result',
    shownBy('e2e/page-operations.e2e.ts'),
    async () => {
      const { client, organizationId } = await oracleAt(service.url);
      const { wallets } = await client.getWallets({ organizationId });
      const byName = (name: string) =>
        wallets.find(({ walletName }) => walletName === name)?.walletId ?? '';
      await page.goto(`${service.url}/demo`);
      await page.getByLabel('Let the user choose: Wallet').check(TIMEOUT);
      const card = page.locator('[data-operation="update_wallet"]');
      await card.locator('summary').click();
      const parameters = { walletId: { keystamp: 'ask' }, walletName: 'Picked by the user' };
      await card.getByLabel('Parameters (JSON)').fill(JSON.stringify(parameters));
      await card.getByRole('button', { name: 'Ask Keystamp' }).click();
      const asked = await confirmWindow(keystamp);
      const picker = asked.getByRole('combobox', { name: 'Wallet' });
      await picker.waitFor(TIMEOUT);
      await asked.getByText(textFor('confirm.pick.first')).waitFor(TIMEOUT);
      expect(await asked.locator('[data-act="approve"]').getAttribute('data-armed')).toBe('false');
      await checkConfirm(asked, 'left-to-user');
      // The first choice is taken back by another one.
      for (const name of ['Main wallet', 'Demo wallet name']) {
        await picker.fill(name);
        await asked.getByRole('option', { name: new RegExp(name) }).click();
        await asked.locator('.summary').getByText(name, { exact: true }).waitFor(TIMEOUT);
        await waitUntilArmed(asked);
      }
      await checkConfirm(asked, 'left-to-user-picked');
      const told = await page.locator('main').innerText();
      expect(told).not.toContain(byName('Demo wallet name'));
      await approveShown(asked);
      await card.locator('.result').getByText('completed', { exact: true }).waitFor(TIMEOUT);
      await expect(card.locator('.result')).toContainText(byName('Demo wallet name'));
      const stored = (await client.getWallets({ organizationId })).wallets;
      expect(
        stored.find(({ walletId }) => walletId === byName('Demo wallet name'))?.walletName,
      ).toBe('Picked by the user');
      await page.getByLabel('Let the user choose: Wallet').uncheck(TIMEOUT);
      await closeConfirm(keystamp);
    },
  );

  test('behavior: no accessibility faults, wide and narrow', trialUnless(false), async () => {
    for (const path of ['/demo', '/demo/hostile']) {
      await page.goto(`${service.url}${path}`);
      await page.locator('details, .attack').first().waitFor(TIMEOUT);
      await page.evaluate(() =>
        document.querySelectorAll('details').forEach((one) => (one.open = true)),
      );
      for (const width of [1200, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await shoot(page, `demo${path.slice(5).replace('/', '-')}-${width}`, { fullPage: true });
        await demandAccessible(page, `${path} at ${width} px`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(width);
      }
    }
    await page.setViewportSize({ width: 1000, height: 760 });
  });
});

test.describe('docs/dapps.md', () => {
  const EXAMPLES = {
    unchanged: plainExample,
    'by Vite': viteExample,
    'by webpack': webpackExample,
  };

  /** Sites that serve an example, for as long as `use` takes. */
  async function withExample(
    make: (folder: string) => Promise<Example>,
    use: (sites: Sites) => Promise<void>,
  ): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'keystamp-sdk-'));
    const sites = await startSites();
    try {
      const { page: body, name, script } = await make(folder);
      sites.serve('/example/', { body });
      const headers = { 'content-type': 'text/javascript' };
      sites.serve(`/example/${name}`, { body: script, headers });
      await use(sites);
    } finally {
      await sites.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  for (const [how, make] of Object.entries(EXAMPLES)) {
    test(`behavior: the page in it works ${how}`, () =>
      withExample(make, async (sites) => {
        const { client, organizationId } = await oracleAt(service.url);
        const { wallets } = await client.getWallets({ organizationId });
        const walletId = wallets[0]?.walletId ?? '';
        await closeConfirm(keystamp);
        const site = await newTab(keystamp.context);
        await site.goto(`${sites.one}/example/`);
        await site.getByPlaceholder('Wallet id').fill(walletId);
        await site.getByRole('button', { name: 'Rename' }).click();
        const connecting = await confirmWindow(keystamp);
        expect(await shownOrigin(connecting)).toBe(sites.one);
        await approveShown(connecting);
        await connecting.getByText('Payroll 2027').first().waitFor(TIMEOUT);
        await approveShown(connecting);
        await site.getByText('completed: ACTIVITY_STATUS_COMPLETED').waitFor(TIMEOUT);
      }));
  }

  test('behavior: where Keystamp is absent, as in a frame, it says so and its button rests', () =>
    withExample(plainExample, async (sites) => {
      sites.serve('/framing', { body: `<iframe src="${sites.other}/example/"></iframe>` });
      const site = await newTab(keystamp.context);
      await site.goto(`${sites.one}/framing`);
      const frame = site.frameLocator('iframe');
      await frame.getByText('Keystamp is not here.').waitFor(TIMEOUT);
      await expect(frame.getByRole('button', { name: 'Rename' })).toBeDisabled();
    }));
});

test.describe('/demo/hostile', () => {
  test.describe.configure({ timeout: 40_000 });
  test.beforeAll(async () => {
    await page.goto(`${service.url}/demo/hostile`);
  });

  /** The rest are trials: page-threats.e2e.ts has each of these attacks anyway. */
  const usual = ['Prototype pollution', 'Forged answer', 'Sandboxed frame'];

  for (const { title } of ATTACKS) {
    const details = trialUnless(usual.includes(title));
    test(`error: the defense works against: ${title}`, details, async () => {
      const card = page.locator('.attack').filter({
        has: page.getByRole('heading', { name: title, exact: true }),
      });
      await card.getByRole('button').click();
      await card.locator('.ending strong').waitFor(TIMEOUT);
      await expect(card.locator('.ending')).toContainText(/^Held\./);
      expect(confirmWindows(keystamp).length).toBeLessThanOrEqual(1);
    });
  }

  test('behavior: nothing of all that was carried out', async () => {
    const { effects } = (await (await fetch(`${service.url}/local/effects`)).json()) as {
      effects: Record<string, number>;
    };
    expect(effects).toEqual({ ACTIVITY_TYPE_UPDATE_WALLET: takesTrials ? 5 : 3 });
  });
});
