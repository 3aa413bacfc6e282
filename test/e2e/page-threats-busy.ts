import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialog, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Provider } from '../../src/protocol/page-api.ts';
import {
  approveShown,
  closeConfirm,
  confirmWindow,
  press,
  pressUntilApproved,
  shownOrigin,
  waitUntilArmed,
} from './confirm-window.ts';
import { openDapp, type Dapp } from './dapp.ts';
import { test } from './environment.ts';
import {
  callOwn,
  connectOtherSite,
  dapp,
  environment,
  pendingRequests,
  renameTo,
  sentRenames,
  showConfirmWindow,
} from './page-threats-environment.ts';
import { textFor } from './user-actions.ts';
import { shownBy, trialUnless } from '../trial-tag.ts';

/*
 * Pages whose own scripts keep them from answering (docs/threats.md, 64): the user's approval
 * counts, and the page gets its answer when it is free.
 */

const TIMEOUT = { timeout: 30_000 };

/** Sends a request and leaves how it ends in the page, whatever it is busy with. */
function ask({ page }: Dapp, walletName: string): Promise<void> {
  return page.evaluate((params) => {
    const provider = Reflect.get(globalThis, 'provider') as Provider;
    Object.assign(globalThis, { ended: undefined });
    provider.request(params).then(
      (outcome) => Object.assign(globalThis, { ended: outcome.kind }),
      (error: { readonly code: string }) => Object.assign(globalThis, { ended: error.code }),
    );
  }, renameTo(walletName));
}

const endOf = ({ page }: Dapp) =>
  page.evaluate(() => Reflect.get(globalThis, 'ended') as string | undefined);

const bodies = (walletName: string) => sentRenames().filter((body) => body.includes(walletName));

/** The page's script runs for so long, beginning a moment from now. */
function keepBusy({ page }: Dapp, ms: number): Promise<void> {
  return page.evaluate((length) => {
    setTimeout(() => {
      for (const end = performance.now() + length; performance.now() < end;);
    }, 50);
  }, ms);
}

/** The page shows a message that blocks it until it is closed. */
async function showMessage({ page }: Dapp): Promise<Dialog> {
  const opened = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => alert('Wait'), 50));
  return opened;
}

const isBusy = (window: Page) =>
  window.getByText(textFor('confirm.busy'), { exact: true }).isVisible();

test.describe('a page that is busy', () => {
  test('behavior: a message that it shows at the press: carried out, answered when it is closed', async () => {
    await ask(dapp, 'Alerted');
    const window = await showConfirmWindow();
    const place = await waitUntilArmed(window);
    const message = await showMessage(dapp);
    await press(place);
    await pressUntilApproved(window);
    await expect.poll(() => bodies('Alerted').length, TIMEOUT).toBe(1);
    // Longer than a page has to answer.
    await sleep(5000);
    expect(await pendingRequests()).toEqual([]);
    await message.accept();
    await expect.poll(() => endOf(dapp), TIMEOUT).toBe('completed');
    expect(bodies('Alerted')).toHaveLength(1);
  });

  test('behavior: a script of nine seconds: the window says so, and what a click does', async () => {
    await ask(dapp, 'Nine seconds');
    const window = await showConfirmWindow();
    await waitUntilArmed(window);
    await keepBusy(dapp, 9000);
    await expect.poll(() => isBusy(window), TIMEOUT).toBe(true);
    const says = window.getByText(textFor('confirm.busyText'), { exact: true });
    expect(await says.isVisible()).toBe(true);
    await approveShown(window);
    await expect.poll(() => bodies('Nine seconds').length, TIMEOUT).toBe(1);
    await expect.poll(() => endOf(dapp), TIMEOUT).toBe('completed');
  });

  test(
    'behavior: a script of five seconds that began before the press: carried out, once',
    trialUnless(false),
    async () => {
      await ask(dapp, 'Five seconds');
      const window = await showConfirmWindow();
      const place = await waitUntilArmed(window);
      await keepBusy(dapp, 5000);
      await sleep(1000);
      await press(place);
      await pressUntilApproved(window);
      await expect.poll(() => endOf(dapp), TIMEOUT).toBe('completed');
      expect(bodies('Five seconds')).toHaveLength(1);
    },
  );

  test(
    'behavior: it stays pending, and is as before once the page is free',
    trialUnless(false),
    async () => {
      await ask(dapp, 'Free again');
      const window = await showConfirmWindow();
      await waitUntilArmed(window);
      const message = await showMessage(dapp);
      await expect.poll(() => isBusy(window), TIMEOUT).toBe(true);
      // Longer than the moment that a page which left has to come back.
      await sleep(6000);
      expect(await pendingRequests()).toMatchObject([{ state: 'busy' }]);
      await message.accept();
      await expect.poll(() => isBusy(window), TIMEOUT).toBe(false);
      await approveShown(window);
      await expect.poll(() => endOf(dapp), TIMEOUT).toBe('completed');
    },
  );

  test(
    'behavior: the worker ends while the answer is owed: the page gets it all the same',
    shownBy('requests/worker-stops.test.ts'),
    async () => {
      await ask(dapp, 'Owed');
      const window = await showConfirmWindow();
      const place = await waitUntilArmed(window);
      const message = await showMessage(dapp);
      await press(place);
      await pressUntilApproved(window);
      await expect.poll(() => bodies('Owed').length, TIMEOUT).toBe(1);
      await closeConfirm(environment.keystamp);
      await environment.keystamp.stopWorker();
      await message.accept();
      // Whatever wakes the next worker; by itself, an alarm does within a minute.
      await callOwn('requests_list');
      await expect.poll(() => endOf(dapp), TIMEOUT).toBe('completed');
    },
  );

  test(
    'error: busy when it is closed: gone, and nothing is carried out',
    shownBy('e2e/page-durability.e2e.ts'),
    async () => {
      const other = await connectOtherSite();
      await ask(other, 'Closed while busy');
      const window = await showConfirmWindow();
      const place = await waitUntilArmed(window);
      await keepBusy(other, 30_000);
      await sleep(500);
      await other.page.close();
      await press(place).catch(() => undefined);
      await expect.poll(() => pendingRequests(), TIMEOUT).toEqual([]);
      expect(bodies('Closed while busy')).toEqual([]);
    },
  );

  test('behavior: a site whose page is busy is connected, and learns it', async () => {
    const { keystamp, sites } = environment;
    await callOwn('sites_forget', { origin: sites.other });
    const other = await openDapp(keystamp, sites.other);
    const connected = other.ask('connect', { operations: ['update_wallet'] });
    const window = await confirmWindow(keystamp);
    expect(await shownOrigin(window)).toBe(sites.other);
    const place = await waitUntilArmed(window);
    const message = await showMessage(other);
    await press(place);
    await pressUntilApproved(window);
    await message.accept();
    expect(await connected).toMatchObject({ ok: true, value: { kind: 'connected' } });
    await other.page.close();
  });
});
