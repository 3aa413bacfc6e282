import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { objectWords } from '../../../src/ui/words/en/objects.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { axeFaults, rulesIn } from '../axe.ts';
import { cutTexts, overlaps, squeezedNames } from '../layout-faults.ts';
import { home, id, popupWorld, unlocked } from '../page/world.ts';

/*
 * The screens of objects in each state that they can be in, drawn by a real Chromium: what they say,
 * no fault that axe-core knows in either scheme, nothing wider than the popup, also with text of twice
 * the size. The service is a list of answers, so that what seldom happens is covered, too.
 */

const LONG = 'The treasury of a company with a name as long as its history '
  .repeat(4)
  .slice(0, 200);
const UNBROKEN = 'W'.repeat(64);
const RIGHT_TO_LEFT = 'محفظة الرواتب الشهرية';
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const [WALLET, ACCOUNT, USER, TAG, KEY, PRIVATE, CONTRACT] = [5, 6, 7, 8, 9, 10, 11].map(id);

const createdAt = { seconds: '0', nanos: '0' };
const wallet = (walletName: string, n = 5) => ({ walletId: id(n), walletName, createdAt });
const account = (facts: object = {}) => ({
  walletAccountId: ACCOUNT,
  walletId: WALLET,
  curve: 'CURVE_SECP256K1',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  address: ADDRESS,
  ...facts,
});
const apiKey = (apiKeyName: string) => ({
  apiKeyId: KEY,
  apiKeyName,
  credential: { publicKey: `02${'ab'.repeat(32)}`, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
  createdAt,
  updatedAt: createdAt,
  expirationSeconds: '3600',
});
const user = (userName: string, facts: object = {}) => ({
  userId: USER,
  userName,
  apiKeys: [],
  authenticators: [],
  userTags: [],
  ...facts,
});
const contract = {
  smartContractInterfaceId: CONTRACT,
  smartContractAddress: ADDRESS,
  smartContractInterface: JSON.stringify([
    { type: 'function', name: UNBROKEN, inputs: [], outputs: [], stateMutability: 'view' },
  ]),
  type: 'ETHEREUM',
  label: LONG,
  notes: RIGHT_TO_LEFT,
};

type Answers = Readonly<Record<string, unknown>>;

type ObjectCase = {
  readonly at: string;
  readonly answers: Answers;
  /** What must be there to read. */
  readonly says: string;
};

const walletAt = `#/object/wallet/${WALLET}`;
const userAt = `#/object/user/${USER}`;
const accountAt = `#/object/walletAccount/${ACCOUNT}/${WALLET}`;

const CASES: Readonly<Record<string, ObjectCase>> = {
  'a wallet without accounts': {
    at: walletAt,
    answers: { get_wallet: { wallet: wallet('Payroll') }, list_wallet_accounts: { accounts: [] } },
    says: objectWords['object.accounts.none'],
  },
  'a wallet with a long name': {
    at: walletAt,
    answers: {
      get_wallet: { wallet: wallet(LONG) },
      list_wallet_accounts: { accounts: [account({ name: UNBROKEN })] },
    },
    says: UNBROKEN,
  },
  'names from right to left': {
    at: walletAt,
    answers: {
      get_wallet: { wallet: wallet(RIGHT_TO_LEFT) },
      list_wallet_accounts: { accounts: [account({ name: RIGHT_TO_LEFT })] },
    },
    says: RIGHT_TO_LEFT,
  },
  'a wallet that is gone': {
    at: walletAt,
    answers: { get_wallet: {} },
    says: objectWords['object.missingText'],
  },
  'a wallet that cannot be read': {
    at: walletAt,
    answers: { get_wallet: new KeystampError('service_unreachable') },
    says: popupWords['popup.read.service_unreachable'],
  },
  'an account without a public key': {
    at: accountAt,
    answers: { list_wallet_accounts: { accounts: [account()] } },
    says: objectWords['object.check.cannot_check'],
  },
  'an account whose address is another key’s': {
    at: accountAt,
    answers: {
      list_wallet_accounts: { accounts: [account({ publicKey: `02${'79be667e'.repeat(8)}` })] },
    },
    says: objectWords['object.check.mismatchText'],
  },
  'a user with nothing': {
    at: userAt,
    answers: { get_user: { user: user('Ada') }, list_user_tags: { userTags: [] } },
    says: objectWords['object.passkeys.none'],
  },
  'a user with all of it': {
    at: userAt,
    answers: {
      get_user: {
        user: user(RIGHT_TO_LEFT, {
          userEmail: `${'long.'.repeat(12)}name@example.com`,
          userPhoneNumber: '+15555550101',
          userTags: [TAG, id(99)],
          apiKeys: [apiKey(LONG)],
          authenticators: [{ authenticatorId: id(12), authenticatorName: UNBROKEN }],
        }),
      },
      list_user_tags: { userTags: [{ tagId: TAG, tagName: LONG }] },
    },
    says: UNBROKEN,
  },
  'a tag that nobody has': {
    at: `#/object/userTag/${TAG}`,
    answers: {
      list_user_tags: { userTags: [{ tagId: TAG, tagName: 'Signers' }] },
      list_users: { users: [] },
    },
    says: objectWords['object.members.none'],
  },
  'an API key that has expired': {
    at: `#/object/apiKey/${KEY}/${USER}`,
    answers: { get_api_key: { apiKey: apiKey(LONG) } },
    says: 'Expired',
  },
  'a private key': {
    at: `#/object/privateKey/${PRIVATE}`,
    answers: {
      get_private_key: {
        privateKey: {
          privateKeyId: PRIVATE,
          privateKeyName: UNBROKEN,
          curve: 'CURVE_SECP256K1',
          publicKey: `02${'ab'.repeat(32)}`,
          addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: ADDRESS }],
        },
      },
    },
    says: objectWords['object.addresses'],
  },
  'a contract': {
    at: `#/object/contractInterface/${CONTRACT}`,
    answers: { get_smart_contract_interface: { smartContractInterface: contract } },
    says: RIGHT_TO_LEFT,
  },
  'no users': {
    at: '#/list/user',
    answers: { list_users: { users: [] } },
    says: objectWords['object.list.empty'],
  },
  'one user': {
    at: '#/list/user',
    answers: { list_users: { users: [user(RIGHT_TO_LEFT, { userEmail: 'a@example.com' })] } },
    says: RIGHT_TO_LEFT,
  },
  'tags with long names': {
    at: '#/list/userTag',
    answers: {
      list_user_tags: {
        userTags: [LONG, UNBROKEN].map((tagName, n) => ({ tagId: id(50 + n), tagName })),
      },
    },
    says: UNBROKEN,
  },
  'private keys with long names': {
    at: '#/list/privateKey',
    answers: {
      list_private_keys: {
        privateKeys: [LONG, UNBROKEN].map((privateKeyName, n) => ({
          privateKeyId: id(60 + n),
          privateKeyName,
        })),
      },
    },
    says: UNBROKEN,
  },
  'contracts with long names': {
    at: '#/list/contractInterface',
    answers: { list_smart_contract_interfaces: { smartContractInterfaces: [contract] } },
    says: ADDRESS,
  },
  'ten thousand wallets': {
    at: '#/list/wallet',
    answers: {
      list_wallets: {
        wallets: Array.from({ length: 10_000 }, (_, n) => wallet(`${UNBROKEN} ${n}`, 100 + n)),
      },
    },
    says: '10,000',
  },
  'what has no tab': { at: '#/more', answers: {}, says: appWords['app.section.sites'] },
};

