import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { PAGE_OPERATIONS } from '../../src/protocol/operations.ts';
import { errorWords } from '../../src/ui/words/en/errors.ts';
import { approveShown, waitUntilArmed, press } from './confirm-window.ts';
import { callWorker } from './extension-internals.ts';
import { PAGE_SCENARIOS, type PageScenario } from './page-scenarios.ts';
import {
  expectCompleted,
  dapp,
  environment,
  RENAME,
  startRename,
  scenarioContext,
  sends,
  shownConfirm,
  pendingRequests,
} from './passkey-site-environment.ts';
import { checkAppearance, authenticatorIn, replugAuthenticator } from './passkey-environment.ts';
import { operationRow, textFor } from './user-actions.ts';
import { demandPasskeyStamp, demandPasskeyVote } from './votes.ts';
import { shownBy, takesTrials, trialUnless } from '../trial-tag.ts';
import { countEach, newestActivity } from './operation-scenarios.ts';

/*
 * From a web page: every operation stamped by a passkey in the confirm window.
 */

test.describe('the ten operations', () => {
  // A query and an irreversible one; the popup has others (passkey-popup-operations.ts). As trials,
  // all from both.
  const isUsual = ({ operation }: PageScenario) =>
    ['get_api_key', 'delete_user_tags'].includes(operation);

  for (const scenario of PAGE_SCENARIOS) {
    test(
      `behavior: ${scenario.operation} approved by passkey, from the page to the stored effect and vote`,
      trialUnless(isUsual(scenario)),
      async () => {
        const name = scenario.operation;
        const row = operationRow(name);
        const parameters = await scenario.parameters(scenarioContext());
        const asked = dapp.ask('request', { operation: name, parameters });
        const page = await shownConfirm();
        await checkAppearance(page, `page-${name}`);
        await approveShown(page, row.risk);
        const result = expectCompleted(await asked);
        await scenario.after?.(scenarioContext(), result);
        expect(await scenario.stored(scenarioContext(), result)).toEqual(scenario.expected);
        const [sent, ...others] = sends(row.path);
        expect(others).toEqual([]);
        expect(sent?.header).toBe('x-stamp-webauthn');
        demandPasskeyStamp(environment, sent?.stamp ?? '', sent?.body ?? '');
        if (row.kind === 'query') return;
        const { votes } = await newestActivity(scenarioContext(), row.versions[0].type);
        demandPasskeyVote(environment, votes);
      },
    );
  }

  test('behavior: each of them was stamped by the passkey, and carried out once', async () => {
    const tried = PAGE_SCENARIOS.filter((scenario) => takesTrials || isUsual(scenario));
    const counted = await countEach(environment.oracle, tried);
    expect(counted).toEqual(Array.from({ length: takesTrials ? 9 : 1 }, () => 1));
    expect(PAGE_SCENARIOS.map((scenario) => scenario.operation).toSorted()).toEqual(
      [...PAGE_OPERATIONS].toSorted(),
    );
  });
});

test.describe('an unanswered prompt in the confirm window', () => {
  test(
    'error: cancelled: reported, nothing sent, and approved by another try',
    shownBy('e2e/passkey-prompts.ts'),
    async () => {
      const before = sends(RENAME.path).length;
      const { asked } = await startRename();
      const page = await shownConfirm();
      const authenticator = await authenticatorIn(page, environment.device);
      // The wrong finger: to the page, the same as a closed prompt.
      await authenticator.setUserVerified(false);
      await press(await waitUntilArmed(page));
      await page.getByText(errorWords.passkey_cancelled, { exact: true }).waitFor();
      await checkAppearance(page, 'page-error-cancelled');
      expect(sends(RENAME.path)).toHaveLength(before);
      expect(await pendingRequests()).toHaveLength(1);
      // Too many wrong ones have blocked it.
      await replugAuthenticator(page, environment.device);
      await approveShown(await shownConfirm());
      expectCompleted(await asked);
      expect(sends(RENAME.path)).toHaveLength(before + 1);
    },
  );

  test(
    'behavior: the window closed at the prompt: nothing sent, and approved in the next one',
    shownBy('e2e/passkey-prompts.ts'),
    async () => {
      const before = sends(RENAME.path).length;
      const { asked } = await startRename();
      const page = await shownConfirm();
      await (await authenticatorIn(page, environment.device)).setUserPresent(false);
      await approveShown(page);
      await page.getByText(textFor('confirm.prompting'), { exact: true }).waitFor();
      await checkAppearance(page, 'page-prompting');
      await page.close();
      expect(sends(RENAME.path)).toHaveLength(before);
      expect(await pendingRequests()).toMatchObject([{ state: 'pending' }]);
      await callWorker(environment.own, 'requests_show');
      await approveShown(await shownConfirm());
      expectCompleted(await asked);
      expect(sends(RENAME.path)).toHaveLength(before + 1);
    },
  );
});
