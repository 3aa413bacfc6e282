import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { render } from 'preact';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { setLocale } from '../../../src/ui/i18n.ts';
import { entry, home, id, popupWorld, unlocked } from '../page/world.ts';

/* Each screen of the popup names its page, and none by a record: browsers keep titles on disk. */

const SECRET_NAME = 'Acquisition of Example Corp';
const wallet = { walletId: id(5), walletName: SECRET_NAME };
const ANSWERS: Readonly<Record<string, unknown>> = {
  get_wallet: { wallet },
  list_wallets: { wallets: [wallet] },
  list_wallet_accounts: { accounts: [] },
};

const TITLES = {
  '#/': 'Home',
  '#/more': 'More',
  '#/search': 'Search',
  '#/operations': 'All operations',
  '#/activities': 'Activity',
  '#/profiles': 'Profiles',
  '#/requests': 'Requests',
  '#/list/wallet': 'Wallets',
  [`#/object/wallet/${id(5)}`]: 'Wallet',
  '#/form/update_wallet': 'Rename a wallet',
  [`#/activity/${id(9)}`]: 'Rename a wallet',
};

let root: HTMLElement;

beforeAll(() => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
});

afterEach(async () => {
  render(null, root);
  root.remove();
  await setLocale('en');
});

function open(hash: string, vault: 'unlocked' | 'locked' | 'missing' = 'unlocked') {
  const { effects } = popupWorld({
    state: () => ({ ...unlocked, vault }),
    home: () => ({ ...home, wallets: [{ id: id(5), name: SECRET_NAME }] }),
    requests_list: () => ({ items: [] }),
    activities_list: () => [],
    activities_get: () => ({ ...entry, state: 'completed' }),
    keys_list: () => [],
    sites_list: () => [],
    vault_challenge: () => ({ passkeys: [] }),
    query: ({ operation }: { readonly operation: string }) => ANSWERS[operation] ?? {},
  });
  effects.hash.set(hash);
  document.title = '';
  root = document.createElement('div');
  document.body.append(root);
  startPopup(effects, root);
  return effects;
}

describe('the popup’s title', () => {
  for (const [hash, screen] of Object.entries(TITLES)) {
    test(`behavior: at ${hash} it is “${screen}”`, async () => {
      open(hash);
      await expect.poll(() => document.title).toBe(`${screen} – Keystamp`);
      await expect.poll(() => root.querySelectorAll('h1')).toHaveLength(1);
      if (hash.startsWith('#/object'))
        await expect.poll(() => root.innerText).toContain(SECRET_NAME);
      expect(document.title).not.toContain(SECRET_NAME);
    });
  }

  test('behavior: it follows the screen and the language', async () => {
    const { hash } = open('#/more');
    await expect.poll(() => document.title).toBe('More – Keystamp');
    hash.set('#/profiles');
    await expect.poll(() => document.title).toBe('Profiles – Keystamp');
    await setLocale('de');
    await expect.poll(() => document.title).toBe('Profile – Keystamp');
  });

  test('behavior: a name that has “Keystamp” in it doesn’t say it twice', async () => {
    open('#/', 'locked');
    await expect.poll(() => document.title).toBe('Keystamp is locked');
  });
});
