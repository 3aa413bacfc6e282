import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { callWorker } from './extension-internals.ts';
import { environment, popup, reopenPopup, scenarioContext } from './passkey-popup-environment.ts';
import {
  stampWhile,
  changeProfile,
  closeByButton,
  checkAppearance,
  passkeyWindow,
  profileOf,
} from './passkey-environment.ts';
import { button, fillForm, openForm, operationRow } from './user-actions.ts';
import { demandPasskeyStamp, demandPasskeyVote } from './votes.ts';
import { takesTrials, trialUnless } from '../trial-tag.ts';
import { countEach, newestActivity, findUser, OPERATION_SCENARIOS } from './operation-scenarios.ts';

/*
 * From the popup: every operation stamped by a passkey in its window, and what the service stores
 * of it.
 */

test.describe('the ten operations', () => {
  const submits = OPERATION_SCENARIOS.map((scenario) => ({
    ...scenario,
    // An ordinary one; pages have an irreversible one and a query (passkey-page-operations.ts). As
    // trials, all from both.
    isUsual: scenario.operation === 'update_wallet',
  })).filter(({ operation }) => operationRow(operation).kind === 'submit');

  test.beforeAll(async () => {
    // The sandbox that pays for a purchase doesn't go through a proxy.
    await changeProfile(environment.own, { baseUrl: environment.service.url });
    // After such a change, the identity behind the key is read again.
    await callWorker(environment.own, 'profiles_check', {
      id: (await profileOf(environment.own)).id,
    });
    await reopenPopup();
  });

  for (const scenario of submits) {
    test(
      `behavior: ${scenario.operation} stamped in the passkey window, to the stored effect and vote`,
      trialUnless(scenario.isUsual),
      async () => {
        const name = scenario.operation;
        await stampWhile(
          environment,
          () => scenario.run(scenarioContext()),
          // The prerequisite is stamped as well: the last picture stays.
          (page) => checkAppearance(page, name),
        );
        expect(await scenario.stored(scenarioContext())).toEqual(scenario.expected);
        const row = operationRow(name);
        const { votes } = await newestActivity(
          scenarioContext(),
          row.kind === 'submit' ? row.versions[0].type : '',
        );
        demandPasskeyVote(environment, votes);
      },
    );
  }

  test('behavior: get_api_key is sent with the passkey, and answered in its window', async () => {
    await changeProfile(environment.own, { baseUrl: environment.proxy.url });
    const row = operationRow('get_api_key');
    await openForm(popup, row);
    await fillForm(popup, row, { apiKeyId: 'Keystamp' });
    await popup.getByRole('button', { name: row.action, exact: true }).click();
    const page = await passkeyWindow(environment);
    await checkAppearance(page, row.name);
    await page.bringToFront();
    await button(page, 'passkey.use').click();
    await page.getByText('CREDENTIAL_TYPE_API_KEY_P256').waitFor();
    await checkAppearance(page, `${row.name}-answer`);
    const [key] = (await findUser(scenarioContext(), /^Keystamp$/))?.apiKeys ?? [];
    const shown = (await page.locator('main').innerText()).replace(/\s/g, '');
    expect(shown).toContain(key?.credential.publicKey);
    const asked = environment.proxy.seen.filter(({ path }) => path.endsWith(row.path));
    expect(asked).toHaveLength(1);
    for (const { stamp = '', body } of asked) demandPasskeyStamp(environment, stamp, body);
    await closeByButton(page);
  });

  test('behavior: each was carried out once', async () => {
    const tried = submits.filter(({ isUsual }) => takesTrials || isUsual);
    const counted = await countEach(environment.oracle, tried);
    expect(counted).toEqual(Array.from({ length: takesTrials ? 9 : 1 }, () => 1));
  });
});
