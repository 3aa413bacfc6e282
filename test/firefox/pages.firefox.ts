import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { isIconPinned } from '../../scripts/toolbar-icon.ts';
import { ASK } from '../../src/sdk/sdk.ts';
import { approveShown, refuseShown, shownOrigin } from '../e2e/confirm-window.ts';
import { openSettings, openSites } from '../e2e/pages.ts';
import { textFor } from '../e2e/user-actions.ts';
import { pageOfTab } from './firefox-page.ts';
import { confirmWindow, waitForClosed } from './confirm-window.ts';
import { useFirefox } from './firefox-setup.ts';
import { test } from './firefox-test.ts';
import { shownBy } from '../trial-tag.ts';

/*
 * A dApp in a real Firefox: the demo connects, sends requests, and gets the user's decisions, in a
 * private window, too; the background ends while a request is pending.
 */

const TIMEOUT = { timeout: 30_000 };

const setup = useFirefox();
let page: Page;

test.beforeAll(async () => {
  page = await setup.openWeb(`${setup.service.url}/demo`);
});

const idOf = async (name: string): Promise<string> => {
  const { client, organizationId } = setup.oracle;
  const { wallets } = await client.getWallets({ organizationId });
  return wallets.find(({ walletName }) => walletName === name)?.walletId ?? '';
};

const nameOf = async (id: string): Promise<string | undefined> => {
  const { client, organizationId } = setup.oracle;
  const { wallets } = await client.getWallets({ organizationId });
  return wallets.find(({ walletId }) => walletId === id)?.walletName;
};

/** The demo requests a wallet's rename; returns the demo's element for the result. */
async function requestRename(demo: Page, walletId: string | typeof ASK, walletName: string) {
  const card = demo.locator('[data-operation="update_wallet"]');
  const editor = card.getByLabel('Parameters (JSON)');
  if (!(await editor.isVisible())) await card.locator('summary').click();
  await editor.fill(JSON.stringify({ walletId, walletName }));
  await card.getByRole('button', { name: 'Ask Keystamp' }).click();
  return card.locator('.result').first();
}

async function connect(demo: Page): Promise<void> {
  await demo.getByRole('button', { name: 'Connect', exact: true }).click(TIMEOUT);
  const window = await confirmWindow(setup.keystamp);
  expect(await shownOrigin(window)).toBe(setup.service.url);
  await approveShown(window);
  await demo.getByRole('button', { name: 'Disconnect' }).waitFor(TIMEOUT);
  await waitForClosed(window);
}

test('behavior: /demo connects', async () => {
  await connect(page);
  const facts = await page.locator('#connection').innerText();
  expect(facts).toContain(setup.oracle.organizationId);
});

test('behavior: an approved request is carried out, and the page gets the result', async () => {
  const id = await idOf('Payroll');
  const result = await requestRename(page, id, 'From Firefox');
  const window = await confirmWindow(setup.keystamp);
  await approveShown(window);
  await result.getByText('completed').first().waitFor(TIMEOUT);
  expect(await nameOf(id)).toBe('From Firefox');
  await waitForClosed(window);
});

test('behavior: a refused one isn’t', shownBy('e2e/page-operations.e2e.ts'), async () => {
  const id = await idOf('From Firefox');
  const result = await requestRename(page, id, 'Never');
  const window = await confirmWindow(setup.keystamp);
  await refuseShown(window);
  await result.getByText('refused').first().waitFor(TIMEOUT);
  expect(await nameOf(id)).toBe('From Firefox');
  await waitForClosed(window);
});

test('behavior: the background ended while the window is open: decided and carried out once', async () => {
  const id = await idOf('From Firefox');
  const count = async () => (await setup.oracle.effects())['ACTIVITY_TYPE_UPDATE_WALLET'] ?? 0;
  const before = await count();
  const result = await requestRename(page, id, 'After its end');
  const window = await confirmWindow(setup.keystamp);
  await window.getByText('After its end').first().waitFor(TIMEOUT);
  await setup.keystamp.stopBackground();
  await approveShown(window);
  // The page may still show the result of the request before.
  await expect.poll(count, TIMEOUT).toBe(before + 1);
  await result.getByText('completed').first().waitFor(TIMEOUT);
  expect(await count()).toBe(before + 1);
  await waitForClosed(window);
});

