import { expect } from 'playwright/test';
import { test } from './ground.ts';
import { ERRORS } from '../../src/protocol/errors.ts';
import { PAGE_OPERATIONS } from '../../src/protocol/operations.ts';
import { approveShown, armed, press } from './confirm.ts';
import { PAGE_WALKS } from './page-walks.ts';
import {
  completed,
  dapp,
  ground,
  RENAME,
  renameWaits,
  scene,
  sends,
  shownConfirm,
  waiting,
} from './passkey-site.ts';
import { answered, lookAt, plugged, pluggedAgain } from './passkeys.ts';
import { operation, say } from './person.ts';
import { demandPasskeyStamp, demandPasskeyVote } from './votes.ts';
import { newest } from './walkthrough.ts';

/*
 * From a web page: every operation stamped by a passkey in the confirm window.
 */

test.describe('the ten operations', () => {
  for (const walk of PAGE_WALKS) {
    test(`behavior: ${walk.operation} approved by passkey, from the page to the stored effect and vote`, async () => {
      const name = walk.operation;
      const row = operation(name);
      const parameters = await walk.parameters(scene());
      const asked = dapp.ask('request', { operation: name, parameters });
      const page = await shownConfirm();
      await lookAt(page, `page-${name}`);
      await approveShown(page, row.risk);
      const result = completed(await asked);
      await walk.after?.(scene(), result);
      expect(await walk.stored(scene(), result)).toEqual(walk.expected);
      const [sent, ...others] = sends(row.path);
      expect(others).toEqual([]);
      expect(sent?.header).toBe('x-stamp-webauthn');
      demandPasskeyStamp(ground, sent?.stamp ?? '', sent?.body ?? '');
      if (row.kind === 'query') return;
      const { votes } = await newest(scene(), row.versions[0].type);
      demandPasskeyVote(ground, votes);
    });
  }

  test('behavior: every one of them was stamped by the passkey, and carried out once', async () => {
    const effects = await ground.oracle.effects();
    const counted = PAGE_WALKS.map((walk) => operation(walk.operation)).flatMap((row) =>
      row.kind === 'submit' ? [effects[row.versions[0].type]] : [],
    );
    expect(counted).toEqual(Array.from({ length: 9 }, () => 1));
    expect(PAGE_WALKS.map((walk) => walk.operation).toSorted()).toEqual(
      [...PAGE_OPERATIONS].toSorted(),
    );
  });
});

test.describe('a prompt in the confirm window that is not answered', () => {
  test('error: cancelled: said, nothing sent, and approved by another try', async () => {
    const before = sends(RENAME.path).length;
    const { asked } = await renameWaits();
    const page = await shownConfirm();
    const authenticator = await plugged(page, ground.device);
    // A finger that is not the user's: to the page the same as a prompt that was closed.
    await authenticator.setUserVerified(false);
    await press(await armed(page));
    await page.getByText(ERRORS.passkey_cancelled.sentence, { exact: true }).waitFor();
    await lookAt(page, 'page-error-cancelled');
    expect(sends(RENAME.path)).toHaveLength(before);
    expect(await waiting()).toHaveLength(1);
    // Too many wrong ones have blocked it.
    await pluggedAgain(page, ground.device);
    await approveShown(await shownConfirm());
    completed(await asked);
    expect(sends(RENAME.path)).toHaveLength(before + 1);
  });

  test('behavior: the window closed at the prompt: nothing sent, and approved in the next one', async () => {
    const before = sends(RENAME.path).length;
    const { asked } = await renameWaits();
    const page = await shownConfirm();
    await (await plugged(page, ground.device)).setUserPresent(false);
    await approveShown(page);
    await page.getByText(say('confirm.prompting'), { exact: true }).waitFor();
    await lookAt(page, 'page-prompting');
    await page.close();
    expect(sends(RENAME.path)).toHaveLength(before);
    expect(await waiting()).toMatchObject([{ state: 'asking' }]);
    await answered(ground.own, 'approvals_show');
    await approveShown(await shownConfirm());
    completed(await asked);
    expect(sends(RENAME.path)).toHaveLength(before + 1);
  });
});
