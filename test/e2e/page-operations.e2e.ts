import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { COOLDOWN_KEY } from '../../src/permissions/cooldown.ts';
import { PAGE_OPERATIONS } from '../../src/protocol/operations.ts';
import { PAGE_SENTENCES } from '../../src/protocol/page-errors.ts';
import { ROOT } from '../../scripts/tool.ts';
import { addressOfVector } from '../addresses/vectors.ts';
import { checkShown } from './appearance.ts';
import type { Keystamp } from './browser.ts';
import { test } from './environment.ts';
import {
  approveShown,
  waitUntilArmed,
  closeConfirm,
  confirmWindow,
  confirmWindows,
  waitForPosition,
  refuseShown,
  shownOrigin,
} from './confirm-window.ts';
import { openDapp, type Outcome, type Dapp, type Sites } from './dapp.ts';
import { writeArea } from './extension-internals.ts';
import type { Oracle } from './oracle.ts';
import { PAGE_SCENARIOS, type PageScenario } from './page-scenarios.ts';
import { openHome, openPopup, openSignedHere } from './pages.ts';
import { button, fillForm, openForm, operationRow, textFor, unlock, lock } from './user-actions.ts';
import { takesTrials, trialUnless } from '../trial-tag.ts';
import { shoot, SCREENSHOTS } from './screenshots.ts';
import type { LocalService } from './service.ts';
import { ABI, countEach, type ScenarioContext } from './operation-scenarios.ts';

/*
 * A web page uses the provider for each of the ten operations. Each is approved in the confirm window; the vendor's client checks the outcome.
 */

// Each test continues where the previous one ended. An undecided request waits forever.
test.describe.configure({ mode: 'serial', timeout: 40_000 });

let service: LocalService;
let sites: Sites;
let keystamp: Keystamp;
let oracle: Oracle;
let popup: Page;
let dapp: Dapp;

test.beforeAll(async ({ environments }) => {
  const { options, ...environment } = await environments.start();
  ({ service, sites, keystamp, oracle } = environment);
  keystamp.context.setDefaultTimeout(15_000);
  await options.close();
  popup = await openPopup(keystamp);
  dapp = await openDapp(keystamp, sites.one);
});

// It closes itself after its last request has ended well, which takes longer than the next test.
test.afterEach(() => closeConfirm(keystamp));

const scenarioContext = (): ScenarioContext => ({
  page: popup,
  service,
  oracle,
  shoot: () => Promise.resolve(),
});

/** No user refuses ten times in a minute; three refusals in one start a cooldown. */
const laterThatDay = () => writeArea(popup, 'session', { [COOLDOWN_KEY]: [] });

const TRON = 'ADDRESS_FORMAT_TRON';

/** The size of the window that the extension opens. */
const WINDOW = { width: 400, height: 640 };

/** Pictures of the request in front in both schemes; no accessibility faults. */
async function checkScreen(page: Page, name: string): Promise<void> {
  await page.setViewportSize(WINDOW);
  await checkShown(page, name, { folder: join(SCREENSHOTS, 'confirm') });
}

function expectCompleted(answered: Outcome): Readonly<Record<string, unknown>> {
  if (!answered.ok) throw new Error(`${answered.code}: ${answered.message}`);
  expect(answered.value).toMatchObject({ kind: 'completed' });
  return answered.value ?? {};
}

/** The page gets what the operations table says, and nothing of the service's own record. */
function demandShape({ operation: name }: PageScenario, answer: Readonly<Record<string, unknown>>) {
  const row = operationRow(name);
  expect(Object.keys(answer).toSorted()).toEqual(['activity', 'id', 'kind', 'result']);
  if (row.kind === 'query') {
    expect(answer['activity']).toBeNull();
    expect(v.parse(row.result, answer['result'])).toEqual(answer['result']);
    return;
  }
  const [version] = row.versions;
  expect(answer['activity']).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: version.type,
    status: 'ACTIVITY_STATUS_COMPLETED',
    fingerprint: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  });
  expect(v.parse(version.result, answer['result'])).toEqual(answer['result']);
}

