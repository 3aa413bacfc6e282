import { join } from 'node:path';
import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { objectWords } from '../../src/ui/words/en/objects.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { countClicks } from './click-count.ts';
import { approveShown, closeConfirm, confirmWindow } from './confirm-window.ts';
import { openDapp, startSites, type Dapp, type Outcome, type Sites } from './dapp.ts';
import { test } from './environment.ts';
import { countVotesNow } from './extension-internals.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { moveClock } from './browser-clock.ts';
import { hostService, type HostedService } from './hosted-service.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { openApprovals, openHome, openPopup, openSettings } from './pages.ts';
import {
  authenticatorIn,
  changeProfile,
  makePasskey,
  passkeyWindow,
  registerAt,
  stampIn,
} from './passkey-environment.ts';
import { allowWalletsByTwo, setUpAs, userIdOf } from './people.ts';
import { SCREENSHOTS } from './screenshots.ts';
import { createClientThrough } from './set-up-by-calls.ts';
import { textFor, unlock } from './user-actions.ts';
import { createRoamingAuthenticator } from './virtual-authenticator.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * Two people in two browsers. Carol's page asks to rename a wallet, which takes two approvals; Dave
 * approves or rejects it in his popup, and Carol's page gets the result of what it asked for.
 */

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const TIMEOUT = 30_000;
/** Votes count for a day. */
const LATER_MS = 25 * 3_600_000;
let service: HostedService;
let proxy: FaultProxy;
let oracle: Oracle;
let sites: Sites;
let carol: Keystamp;
let dave: Keystamp;
let popup: Page;
let dapp: Dapp;
let walletId: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  service = await hostService();
  [proxy, oracle, sites, carol, dave] = await Promise.all([
    startFaultProxy(service.url),
    oracleAt(service.url),
    startSites(),
    launchKeystamp(),
    launchKeystamp(),
  ]);
  await allowWalletsByTwo(oracle);
  await setUpAs(carol, { oracle, name: 'Carol', url: service.url });
  await setUpAs(dave, { oracle, name: 'Dave', url: proxy.url });
  const { wallets } = await oracle.client.getWallets({ organizationId: oracle.organizationId });
  walletId = wallets[0]?.walletId ?? '';
  popup = await openPopup(dave);
  dapp = await openDapp(carol, sites.one);
  await connect();
});

// Its outcome stays in front for a while.
test.afterEach(() => closeConfirm(carol));

test.afterAll(async () => {
  await Promise.all([carol?.close(), dave?.close(), sites?.stop(), proxy?.stop()]);
  await service?.stop();
});

async function connect(): Promise<void> {
  const connected = dapp.ask('connect', { operations: ['update_wallet'] });
  await approveShown(await confirmWindow(carol));
  expect((await connected).ok).toBe(true);
  await closeConfirm(carol);
}

/** Carol's page asks, Carol approves, and the service waits for another vote. */
async function ask(walletName: string): Promise<string> {
  const asked = dapp.ask('request', {
    operation: 'update_wallet',
    parameters: { walletId, walletName },
  });
  await approveShown(await confirmWindow(carol));
  const first = await asked;
  expect(first).toMatchObject({ ok: true, value: { kind: 'pending' } });
  return first.ok ? String(first.value?.['id']) : '';
}

/** Opens an activity from somebody’s list of what needs approval. */
async function openFromInbox(page: Page, walletName: string): Promise<void> {
  await openApprovals(page);
  await page.reload();
  await page.getByRole('link', { name: walletName }).first().click({ timeout: TIMEOUT });
  await page.getByRole('heading', { name: objectWords['votes.title'], exact: true }).waitFor();
}

/** Votes on the activity shown, in its review. */
async function vote(page: Page, action: 'Approve' | 'Reject'): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
}

/** What a review of an approval says is voted on: the sentence, and each parameter. */
async function reviewedFacts(page: Page, picture: string): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const review = page.getByRole('dialog');
  await review.getByText('Wallet', { exact: false }).first().waitFor();
  const facts = await review.locator('.summary, .summary + p, .review-table').allInnerTexts();
  await page.screenshot({ path: join(SCREENSHOTS, `vote-review-${picture}.png`) });
  await review.getByRole('button', { name: textFor('app.cancel'), exact: true }).click();
  return facts;
}

const waitForTarget = (page: Page) =>
  page.getByText(objectWords['votes.target'], { exact: true }).waitFor({ timeout: TIMEOUT });

async function nameOfWallet(): Promise<string | undefined> {
  const { organizationId, client } = oracle;
  const { wallets } = await client.getWallets({ organizationId });
  return wallets.find((wallet) => wallet.walletId === walletId)?.walletName;
}

