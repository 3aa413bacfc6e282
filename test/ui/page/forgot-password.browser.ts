import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import '../../../src/ui/settings/settings.css';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import type { PageEffects } from '../../../src/ui/page/effects.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { startTab } from '../../../src/ui/page/tab.tsx';
import { startWindow } from '../../../src/ui/page/window.tsx';
import { axeFaults, rulesIn } from '../axe.ts';
import { cutTexts, overlaps } from '../layout-faults.ts';
import { tabEffects } from './tab-effects.ts';
import { popupWorld, unlocked } from './world.ts';

/*
 * "Forgot password?" on the unlock screen: what it says, that nothing happens without the typed words,
 * where it leads afterwards, and that the window which a site can open has none of it.
 */

const EMPTY = { lockAt: null, profiles: [], activeProfileId: null };
const passkey = { credentialId: 'a', salt: 'a', rpId: null, transports: [], name: 'Blue' };

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
});
afterEach(() => {
  applySettings({ ...unlocked.settings, locale: 'en' });
  document.documentElement.className = '';
  root.remove();
});

/** A locked Keystamp. */
async function draw(
  start: (effects: PageEffects) => void,
  {
    locale = 'en',
    passkeys = [] as unknown[],
    size = [380, 600] as readonly [number, number],
  } = {},
) {
  await page.viewport(...size);
  const locked = { ...unlocked, ...EMPTY, settings: { ...unlocked.settings, locale } };
  const opened: (string | undefined)[] = [];
  const world = popupWorld({
    state: () => ({ ...locked, vault: 'locked' }),
    vault_challenge: () => ({ kdfs: [], waitMs: 0, passkeys }),
    vault_wipe: () => ({ ...locked, vault: 'missing' }),
    requests_list: () => ({ items: [] }),
    sites_list: () => [],
  });
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  applySettings(locked.settings);
  start({
    ...world.effects,
    openPage: async (hash) => Promise.resolve(void opened.push(hash)),
  });
  return { ...world, opened };
}

const inPopup = (effects: PageEffects) => {
  document.documentElement.className = 'popup';
  startPopup(effects, root);
};
const inTab = (effects: PageEffects) => startTab(tabEffects(effects), root);
const dialog = () => page.getByRole('dialog');

test('behavior: in the popup nothing is wiped without the typed words, then a backup comes first', async () => {
  const { calls, opened } = await draw(inPopup);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const wipe = dialog().getByRole('button', { name: 'Wipe everything' });
  const typed = dialog().getByRole('textbox');
  for (const text of ['wipe', 'wipe everythin', 'alles löschen']) {
    await typed.fill(text);
    await expect.element(wipe).toBeDisabled();
    await userEvent.keyboard('{Enter}');
  }
  expect(calls('vault_wipe')).toEqual([]);
  await typed.fill('wipe everything');
  await wipe.click();
  await expect.poll(() => opened).toEqual(['#/setup/restore']);
  expect(calls('vault_wipe')).toMatchObject([{ input: { confirm: 'wipe everything' } }]);
});

test('behavior: in the tab it leads to the set-up with a backup, and from there to one without', async () => {
  const { calls, effects } = await draw(inTab, { size: [1100, 760] });
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await dialog().getByRole('textbox').fill('wipe everything');
  await dialog().getByRole('button', { name: 'Wipe everything' }).click();
  await expect
    .element(page.getByRole('heading', { name: 'Restore a backup', exact: true }))
    .toBeVisible();
  expect(effects.hash.get()).toBe('#/setup/restore');
  expect(calls('vault_wipe')).toHaveLength(1);
  await page.getByRole('button', { name: 'Set up without a backup' }).click();
  await expect
    .element(page.getByRole('heading', { name: 'Choose a password', exact: true }))
    .toBeVisible();
});

test.for(['en', 'de'])(
  'behavior: in %s it says what is lost and what stays, and fits',
  async (locale) => {
    await draw(inPopup, { locale, passkeys: [passkey] });
    const forgot = locale === 'de' ? 'Passwort vergessen?' : 'Forgot password?';
    await page.getByRole('button', { name: forgot }).click();
    await expect.element(dialog()).toBeVisible();
    const said = () => root.querySelector('dialog')?.innerText ?? '';
    const facts =
      locale === 'de'
        ? [
            'API-Schlüssel',
            'automatischen Genehmigungen',
            'versiegelte Protokoll',
            'beim Dienst',
            'anderen Gerät',
            'Sicherungsdateien',
            'Ein Passkey entsperrt Keystamp noch',
          ]
        : [
            'API keys',
            'auto-approvals',
            'sealed log',
            'at the service',
            'another device',
            'backup files',
            'A passkey still unlocks Keystamp',
          ];
    for (const fact of facts) await expect.poll(said).toContain(fact);
    expect(await axeFaults({ rules: rulesIn('light') })).toEqual([]);
    const shown = root.querySelector('dialog') ?? root;
    expect(overlaps(shown)).toEqual([]);
    expect(cutTexts(shown)).toEqual([]);
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth - clientWidth).toBeLessThanOrEqual(0);
  },
);

test('error: the window that a site can open leads to no wipe', async () => {
  await draw((effects) => {
    document.documentElement.className = 'popup confirm';
    const { authenticator, passkeyUnlock } = tabEffects(effects);
    startWindow({ ...effects, authenticator, passkeyUnlock, close: () => undefined }, root);
  });
  await expect.element(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible();
  expect(root.innerText).not.toMatch(/forgot|wipe/i);
});
