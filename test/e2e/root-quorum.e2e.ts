import { join } from 'node:path';
import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { objectWords } from '../../src/ui/words/en/objects.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { hostService, type HostedService } from './hosted-service.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { openApprovals, openPopup } from './pages.ts';
import { setUpAs, userIdOf } from './people.ts';
import { SCREENSHOTS } from './screenshots.ts';
import { button, fillForm, openForm, operationRow, waitForState } from './user-actions.ts';

/*
 * A root quorum of two in two browsers, each set up for one of the two root users: one proposes what
 * only the quorum may do, it waits, the other approves it, and it is done.
 */

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const TIMEOUT = 30_000;
const ROW = operationRow('update_root_quorum');
let service: HostedService;
let oracle: Oracle;
let alice: Keystamp;
let bob: Keystamp;
let popup: Page;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  service = await hostService();
  [oracle, alice, bob] = await Promise.all([
    oracleAt(service.url),
    launchKeystamp(),
    launchKeystamp(),
  ]);
  await setUpAs(alice, { oracle, name: 'Alice', url: service.url });
  await setUpAs(bob, { oracle, name: 'Bob', url: service.url });
  popup = await openPopup(alice);
});

test.afterAll(async () => {
  await Promise.all([alice?.close(), bob?.close()]);
  await service?.stop();
});

async function rootQuorum() {
  const { organizationId, client } = oracle;
  const { organizationData } = await client.getOrganization({ organizationId });
  return organizationData.rootQuorum;
}

/** The review of a new quorum, with what Keystamp says will become of it. */
async function review(userIds: readonly string[], threshold: string): Promise<void> {
  await openForm(popup, ROW);
  await fillForm(popup, ROW, { userIds, threshold });
  await button(popup, 'popup.review.title').click();
}

test('behavior: one root user alone makes the quorum two', async () => {
  await review(['Alice', 'Bob'], '2');
  await expect(popup.locator('.prediction')).toHaveAttribute('data-advice', 'allowed');
  await popup.getByRole('button', { name: ROW.action, exact: true }).click();
  await waitForState(popup, 'completed');
  const userIds = [await userIdOf(oracle, 'Alice'), await userIdOf(oracle, 'Bob')];
  expect(await rootQuorum()).toEqual({ threshold: 2, userIds });
});

test('behavior: one proposes, it waits, the other approves, and it is done', async () => {
  // What Keystamp knows of the organization's rules is half a minute old at most.
  await popup.reload();
  await review(['Alice'], '1');
  const advice = popup.locator('.prediction');
  await expect(advice).toHaveAttribute('data-advice', 'consensus');
  await expect(advice).toContainText('Bob');
  await popup.getByRole('button', { name: ROW.action, exact: true }).click();
  await waitForState(popup, 'pending');
  expect(await rootQuorum()).toMatchObject({ threshold: 2 });

  const bobs = await openPopup(bob);
  await openApprovals(bobs);
  await bobs.getByRole('link', { name: 'root quorum' }).first().click({ timeout: TIMEOUT });
  await bobs.getByRole('heading', { name: objectWords['votes.title'], exact: true }).waitFor();
  await expect(bobs.getByText(objectWords['votes.verified'])).toBeVisible();
  await expect(bobs.getByText(objectWords['quorum.root'], { exact: true })).toBeVisible();
  await expect(bobs.getByText('1 of 2.', { exact: false })).toBeVisible();
  await bobs.screenshot({ path: join(SCREENSHOTS, 'root-quorum-vote.png') });
  await bobs.getByRole('button', { name: 'Approve', exact: true }).click();
  await bobs.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await bobs.getByText(objectWords['votes.target'], { exact: true }).waitFor({ timeout: TIMEOUT });
  expect(await rootQuorum()).toEqual({ threshold: 1, userIds: [await userIdOf(oracle, 'Alice')] });
});

test('error: who is no longer in the quorum is told that it will be refused', async () => {
  const bobs = await openPopup(bob);
  await openForm(bobs, ROW);
  await fillForm(bobs, ROW, { userIds: ['Bob'], threshold: '1' });
  await button(bobs, 'popup.review.title').click();
  await expect(bobs.locator('.prediction')).toHaveAttribute('data-advice', 'refused');
});
