import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import {
  DEMO_TOKEN,
  deployDemoToken,
  FIRST_ACCOUNT,
  startChain,
  type LocalChain,
} from '../../scripts/chain/anvil.ts';
import { LOCAL_CHAIN } from '../../src/protocol/coins.ts';
import { objectWords } from '../../src/ui/words/en/objects.ts';
import { sendWords } from '../../src/ui/words/en/send.ts';
import { signingWords } from '../../src/ui/words/en/signing.ts';
import { writeTokenTransfer } from '../../src/signing/token-transfer.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { openObject, openPopup } from './pages.ts';
import { setUpAs, submission } from './people.ts';
import { startService, TEST_ENV, type LocalService } from './service.ts';
import { operationRow, textFor } from './user-actions.ts';

/*
 * Carol sends from a wallet's account, on a chain: the coin and a token alone, more of the coin once
 * somebody else approves, and no more than that.
 */

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ETHER = 10n ** 18n;
const TIMEOUT = { timeout: 30_000 };

let chain: LocalChain;
let service: LocalService;
let oracle: Oracle;
let carol: Keystamp;
let page: Page;
let from: string;
let place: { readonly wallet: string; readonly account: string };

const allow = (policyName: string, condition: string, consensus: string) =>
  oracle.client.createPolicy(
    submission(oracle, 'ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName,
      effect: 'EFFECT_ALLOW',
      consensus,
      condition: `activity.kind == 'ETH_SEND_TRANSACTION' && ${condition}`,
      notes: '',
    }),
  );

async function readAccount(): Promise<void> {
  const { organizationId, client } = oracle;
  const { wallets } = await client.getWallets({ organizationId });
  for (const { walletId } of wallets) {
    const { accounts } = await client.getWalletAccounts({ organizationId, walletId });
    const found = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM');
    if (!found) continue;
    from = found.address;
    place = { wallet: walletId, account: found.walletAccountId };
    return;
  }
  throw new Error('the demo organization has no account of Ethereum');
}

test.beforeAll(async () => {
  test.setTimeout(180_000);
  chain = await startChain();
  await deployDemoToken(chain);
  const args = ['--port', '0', '--data', 'memory', '--rpc', `${LOCAL_CHAIN}=${chain.url}`];
  const token = ['--token', `${LOCAL_CHAIN}/erc20:${DEMO_TOKEN}`];
  [service, carol] = await Promise.all([
    startService({ args: [...args, ...token], env: TEST_ENV }),
    launchKeystamp(),
  ]);
  oracle = await oracleAt(service.url);
  await readAccount();
  await chain.rpc('anvil_setBalance', [from, `0x${(20n * ETHER).toString(16)}`]);
  const data = writeTokenTransfer({ to: from, amount: 500n });
  await chain.rpc('eth_sendTransaction', [{ from: FIRST_ACCOUNT, to: DEMO_TOKEN, data }]);
  await allow('Small', `eth.tx.value <= ${ETHER}`, 'true');
  const middle = `eth.tx.value > ${ETHER} && eth.tx.value <= ${5n * ETHER}`;
  await allow('Middle by two', middle, 'approvers.count() >= 2');
  await setUpAs(carol, { oracle, name: 'Carol', url: service.url });
  page = await openPopup(carol);
});

test.afterAll(async () => {
  await carol?.close();
  await service?.stop();
  await chain?.stop();
});

/** From the wallet's screen to the sent request. */
async function send(amount: string, asset?: RegExp): Promise<void> {
  const { title } = operationRow('eth_send_transaction');
  await openObject(page, 'walletAccount', `${place.account}/${place.wallet}`);
  await page.getByRole('link', { name: title, exact: true }).click();
  const network = page.getByLabel(objectWords['object.network'], { exact: true });
  await network.selectOption(LOCAL_CHAIN, TIMEOUT);
  if (asset) {
    const select = page.getByLabel(sendWords['send.asset'], { exact: true });
    const label = await select.locator('option', { hasText: asset }).textContent();
    await select.selectOption({ label: label ?? '' });
  }
  if (amount === 'max') await page.getByRole('button', { name: 'Max' }).click();
  else await page.getByLabel(sendWords['send.amount'], { exact: true }).fill(amount);
  // Last: whose address it is comes in a moment, and moves what stands below.
  await page.getByLabel(sendWords['send.to'], { exact: true }).fill(TO);
  await page.getByRole('button', { name: textFor('popup.review.title'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(signingWords['signing.after']).waitFor(TIMEOUT);
  await dialog.getByRole('button', { name: /^Send / }).click();
}

const balanceOfTo = async () => BigInt(String(await chain.rpc('eth_getBalance', [TO, 'latest'])));

/** Waits until the service says that it is in the chain. */
async function included(): Promise<void> {
  await page.locator('[data-status$="INCLUDED"]').waitFor(TIMEOUT);
}

test('behavior: the coin, alone', async () => {
  const before = await balanceOfTo();
  await send('0.5');
  await included();
  expect((await balanceOfTo()) - before).toBe(ETHER / 2n);
  const block = await chain.rpc('eth_getBlockByNumber', ['latest', false]);
  const { transactions } = block as { readonly transactions: readonly string[] };
  const [hash = '', ...others] = transactions;
  expect(others).toEqual([]);
  await expect(page.locator('body')).toContainText(`${hash.slice(0, 8)}…${hash.slice(-6)}`);
});

test('behavior: all of a token, alone', async () => {
  await send('max', /DEMO/);
  await included();
  const data = `0x70a08231${TO.slice(2).toLowerCase().padStart(64, '0')}`;
  const has = await chain.rpc('eth_call', [{ to: DEMO_TOKEN, data }, 'latest']);
  expect(BigInt(String(has))).toBe(500n);
});

test('behavior: more takes another’s approval', async () => {
  const before = await balanceOfTo();
  await send('2');
  const { organizationId, client } = oracle;
  const waiting = async () => {
    const { activities } = await client.getActivities({
      organizationId,
      filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'],
    });
    return activities[0]?.fingerprint;
  };
  await expect.poll(waiting, TIMEOUT).toBeTruthy();
  expect(await balanceOfTo()).toBe(before);
  const fingerprint = (await waiting()) ?? '';
  await client.approveActivity(
    submission(oracle, 'ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint }),
  );
  await included();
  expect((await balanceOfTo()) - before).toBe(2n * ETHER);
});

test('error: what no policy allows is denied, and says why', async () => {
  const before = await balanceOfTo();
  await send('6');
  await page.locator('[data-state="failed"], [data-state="refused"]').first().waitFor(TIMEOUT);
  await page.getByText(/No policies evaluated to outcome: Allow/).waitFor(TIMEOUT);
  await page
    .getByText(/Middle by two/)
    .first()
    .waitFor(TIMEOUT);
  await expect(page.locator('[data-status$="INCLUDED"]')).toHaveCount(0);
  expect(await balanceOfTo()).toBe(before);
});
