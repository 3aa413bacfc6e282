import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { checkShown } from './appearance.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { hostService } from './hosted-service.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { openKeys } from './pages.ts';
import { setUpAs, submission } from './people.ts';
import {
  beginRotation,
  demandWorkingKey,
  openOwnRotation,
  registeredKeys,
  vaultKeys,
  waitForEnd,
} from './rotation-walk.ts';
import type { LocalService } from './service.ts';
import { button, textFor } from './user-actions.ts';

/*
 * The rotation of the key of someone who can't act alone: it waits for other people and goes on once
 * they have voted, or says why not.
 */

const TIMEOUT = { timeout: 30_000 };

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });
test.setTimeout(120_000);

let service: LocalService;
let oracle: Oracle;
let keystamp: Keystamp;
let page: Page;
/** Keys of the user that nobody touches. */
let others: readonly string[];

test.beforeAll(async () => {
  service = await hostService();
  oracle = await oracleAt(service.url);
  keystamp = await launchKeystamp();
  await setUpAs(keystamp, { oracle, name: 'Carol', url: service.url });
  page = await openKeys(keystamp);
  await page.getByRole('heading', { name: textFor('popup.keysHere') }).waitFor(TIMEOUT);
  const userId = await demandWorkingKey(page);
  const [own] = await vaultKeys(page);
  others = (await registeredKeys(oracle, userId)).filter((key) => key !== own?.publicKey);
});

test.afterAll(async () => {
  await keystamp?.close();
  await service?.stop();
});

const checkScreen = (name: string) => checkShown(page, name, { fullPage: true });

/** A policy about credentials; without approvers, it denies. Returns its id. */
async function addPolicy(action: 'CREATE' | 'DELETE', approvers?: number): Promise<string> {
  const { activity } = await oracle.client.createPolicy(
    submission(oracle, 'ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: `${action} credentials ${approvers ?? 'never'}`,
      effect: approvers === undefined ? 'EFFECT_DENY' : 'EFFECT_ALLOW',
      ...(approvers !== undefined && { consensus: `approvers.count() >= ${approvers}` }),
      condition: `activity.resource == 'CREDENTIAL' && activity.action == '${action}'`,
      notes: '',
    }),
  );
  return activity.result.createPolicyResult?.policyId ?? '';
}

/** The fingerprint of the request that waits. */
async function waitingFingerprint(): Promise<string> {
  const { organizationId, client } = oracle;
  const { activities } = await client.getActivities({
    organizationId,
    filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'],
  });
  return activities[0]?.fingerprint ?? '';
}

async function approve(): Promise<void> {
  const fingerprint = await waitingFingerprint();
  await oracle.client.approveActivity(
    submission(oracle, 'ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint }),
  );
}

async function demandKeysOfOwn(count: number): Promise<void> {
  const userId = await demandWorkingKey(page);
  const registered = await registeredKeys(oracle, userId);
  expect(registered.filter((key) => !others.includes(key))).toHaveLength(count);
}

test('error: a policy denies the new key: refused, and undone', async () => {
  const policyId = await addPolicy('CREATE');
  await beginRotation(page);
  await page.locator('[data-stopped="registration"]').waitFor(TIMEOUT);
  await checkScreen('rotation-refused');
  await demandKeysOfOwn(1);
  await button(page, 'rotation.undo').click();
  await waitForEnd(page, 'back');
  expect(await vaultKeys(page)).toHaveLength(1);
  await oracle.client.deletePolicy(submission(oracle, 'ACTIVITY_TYPE_DELETE_POLICY', { policyId }));
});

test('behavior: others have to approve: it waits and says so, also after a reload', async () => {
  await addPolicy('CREATE', 2);
  await addPolicy('DELETE', 2);
  await beginRotation(page);
  await page.getByText(textFor('rotation.waitsRegistration')).waitFor(TIMEOUT);
  await checkScreen('rotation-waits');
  await page.reload();
  await openOwnRotation(page);
  await button(page, 'app.continue').click();
  await page.getByText(textFor('rotation.waitsRegistration')).waitFor(TIMEOUT);
  await demandKeysOfOwn(1);
});

test('error: not undone while the new key may still be registered', async () => {
  await button(page, 'rotation.undo').click();
  await page.locator('[data-run="stopped"][data-direction="back"]').waitFor(TIMEOUT);
  await page.getByRole('link', { name: textFor('procedure.toActivity') }).waitFor(TIMEOUT);
  await checkScreen('rotation-open');
  await button(page, 'rotation.forward').click();
  await page.getByText(textFor('rotation.waitsRegistration')).waitFor(TIMEOUT);
});

test('behavior: once they have, the new key signs, and the removal waits for them', async () => {
  await approve();
  await button(page, 'app.continue').click();
  await page.getByText(textFor('rotation.waitsRemoval')).waitFor(TIMEOUT);
  await demandKeysOfOwn(2);
  const [, newKey] = await vaultKeys(page);
  await page.getByText(new RegExp(`${newKey?.name}.*signs for`)).waitFor(TIMEOUT);
});

test('behavior: and once that is approved, the old key is gone', async () => {
  await approve();
  await button(page, 'app.continue').click();
  await waitForEnd(page);
  await demandKeysOfOwn(1);
  expect(await vaultKeys(page)).toHaveLength(1);
});

test('error: a vote against it has a sentence of its own; asked again, or undone', async () => {
  await beginRotation(page);
  await page.getByText(textFor('rotation.waitsRegistration')).waitFor(TIMEOUT);
  const fingerprint = await waitingFingerprint();
  await oracle.client.rejectActivity(
    submission(oracle, 'ACTIVITY_TYPE_REJECT_ACTIVITY', { fingerprint }),
  );
  await button(page, 'app.continue').click();
  await page.getByText(textFor('rotation.rejected')).waitFor(TIMEOUT);
  await checkScreen('rotation-rejected');
  await button(page, 'app.continue').click();
  await page.getByText(textFor('rotation.waitsRegistration')).waitFor(TIMEOUT);
  await oracle.client.rejectActivity(
    submission(oracle, 'ACTIVITY_TYPE_REJECT_ACTIVITY', {
      fingerprint: await waitingFingerprint(),
    }),
  );
  await button(page, 'app.continue').click();
  await page.getByText(textFor('rotation.rejected')).waitFor(TIMEOUT);
  await button(page, 'rotation.undo').click();
  await waitForEnd(page, 'back');
  await demandKeysOfOwn(1);
});
