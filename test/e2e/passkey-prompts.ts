import { expect } from 'playwright/test';
import { test } from './ground.ts';
import type { Page } from 'playwright';
import type { ErrorCode } from '../../src/protocol/errors.ts';
import {
  ground,
  popup,
  renameWaits,
  reopenPopup,
  RENAME,
  told,
  use,
  useAgain,
} from './passkey-stage.ts';
import {
  answered,
  changeProfile,
  leave,
  lookAt,
  passkeyWindow,
  passkeyWindows,
  plugged,
  pluggedAgain,
  profileOf,
  stampIn,
} from './passkeys.ts';
import { approve, button, fill, openForm, reach, say, unlock } from './person.ts';
import { putProfile } from './vault-hand.ts';
import type { StoredCredential, VirtualAuthenticator } from './virtual-authenticator.ts';

/*
 * Every way in which the prompt of the passkey window can end that leaves nothing stamped: its own
 * sentence, nothing sent, and the same request completed afterwards.
 */

/** The profile's credential, as the authenticator keeps it. */
function heldCredential(): StoredCredential {
  const { device, passkey } = ground;
  const found = device
    .credentials()
    .find(
      ({ credentialId }) => Buffer.from(credentialId, 'base64').toString('base64url') === passkey,
    );
  if (!found) throw new Error('the authenticator has lost its credential');
  return found;
}

/** Lets five minutes of a page pass in the moment when it begins to wait for them. */
async function hasteIn(page: Page): Promise<void> {
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
    // A finger that is not the user's: to the page the same as a prompt that was closed.
    spoil: (authenticator) => authenticator.setUserVerified(false),
    // Too many wrong ones have blocked it.
    mend: (_, page) => pluggedAgain(page, ground.device),
  },
  {
    name: 'no-passkey-fits',
    code: 'passkey_cancelled',
    spoil: (authenticator) => authenticator.remove(heldCredential().credentialId),
    mend: (authenticator) => authenticator.add(heldCredential()),
  },
  {
    name: 'timed-out',
    code: 'passkey_timeout',
    spoil: async (authenticator, page) => {
      await authenticator.setUserPresent(false);
      await hasteIn(page);
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
    test(`error: ${name}: said, nothing sent, and stamped by another try`, async () => {
      const { window, demandWaiting, demandOnce } = await renameWaits();
      const authenticator = await plugged(window, ground.device);
      await spoil(authenticator, window);
      await use(window);
      await told(window, code);
      await lookAt(window, `error-${name}`);
      await demandWaiting();
      await mend(authenticator, window);
      await window.bringToFront();
      await useAgain(window);
      await demandOnce();
    });
  }

  test('error: a domain that the browser does not give Keystamp: said, nothing sent', async () => {
    const profile = await profileOf(ground.own);
    const { passkeys } = profile;
    // As if its permission had been taken back since: otherwise it could not be saved.
    const elsewhere = passkeys && { ...passkeys, rpId: 'wallet.example' };
    await putProfile(ground.keystamp, ground.own, { ...profile, passkeys: elsewhere });
    const { id, window, demandWaiting, effects } = await renameWaits();
    await use(window);
    await told(window, 'passkey_domain_refused');
    await lookAt(window, 'error-domain');
    await demandWaiting();
    await changeProfile(ground.own, { passkeys });
    await window.close();
    await answered(ground.own, 'ceremonies_show', { id });
    await stampIn(await passkeyWindow(ground));
    expect(await effects()).toBe(1);
  });
});

test.describe('the windows closed in the middle', () => {
  test('behavior: popup and passkey window gone at the prompt: resumed from the popup, done once', async () => {
    const before = ground.proxy.seen.length;
    const sends = () =>
      ground.proxy.seen.slice(before).filter(({ path }) => path.endsWith(RENAME.path));
    await reopenPopup();
    await openForm(popup, RENAME);
    await fill(popup, RENAME, { walletId: 'Payroll', walletName: 'Payroll resumed' });
    await approve(popup, RENAME);
    const window = await passkeyWindow(ground);
    await (await plugged(window, ground.device)).setUserPresent(false);
    // The browser closes it when another window takes the focus.
    await popup.close();
    await window.bringToFront();
    await use(window);
    await window.getByText(say('passkey.prompting'), { exact: true }).waitFor();
    await lookAt(window, 'prompting');
    await window.close();
    expect(sends()).toEqual([]);
    await reopenPopup();
    await popup.getByText(say('popup.waits.row'), { exact: false }).first().waitFor();
    await lookAt(popup, 'popup-waits');
    await button(popup, 'popup.waits.resume').first().click();
    const again = await passkeyWindow(ground);
    await lookAt(popup, 'popup-resumed');
    await stampIn(again);
    await reach(popup, 'completed');
    await lookAt(popup, 'popup-completed');
    expect(sends()).toHaveLength(1);
  });

  test('behavior: what waits is forgotten by a lock, and its window says so', async () => {
    const { window, sends } = await renameWaits();
    await answered(ground.own, 'vault_lock');
    await button(window, 'kit.unlock.action').waitFor();
    await unlock(window);
    await window.getByText(say('passkey.gone'), { exact: true }).waitFor();
    await lookAt(window, 'gone');
    expect(sends()).toEqual([]);
    expect(await answered(ground.own, 'ceremonies_list')).toEqual([]);
    await window.close();
  });

  test('behavior: discarded by the user: nothing sent, nothing waits', async () => {
    const { window, sends } = await renameWaits();
    await button(window, 'passkey.discard').click();
    await lookAt(window, 'discard');
    await window
      .getByRole('dialog')
      .getByRole('button', { name: say('passkey.discard') })
      .click();
    await window.getByText(say('passkey.discarded'), { exact: true }).waitFor();
    expect(sends()).toEqual([]);
    expect(await answered(ground.own, 'ceremonies_list')).toEqual([]);
    await leave(window);
    await expect.poll(() => passkeyWindows(ground.keystamp)).toEqual([]);
  });
});
