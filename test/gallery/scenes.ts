import { KeystampError } from '../../src/protocol/errors.ts';
import { ENTRY_STATES } from '../../src/protocol/outbox-entry.ts';
import type { AppState, KeyView } from '../../src/protocol/app-state.ts';
import type { PendingRequestView } from '../../src/protocol/pending-request.ts';
import type { SiteView } from '../../src/protocol/site.ts';
import { openedRequest, openedSubmit, ownRequest, request } from '../ui/review/world.ts';
import { DEMO_SCENES } from './demo-scenes.ts';
import { FLOW_SCENES } from './flow-scenes.ts';
import { BALANCES, SEND_SCENES } from './send-scenes.ts';
import { entry, home, id, profile, unlocked, type Answers } from '../ui/page/world.ts';

/** A screen in one state, on one page: what the worker and the service answer, and where the page is. */
export type Scene = {
  readonly page: 'popup' | 'tab' | 'confirm';
  readonly at?: string;
  readonly state?: Partial<AppState>;
  readonly answers?: Answers;
  /** The service's answers, by operation. An error is thrown. */
  readonly service?: Readonly<Record<string, unknown>>;
  /** What pages keep in memory for each other. */
  readonly kept?: Map<string, unknown>;
  /** Of the confirm window. */
  readonly requests?: readonly PendingRequestView[];
  /** CSS pixels; otherwise its page's usual size. */
  readonly size?: readonly [width: number, height: number];
  /** Has a picture in the dark theme, too: colors are the same tokens everywhere. */
  readonly dark?: boolean;
  /** How often the main button at the bottom is pressed to get there. */
  readonly presses?: number;
  /** The scene is drawn once this is to be read. */
  readonly says: string;
};

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const LONG = 'The treasury of a company with a name as long as its history';
const RIGHT_TO_LEFT = 'محفظة الرواتب الشهرية';

