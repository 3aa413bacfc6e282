import { expect } from 'playwright/test';
import { test } from './environment.ts';
import type { Page } from 'playwright';
import type { ErrorCode } from '../../src/protocol/errors.ts';
import { callWorker } from './extension-internals.ts';
import {
  environment,
  popup,
  startRename,
  reopenPopup,
  RENAME,
  waitForError,
  pressUse,
  pressTryAgain,
} from './passkey-popup-environment.ts';
import {
  changeProfile,
  checkAppearance,
  passkeyWindow,
  passkeyWindows,
  authenticatorIn,
  replugAuthenticator,
  profileOf,
  stampIn,
  ownRequestIds,
} from './passkey-environment.ts';
import { shownBy, trialUnless } from '../trial-tag.ts';
import {
  approve,
  button,
  fillForm,
  openForm,
  waitForState,
  textFor,
  unlock,
} from './user-actions.ts';
import { writeProfile } from './vault-writer.ts';
import type { StoredCredential, VirtualAuthenticator } from './virtual-authenticator.ts';

/*
 * Every way the passkey window's prompt can end without a stamp: its own sentence, nothing sent,
 * and the same request completed afterwards.
 */

/** The profile's credential, as the authenticator stores it. */
function storedCredential(): StoredCredential {
  const { device, passkey } = environment;
  const found = device
    .credentials()
    .find(
      ({ credentialId }) => Buffer.from(credentialId, 'base64').toString('base64url') === passkey,
    );
  if (!found) throw new Error('the authenticator has lost its credential');
  return found;
}

/** Lets five minutes pass in a page the moment it begins to wait for them. */
async function shortenTimeout(page: Page): Promise<void> {
  await page.evaluate(() => {
    const real = globalThis.setTimeout;
    const hasty = (act: () => void, ms: number) => real(act, ms === 300_000 ? 50 : ms);
    Object.assign(globalThis, { setTimeout: hasty });
  });
}

type Ending = {
  readonly name: string;
  readonly code: ErrorCode;
  readonly spoil: (authenticator: VirtualAuthenticator, page: Page) => Promise<void>;
  readonly mend: (authenticator: VirtualAuthenticator, page: Page) => Promise<unknown>;
};

const ENDINGS: readonly Ending[] = [
  {
    name: 'cancelled',
    code: 'passkey_cancelled',
    // The wrong finger: to the page, the same as a closed prompt.
    spoil: (authenticator) => authenticator.setUserVerified(false),
    // Too many wrong ones have blocked it.
    mend: (_, page) => replugAuthenticator(page, environment.device),
  },
  {
    name: 'no-passkey-fits',
    code: 'passkey_cancelled',
    spoil: (authenticator) => authenticator.remove(storedCredential().credentialId),
    mend: (authenticator) => authenticator.add(storedCredential()),
  },
  {
    name: 'timed-out',
    code: 'passkey_timeout',
    spoil: async (authenticator, page) => {
      await authenticator.setUserPresent(false);
      await shortenTimeout(page);
    },
    mend: (authenticator) => authenticator.setUserPresent(true),
  },
  {
    name: 'nobody-present',
    code: 'passkey_invalid',
    spoil: (authenticator) => authenticator.spoil({ isBadUP: true }),
    mend: (authenticator) => authenticator.spoil({}),
  },
];

test.describe('a prompt that ends without a stamp', () => {
  for (const { name, code, spoil, mend } of ENDINGS) {
    // The others are in passkey-dialog.e2e.ts, too.
    const details = trialUnless(name === 'cancelled');
    test(
      `error: ${name}: reported, nothing sent, and stamped by another try`,
      details,
      async () => {
        const { window, demandWaiting, demandOnce } = await startRename();
        const authenticator = await authenticatorIn(window, environment.device);
        await spoil(authenticator, window);
        await pressUse(window);
        await waitForError(window, code);
        await checkAppearance(window, `error-${name}`);
        await demandWaiting();
        await mend(authenticator, window);
        await window.bringToFront();
        await pressTryAgain(window);
        await demandOnce();
      },
    );
  }

  test('error: a domain that the browser doesn’t allow Keystamp: reported, nothing sent', async () => {
    const profile = await profileOf(environment.own);
    const { passkeys } = profile;
    // As if its permission had been revoked since: otherwise it couldn't be saved.
    const elsewhere = passkeys && { ...passkeys, rpId: 'wallet.example' };
    await writeProfile(environment.keystamp, environment.own, { ...profile, passkeys: elsewhere });
    const { id, window, demandWaiting, effects } = await startRename();
    await pressUse(window);
    await waitForError(window, 'passkey_domain_refused');
    await checkAppearance(window, 'error-domain');
    await demandWaiting();
    await changeProfile(environment.own, { passkeys });
    await window.close();
    await callWorker(environment.own, 'requests_show', { id });
    await stampIn(await passkeyWindow(environment));
    await expect.poll(effects).toBe(1);
  });
});

test.describe('windows closed in between', () => {
  test(
    'behavior: popup and passkey window closed at the prompt: resumed from the popup, done once',
    shownBy('worker/passkeys.test.ts'),
    async () => {
      const before = environment.proxy.seen.length;
      const sends = () =>
        environment.proxy.seen.slice(before).filter(({ path }) => path.endsWith(RENAME.path));
      await reopenPopup();
      await openForm(popup, RENAME);
      await fillForm(popup, RENAME, { walletId: 'Payroll', walletName: 'Payroll resumed' });
      await approve(popup, RENAME);
      const window = await passkeyWindow(environment);
      await (await authenticatorIn(window, environment.device)).setUserPresent(false);
      // The browser closes it when another window gets the focus.
      await popup.close();
      await window.bringToFront();
      await pressUse(window);
      await window.getByText(textFor('confirm.prompting'), { exact: true }).waitFor();
      await checkAppearance(window, 'prompting');
      await window.close();
      expect(sends()).toEqual([]);
      await reopenPopup();
      await popup
        .getByText(textFor('popup.waits.row', { time: '' }), { exact: false })
        .first()
        .waitFor();
      await checkAppearance(popup, 'popup-waits');
      await button(popup, 'app.continue').first().click();
      const again = await passkeyWindow(environment);
      await checkAppearance(popup, 'popup-resumed');
      await stampIn(again);
      await waitForState(popup, 'completed');
      await checkAppearance(popup, 'popup-completed');
      expect(sends()).toHaveLength(1);
    },
  );

  test('behavior: a lock forgets the pending request, and its window says so', async () => {
    const { window, sends } = await startRename();
    await callWorker(environment.own, 'vault_lock');
    await button(window, 'app.unlock.action').waitFor();
    await unlock(window);
    await window.getByText(textFor('confirm.gone'), { exact: true }).waitFor();
    await checkAppearance(window, 'gone');
    expect(sends()).toEqual([]);
    expect(await ownRequestIds(environment.own)).toEqual([]);
    await window.close();
  });

  test(
    'behavior: discarded by the user: nothing sent, nothing pending',
    shownBy('worker/passkeys.test.ts'),
    async () => {
      const { window, sends } = await startRename();
      await button(window, 'popup.waits.discard').click();
      await checkAppearance(window, 'discard');
      const discard = window.getByRole('dialog').getByRole('button', {
        name: textFor('popup.waits.discard'),
      });
      await Promise.all([window.waitForEvent('close'), discard.click()]);
      expect(sends()).toEqual([]);
      expect(await ownRequestIds(environment.own)).toEqual([]);
      expect(passkeyWindows(environment.keystamp)).toEqual([]);
    },
  );
});
