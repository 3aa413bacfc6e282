import { home, id, profile } from '../ui/page/world.ts';
import { request } from '../ui/review/world.ts';
import type { Scene } from './scenes.ts';

/*
 * What a stranger sees first: the README's pictures. They are the demo organization of a first start
 * (src/service/seed.ts), with published addresses, so that each drawing is the same.
 */

const createdAt = { seconds: '0', nanos: '0' };
const WALLETS = [
  ['Main wallet', 100],
  ['Treasury reserve', 101],
  ['Payroll', 5],
  ['Solana operations', 103],
] as const;
const wallets = WALLETS.map(([walletName, n]) => ({ walletId: id(n), walletName, createdAt }));

/** Of the phrase "abandon … about" (BIP-39's first vector), which wallets publish as examples. */
const ACCOUNTS = [
  ['Operating', 'ETHEREUM', "m/44'/60'/0'/0/0", '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ['Grants', 'ETHEREUM', "m/44'/60'/0'/0/1", '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'],
  [
    'Bitcoin savings',
    'BITCOIN_MAINNET_P2WPKH',
    "m/84'/0'/0'/0/0",
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  ],
  ['Staking', 'SOLANA', "m/44'/501'/0'/0'", 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
] as const;
const accounts = ACCOUNTS.map(([name, format, path, address], n) => ({
  walletAccountId: id(120 + n),
  walletId: id(100),
  curve: format === 'SOLANA' ? 'CURVE_ED25519' : 'CURVE_SECP256K1',
  path,
  pathFormat: 'PATH_FORMAT_BIP32',
  addressFormat: `ADDRESS_FORMAT_${format}`,
  address,
  name,
}));

const privateKeys = ['Deployer key', 'Program upgrade key'].map((privateKeyName, n) => ({
  privateKeyId: id(140 + n),
  privateKeyName,
  curve: n === 0 ? 'CURVE_SECP256K1' : 'CURVE_ED25519',
  addresses: [],
  privateKeyTags: [],
  createdAt,
  updatedAt: createdAt,
  exported: false,
  imported: false,
}));

/** Root, alone: no one else must approve. */
const alice = {
  userId: id(4),
  userName: 'Alice Ackermann',
  userEmail: 'alice@demo.example',
  userPhoneNumber: '+15555550101',
  apiKeys: [],
  authenticators: [],
  userTags: [],
  createdAt,
};

const service = {
  get_user: { user: alice },
  list_users: { users: [alice] },
  get_organization: {
    organizationData: { users: [alice], rootQuorum: { threshold: 1, userIds: [id(4)] } },
  },
  list_wallets: { wallets },
  get_wallet: { wallet: wallets[0] },
  list_wallet_accounts: { accounts },
  list_private_keys: { privateKeys },
};
const answers = {
  home: () => ({
    ...home,
    organizationName: 'Demo organization',
    userName: 'Alice Ackermann',
    wallets: wallets.map(({ walletId, walletName }) => ({ id: walletId, name: walletName })),
    walletCount: wallets.length,
    privateKeys: privateKeys.map(({ privateKeyId, privateKeyName }) => ({
      id: privateKeyId,
      name: privateKeyName,
    })),
    privateKeyCount: privateKeys.length,
    at: 1_000_000,
  }),
};

const scene = (page: Scene['page'], at: string, says: string): Scene => ({
  page,
  at,
  says,
  answers,
  service,
});

export const DEMO_SCENES = {
  'popup-demo-home': scene('popup', '#/', 'Solana operations'),
  'popup-demo-wallet': scene('popup', `#/object/wallet/${id(100)}`, 'Staking'),
  'confirm-demo': {
    ...scene('confirm', '', 'Payroll 2027'),
    requests: [request(1)],
    service: { ...service, get_wallet: { wallet: wallets[2] } },
    state: { profiles: [profile] },
  },
} as const;