/** The page's own question again, until it has an end. */
async function waitForEnd(id: string): Promise<Outcome> {
  let outcome = await dapp.ask('status', id);
  await expect
    .poll(
      async () => {
        outcome = await dapp.ask('status', id);
        return outcome.ok && outcome.value?.['kind'] === 'pending';
      },
      { timeout: 60_000 },
    )
    .toBe(false);
  return outcome;
}

test('behavior: one asks in a page, the other approves by three clicks, and the page gets its result', async () => {
  const id = await ask('Renamed by two');
  expect(await nameOfWallet()).not.toBe('Renamed by two');
  await openHome(popup);
  await countVotesNow(popup);
  const clicks = await countClicks(popup);
  await popup.getByRole('link', { name: 'Renamed by two' }).first().click({ timeout: TIMEOUT });
  await expect(popup.getByText('1 of 2.', { exact: false })).toBeVisible();
  await expect(popup.getByText(objectWords['votes.verified'])).toBeVisible();
  await vote(popup, 'Approve');
  await waitForTarget(popup);
  await popup.getByText(/^You approved: .*Renamed by two/).waitFor();
  expect(await clicks()).toBe(3);
  await popup.getByText(objectWords['votes.became.ACTIVITY_STATUS_COMPLETED']).waitFor();
  expect(await nameOfWallet()).toBe('Renamed by two');
  expect(await waitForEnd(id)).toMatchObject({ ok: true, value: { kind: 'completed' } });
});

test('behavior: the other rejects it, and the page is told', async () => {
  const id = await ask('Rejected by one');
  await openFromInbox(popup, 'Rejected by one');
  await vote(popup, 'Reject');
  await waitForTarget(popup);
  expect(await nameOfWallet()).toBe('Renamed by two');
  expect(await waitForEnd(id)).toMatchObject({ ok: false, code: 'activity_rejected' });
});

test('error: a service that alters what was asked is caught, and nothing can be approved', async () => {
  await ask('As Carol signed it');
  const change = (body: string) =>
    body.replaceAll('"walletName":"As Carol signed it"', '"walletName":"As Mallory likes it"');
  const paths = ['/public/v1/query/get_activity', '/public/v1/query/list_activities'];
  const repairs = paths.map((path) => proxy.always(path, { kind: 'edit', change }));
  // What was signed, and nothing of what the service says instead.
  await openFromInbox(popup, 'As Carol signed it');
  await expect(popup.getByText(objectWords['votes.forged.other_intent'])).toBeVisible();
  await demandNoApproval('other_intent');
  for (const repair of repairs) repair();
});

/** Nothing to click, and nothing signed for a page that calls the background as if there were. */
async function demandNoApproval(fault: string): Promise<void> {
  await expect(popup.getByRole('button', { name: 'Reject', exact: true })).toBeVisible();
  await expect(popup.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
  const { fingerprint } = await waitingActivity();
  const { call } = createClientThrough(popup);
  const { profiles } = await call('state', {});
  const input = {
    id: crypto.randomUUID(),
    profileId: profiles[0]?.id ?? '',
    operation: 'approve_activity',
    parameters: { fingerprint },
  };
  for (const asked of [
    () => call('activities_submit', input, { fields: {} }),
    () => call('requests_begin', { ...input, method: 'key', show: true }, { fields: {} }),
  ]) {
    const error: unknown = await asked().catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'not_approvable', detail: { fault } });
  }
}

/** The service leaves out the votes on everything, and says that it asks for something else. */
function leaveOutVotes(): () => void {
  const without = (activity: object) => ({
    ...activity,
    votes: [],
    intent: { updateWalletIntent: { walletId, walletName: 'As Mallory likes it' } },
  });
  const change = (body: string) => {
    const { activity, activities } = JSON.parse(body) as {
      readonly activity?: object;
      readonly activities?: readonly object[];
    };
    return JSON.stringify(
      activity ? { activity: without(activity) } : { activities: activities?.map(without) },
    );
  };
  const paths = ['/public/v1/query/get_activity', '/public/v1/query/list_activities'];
  const repairs = paths.map((path) => proxy.always(path, { kind: 'edit', change }));
  return () => repairs.forEach((repair) => repair());
}

test('error: a service that leaves the votes out is caught: nothing shows what was signed', async () => {
  await ask('As Carol signed it, too');
  const repair = leaveOutVotes();
  await openFromInbox(popup, objectWords['votes.unproved']);
  await expect(popup.getByText(objectWords['votes.unapprovable'])).toBeVisible();
  await expect(popup.getByText(objectWords['votes.unchecked.votes_missing'])).toBeVisible();
  await expect(popup.locator('.summary')).not.toContainText('Mallory');
  await popup.screenshot({ path: join(SCREENSHOTS, 'votes-left-out.png') });
  await demandNoApproval('votes_missing');
  repair();
});