test.describe('connecting', () => {
  test('error: an operation before that is refused without a window', async () => {
    const parameters = { walletId: crypto.randomUUID(), walletName: 'Early' };
    const asked = await dapp.ask('request', { operation: 'update_wallet', parameters });
    expect(asked).toMatchObject({ ok: false, code: 'not_connected' });
  });

  test('error: the user refuses, and the page learns it', async () => {
    const asked = dapp.ask('connect');
    const page = await confirmWindow(keystamp);
    expect(await shownOrigin(page)).toBe(sites.one);
    await refuseShown(page);
    expect(await asked).toMatchObject({
      ok: false,
      code: 'refused',
      message: PAGE_SENTENCES.refused,
    });
    expect(await dapp.ask('capabilities')).toMatchObject({ ok: true, value: { connection: null } });
  });

  test('behavior: the user connects the site, and other sites stay unconnected', async () => {
    const asked = dapp.ask('connect', { reason: 'To show what it can do' });
    const page = await confirmWindow(keystamp);
    await page.getByText('To show what it can do').waitFor();
    await waitUntilArmed(page);
    await checkScreen(page, 'connect');
    await approveShown(page);
    const { organizationId } = oracle;
    const connected = { organizationId, operations: PAGE_OPERATIONS };
    expect(await asked).toMatchObject({ ok: true, value: { kind: 'connected', ...connected } });
    expect(await dapp.ask('capabilities')).toMatchObject({
      value: { connection: { ...connected, grants: [] } },
    });
    const other = await openDapp(keystamp, sites.other);
    expect(await other.ask('capabilities')).toMatchObject({ value: { connection: null } });
    await other.page.close();
    await expect
      .poll(() => dapp.receivedEvents())
      .toContainEqual({ event: 'connect', data: connected });
  });
});

/** A query, one with a secret, an ordinary one and an irreversible one: the window is the same for all. */
const USUAL = ['get_api_key', 'import_private_key', 'update_wallet', 'delete_user_tags'];
const isUsual = ({ operation }: PageScenario) => USUAL.includes(operation);

for (const scenario of PAGE_SCENARIOS) {
  test.describe(scenario.operation, () => {
    const name = scenario.operation;
    let parameters: Readonly<Record<string, unknown>>;

    test.beforeAll(async () => {
      parameters = await scenario.parameters(scenarioContext());
    });

    const details = trialUnless(isUsual(scenario));
    test(
      'error: refused by the user, nothing reaches the service',
      trialUnless(name === 'update_wallet'),
      async () => {
        await laterThatDay();
        const before = await oracle.effects();
        const asked = dapp.ask('request', { operation: name, parameters });
        const page = await confirmWindow(keystamp);
        expect(await shownOrigin(page)).toBe(sites.one);
        await waitUntilArmed(page);
        await refuseShown(page);
        expect(await asked).toMatchObject({ ok: false, code: 'refused' });
        expect(await oracle.effects()).toEqual(before);
      },
    );

    test(
      'behavior: approved by the user, from the page to the stored effect',
      details,
      async () => {
        const before = await oracle.effects();
        const asked = dapp.ask('request', { operation: name, parameters });
        const page = await confirmWindow(keystamp);
        await waitUntilArmed(page);
        await checkScreen(page, name);
        await approveShown(page, operationRow(name).risk, () => checkScreen(page, `${name}-twice`));
        const answer = expectCompleted(await asked);
        demandShape(scenario, answer);
        const result = answer['result'] as Readonly<Record<string, unknown>>;
        await scenario.after?.(scenarioContext(), result);
        expect(await scenario.stored(scenarioContext(), result)).toEqual(scenario.expected);
        const row = operationRow(name);
        if (row.kind === 'query') return;
        const { type } = row.versions[0];
        expect(await oracle.effects()).toEqual({ ...before, [type]: (before[type] ?? 0) + 1 });
      },
    );
  });
}

