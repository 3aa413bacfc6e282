import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { hostService } from './hosted-service.ts';
import { fillImport, openImport, randomHexKey, restartImport } from './import-actions.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { setUpAs, submission } from './people.ts';
import type { LocalService } from './service.ts';
import { button, textFor } from './user-actions.ts';

/*
 * The import of a key by someone who can't act alone: it waits for another person, goes on by itself once
 * they have voted, and says what stopped it.
 */

const TIMEOUT = { timeout: 30_000 };

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });
test.setTimeout(180_000);

let service: LocalService;
let oracle: Oracle;
let keystamp: Keystamp;
let page: Page;

test.beforeAll(async () => {
  service = await hostService();
  oracle = await oracleAt(service.url);
  await allowByTwo('INIT_IMPORT_PRIVATE_KEY');
  keystamp = await launchKeystamp();
  await setUpAs(keystamp, { oracle, name: 'Carol', url: service.url });
  page = await openImport(keystamp);
});

test.afterAll(async () => {
  await keystamp?.close();
  await service?.stop();
});

async function allowByTwo(kind: string): Promise<void> {
  await oracle.client.createPolicy(
    submission(oracle, 'ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: `${kind} by two`,
      effect: 'EFFECT_ALLOW',
      consensus: 'approvers.count() >= 2',
      condition: `activity.kind == '${kind}'`,
      notes: '',
    }),
  );
}

/** The fingerprint of the request for an encryption key, once it waits. */
async function waitingFingerprint(): Promise<string> {
  const { organizationId, client } = oracle;
  const find = async () => {
    const { activities } = await client.getActivities({
      organizationId,
      filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'],
    });
    return activities[0]?.fingerprint ?? '';
  };
  await expect.poll(find, TIMEOUT).not.toBe('');
  return find();
}

const namesOfKeys = async (): Promise<readonly string[]> => {
  const { organizationId, client } = oracle;
  const { privateKeys } = await client.getPrivateKeys({ organizationId });
  return privateKeys.map(({ privateKeyName }) => privateKeyName);
};

const fill = (name: string) =>
  fillImport(page, { text: `0x${randomHexKey()}`, curve: 'CURVE_SECP256K1', name });

test('behavior: it waits for another person and goes on, up to a key of another signer', async () => {
  await fill('By two');
  await button(page, 'import.review.import').click();
  const fingerprint = await waitingFingerprint();
  await page.locator('[data-run="waiting"]').waitFor(TIMEOUT);
  await page.getByText(textFor('procedure.waiting')).waitFor(TIMEOUT);
  await oracle.client.approveActivity(
    submission(oracle, 'ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint }),
  );
  // The profile trusts the vendor's signer, and the local service has its own.
  await page.locator('[data-run="disproved"]').waitFor(TIMEOUT);
  await page.getByText(textFor('import.bundle.title')).waitFor(TIMEOUT);
  expect(await namesOfKeys()).not.toContain('By two');
});

test('error: a vote against it stops it, and nothing is imported', async () => {
  await restartImport(page);
  await fill('By nobody');
  await button(page, 'import.review.import').click();
  const fingerprint = await waitingFingerprint();
  await oracle.client.rejectActivity(
    submission(oracle, 'ACTIVITY_TYPE_REJECT_ACTIVITY', { fingerprint }),
  );
  await page.locator('[data-run="stopped"]').waitFor(TIMEOUT);
  await page.getByText(textFor('import.run.notSent')).waitFor(TIMEOUT);
  expect(await namesOfKeys()).not.toContain('By nobody');
});