let root: HTMLElement;

beforeAll(() => {
  startOwnPage({ now: () => 1e12, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
});

afterEach(() => {
  document.documentElement.style.fontSize = '';
  root.remove();
});

function worldOf(answers: Answers) {
  return popupWorld({
    state: () => unlocked,
    home: () => home,
    keys_list: () => [],
    query: ({ operation }: { readonly operation: string }) => {
      const answer = answers[operation];
      if (answer instanceof KeystampError) throw answer;
      return answer ?? {};
    },
  });
}

async function show({ at, answers, says }: ObjectCase): Promise<void> {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const { effects } = worldOf(answers);
  effects.hash.set(at);
  startPopup(effects, root);
  const text = () => root.innerText.replace(/\s+/g, ' ');
  await expect.poll(text, { timeout: 10_000 }).toContain(says);
}

/** How much is wider than its place: the page, or what scrolls in it. */
function wider(): number {
  const places = [document.documentElement, ...document.querySelectorAll('.screen-body')];
  return Math.max(...places.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
}

describe('the screens of objects', () => {
  for (const [name, state] of Object.entries(CASES)) {
    for (const theme of ['light', 'dark'] as const) {
      test(`behavior: ${name}, ${theme}`, async () => {
        applySettings({ ...unlocked.settings, theme });
        await page.viewport(380, 600);
        await show(state);
        expect(await axeFaults({ rules: rulesIn(theme) })).toEqual([]);
        for (const width of [380, 320]) {
          await page.viewport(width, 600);
          expect(wider(), `${width}`).toBeLessThanOrEqual(0);
        }
        await page.viewport(380, 600);
        document.documentElement.style.fontSize = '200%';
        expect(wider(), 'text of twice the size').toBeLessThanOrEqual(0);
        expect(overlaps(root)).toEqual([]);
        expect(cutTexts(root)).toEqual([]);
        expect(squeezedNames(root)).toEqual([]);
      });
    }
  }
});

/** The generator's public key of secp256k1, and the Ethereum address that it has. */
const OWN = {
  publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
};

describe('the copy button of an address', () => {
  const places: Readonly<Record<string, string>> = {
    'a wallet in the list': '#/list/wallet',
    'an account of a wallet': walletAt,
  };

  async function copyIn(at: string, facts: object): Promise<readonly string[]> {
    const copied: string[] = [];
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    write.mockImplementation((text) => Promise.resolve(void copied.push(text)));
    const answers = {
      list_wallets: { wallets: [wallet('Payroll')] },
      get_wallet: { wallet: wallet('Payroll') },
      list_wallet_accounts: { accounts: [account(facts)] },
    };
    await show({ at, answers, says: 'Payroll' });
    await page.getByRole('button', { name: /^Copy/ }).click();
    return copied;
  }

  test('behavior: it says what was copied', async () => {
    await copyIn(walletAt, { ...OWN, name: 'Operating' });
    const text = () => root.innerText.replace(/[\s\u2066-\u2069]+/g, ' ');
    await expect.poll(text).toMatch(/Ethereum\s+·\s+Operating\s+copied/);
  });

  test('behavior: of several accounts it asks which one, and copies none', async () => {
    const copied: string[] = [];
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    write.mockImplementation((text) => Promise.resolve(void copied.push(text)));
    const others = { ...OWN, name: 'Savings', walletAccountId: id(26) };
    const answers = {
      list_wallets: { wallets: [wallet('Payroll')] },
      list_wallet_accounts: { accounts: [account(OWN), account(others)] },
    };
    await show({ at: '#/list/wallet', answers, says: '2 accounts' });
    await page.getByRole('button', { name: objectWords['object.copyWhich'] }).click();
    expect(copied).toEqual([]);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Savings/ })
      .click();
    await expect.poll(() => copied).toEqual([OWN.address]);
  });

  afterEach(() => vi.restoreAllMocks());

  for (const [name, at] of Object.entries(places)) {
    test(`behavior: ${name}: copies an address that its public key has`, async () => {
      const copied = await copyIn(at, OWN);
      await expect.poll(() => copied).toEqual([OWN.address]);
    });

    test(`attack: ${name}: copies none of another key, and says why`, async () => {
      const copied = await copyIn(at, { ...OWN, address: ADDRESS });
      const text = () => root.innerText.replace(/\s+/g, ' ');
      await expect.poll(text).toContain(objectWords['object.check.mismatchText']);
      expect(copied).toEqual([]);
    });
  }
});