test.describe('other uses of the window', () => {
  const rename = (walletName: string) =>
    dapp.ask('request', {
      operation: 'update_wallet',
      parameters: { walletId: crypto.randomUUID(), walletName },
    });

  test('behavior: shows three pending requests, one after the other, and refuses all of them', async () => {
    await laterThatDay();
    const asked = [rename('First'), rename('Second'), rename('Third')];
    const page = await confirmWindow(keystamp);
    await waitForPosition(page, 1, 3);
    await button(page, 'confirm.next').click();
    await waitForPosition(page, 2, 3);
    await page.getByText('Second').first().waitFor();
    await waitUntilArmed(page);
    await checkScreen(page, 'queue');
    await button(page, 'confirm.rejectMore').click();
    await checkScreen(page, 'queue-refuse');
    await page.getByRole('menuitem', { name: textFor('confirm.rejectSite') }).click();
    for (const one of asked) expect(await one).toMatchObject({ ok: false, code: 'refused' });
    expect(confirmWindows(keystamp).length).toBeLessThan(2);
  });

  test('behavior: hidden characters and endless text are shown as they are', async () => {
    await laterThatDay();
    const notes = `Pay \u202egnihton\u202c \u200b\u200d now.${'\n'.repeat(50)}${'long '.repeat(150)}`;
    const parameters = {
      label: 'W'.repeat(64),
      type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
      smartContractAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      smartContractInterface: ABI,
      notes,
    };
    const asked = dapp.ask('request', { operation: 'create_smart_contract_interface', parameters });
    const page = await confirmWindow(keystamp);
    await waitUntilArmed(page);
    expect(await page.locator('body').innerText()).not.toMatch(/[\u200b-\u200f\u202a-\u202e]/u);
    await checkScreen(page, 'hidden-characters');
    // However long the content, both decisions stay visible.
    for (const place of [await waitUntilArmed(page), button(page, 'confirm.reject')]) {
      const box = await place.boundingBox();
      expect(box && box.y + box.height <= WINDOW.height).toBe(true);
    }
    await refuseShown(page);
    expect(await asked).toMatchObject({ ok: false, code: 'refused' });
  });

  test('error: an address that the network can’t pay out to can only be rejected', async () => {
    await laterThatDay();
    const before = await oracle.effects();
    const purchase = {
      onrampProvider: 'FIAT_ON_RAMP_PROVIDER_COINBASE',
      network: 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN',
      cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_BTC',
    };
    const parameters = { ...purchase, walletAddress: addressOfVector('scalar 1', TRON) };
    const asked = dapp.ask('request', { operation: 'init_fiat_on_ramp', parameters });
    const page = await confirmWindow(keystamp);
    const values = { chains: 'Tron', network: 'Bitcoin' };
    await page.getByText(textFor('popup.address.chain', values)).waitFor();
    await expect(page.locator('[data-act="approve"]')).toHaveCount(0);
    await checkScreen(page, 'wrong-address');
    await refuseShown(page);
    expect(await asked).toMatchObject({ ok: false, code: 'refused' });
    expect(await oracle.effects()).toEqual(before);
  });

  test(
    'behavior: an address says whose it is, in the window and in the popup’s review',
    trialUnless(false),
    async () => {
      await laterThatDay();
      const { client, organizationId } = oracle;
      const { wallets } = await client.getWallets({ organizationId });
      const [{ walletId, walletName } = { walletId: '', walletName: '' }] = wallets;
      const { accounts } = await client.getWalletAccounts({ organizationId, walletId });
      const ethereum = accounts.find(
        ({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM',
      );
      const own = ethereum?.address.toLowerCase() ?? '';
      const ownText = textFor('popup.owner.ownNamed', { name: `Operating · ${walletName}` });
      const buyTo = (walletAddress: string) => ({
        onrampProvider: 'FIAT_ON_RAMP_PROVIDER_COINBASE',
        network: 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_ETHEREUM',
        cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_ETH',
        walletAddress,
      });
      for (const [address, text, picture] of [
        [own, ownText, 'own-address'],
        [`0x${'12'.repeat(20)}`, textFor('popup.owner.foreign'), 'foreign-address'],
      ] as const) {
        const parameters = buyTo(address);
        const asked = dapp.ask('request', { operation: 'init_fiat_on_ramp', parameters });
        const page = await confirmWindow(keystamp);
        for (const place of ['.asks', '.review-table'])
          await page.locator(`${place} .badge`).getByText(text, { exact: true }).waitFor();
        await waitUntilArmed(page);
        await checkScreen(page, picture);
        await refuseShown(page);
        expect(await asked).toMatchObject({ ok: false, code: 'refused' });
      }
      const row = operationRow('init_fiat_on_ramp');
      await openForm(popup, row);
      await fillForm(popup, row, buyTo(own));
      await button(popup, 'popup.review.title').click();
      await popup.locator('.review-table .badge').getByText(ownText, { exact: true }).waitFor();
    },
  );

  test('behavior: while locked it shows whose request it is but not what for, until unlocked there', async () => {
    await laterThatDay();
    await lock(popup);
    const asked = rename('Secret name');
    const page = await confirmWindow(keystamp);
    await button(page, 'app.unlock.action').waitFor();
    await page.getByText(textFor('confirm.unlockFirst')).waitFor();
    expect(await page.locator('body').innerText()).not.toContain('Secret name');
    await checkScreen(page, 'locked');
    await unlock(page);
    await page.getByText('Secret name').first().waitFor();
    await refuseShown(page);
    expect(await asked).toMatchObject({ ok: false, code: 'refused' });
  });
});

test.describe('afterwards', () => {
  test('behavior: the history has what was decided and signed, is whole, and is verified outside', async () => {
    await openSignedHere(popup);
    await popup.getByRole('link', { name: textFor('app.place.history') }).click();
    const rows = popup.locator('.history-row a');
    await rows.first().waitFor();
    for (const key of ['history.fact.declined', 'history.fact.completed'] as const)
      await popup.locator('.history-row').getByText(textFor(key)).first().waitFor();
    await popup.getByRole('searchbox').fill('127.0.0.1');
    await expect(rows.first()).toContainText('127.0.0.1');
    await popup.getByRole('searchbox').fill('');
    await button(popup, 'history.verify').click();
    await popup.getByText(textFor('history.wholeText')).waitFor();
    await shoot(popup, 'history-whole', { folder: join(SCREENSHOTS, 'history') });
    const downloading = popup.waitForEvent('download');
    await popup.getByRole('button', { name: 'JSON', exact: true }).click();
    const path = await (await downloading).path();
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(ROOT, 'scripts/verify-log.ts'), path],
      { encoding: 'utf8' },
    );
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Whole: records 1 to /),
    });
    await rows
      .filter({ hasText: textFor('history.fact.completed') })
      .first()
      .click();
    await popup.getByRole('heading', { name: textFor('history.fact') }).waitFor();
    await openHome(popup);
  });

  test('behavior: each of the ten was done once', async () => {
    const tried = PAGE_SCENARIOS.filter((scenario) => takesTrials || isUsual(scenario));
    const counted = await countEach(oracle, tried);
    expect(counted).toEqual(Array.from({ length: takesTrials ? 9 : 3 }, () => 1));
    expect(PAGE_SCENARIOS.map((scenario) => scenario.operation).toSorted()).toEqual(
      [...PAGE_OPERATIONS].toSorted(),
    );
  });

  test('behavior: no errors on any console', () => {
    const loud = keystamp.logs.filter(({ level }) => level === 'error' || level === 'uncaught');
    expect(loud).toEqual([]);
  });
});
