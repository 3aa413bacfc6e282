import { render } from 'preact';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { showToast } from '../../../src/ui/components/toasts.tsx';
import { t } from '../../../src/ui/i18n.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { unisolated } from '../isolation.ts';
import { cutTexts, overlaps } from '../layout-faults.ts';
import { entry, home, id, popupWorld, profile, unlocked } from './world.ts';

/*
 * Every name in the popup from right to left, alone and mixed with other letters: wherever one is shown,
 * it's isolated, so that it moves no number, ID or word beside it.
 */

const RTL = 'محفظة الرواتب';
const MIXED = 'Main محفظة 2';
const [WALLET, ACCOUNT, USER, TAG, KEY, PRIVATE, CONTRACT] = [5, 6, 7, 8, 9, 10, 11].map(id);
const createdAt = { seconds: '0', nanos: '0' };

function answersWith(name: string): Readonly<Record<string, unknown>> {
  const wallet = { walletId: WALLET, walletName: name, createdAt };
  const account = {
    walletAccountId: ACCOUNT,
    walletId: WALLET,
    name,
    curve: 'CURVE_SECP256K1',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
  };
  const apiKey = {
    apiKeyId: KEY,
    apiKeyName: name,
    credential: { publicKey: `02${'ab'.repeat(32)}`, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
    createdAt,
    updatedAt: createdAt,
  };
  const user = {
    userId: USER,
    userName: name,
    userEmail: 'a@example.com',
    userTags: [TAG],
    apiKeys: [apiKey],
    authenticators: [{ authenticatorId: id(12), authenticatorName: name }],
  };
  const privateKey = {
    privateKeyId: PRIVATE,
    privateKeyName: name,
    curve: 'CURVE_SECP256K1',
    publicKey: `02${'ab'.repeat(32)}`,
    addresses: [],
  };
  const smartContractInterface = {
    smartContractInterfaceId: CONTRACT,
    smartContractAddress: account.address,
    smartContractInterface: '[]',
    type: 'ETHEREUM',
    label: name,
    notes: name,
  };
  return {
    get_wallet: { wallet },
    list_wallets: { wallets: [wallet] },
    list_wallet_accounts: { accounts: [account] },
    get_user: { user },
    list_users: { users: [user] },
    get_api_key: { apiKey },
    list_user_tags: { userTags: [{ tagId: TAG, tagName: name }] },
    get_private_key: { privateKey },
    list_private_keys: { privateKeys: [privateKey] },
    get_smart_contract_interface: { smartContractInterface },
    list_smart_contract_interfaces: { smartContractInterfaces: [smartContractInterface] },
  };
}

const PLACES = [
  '#/',
  '#/profiles',
  '#/list/wallet',
  '#/list/user',
  '#/list/userTag',
  '#/list/privateKey',
  '#/list/contractInterface',
  `#/object/wallet/${WALLET}`,
  `#/object/user/${USER}`,
  `#/object/userTag/${TAG}`,
  `#/object/apiKey/${KEY}/${USER}`,
  `#/object/privateKey/${PRIVATE}`,
  `#/object/contractInterface/${CONTRACT}`,
  `#/activity/${id(20)}`,
  '#/activities',
];

let root: HTMLElement;

beforeAll(async () => {
  startOwnPage({ now: () => 1e12, root: document.documentElement });
  document.documentElement.classList.add('popup');
  await page.viewport(380, 600);
  // The first screen that needs the table of operations would wait for it to be built here.
  await Promise.all([
    import('../../../src/ui/records/object-screen.tsx'),
    import('../../../src/ui/records/list-screen.tsx'),
  ]);
});

afterEach(() => {
  render(null, root);
  root.remove();
  document.documentElement.style.fontSize = '';
  document.documentElement.dir = '';
});

function open(hash: string, name: string): void {
  const answers = answersWith(name);
  const profiles = [
    { ...profile, name, known: { organizationName: name, userId: USER, userName: name, at: 0 } },
  ];
  const renamed = {
    ...entry,
    id: id(20),
    state: 'completed' as const,
    parameters: { walletId: WALLET, walletName: `${name} 2027` },
  };
  const { effects } = popupWorld({
    state: () => ({ ...unlocked, profiles }),
    home: () => ({
      ...home,
      organizationName: name,
      userName: name,
      wallets: [{ id: WALLET, name }],
      privateKeys: [{ id: PRIVATE, name }],
      entries: [renamed],
    }),
    activities_get: () => renamed,
    activities_list: () => [renamed],
    requests_list: () => ({ items: [] }),
    keys_list: () => [],
    query: ({ operation }: { readonly operation: string }) => answers[operation] ?? {},
  });
  effects.hash.set(hash);
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  startPopup(effects, root);
}

const shown = () => root.innerText;

for (const name of [RTL, MIXED]) {
  describe(`the name “${name}”`, () => {
    for (const hash of PLACES) {
      test(`behavior: is isolated at ${hash}`, async () => {
        open(hash, name);
        await expect.poll(shown).toContain(name);
        for (const details of root.querySelectorAll('details')) details.open = true;
        expect(unisolated(root, [name])).toEqual([]);
      });
    }

    test('behavior: begins in its row where every name does', async () => {
      open('#/', name);
      await expect.poll(() => root.querySelector('.row-title bdi')).not.toBeNull();
      const text = root.querySelector('.row-title bdi')?.firstChild;
      const range = document.createRange();
      range.selectNodeContents(text ?? root);
      const row = root.querySelector('.row-title')?.getBoundingClientRect();
      expect(range.getBoundingClientRect().left - (row?.left ?? 0)).toBeLessThan(2);
    });

    test('behavior: is isolated among what a search finds', async () => {
      open('#/search', name);
      await page.getByRole('searchbox').fill(name.slice(0, 4));
      await expect.poll(shown).toContain(name);
      expect(unisolated(root, [name])).toEqual([]);
    });

    test('behavior: is isolated in a picker, and in what is chosen there', async () => {
      open('#/form/delete_user_tags', name);
      await page.getByRole('combobox').click();
      await page.getByRole('option').first().click();
      await expect.poll(() => root.querySelector('.chip')).not.toBeNull();
      expect(unisolated(root, [name])).toEqual([]);
    });

    test('behavior: is isolated in the review of a change', async () => {
      open(`#/object/wallet/${WALLET}`, name);
      await page.getByRole('button', { name: /^Edit/ }).first().click();
      const input = page.getByRole('textbox');
      await input.fill(`${name} 2027`);
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('dialog')).toBeVisible();
      await expect.poll(() => page.getByRole('dialog').element().textContent).toContain('2027');
      expect(unisolated(root, [name])).toEqual([]);
      document.documentElement.style.fontSize = '200%';
      expect(overlaps(page.getByRole('dialog').element())).toEqual([]);
      expect(cutTexts(page.getByRole('dialog').element())).toEqual([]);
    });

    test('behavior: is isolated in a message that passes', async () => {
      open('#/more', name);
      showToast(t('app.copyThing', { what: name }));
      await expect.poll(shown).toContain(name);
      expect(unisolated(root, [name])).toEqual([]);
    });
  });
}

