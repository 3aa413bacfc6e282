import type { TurnkeyClient } from '@turnkey/http';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { objectWords } from '../../src/ui/words/en/objects.ts';
import { policyWords } from '../../src/ui/words/en/policies.ts';
import { rmSync } from 'node:fs';
import { buildAllowing } from '../e2e/allowed-build.ts';
import { FIREFOX_BUILD } from './browser.ts';
import { callWorker } from '../e2e/extension-internals.ts';
import {
  openAppearance,
  openApprovals,
  openList,
  openObject,
  openOperation,
  openPopup,
} from '../e2e/pages.ts';
import type { AppState } from '../../src/protocol/app-state.ts';
import { allowWalletsByTwo, clientAs, submission, userIdOf } from '../e2e/people.ts';
import { operationRow, textFor } from '../e2e/user-actions.ts';
import { typeOver } from './edit-in-place.ts';
import { useFirefox } from './firefox-setup.ts';
import { test } from './firefox-test.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * Somebody who can't act alone, in a real Firefox: what the policies will say to a request, what they
 * said to one that was refused, the policies in words, and votes on what somebody else asks for.
 */

const extensionDir = buildAllowing({ permissions: ['notifications'] }, FIREFOX_BUILD);
const setup = useFirefox({ as: 'Dave', extensionDir });
let page: Page;
let carol: TurnkeyClient;
let walletId: string;

test.beforeAll(async () => {
  const { oracle, service } = setup;
  await allowWalletsByTwo(oracle);
  carol = await clientAs(oracle, 'Carol', service.url);
  const { organizationId } = oracle;
  const { wallets } = await carol.getWallets({ organizationId });
  walletId = wallets.find(({ walletName }) => walletName === 'Payroll')?.walletId ?? '';
  page = await openPopup(setup);
});

test.afterAll(() => rmSync(extensionDir, { recursive: true, force: true }));

const walletName = async (): Promise<string> => {
  const { organizationId } = setup.oracle;
  return (await carol.getWallet({ organizationId, walletId })).wallet.walletName;
};

/** Carol asks for another name, which takes somebody else's approval. */
async function ask(name: string): Promise<void> {
  const parameters = { walletId, walletName: name };
  const request = submission(setup.oracle, 'ACTIVITY_TYPE_UPDATE_WALLET', parameters);
  const { activity } = await carol.updateWallet(request);
  expect(activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
}

async function openFromInbox(name: string): Promise<void> {
  await openApprovals(page);
  await page.reload();
  await page.getByRole('link', { name }).first().click();
  await page.getByRole('heading', { name: objectWords['votes.title'], exact: true }).waitFor();
}

async function vote(action: 'Approve' | 'Reject'): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
  await page.getByText(objectWords['votes.target'], { exact: true }).waitFor();
}

test(
  'behavior: the review says whose approval is needed, and the activity waits for it',
  trialUnless(false),
  async () => {
    await openObject(page, 'wallet', walletId);
    await typeOver(page, '', 'Asked by Dave');
    const review = page.getByRole('dialog');
    await review.locator('[data-advice="consensus"]').waitFor();
    expect(await review.locator('.prediction p').innerText()).toContain('Carol Chen');
    const { action } = operationRow('update_wallet');
    await review.getByRole('button', { name: action, exact: true }).click();
    await expect
      .poll(async () => {
        const { organizationId } = setup.oracle;
        const { activities } = await carol.getActivities({ organizationId });
        return activities[0]?.status;
      })
      .toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(await walletName()).toBe('Payroll');
    await page.getByRole('link', { name: objectWords['object.edit.waiting'] }).waitFor();
  },
);

test('behavior: what somebody else asks for is approved in the inbox, and done', async () => {
  await ask('Approved in Firefox');
  await openFromInbox('Approved in Firefox');
  await page.getByText('1 of 2.').first().waitFor();
  await page.getByText(objectWords['votes.verified']).first().waitFor();
  await vote('Approve');
  expect(await walletName()).toBe('Approved in Firefox');
});

test('behavior: or rejected', trialUnless(false), async () => {
  await ask('Rejected in Firefox');
  await openFromInbox('Rejected in Firefox');
  await vote('Reject');
  expect(await walletName()).toBe('Approved in Firefox');
});

