import { expect } from 'playwright/test';
import { test } from './environment.ts';
import type { Profile } from '../../src/protocol/profile.ts';
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
  callWorker,
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

/*
 * A profile that has nothing but a passkey: it reads when its user says so, and never prompts by itself.
 */

let before: Profile;
let seenBefore: number;

/** Everything that has come in since this profile has no API key. */
const seen = (): readonly SeenRequest[] => environment.proxy.seen.slice(seenBefore);
const lookNeeded = () =>
  popup.getByText(textFor('popup.readSession.needed'), { exact: true }).first().waitFor();

test.describe('a profile with nothing but a passkey', () => {
  test.beforeAll(async () => {
    before = await profileOf(environment.own);
    await changeProfile(environment.own, { keyId: null });
    await closePasskeyWindows(environment);
    seenBefore = environment.proxy.seen.length;
    await reopenPopup();
  });

  test.afterAll(() => changeProfile(environment.own, { keyId: before.keyId }));

  test.describe('without a read session', () => {
    test('behavior: nothing is read and nobody is asked: every place says that it needs a look', async () => {
      await lookNeeded();
      await checkAppearance(popup, 'look-needed');
      const row = operationRow('update_user_email');
      await openForm(popup, row);
      await popup.getByRole('combobox').first().click();
      await lookNeeded();
      await checkAppearance(popup, 'look-needed-form');
      expect(seen()).toEqual([]);
      expect(passkeyWindows(environment.keystamp)).toEqual([]);
    });

    test('behavior: a look that is left alone asks for nothing', async () => {
      await reopenPopup();
      await lookNeeded();
      await button(popup, 'popup.readSession.title').first().click();
      const window = await passkeyWindow(environment);
      await button(window, 'passkey.use').waitFor();
      await checkAppearance(window, 'look');
      await button(window, 'passkey.discard').click();
      const discard = window.getByRole('dialog').getByRole('button', {
        name: textFor('passkey.discard'),
      });
      await Promise.all([window.waitForEvent('close'), discard.click()]);
      await lookNeeded();
      expect(seen()).toEqual([]);
    });
  });

  test.describe('Refresh with passkey', () => {
    test('behavior: one gesture reads for a while, and stamps nothing else', async () => {
      await button(popup, 'popup.readSession.title').first().click();
      const window = await passkeyWindow(environment);
      await button(window, 'passkey.use').click();
      await button(window, 'kit.close').waitFor();
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

    test('behavior: forms read by it as well, without another prompt', async () => {
      const count = seen().length;
      await openForm(popup, operationRow('update_user_email'));
      await popup.getByRole('combobox').first().click();
      await popup.getByRole('option', { name: /Alice/ }).first().waitFor();
      const reads = seen().slice(count);
      expect(reads.length).toBeGreaterThan(0);
      expect(new Set(reads.map(({ header }) => header))).toEqual(new Set(['x-session']));
      expect(passkeyWindows(environment.keystamp)).toEqual([]);
    });
  });

  test.describe('an activity that is not done at once', () => {
    test('behavior: is looked at by the same bytes and stamp again, never by a new prompt', async () => {
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
      expect(passkeyWindows(environment.keystamp)).toHaveLength(1);
    });
  });

  test.describe('the end of a read session', () => {
    test('behavior: a lock ends it: the next look needs a gesture again', async () => {
      await callWorker(environment.own, 'vault_lock');
      await reopenPopup();
      await unlock(popup);
      await lookNeeded();
      const count = seen().length;
      await openForm(popup, operationRow('update_user_email'));
      await popup.getByRole('combobox').first().click();
      await lookNeeded();
      expect(seen()).toHaveLength(count);
    });

    test('behavior: one question can be asked alone', async () => {
      const row = operationRow('list_wallets');
      const count = seen().length;
      await closePasskeyWindows(environment);
      await openForm(popup, row);
      await popup.getByRole('button', { name: row.action, exact: true }).click();
      await lookNeeded();
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
    });
  });
});
