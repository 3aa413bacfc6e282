import { approveShown, closeConfirm, confirmWindow } from './confirm-window.ts';
import { openDapp, type Dapp } from './dapp.ts';
import { backToStart, click, type Act, type Stage } from './guide-actions.ts';
import { see, use, type Hints } from './guide-walk.ts';

/* What the guide leaves to its reader about sites: the site, and what it asks for. */

export const sites = (stage: Stage): Hints => {
  let dapp: Dapp;
  const { keystamp, oracle } = stage;
  /** The site's own page asks for something; what it answers is the test of other files. */
  const ask =
    (method: 'connect' | 'request', ...params: readonly unknown[]): Act =>
    async (reader) => {
      dapp ??= await openDapp(keystamp, stage.sites.one);
      void dapp.ask(method, ...params);
      reader.page = await confirmWindow(keystamp);
    };
  const approve =
    (name: string): Act =>
    async (reader) => {
      await see(name)(reader);
      await approveShown(reader.page);
      await closeConfirm(keystamp);
    };
  const askToRename: Act = async (reader) => {
    const { organizationId, client } = oracle;
    const { wallets } = await client.getWallets({ organizationId });
    const parameters = { walletId: wallets[0]?.walletId ?? '', walletName: 'Asked by a site' };
    await ask('request', { operation: 'update_wallet', parameters })(reader);
  };
  return {
    'Start at the site': ask('connect', { operations: ['update_wallet'] }),
    'If Keystamp warns you about it, choose **Reject**': see('Reject'),
    '**Profile**': see('Profile'),
    'choose **Connect**': approve('Connect'),
    'Read what the site wants': askToRename,
    '**Approve** or **Reject**. **More ways to reject**': async (reader) => {
      await see('Reject', 'More ways to reject')(reader);
      await approve('Approve')(reader);
    },
    'In a request': askToRename,
    '**Duration**': '1 hour',
    '**Total limit**': '5',
    '**Hourly limit**': '5',
    '**Approve similar too**': approve('Approve similar too'),
    'Open **Settings**, then': async (reader) => {
      await backToStart(stage)(reader);
      await use(reader, 'Settings');
    },
    'choose the site': ({ page }) => page.locator('.site summary').first().click(),
    'the bin beside an auto-approval': click(/^Revoke auto-approval/),
    // There was one.
    '**Revoke all**': null,
    '**Disconnect** ends': async (reader) => {
      await see('Block')(reader);
      await use(reader, 'Disconnect');
    },
    // The site is gone from the list by then.
    '**Block**': null,
  };
};