test(
  'error: a service that alters what was asked is caught, and nothing can be approved',
  trialUnless(false),
  async () => {
    await ask('As Carol signed it');
    const change = (body: string) =>
      body.replaceAll('"walletName":"As Carol signed it"', '"walletName":"As Mallory likes it"');
    const paths = ['/public/v1/query/get_activity', '/public/v1/query/list_activities'];
    const repairs = paths.map((path) => setup.proxy.always(path, { kind: 'edit', change }));
    // What was signed, and nothing of what the service says instead.
    await openFromInbox('As Carol signed it');
    await page.getByText(objectWords['votes.forged.other_intent']).first().waitFor();
    await page.getByRole('button', { name: 'Reject', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
    for (const repair of repairs) repair();
  },
);

test(
  'error: a service that leaves the votes out is caught, also by the background alone',
  trialUnless(false),
  async () => {
    const change = (body: string) => {
      const { activity, activities } = JSON.parse(body) as Record<string, object[] & object>;
      const without = (one: object) => ({ ...one, votes: [] });
      return JSON.stringify(
        activity ? { activity: without(activity) } : { activities: activities?.map(without) },
      );
    };
    const paths = ['/public/v1/query/get_activity', '/public/v1/query/list_activities'];
    const repairs = paths.map((path) => setup.proxy.always(path, { kind: 'edit', change }));
    await openFromInbox(objectWords['votes.unproved']);
    await page.getByText(objectWords['votes.unchecked.votes_missing']).first().waitFor();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
    const { organizationId } = setup.oracle;
    const { activities } = await carol.getActivities({
      organizationId,
      filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'],
    });
    const { profiles } = await callWorker<AppState>(page, 'state');
    const asked = callWorker(page, 'activities_submit', {
      id: crypto.randomUUID(),
      profileId: profiles[0]?.id,
      operation: 'approve_activity',
      parameters: { fingerprint: activities[0]?.fingerprint },
    });
    await expect(asked).rejects.toThrow(/not_approvable/);
    for (const repair of repairs) repair();
  },
);

type Extension = {
  readonly alarms: { readonly create: (name: string, at: { when: number }) => Promise<void> };
  readonly notifications: {
    readonly onClosed: { readonly addListener: (heard: (id: string) => void) => void };
  };
};

test('behavior: a notification tells of what is new, once it is turned on', async () => {
  const options = await openAppearance(setup);
  await options.getByRole('switch', { name: textFor('options.notify.label') }).check();
  const isSaved = async () => (await callWorker<AppState>(options, 'state')).settings.notify;
  await expect.poll(isSaved).toBe(true);
  await ask('To be told of');
  await options.evaluate(async () => {
    const { alarms, notifications } = Reflect.get(globalThis, 'browser') as Extension;
    // Without a display, Firefox takes each down as soon as it is up.
    notifications.onClosed.addListener((id) => {
      document.documentElement.dataset['told'] = id;
    });
    await alarms.create('keystamp-inbox', { when: Date.now() });
  }, null);
  const told = () => options.evaluate(() => document.documentElement.dataset['told'], null);
  await expect.poll(told, { timeout: 30_000 }).toBe('waiting');
  await options.close();
});

test(
  'behavior: a policy is shown in words, and its clause is checked while it is typed',
  trialUnless(false),
  async () => {
    await openList(page, 'policy');
    await page.getByRole('link', { name: /^Wallets by two/ }).click();
    await page
      .getByText(/^Anyone can .* once 2 people approve, counting the one who asks\./)
      .waitFor();
    await openOperation(page, 'create_policy');
    await page.getByText(textFor('builder.advanced')).click();
    await page.getByLabel(/^Which requests/).fill("activity.kin == 'UPDATE_WALLET'");
    await page.getByText(/There is no member .*kin/).waitFor();
  },
);

test(
  'behavior: a request that no policy allows is refused, and says so before and after',
  trialUnless(false),
  async () => {
    await openObject(page, 'user', await userIdOf(setup.oracle, 'Erin'));
    await typeOver(page, 'Name', 'Erin by Dave');
    const review = page.getByRole('dialog');
    await review.locator('[data-advice="refused"]').waitFor();
    expect(await review.locator('.prediction p').innerText()).toBe(
      policyWords['prediction.refused.none'],
    );
    const { action } = operationRow('update_user_name');
    await review.getByRole('button', { name: action, exact: true }).click();
    await page.getByRole('link', { name: textFor('object.edit.open') }).click();
    await page.locator('[data-state=refused]').waitFor();
    await page.getByText(policyWords['denied.title'], { exact: true }).waitFor();
  },
);

test('behavior: no errors on any console', async () => {
  expect(await setup.keystamp.logs()).toEqual([]);
});
