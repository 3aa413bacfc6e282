import type { Page } from 'playwright';
import {
  approveShown,
  waitUntilArmed,
  closeConfirm,
  confirmWindow,
  shownOrigin,
} from '../../test/e2e/confirm-window.ts';
import { oracleAt } from '../../test/e2e/oracle.ts';
import { operationRow } from '../../test/e2e/user-actions.ts';
import type { Step, Tour } from './steps.ts';

/*
 * The end of the tour: the demo dApp sends requests, and the user decides in the confirm window.
 */

const WINDOW = { width: 420, height: 680 };
const NAME = 'Renamed by a dApp';

/** Approves the request in the window, once the window says that the demo sent it. */
async function approveRequest(tour: Tour, picture: string): Promise<void> {
  const { keystamp, service } = tour;
  const confirmPage = await confirmWindow(keystamp);
  const origin = await shownOrigin(confirmPage);
  if (origin !== service.url) throw new Error(`the window says that ${String(origin)} asks`);
  await confirmPage.setViewportSize(WINDOW);
  await confirmPage.bringToFront();
  await waitUntilArmed(confirmPage);
  await withPage(tour, confirmPage, () => tour.shoot(picture));
  await approveShown(confirmPage);
}

/** Pictures show the tour's page: for a moment that's the window. */
async function withPage(tour: Tour, page: Page, act: () => Promise<void>): Promise<void> {
  const { page: previousPage } = tour;
  tour.page = page;
  await act().finally(() => {
    tour.page = previousPage;
  });
}

/** From the demo dApp's first discovery to an effect at the service. */
export const DAPP_STEPS: readonly Step[] = [
  {
    name: 'demo dApp: connect',
    run: async (tour) => {
      tour.page = await tour.keystamp.context.newPage();
      await tour.page.goto(`${tour.service.url}/demo`);
      await tour.page.getByRole('button', { name: 'Connect', exact: true }).click();
      await approveRequest(tour, 'dapp-connect-window');
      await tour.page.getByRole('button', { name: 'Disconnect' }).waitFor();
      await closeConfirm(tour.keystamp);
      await tour.page.bringToFront();
      await tour.shoot('dapp-connected');
    },
  },
  {
    name: 'demo dApp: ask for a rename, approve it in Keystamp’s window',
    run: async (tour) => {
      const { page, service } = tour;
      const { client, organizationId } = await oracleAt(service.url);
      const { wallets } = await client.getWallets({ organizationId });
      const { walletId = '' } =
        wallets.find(({ walletName }) => walletName === 'Main wallet') ?? {};
      const row = operationRow('update_wallet');
      await page.getByLabel('Wallet', { exact: true }).fill(walletId);
      const card = page.locator(`[data-operation="${row.name}"]`);
      await card.locator('summary').click();
      const parameters = { walletId, walletName: NAME };
      await card.getByLabel('Parameters (JSON)').fill(JSON.stringify(parameters, null, 2));
      await card.getByRole('button', { name: 'Ask Keystamp' }).click();
      await approveRequest(tour, 'dapp-approve-window');
      await card.getByText('completed', { exact: true }).waitFor();
      await closeConfirm(tour.keystamp);
      await page.bringToFront();
      await tour.shoot('dapp-completed');
      const stored = (await client.getWallets({ organizationId })).wallets;
      const found = stored.find((one) => one.walletId === walletId)?.walletName;
      if (found !== NAME) throw new Error(`the wallet is called ${String(found)}`);
    },
  },
];
