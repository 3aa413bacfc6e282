import { expect } from 'playwright/test';
import { test } from './environment.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { callWorker } from './extension-internals.ts';
import type { SeenRequest } from './fault-proxy.ts';
import {
  environment,
  popup,
  RENAME,
  startRename,
  reopenPopup,
  pressUse,
} from './passkey-popup-environment.ts';
import {
  changeProfile,
  closePasskeyWindows,
  closeByButton,
  checkAppearance,
  passkeyWindow,
  passkeyWindows,
  profileOf,
  stampIn,
} from './passkey-environment.ts';
import { button, openForm, operationRow, textFor, unlock } from './user-actions.ts';
import { demandPasskeyStamp } from './votes.ts';
import { shownBy } from '../trial-tag.ts';

/*
 * A profile with only a passkey: it reads when its user says so, and never prompts by itself.
 */

let before: Profile;
let seenBefore: number;

/** Every request since this profile has no API key. */
const seen = (): readonly SeenRequest[] => environment.proxy.seen.slice(seenBefore);
/** The popup as it is when what it knows is too old to be shown without reading it again. */
async function reopenAndRefresh(): Promise<void> {
  await reopenPopup();
  await button(popup, 'popup.refresh').click();
}
/**
 * What a page asked for while there was an API key may still wait for its turn, which comes once a second
 * (docs/protocol.md, Rates and limits): nothing for longer than that, and nothing is left.
 */
async function waitUntilQuiet(): Promise<void> {
  let count = -1;
  const isQuiet = () => {
    const before = count;
    count = environment.proxy.seen.length;
    return count === before;
  };
  await expect.poll(isQuiet, { intervals: [0, 5000], timeout: 60_000 }).toBe(true);
}

const waitForNotice = () =>
  popup.getByText(textFor('popup.readSession.needed'), { exact: true }).first().waitFor();

test.describe('a profile with only a passkey', () => {
  test.beforeAll(async () => {
    before = await profileOf(environment.own);
    // A popup that is open may just be reading.
    await popup.close();
    await changeProfile(environment.own, { keyId: null });
    await closePasskeyWindows(environment);
    await waitUntilQuiet();
    seenBefore = environment.proxy.seen.length;
    await reopenAndRefresh();
  });

  test.afterAll(() => changeProfile(environment.own, { keyId: before.keyId }));

  test.describe('without a read session', () => {
    test('behavior: nothing is read, and no prompt opens: every place says that it needs a read session', async () => {
      await waitForNotice();
      await checkAppearance(popup, 'look-needed');
      const row = operationRow('update_user_email');
      await openForm(popup, row);
      await popup.getByRole('combobox').first().click();
      await waitForNotice();
      await checkAppearance(popup, 'look-needed-form');
      expect(seen()).toEqual([]);
      expect(passkeyWindows(environment.keystamp)).toEqual([]);
    });

    test(
      'behavior: a read session that isn’t started sends nothing',
      shownBy('activities/read-sessions.test.ts'),
      async () => {
        await reopenAndRefresh();
        await waitForNotice();
        await button(popup, 'popup.readSession.title').first().click();
        const window = await passkeyWindow(environment);
        await button(window, 'passkey.use').waitFor();
        await checkAppearance(window, 'look');
        await button(window, 'popup.waits.discard').click();
        const discard = window.getByRole('dialog').getByRole('button', {
          name: textFor('popup.waits.discard'),
        });
        await Promise.all([window.waitForEvent('close'), discard.click()]);
        await waitForNotice();
        expect(seen()).toEqual([]);
      },
    );
  });

  test.describe('Refresh with passkey', () => {
    test('behavior: one prompt allows reading for a while, and stamps nothing else', async () => {
      await reopenAndRefresh();
      await waitForNotice();
      await button(popup, 'popup.readSession.title').first().click();
      const window = await passkeyWindow(environment);
      await button(window, 'passkey.use').click();
      const closing = window.getByText(textFor('confirm.closing'), { exact: true });
      await closing.waitFor();
      // Somebody who reads on: it stays.
      await window.keyboard.press('ArrowDown');
      await closing.waitFor({ state: 'detached' });
      await checkAppearance(window, 'look-done');
      await closeByButton(window);
      await popup.getByText('Payroll').first().waitFor();
      await checkAppearance(popup, 'look-home');
      const [first, ...reads] = seen();
      expect(first?.path).toMatch(/create_read_only_session$/);
      demandPasskeyStamp(environment, first?.stamp ?? '', first?.body ?? '');
      expect(reads.length).toBeGreaterThan(1);
      expect(new Set(reads.map(({ header }) => header))).toEqual(new Set(['x-session']));
    });

    test(
      'behavior: forms read with it as well, without another prompt',
      shownBy('activities/read-sessions.test.ts'),
      async () => {
        const count = seen().length;
        await openForm(popup, operationRow('update_user_email'));
        await popup.getByRole('combobox').first().click();
        await popup.getByRole('option', { name: /Alice/ }).first().waitFor();
        const reads = seen().slice(count);
        expect(reads.length).toBeGreaterThan(0);
        expect(new Set(reads.map(({ header }) => header))).toEqual(new Set(['x-session']));
        expect(passkeyWindows(environment.keystamp)).toEqual([]);
      },
    );
  });

  test.describe('an activity that takes longer', () => {
    test('behavior: is polled with the same bytes and stamp, never with a new prompt', async () => {
      const trial = await startRename();
      const pending = {
        kind: 'edit',
        change: (body: string) => {
          const { activity } = JSON.parse(body) as { activity: Record<string, unknown> };
          return JSON.stringify({
            activity: { ...activity, status: 'ACTIVITY_STATUS_PENDING', result: {} },
          });
        },
      } as const;
      environment.proxy.next(RENAME.path, pending, pending);
      await pressUse(trial.window);
      await trial.demandOnce();
      expect(trial.sends()).toHaveLength(3);
      // The one that has stamped closes itself, and no other has opened.
      await expect.poll(() => passkeyWindows(environment.keystamp)).toEqual([]);
    });
  });

  test.describe('the end of a read session', () => {
    test(
      'behavior: a lock ends it: reading needs another prompt',
      shownBy('activities/read-sessions.test.ts'),
      async () => {
        await callWorker(environment.own, 'vault_lock');
        await reopenPopup();
        await unlock(popup);
        await button(popup, 'popup.refresh').click();
        await waitForNotice();
        const count = seen().length;
        await openForm(popup, operationRow('update_user_email'));
        await popup.getByRole('combobox').first().click();
        await waitForNotice();
        expect(seen()).toHaveLength(count);
      },
    );

    test(
      'behavior: a single query can be sent on its own',
      shownBy('activities/read-sessions.test.ts'),
      async () => {
        const row = operationRow('list_wallets');
        const count = seen().length;
        await closePasskeyWindows(environment);
        await openForm(popup, row);
        await popup.getByRole('button', { name: row.action, exact: true }).click();
        await waitForNotice();
        await checkAppearance(popup, 'look-once');
        expect(seen()).toHaveLength(count);
        await button(popup, 'popup.readSession.once').click();
        const window = await passkeyWindow(environment);
        await stampIn(window);
        const asked = seen().slice(count);
        expect(asked.map(({ path }) => path)).toEqual([
          expect.stringMatching(new RegExp(`${row.path}$`)),
        ]);
        for (const { stamp = '', body } of asked) demandPasskeyStamp(environment, stamp, body);
      },
    );
  });
});