/** The one activity that waits for a vote, as the service has it. */
async function waitingActivity() {
  const { organizationId, client } = oracle;
  const { activities } = await client.getActivities({
    organizationId,
    filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'],
  });
  const [newest] = activities;
  if (!newest) throw new Error('Nothing waits for a vote.');
  return newest;
}

test('behavior: the other approves by passkey', trialUnless(false), async () => {
  const own = await openSettings(dave);
  const device = createRoamingAuthenticator();
  await authenticatorIn(own, device);
  const created = await makePasskey(own);
  const id = await ask('Approved by passkey');
  await openFromInbox(popup, 'Approved by passkey');
  const byKey = await reviewedFacts(popup, 'by-key');
  await registerAt(oracle, await userIdOf(oracle, 'Dave'), [created]);
  await changeProfile(own, {
    passkeys: {
      rpId: null,
      credentials: [{ id: created.credentialId, name: 'Laptop', transports: ['internal'] }],
    },
    authorization: { usual: 'passkey', passkeyOnly: [] },
  });
  await openFromInbox(popup, 'Approved by passkey');
  const { fingerprint } = await waitingActivity();
  expect(await reviewedFacts(popup, 'by-passkey')).toEqual(byKey);
  expect(byKey.join('\n')).toContain('Approved by passkey');
  expect(byKey.join('\n').replaceAll(/\s/g, '')).toContain(fingerprint);
  await vote(popup, 'Approve');
  const window = await passkeyWindow({ keystamp: dave, device });
  await expect(window.getByText(fingerprint).first()).toBeVisible();
  const votedOn = window.getByRole('region', { name: objectWords['votes.on'] });
  await expect(votedOn).toContainText('Approved by passkey');
  await expect(votedOn).not.toContainText(objectWords['votes.unchecked']);
  await window.screenshot({ path: join(SCREENSHOTS, 'vote-passkey-window.png') });
  // The service begins to lie only now: the window has nothing left to sign.
  const repair = leaveOutVotes();
  await window.reload();
  const use = window.getByRole('button', { name: textFor('passkey.use'), exact: true });
  await expect(window.getByText(objectWords['votes.unchecked.votes_missing'])).toBeVisible();
  await expect(use).toBeDisabled();
  await window.screenshot({ path: join(SCREENSHOTS, 'vote-passkey-window-lie.png') });
  repair();
  await window.reload();
  await expect(use).toBeEnabled();
  await stampIn(window);
  expect(await waitForEnd(id)).toMatchObject({ ok: true, value: { kind: 'completed' } });
  expect(await nameOfWallet()).toBe('Approved by passkey');
  const { organizationId, client } = oracle;
  const { activities } = await client.getActivities({
    organizationId,
    filterByType: ['ACTIVITY_TYPE_UPDATE_WALLET'],
  });
  expect(activities[0]?.votes.map(({ scheme }) => scheme).toSorted()).toEqual([
    'SIGNATURE_SCHEME_TK_API_P256',
    'SIGNATURE_SCHEME_TK_WEBAUTHN',
  ]);
  await changeProfile(own, { authorization: { usual: 'key', passkeyOnly: [] } });
  await own.close();
});

/** A day is longer than any vault stays unlocked. */
async function unlockAfterADay(page: Page): Promise<void> {
  await unlock(page);
  const password = page.getByLabel(textFor('app.unlock.password'), { exact: true });
  await password.waitFor({ state: 'detached', timeout: TIMEOUT });
}

test(
  'behavior: approvals lapse after a day, and both give theirs again',
  trialUnless(false),
  async () => {
    const id = await ask('Approved again');
    await service.putForward(LATER_MS);
    await Promise.all([carol, dave].map((browser) => moveClock(browser, LATER_MS)));
    await popup.reload();
    await unlockAfterADay(popup);
    await openFromInbox(popup, 'Approved again');
    await expect(popup.getByText(/The votes expired/)).toBeVisible();
    await vote(popup, 'Approve');
    await waitForTarget(popup);
    expect(await nameOfWallet()).not.toBe('Approved again');
    const carols = await openPopup(carol);
    await unlockAfterADay(carols);
    await openFromInbox(carols, 'Approved again');
    await expect(carols.getByText('1 of 2.', { exact: false })).toBeVisible();
    await vote(carols, 'Approve');
    await waitForTarget(carols);
    expect(await nameOfWallet()).toBe('Approved again');
    expect(await waitForEnd(id)).toMatchObject({ ok: true, value: { kind: 'completed' } });
  },
);