const createdAt = { seconds: '1000', nanos: '0' };
const wallet = (n: number, walletName: string) => ({ walletId: id(n), walletName, createdAt });
const CHAINS = [
  { name: 'Operating', addressFormat: 'ADDRESS_FORMAT_ETHEREUM', address: ADDRESS },
  {
    addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  },
];
const account = (n: number) => ({
  walletAccountId: id(20 + n),
  walletId: id(5),
  curve: 'CURVE_SECP256K1',
  path: `m/44'/60'/0'/0/${n}`,
  ...CHAINS[n],
});
const apiKey = {
  apiKeyId: id(9),
  apiKeyName: 'Build server',
  credential: { publicKey: `02${'ab'.repeat(32)}`, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
  createdAt,
  updatedAt: createdAt,
  expirationSeconds: '3600',
};
const user = (n: number, userName: string) => ({
  userId: id(n),
  userName,
  userEmail: 'ada@example.com',
  userPhoneNumber: '+15555550101',
  apiKeys: [apiKey],
  authenticators: [],
  userTags: [id(60)],
  createdAt,
});
const policy = {
  policyId: id(70),
  policyName: 'Three of the treasury',
  effect: 'EFFECT_ALLOW',
  consensus: "approvers.filter(user, user.tags.contains('t')).count() >= 3",
  condition: "activity.resource == 'WALLET'",
  notes: '',
};

const SERVICE = {
  list_wallets: { wallets: [wallet(5, 'Payroll'), wallet(6, LONG), wallet(7, RIGHT_TO_LEFT)] },
  get_wallet: { wallet: wallet(5, 'Payroll') },
  list_wallet_accounts: { accounts: [account(0), account(1)] },
  list_users: { users: [user(30, 'Ada'), user(31, LONG), user(32, RIGHT_TO_LEFT)] },
  get_user: { user: user(30, 'Ada') },
  list_user_tags: {
    userTags: [
      { tagId: id(60), tagName: 'Treasury', createdAt },
      { tagId: id(61), tagName: 'Contractors', createdAt },
    ],
  },
  list_policies: { policies: [policy] },
  get_policy: { policy },
  list_private_keys: { privateKeys: [] },
  get_api_keys: { apiKeys: [apiKey] },
  get_api_key: { apiKey },
  get_organization: {
    organizationData: { users: [], rootQuorum: { threshold: 1, userIds: [id(90)] } },
  },
};

/** What was signed here, in each state, and what the service lists: the same, another status, others. */
const RENAMED = ENTRY_STATES.map((state, n) => ({
  ...entry,
  id: id(20 + n),
  state,
  createdAt: 900_000 - n * 60_000,
  fingerprint: `sha256:${String(n).repeat(64)}`,
  parameters: { walletId: id(5), walletName: `Payroll ${n}` },
}));
const listed = (n: number, end: string) => ({
  id: id(200 + n),
  organizationId: id(2),
  status: `ACTIVITY_STATUS_${end}`,
  type: 'ACTIVITY_TYPE_UPDATE_WALLET',
  fingerprint: `sha256:${String(n).repeat(64)}`,
  intent: null,
  result: null,
  votes: [],
  createdAt: { seconds: String(895 - n * 60), nanos: '0' },
});
/** An import in its two steps: one job. */
const IMPORTED = ['import_wallet', 'init_import_wallet'].map((operation, n) => ({
  ...entry,
  id: id(40 + n),
  operation,
  type: `ACTIVITY_TYPE_${operation.toUpperCase()}`,
  state: 'completed' as const,
  createdAt: 960_000 - n * 1000,
  fingerprint: `sha256:${'e'.repeat(63)}${n}`,
  parameters: { userId: id(30), ...(n === 0 && { walletName: 'Cold storage' }) },
}));
const ACTIVITIES: Pick<Scene, 'answers' | 'service'> = {
  answers: { activities_list: () => [...IMPORTED, ...RENAMED] },
  service: {
    list_activities: {
      activities: [
        listed(2, 'COMPLETED'),
        listed(3, 'CONSENSUS_NEEDED'),
        listed(4, 'COMPLETED'),
        { ...listed(4, 'FAILED'), id: id(300), fingerprint: `sha256:${'f'.repeat(64)}` },
      ],
    },
  },
};

/** What verified an email address here: a code sent to it, the check of that, and the address set after it. */
const VERIFIED = [
  { operation: 'init_otp', parameters: { contact: 'ada@example.com' }, result: { otpId: 'a' } },
  { operation: 'verify_otp', parameters: { otpId: 'a' } },
  {
    operation: 'update_user_email',
    parameters: { userId: id(30), userEmail: 'ada@example.com' },
  },
].map((facts) => ({ ...entry, state: 'completed', ...facts }));

const KEYS: readonly KeyView[] = [
  {
    id: profile.keyId ?? '',
    name: 'This browser',
    curve: 'P256',
    publicKey: `02${'ab'.repeat(32)}`,
    createdAt: 0,
    usedBy: [profile.id],
  },
  {
    id: id(12),
    name: LONG,
    curve: 'ED25519',
    publicKey: 'cd'.repeat(32),
    createdAt: 0,
    usedBy: [],
  },
];

const site = (origin: string, more: Partial<SiteView> = {}): SiteView => ({
  origin,
  profileId: profile.id,
  operations: ['update_wallet', 'create_wallet'],
  connectedAt: 0,
  lastUsedAt: 1000,
  blocked: false,
  managed: false,
  reached: true,
  mac: '',
  grants: [],
  cooldownUntil: null,
  history: [{ ...entry, origin, state: 'completed' }],
  ...more,
});

/** What the worker answers where a scene says nothing else. */
const ANSWERS: Answers = {
  home: () => ({
    ...home,
    wallets: [5, 6, 7].map((n) => ({ id: id(n), name: ['Payroll', LONG, RIGHT_TO_LEFT][n - 5] })),
    walletCount: 3,
  }),
  keys_list: () => KEYS,
  sites_list: () => [
    site('https://app.example'),
    site('https://blocked.example', { blocked: true }),
  ],
  damaged_list: () => [],
  rotations_list: () => [],
  vault_challenge: () => ({ kdfs: [], waitMs: 0, passkeys: [] }),
  activities_list: () => [],
  records_kept: () => null,
  records_keep: () => null,
  backup_unfinished: () => null,
  requests_list: () => ({ items: [] }),
  history_summary: () => ({
    first: 0,
    last: 0,
    head: '',
    missingThrough: null,
    since: null,
    operations: [],
    origins: [],
    retention: null,
  }),
  history_page: () => ({ total: 0, records: [] }),
};

const empty = { profiles: [], activeProfileId: null, lockAt: null };
const unreachable = new KeystampError('service_unreachable');

const popup = (at: string, says: string, more: Partial<Scene> = {}): Scene => ({
  page: 'popup',
  at,
  says,
  ...more,
});
const tab = (at: string, says: string, more: Partial<Scene> = {}): Scene => ({
  page: 'tab',
  at,
  says,
  ...more,
});
const confirm = (
  requests: readonly PendingRequestView[],
  says: string,
  more: Partial<Scene> = {},
): Scene => ({ page: 'confirm', requests, says, ...more });

/** A request of one's own that asks a key to sign. */
const signs = (
  operation: 'sign_raw_payload' | 'sign_transaction',
  parameters: Readonly<Record<string, string>>,
  says: string,
  more: Partial<Scene> = {},
): Scene =>
  confirm([ownRequest(1, operation)], says, {
    answers: {
      requests_open: () => openedSubmit(1, operation, { signWith: ADDRESS, ...parameters }),
    },
    ...more,
  });

/** Of a token, on Ethereum: a call (test/vectors/signing/ethereum-transactions.json, 08). */
const TOKEN_TRANSFER =
  '02f86d012a84773594008509502f900082fde894a0b86991c6218b36c1d19d4a2e9eb0ce3606eb4880b844' +
  'a9059cbb00000000000000000000000070997970c51812dc3a010c7d01b50e0d17dc79c8' +
  '00000000000000000000000000000000000000000000000000000000002625a0c0';

/** Tokens that somebody may take (test/vectors/signing/solana-transactions.json, 13). */
const SOLANA_ADDRESS = 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z';
const SOLANA_APPROVAL =
  `01${'00'.repeat(64)}01000204d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a` +
  `${'07'.repeat(32)}3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c` +
  `06ddf6e1d765a193d9cbe146ceeb79ac1cb485ed5f5b37913a8cf5857eff00a9${'09'.repeat(32)}` +
  '0103030102000904ffffffffffffffff';

/** An approval that a site may use without another question (EIP-2612). */
const PERMIT = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: ADDRESS },
  message: { owner: ADDRESS, spender: ADDRESS, value: '100000000', deadline: '1893456000' },
};

