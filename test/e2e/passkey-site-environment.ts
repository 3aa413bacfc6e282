import { expect } from 'playwright/test';
import { test } from './environment.ts';
import type { Page } from 'playwright';
import { COOLDOWN_KEY } from '../../src/permissions/cooldown.ts';
import type {
  Decision,
  ReadyRequestDetails,
  PendingRequests,
} from '../../src/protocol/pending-request.ts';
import { PAGE_OPERATIONS } from '../../src/protocol/operations.ts';
import type { StampMethod } from '../../src/protocol/passkey.ts';
import { approveShown, waitUntilArmed, closeConfirm, confirmWindow } from './confirm-window.ts';
import { openDapp, startSites, type Outcome, type Dapp, type Sites } from './dapp.ts';
import { call, writeArea, callWorker } from './extension-internals.ts';
import { openPopup } from './pages.ts';
import {
  changeProfile,
  authenticatorIn,
  startPasskeyEnvironment,
  type PasskeyEnvironment,
} from './passkey-environment.ts';
import { operationRow } from './user-actions.ts';
import type { ScenarioContext } from './operation-scenarios.ts';

/*
 * One browser for all tests of passkeys from a web page: a connected site, and a profile whose rule
 * requires the passkey for everything that a page may request.
 */

// An undecided request waits forever.
test.describe.configure({ timeout: 60_000 });

export let environment: PasskeyEnvironment;
let sites: Sites;
let popup: Page;
export let dapp: Dapp;

export const scenarioContext = (): ScenarioContext => ({
  page: popup,
  service: environment.service,
  oracle: environment.oracle,
  shoot: () => Promise.resolve(),
});

/** The confirm window, ready to approve, with the authenticator in it. */
export async function shownConfirm(): Promise<Page> {
  const page = await confirmWindow(environment.keystamp);
  await authenticatorIn(page, environment.device);
  await waitUntilArmed(page);
  await page.bringToFront();
  return page;
}

export function expectCompleted(answer: Outcome): Readonly<Record<string, unknown>> {
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`);
  expect(answer.value).toMatchObject({ kind: 'completed' });
  return answer.value?.['result'] as Readonly<Record<string, unknown>>;
}

/** The requests that arrived at one of the service's paths. */
export const sends = (path: string) =>
  environment.proxy.seen.filter((one) => one.path.endsWith(path));

export const RENAME = operationRow('update_wallet');

let renameCount = 0;
/** A rename that is pending in the confirm window. */
export async function startRename() {
  // No user refuses that often in a minute; three refusals in one start a cooldown.
  await writeArea(environment.own, 'session', { [COOLDOWN_KEY]: [] });
  renameCount += 1;
  const walletName = `Renamed ${renameCount}`;
  const { client, organizationId } = environment.oracle;
  const { wallets } = await client.getWallets({ organizationId });
  const walletId = wallets[0]?.walletId ?? '';
  const parameters = { walletId, walletName };
  // The one before may still be leaving.
  const before = (await pendingRequests()).map((request) => request.id);
  const outcome = dapp.ask('request', { operation: RENAME.name, parameters });
  const isNew = (request: { readonly id: string }) => !before.includes(request.id);
  await expect.poll(async () => (await pendingRequests()).some(isNew)).toBe(true);
  const id = (await pendingRequests()).find(isNew)?.id ?? '';
  // A window that is still opening keeps a slow machine so busy that the site’s page answers too late.
  const window = await confirmWindow(environment.keystamp);
  await window.locator('[data-act="approve"]').waitFor();
  const { digest, body } = await callWorker<ReadyRequestDetails>(environment.own, 'requests_open', {
    id,
  });
  return { id, digest, body, asked: outcome, parameters };
}

export const pendingRequests = async () =>
  (await callWorker<PendingRequests>(environment.own, 'requests_list')).items;

export async function refuse(id: string): Promise<void> {
  const decision: Decision = { kind: 'refuse' };
  await call(environment.own, 'requests_decide', { id, decision });
}

/** One of our pages' calls to have it stamped. */
export const decide = (id: string, digest: string, by: StampMethod) =>
  call(environment.own, 'requests_decide', {
    id,
    decision: { kind: 'approve', digest, by, grant: null } satisfies Decision,
  });

test.beforeAll(async () => {
  [environment, sites] = await Promise.all([startPasskeyEnvironment(), startSites()]);
  await changeProfile(environment.own, {
    passkeyHeader: 'X-Stamp-Webauthn',
    authorization: { usual: 'key', passkeyOnly: [...PAGE_OPERATIONS] },
  });
  popup = await openPopup(environment.keystamp);
  dapp = await openDapp(environment.keystamp, sites.one);
  const asked = dapp.ask('connect');
  await approveShown(await confirmWindow(environment.keystamp));
  expect(await asked).toMatchObject({ ok: true });
  await closeConfirm(environment.keystamp);
});

// A failed test's pending requests must not affect the next one.
test.afterEach(async () => {
  for (const { id } of await pendingRequests()) await refuse(id);
  await closeConfirm(environment.keystamp);
});

test.afterAll(async () => {
  await environment?.stop();
  await sites?.stop();
});
