import type { Page } from 'playwright';
import {
  approveShown,
  armed,
  closeConfirm,
  confirmWindow,
  shownOrigin,
} from '../../test/e2e/confirm.ts';
import { oracleAt } from '../../test/e2e/oracle.ts';
import { operation } from '../../test/e2e/person.ts';
import type { Step, Tour } from './steps.ts';

/*
 * The end of the tour: the demo dApp asks, the person decides in the confirm window.
 */

const WINDOW = { width: 420, height: 680 };
const NAME = 'Renamed by a dApp';

/** Approves what the window shows, once it says that the demo asks. */
async function decide(tour: Tour, picture: string): Promise<void> {
  const { keystamp, service } = tour;
  const asked = await confirmWindow(keystamp);
  const origin = await shownOrigin(asked);
  if (origin !== service.url) throw new Error(`the window says that ${String(origin)} asks`);
  await asked.setViewportSize(WINDOW);
  await asked.bringToFront();
  await armed(asked);
  await within(tour, asked, () => tour.shoot(picture));
  await approveShown(asked);
}

/** Pictures are of the tour's page: for a moment that is the window. */
async function within(tour: Tour, page: Page, act: () => Promise<void>): Promise<void> {
  const { page: before } = tour;
  tour.page = page;
  await act().finally(() => {
    tour.page = before;
  });
}

/** From the demo dApp's first look to an effect at the service. */
export const DAPP: readonly Step[] = [
  {
    name: 'demo dApp: connect',
    run: async (tour) => {
      tour.page = await tour.keystamp.context.newPage();
      await tour.page.goto(`${tour.service.url}/demo`);
      await tour.page.getByRole('button', { name: 'Connect', exact: true }).click();
      await decide(tour, 'dapp-connect-window');
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
      const row = operation('update_wallet');
      await page.getByLabel('Wallet', { exact: true }).fill(walletId);
      const card = page.locator(`[data-operation="${row.name}"]`);
      await card.locator('summary').click();
      const parameters = { walletId, walletName: NAME };
      await card.getByLabel('Parameters (JSON)').fill(JSON.stringify(parameters, null, 2));
      await card.getByRole('button', { name: 'Ask Keystamp' }).click();
      await decide(tour, 'dapp-approve-window');
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