/** Every scene, by the name of its picture. */
export const SCENES: Readonly<Record<string, Scene>> = {
  'popup-no-vault': popup('#/', 'Keystamp', { state: { ...empty, vault: 'missing' } }),
  'popup-locked': popup('#/', 'Unlock', { state: { ...empty, vault: 'locked' } }),
  'popup-damaged': popup('#/', 'damaged', {
    dark: true,
    state: { ...empty, vault: 'damaged' },
  }),
  'popup-home': popup('#/', 'Payroll', {
    dark: true,
    state: { requests: { count: 3, own: 0, revision: 1 } },
  }),
  'popup-home-activities': popup('#/', 'Demo', {
    dark: true,
    answers: {
      home: () => ({
        ...home,
        entries: ENTRY_STATES.map((state, n) => ({
          ...entry,
          id: id(20 + n),
          state,
          ...(state === 'pending' && { activity: listed(3, 'CONSENSUS_NEEDED') }),
        })),
      }),
    },
  }),
  'popup-home-unreadable': popup('#/', 'Try again', {
    answers: {
      home: () => {
        throw unreachable;
      },
    },
  }),
  'popup-first-steps': popup('#/', 'Finish setting up', {
    // As the set-up leaves it.
    state: { backup: 'none', hidesFirstSteps: false },
  }),
  'popup-sole-root': popup('#/', 'Only this browser', {
    state: { backup: 'none', hidesFirstSteps: false },
    service: {
      get_organization: {
        organizationData: {
          users: [{ ...user(30, 'Ada'), authenticators: [] }],
          rootQuorum: { threshold: 1, userIds: [id(30)] },
          features: [],
        },
      },
    },
  }),
  'popup-more': popup('#/more', 'Users'),
  'popup-activities': popup('#/activities', 'Payroll 2', ACTIVITIES),
  'popup-activities-unread': popup('#/activities', 'Try again', {
    ...ACTIVITIES,
    service: { list_activities: unreachable },
  }),
  'popup-signed-here': popup('#/activities/device', 'Payroll 2', ACTIVITIES),
  'popup-sealed-log': popup('#/history', 'Nothing recorded'),
  'popup-search': popup('#/search', 'Search'),
  'popup-profiles': popup('#/profiles', 'Local service'),
  'popup-users': popup('#/list/user', 'Ada'),
  'popup-users-none': popup('#/list/user', 'Nothing', { service: { list_users: { users: [] } } }),
  'popup-private-keys': popup('#/list/privateKey', 'Private keys'),
  'popup-wallet': popup(`#/object/wallet/${id(5)}`, 'Accounts'),
  'popup-account': popup(`#/object/walletAccount/${id(20)}/${id(5)}`, 'Not checked', {
    service: BALANCES,
  }),
  'popup-user': popup(`#/object/user/${id(30)}`, 'Verified here', {
    answers: { activities_list: () => VERIFIED },
  }),
  'popup-api-key': popup(`#/object/apiKey/${id(9)}`, 'Signs here'),
  'popup-tag': popup(`#/object/userTag/${id(60)}`, 'Members'),
  'popup-policy': popup(`#/object/policy/${id(70)}`, 'Worth a second look', { dark: true }),
  'popup-sign-message': popup(
    `#/form/sign_raw_payload/walletAccount/${id(20)}/${id(5)}`,
    'What it is',
  ),
  'popup-create-wallet': popup('#/form/create_wallet', 'Review'),
  'popup-create-policy': popup('#/form/create_policy', 'Anyone can do anything'),
  'popup-create-users': popup('#/form/create_users', 'Review', { dark: true }),
  'tab-home': tab('#/', 'Payroll'),
  'tab-wallet': tab(`#/object/wallet/${id(5)}`, 'Accounts'),
  'tab-activities': tab('#/activities', 'Payroll 2', ACTIVITIES),
  'tab-form': tab('#/form/create_wallet', 'Review'),
  'tab-users': tab('#/table/user', 'Ada', { dark: true }),
  'tab-wallet-narrow': tab(`#/object/wallet/${id(5)}`, 'Accounts', { size: [720, 600] }),
  'confirm-connect': confirm(
    [
      request(1, {
        requested: {
          kind: 'connect',
          operations: ['update_wallet', 'create_wallet', 'get_api_key'],
          reason: LONG,
        },
      }),
    ],
    'app.example',
  ),
  'confirm-site': confirm([request(1), request(2)], 'Payroll 2027', { dark: true }),
  'confirm-own': confirm([ownRequest(1)], 'Payroll 2027'),
  'confirm-sign-transaction': signs(
    'sign_transaction',
    { unsignedTransaction: TOKEN_TRANSFER, type: 'TRANSACTION_TYPE_ETHEREUM' },
    'Network fee',
    { dark: true },
  ),
  'confirm-sign-solana': signs(
    'sign_transaction',
    {
      unsignedTransaction: SOLANA_APPROVAL,
      type: 'TRANSACTION_TYPE_SOLANA',
      signWith: SOLANA_ADDRESS,
    },
    'Unlimited',
  ),
  'confirm-sign-typed-data': signs(
    'sign_raw_payload',
    {
      payload: JSON.stringify(PERMIT),
      encoding: 'PAYLOAD_ENCODING_EIP712',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    },
    'Permit',
  ),
  'tab-setup': tab('#/setup', 'Keystamp', { state: { ...empty, vault: 'missing' } }),
  'tab-setup-service': tab('#/setup', 'Local service'),
  'tab-locked': tab('#/keys', 'Unlock', { state: { ...empty, vault: 'locked' } }),
  'tab-keys': tab('#/keys', 'This browser', { dark: true }),
  'tab-keys-narrow': tab('#/keys', 'This browser', { size: [400, 700] }),
  'tab-profile': tab(`#/profile/${profile.id}`, 'Local service'),
  'tab-rotate': tab(`#/rotate/${profile.id}`, 'key'),
  'tab-import': tab('#/import', 'Import'),
  'tab-import-wallet': tab('#/import-wallet', 'phrase'),
  'tab-sites': tab('#/sites', 'app.example'),
  'tab-security': tab('#/security', 'password'),
  'tab-backup': tab('#/backup', 'Backup'),
  'tab-appearance': tab('#/appearance', 'Dark', { dark: true }),
  'tab-about': tab('#/about', 'Licen'),
  ...FLOW_SCENES,
  ...SEND_SCENES,
  ...DEMO_SCENES,
};

/** The themes that a scene has pictures of. */
export const themesOf = ({ dark }: Scene) =>
  dark ? (['light', 'dark'] as const) : (['light'] as const);

/** The worker's answers in a scene. */
export function answersOf({ state = {}, answers = {}, service = {} }: Scene): Answers {
  const known: Readonly<Record<string, unknown>> = { ...SERVICE, ...service };
  return {
    ...ANSWERS,
    state: () => ({ ...unlocked, ...state }),
    query: ({ operation }: { readonly operation: string }) => {
      const answer = known[operation] ?? {};
      if (answer instanceof Error) throw answer;
      return answer;
    },
    requests_open: ({ id: opened }: { readonly id: string }) =>
      openedRequest(Number(opened.slice(-4)), 'Payroll 2027'),
    ...answers,
  };
}