/** Where each of them begins, from the left. */
const leftsOf = (elements: Iterable<Element>) =>
  [...elements].map((element) => element.getBoundingClientRect().left);

describe('a page from right to left', () => {
  test('behavior: what points along the line points the other way', async () => {
    open('#/more', RTL);
    document.documentElement.dir = 'rtl';
    await expect.poll(() => root.querySelectorAll('.icon-along').length).toBeGreaterThan(0);
    for (const icon of root.querySelectorAll('.icon-along')) {
      expect(getComputedStyle(icon).scale).toBe('-1 1');
    }
    document.documentElement.dir = 'ltr';
    const [icon] = root.querySelectorAll('.icon-along');
    expect(icon && getComputedStyle(icon).scale).toBe('none');
  });

  test('behavior: an address keeps the order of its groups', async () => {
    open(`#/object/walletAccount/${ACCOUNT}/${WALLET}`, RTL);
    document.documentElement.dir = 'rtl';
    await expect.poll(() => root.querySelector('.address')).not.toBeNull();
    const lefts = leftsOf(root.querySelectorAll('.address > *')).slice(0, 4);
    expect(lefts).toEqual(lefts.toSorted((one, other) => one - other));
  });

  test('behavior: a dot stands between two facts, whatever their direction', async () => {
    open('#/', MIXED);
    document.documentElement.dir = 'rtl';
    await expect.poll(() => root.querySelector('.fact-line bdi + bdi')).not.toBeNull();
    const line = root.querySelector('.fact-line');
    const [first = 0, second = 0] = leftsOf(line?.querySelectorAll(':scope > bdi') ?? []);
    const range = document.createRange();
    const dot = [...(line?.childNodes ?? [])].find((node) => node.textContent === ' · ');
    range.selectNodeContents(dot ?? root);
    const between = range.getBoundingClientRect().left;
    expect([second, between, first]).toEqual([second, between, first].toSorted((a, b) => a - b));
  });
});
