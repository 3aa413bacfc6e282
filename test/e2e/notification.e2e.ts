import { rmSync } from 'node:fs';
import type { TurnkeyClient } from '@turnkey/http';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { buildAllowing } from './allowed-build.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { callWorker, countVotesNow } from './extension-internals.ts';
import { hostService, type HostedService } from './hosted-service.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { openAppearance } from './pages.ts';
import { allowWalletsByTwo, clientAs, setUpAs, submission } from './people.ts';
import { textFor } from './user-actions.ts';

/*
 * A notification of the system tells Dave that Carol asked for something that needs his vote: only if
 * he wants it, once, and without a word of what it is.
 */

test.describe.configure({ mode: 'serial' });

const extensionDir = buildAllowing({ permissions: ['notifications'] });
let service: HostedService;
let oracle: Oracle;
let carol: TurnkeyClient;
let dave: Keystamp;
let options: Page;

test.beforeAll(async () => {
  service = await hostService();
  [oracle, dave] = await Promise.all([oracleAt(service.url), launchKeystamp({ extensionDir })]);
  await allowWalletsByTwo(oracle);
  carol = await clientAs(oracle, 'Carol', service.url);
  await setUpAs(dave, { oracle, name: 'Dave', url: service.url });
  options = await openAppearance(dave);
});

test.afterAll(async () => {
  await dave?.close();
  await service?.stop();
  rmSync(extensionDir, { recursive: true, force: true });
});

async function ask(walletName: string): Promise<void> {
  const { organizationId } = oracle;
  const { wallets } = await carol.getWallets({ organizationId });
  const parameters = { walletId: wallets[0]?.walletId ?? '', walletName };
  await carol.updateWallet(submission(oracle, 'ACTIVITY_TYPE_UPDATE_WALLET', parameters));
}

type Chrome = {
  readonly notifications: { readonly getAll: () => Promise<Readonly<Record<string, boolean>>> };
};

const shown = () =>
  options.evaluate(async () => {
    const { notifications } = Reflect.get(globalThis, 'chrome') as Chrome;
    return Object.keys(await notifications.getAll());
  });

const badge = () =>
  options.evaluate(() => {
    const chrome = Reflect.get(globalThis, 'chrome') as {
      action: { getBadgeText: (of: object) => Promise<string> };
    };
    return chrome.action.getBadgeText({});
  });

test('behavior: nothing is shown until the user turns it on', async () => {
  await ask('First');
  await countVotesNow(options);
  await expect.poll(badge).toBe('1');
  expect(await shown()).toEqual([]);
});

test('behavior: turned on, it tells of the next one', async () => {
  const toggle = options.getByRole('switch', { name: textFor('options.notify.label') });
  await toggle.check();
  await expect
    .poll(async () => (await callWorker<{ settings: object }>(options, 'state')).settings)
    .toMatchObject({ notify: true });
  await ask('Second');
  await countVotesNow(options);
  await expect.poll(shown).toEqual(['waiting']);
  await expect.poll(badge).toBe('2');
});

test('behavior: nothing was logged and nothing was thrown', () => {
  expect(dave.logs).toEqual([]);
});
