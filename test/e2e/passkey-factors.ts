import { expect } from 'playwright/test';
import { objectWords } from '../../src/ui/words/en/objects.ts';
import { test } from './environment.ts';
import { callWorker } from './extension-internals.ts';
import { openActivity } from './pages.ts';
import {
  environment,
  popup,
  reopenPopup,
  RENAME,
  startRename,
} from './passkey-popup-environment.ts';
import {
  changeProfile,
  checkAppearance,
  closePasskeyWindows,
  passkeyWindow,
  profileOf,
  stampIn,
} from './passkey-environment.ts';
import { createHeldAnswer } from './activity-trials.ts';
import { button, textFor, waitForState } from './user-actions.ts';
import { demandPasskeyStamp } from './votes.ts';

/*
 * An MFA policy of the profile's user demands the API key and the passkey: the key submits, the passkey
 * adds what is missing, and the service carries it out once.
 */

test.describe('an activity that lacks a factor', () => {
  const walletName = 'By two factors';
  let mfaPolicyId: string;

  const submission = <T extends string, P>(type: T, parameters: P) => ({
    type,
    timestampMs: String(Date.now()),
    organizationId: environment.oracle.organizationId,
    parameters,
  });

  const showActivity = (id: string) => openActivity(popup, id);

  test.beforeAll(async () => {
    const { oracle, own, proxy, userId } = environment;
    await closePasskeyWindows(environment);
    await changeProfile(own, {
      baseUrl: proxy.url,
      authorization: { usual: 'key', passkeyOnly: [] },
    });
    await callWorker(own, 'profiles_check', { id: (await profileOf(own)).id });
    const { activity } = await oracle.client.createMfaPolicy(
      submission('ACTIVITY_TYPE_CREATE_MFA_POLICY', {
        userId,
        mfaPolicyName: 'Both',
        condition: "activity.kind == 'UPDATE_WALLET'",
        requiredAuthenticationMethods: [
          { any: [{ type: 'AUTHENTICATION_TYPE_API_KEY' }] },
          { any: [{ type: 'AUTHENTICATION_TYPE_PASSKEY' }] },
        ],
        order: 0,
      }),
    );
    mfaPolicyId = activity.result.createMfaPolicyResult?.mfaPolicyId ?? '';
    await reopenPopup();
  });

  test.afterAll(async () => {
    const { oracle, own, userId } = environment;
    await oracle.client.deleteMfaPolicy(
      submission('ACTIVITY_TYPE_DELETE_MFA_POLICY', { userId, mfaPolicyId }),
    );
    await changeProfile(own, { authorization: { usual: 'passkey', passkeyOnly: [] } });
  });

  test('behavior: the request says before the stamp what else must sign it', async () => {
    const { window, demandWaiting } = await startRename();
    await window.getByText('You must then also sign with: API key.').waitFor();
    await demandWaiting();
    await button(window, 'popup.waits.discard').click();
    const discard = button(window.getByRole('dialog'), 'popup.waits.discard');
    await Promise.all([window.waitForEvent('close'), discard.click()]);
  });

  test('behavior: waits, says what is missing, and is carried out once the passkey signed', async () => {
    const { oracle, own, proxy, userId } = environment;
    const { client, organizationId } = oracle;
    const { wallets } = await client.getWallets({ organizationId });
    const parameters = { walletId: wallets[0]?.walletId, walletName };
    const [type] = RENAME.versions.map((version) => version.type);
    const before = (await oracle.effects())[type ?? ''] ?? 0;
    const id = crypto.randomUUID();
    const { id: profileId } = await profileOf(own);
    const request = { id, profileId, operation: RENAME.name, parameters };
    await callWorker(own, 'activities_submit', request);
    await showActivity(id);
    await waitForState(popup, 'pending');
    const section = popup.getByRole('region', { name: objectWords['factors.title'] });
    await section.getByText(objectWords['factors.missing'], { exact: true }).waitFor();
    expect((await section.innerText()).replace(/\s+/g, ' ')).toMatch(
      /API key Done Passkey Missing/,
    );
    await checkAppearance(popup, 'factors-missing');
    expect((await oracle.effects())[type ?? ''] ?? 0).toBe(before);

    const sign = { name: objectWords['factors.sign.passkey'], exact: true } as const;
    const place = await section.getByRole('button', sign).boundingBox();
    const answer = createHeldAnswer();
    proxy.next('/query/get_activity', answer.fault);
    await popup.getByText(textFor('popup.activity.asking'), { exact: true }).waitFor();
    // Nothing moves under the pointer because of a check.
    expect(await section.getByRole('button', sign).boundingBox()).toEqual(place);
    answer.release();
    await section.getByRole('button', sign).click();
    const review = popup.getByRole('dialog');
    await review.getByText(walletName).first().waitFor();
    await checkAppearance(popup, 'factors-review');
    await review.getByRole('button', sign).click();
    await stampIn(await passkeyWindow(environment), (page) => checkAppearance(page, 'factors'));

    await expect
      .poll(async () => {
        const found = await client.getWallet({
          organizationId,
          walletId: parameters.walletId ?? '',
        });
        return found.wallet.walletName;
      })
      .toBe(walletName);
    expect((await oracle.effects())[type ?? '']).toBe(before + 1);
    const sent = proxy.seen.findLast(({ path }) => path.endsWith('/approve_activity'));
    demandPasskeyStamp(environment, sent?.stamp ?? '', sent?.body ?? '');
    const { activities } = await client.getActivities({ organizationId });
    const activity = activities.find((one) => one.type === type);
    expect(activity?.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(activity?.votes.map((vote) => vote.userId)).toEqual([userId, userId]);
    // The first request learns of it when its status is asked for again.
    await callWorker(own, 'activities_retry', { id });
    await showActivity(id);
    await waitForState(popup, 'completed');
    await expect(section).toHaveCount(0);
  });
});
