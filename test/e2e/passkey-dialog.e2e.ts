import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { ErrorCode } from '../../src/protocol/errors.ts';
import { errorWords } from '../../src/ui/words/en/errors.ts';
import type { Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { callWorker } from './extension-internals.ts';
import { openKeys } from './pages.ts';
import {
  addPasskey,
  checkAppearance,
  openProfileNamed,
  profileOf,
  promptDialog,
} from './passkey-options-actions.ts';
import { makePasskey, ownRequestIds } from './passkey-environment.ts';
import { button, PASSWORD, textFor, unlock } from './user-actions.ts';
import { writeProfile } from './vault-writer.ts';
import { addAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.ts';
import { reauthenticate } from './reauthentication.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * The passkey prompt inside the options page, and each way it can fail: with its own sentence,
 * nothing done, and another try.
 */

const FIVE_MINUTES = 300_000;

let keystamp: Keystamp;
let page: Page;
let device: VirtualAuthenticator;

test.beforeAll(async ({ environments }) => {
  ({ keystamp, options: page } = await environments.start());
  page.setDefaultTimeout(30_000);
  // The clock runs as usual, but can be advanced.
  await page.clock.install();
  await page.reload();
  device = await addAuthenticator(page);
  await openProfileNamed(page);
  await addPasskey(page, 'Laptop');
  await reauthenticate(page);
  await callWorker(page, 'profiles_save', { ...(await profileOf(page)), keyId: null });
  await page.reload();
});

/** From the profile's test to the prompt dialog, ready for the click. */
async function ask(): Promise<void> {
  await button(page, 'options.profile.test').click();
  await button(page, 'popup.readSession.title').click();
  await promptDialog(page, 'ready').waitFor();
}

/** Clicks, and waits for the failure's own sentence. */
async function failing(code: ErrorCode, name: string = code): Promise<void> {
  await button(page, 'authorization.passkey.useNow').click();
  await failed(code, name);
}

async function failed(code: ErrorCode, name: string = code): Promise<void> {
  await page.locator(`[data-error="${code}"]`).waitFor();
  await page.getByRole('dialog').getByText(errorWords[code]).first().waitFor();
  await checkAppearance(page, `failure-${name}`);
}

/** Another click, and it works; the next test needs a new read session. */
async function demandRetryWorks(clicks = 1): Promise<void> {
  const again = page.getByRole('dialog').getByRole('button', { name: textFor('app.retry') });
  await again.click();
  if (clicks === 2) {
    await promptDialog(page, 'ready').waitFor();
    await button(page, 'authorization.passkey.useNow').click();
  }
  await page.getByText(textFor('options.proof.good'), { exact: true }).waitFor();
  await callWorker(page, 'vault_lock');
  await unlock(page, PASSWORD);
  await button(page, 'options.profile.test').waitFor();
}

/** Replaces the browser's prompt once. */
const instead = (how: 'other' | 'broken', other = '') =>
  page.evaluate(
    ([kind, id]) => {
      const { credentials } = navigator;
      const real = credentials.get.bind(credentials);
      credentials.get = (options) => {
        credentials.get = real;
        if (kind === 'broken') return Promise.reject(new DOMException('device', 'UnknownError'));
        const text = atob((id ?? '').replaceAll('-', '+').replaceAll('_', '/'));
        const bytes = Uint8Array.from(text, (one) => one.charCodeAt(0));
        const allowCredentials = [{ type: 'public-key' as const, id: bytes }];
        const { publicKey } = options ?? {};
        return real({ ...options, publicKey: { ...publicKey, allowCredentials } as never });
      };
    },
    [how, other] as const,
  );

test.describe('a passkey prompt', () => {
  test('error: no passkey fits, or the user declines', async () => {
    const [held] = await device.credentials();
    if (!held) throw new Error('no credential');
    await device.remove(held.credentialId);
    await ask();
    await failing('passkey_cancelled');
    await device.add(held);
    await demandRetryWorks();
  });

  test('error: nobody responds within five minutes', trialUnless(false), async () => {
    await device.setUserPresent(false);
    await ask();
    await button(page, 'authorization.passkey.useNow').click();
    await promptDialog(page, 'prompting').waitFor();
    await checkAppearance(page, 'prompting');
    await page.clock.fastForward(FIVE_MINUTES + 1000);
    await failed('passkey_timeout');
    await device.setUserPresent(true);
    await demandRetryWorks();
  });

  test('error: the authenticator breaks', trialUnless(false), async () => {
    await ask();
    await instead('broken');
    await failing('passkey_failed');
    await demandRetryWorks();
  });

  test('error: another passkey answers', async () => {
    const { credentialId } = await makePasskey(page);
    await ask();
    await instead('other', credentialId);
    await failing('passkey_unknown');
    await device.remove(Buffer.from(credentialId, 'base64url').toString('base64'));
    await demandRetryWorks();
  });

  test('error: nobody was present when it signed', trialUnless(false), async () => {
    await ask();
    await device.spoil({ isBadUP: true });
    await failing('passkey_invalid');
    await device.spoil({});
    await demandRetryWorks();
  });

  test('error: the service doesn’t accept the signature', trialUnless(false), async () => {
    await ask();
    await device.spoil({ isBogusSignature: true });
    await failing('unauthenticated');
    await device.spoil({});
    await demandRetryWorks();
  });

  test('error: the pending request is gone', trialUnless(false), async () => {
    await ask();
    const [id] = await ownRequestIds(page);
    await callWorker(page, 'requests_decide', { id, decision: { kind: 'refuse' } });
    // The dialog finds out by itself.
    await failed('approval_gone');
    await demandRetryWorks(2);
  });

  test('behavior: leaving forgets the pending request, and says nothing', async () => {
    await ask();
    await page.keyboard.press('Escape');
    await promptDialog(page, 'ready').waitFor({ state: 'detached' });
    await expect.poll(() => ownRequestIds(page)).toEqual([]);
    await button(page, 'popup.readSession.title').waitFor();
  });

  test('behavior: a lock or navigation closes it', async () => {
    await button(page, 'popup.readSession.title').click();
    await promptDialog(page, 'ready').waitFor();
    await callWorker(page, 'vault_lock');
    await promptDialog(page, 'ready').waitFor({ state: 'detached' });
    await unlock(page, PASSWORD);
    await ask();
    await openKeys(page);
    await promptDialog(page, 'ready').waitFor({ state: 'detached' });
    await expect.poll(() => ownRequestIds(page)).toEqual([]);
  });

  test('error: the browser refuses the domain', trialUnless(false), async () => {
    // As if its permission had been revoked after the profile was saved.
    const profile = await profileOf(page);
    const passkeys = profile.passkeys && { ...profile.passkeys, rpId: 'example.org' };
    await writeProfile(keystamp, page, { ...profile, passkeys });
    await openProfileNamed(page);
    await page.reload();
    await ask();
    await failing('passkey_domain_refused');
    await button(page.getByRole('dialog'), 'app.cancel').click();
  });

  test('error: the browser has no passkeys', trialUnless(false), async () => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
    await page.reload();
    await ask();
    await failing('passkey_unsupported');
  });

  test('behavior: nothing was logged and nothing was thrown', () => {
    const bad = keystamp.logs.filter(({ level }) => ['warning', 'uncaught'].includes(level));
    expect(bad).toEqual([]);
  });
});