const BUSY: readonly (readonly [what: string, begin: () => void])[] = [
  ['shows a message', () => void setTimeout(() => alert('Wait'), 50)],
  [
    'runs a script for six seconds',
    () =>
      void setTimeout(() => {
        for (const end = performance.now() + 6000; performance.now() < end;);
      }, 50),
  ],
];
for (const [what, begin] of BUSY) {
  test(
    `behavior: a page that ${what} at the press: carried out, and answered afterwards`,
    shownBy('e2e/page-threats-busy.ts'),
    async () => {
      const id = await idOf('After its end');
      // Without the results of the requests before.
      await page.reload();
      await page.getByRole('button', { name: 'Disconnect' }).waitFor(TIMEOUT);
      const result = await requestRename(page, id, `It ${what}`);
      const window = await confirmWindow(setup.keystamp);
      await window.getByText(`It ${what}`).first().waitFor(TIMEOUT);
      await page.evaluate(begin);
      await approveShown(window);
      await expect.poll(async () => nameOf(id), TIMEOUT).toBe(`It ${what}`);
      // A driver's next command closes the message, and fails.
      await page.evaluate(() => null).catch(() => null);
      await result.getByText('completed').first().waitFor(TIMEOUT);
      await waitForClosed(window);
      const back = await requestRename(page, id, 'After its end');
      const next = await confirmWindow(setup.keystamp);
      await approveShown(next);
      await expect.poll(async () => nameOf(id), TIMEOUT).toBe('After its end');
      await back.getByText('completed').first().waitFor(TIMEOUT);
      await waitForClosed(next);
    },
  );
}

test(
  'behavior: closed without a decision, the window opens again once the page was left',
  shownBy('e2e/page-durability.e2e.ts'),
  async () => {
    const id = await idOf('After its end');
    await requestRename(page, id, 'Put off');
    const window = await confirmWindow(setup.keystamp);
    await window.getByText('Put off').first().waitFor(TIMEOUT);
    await window.close();
    await page.reload();
    await page.getByRole('button', { name: 'Disconnect' }).waitFor(TIMEOUT);
    const result = await requestRename(page, id, 'After its end');
    const next = await confirmWindow(setup.keystamp);
    await next.getByText('After its end').first().waitFor(TIMEOUT);
    await approveShown(next);
    await result.getByText('completed').first().waitFor(TIMEOUT);
    // The demo has taken its earlier request over, too.
    await next.getByText('Put off').first().waitFor(TIMEOUT);
    await refuseShown(next);
    await waitForClosed(next);
  },
);

test('behavior: a wallet left to the user is picked there; the page learns it by the result', async () => {
  const id = await idOf('After its end');
  const result = await requestRename(page, ASK, 'Picked in Firefox');
  const window = await confirmWindow(setup.keystamp);
  const picker = window.locator('.picker');
  await picker.locator('input').fill('After its end');
  await picker.locator('.picker-option', { hasText: 'After its end' }).click(TIMEOUT);
  await approveShown(window);
  // The page shows the result of the request before until the next one comes.
  await expect.poll(async () => nameOf(id), TIMEOUT).toBe('Picked in Firefox');
  await result.getByText('completed').first().waitFor(TIMEOUT);
  expect(await result.innerText()).toContain(id);
  await waitForClosed(window);
});

test('behavior: the sites section shows the connection, and ends it', async () => {
  const options = await openSites(setup);
  const { hostname } = new URL(setup.service.url);
  await options.locator('.site .row-title strong', { hasText: hostname }).waitFor(TIMEOUT);
  await options.close();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor(TIMEOUT);
});

test('behavior: a page in a private window is marked as such', async () => {
  const demo = pageOfTab(await setup.keystamp.openPrivate(`${setup.service.url}/demo`));
  await demo.getByRole('button', { name: 'Connect', exact: true }).click(TIMEOUT);
  const window = await confirmWindow(setup.keystamp);
  await window.getByText(textFor('confirm.private'), { exact: true }).waitFor(TIMEOUT);
  await refuseShown(window);
  await waitForClosed(window);
  await demo.close();
});

test('behavior: Firefox tells where its toolbar has the icon', async () => {
  const options = await openSettings(setup);
  // Behind the puzzle piece, until its user pins it.
  expect(await isIconPinned(options)).toBe(false);
  await options.close();
});

test('behavior: no errors on any console', async () => {
  expect(await setup.keystamp.logs()).toEqual([]);
});
