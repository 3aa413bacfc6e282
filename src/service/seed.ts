// The demo organization of a first start: something to rename, tag and delete.
import { asc } from 'drizzle-orm';
import { addressOf } from '../addresses/address.ts';
import { toHex, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../crypto/keys.ts';
import type { AddressFormat, Curve } from '../protocol/enums.ts';
import { withSetupLock, type Database } from './database.ts';
import { seedPeople, type DemoUser, type KeepDemoKeys, type OwnedColumns } from './demo-people.ts';
import { createWallet, type AccountRequest } from './derivation.ts';
import type { Enclave } from './enclave.ts';
import { derivedId, randomId } from './ids.ts';
import * as t from './schema.ts';
import { accountRows, sealPhrase } from './wallets.ts';
import { SEAL_LABELS } from './seal-labels.ts';

type SeedDeps = {
  readonly db: Database;
  readonly enclave: Enclave;
  readonly random: RandomBytes;
  readonly now: number;
  /** Where the keys of its people go; without it they have none. */
  readonly keepKeys?: KeepDemoKeys | undefined;
};

export type Organization = { readonly id: string; readonly name: string };

const NAME = 'Demo organization';

const USERS = [
  { name: 'Alice Ackermann', email: 'alice@demo.example', phone: '+15555550101', root: true },
  { name: 'Bob Brandt', email: 'bob@demo.example', phone: '+15555550102', root: true },
  { name: 'Carol Chen', email: 'carol@demo.example', phone: null, root: false },
  { name: 'Dave Dorn', email: null, phone: '+15555550104', root: false },
  { name: 'Erin Evans', email: 'erin@demo.example', phone: null, root: false },
] as const;

/** Tag name -> positions in {@link USERS}. */
const TAGS: Readonly<Record<string, readonly number[]>> = {
  Signers: [0, 1],
  Treasury: [0, 2],
  Operations: [1, 3],
  Contractors: [4],
};

type Chain = Omit<AccountRequest, 'name' | 'path'> & { readonly path: (index: number) => string };

const chain = (format: AddressFormat, curve: Curve, path: (index: number) => string): Chain => ({
  curve,
  addressFormat: format,
  path,
});

const ETHEREUM = chain(
  'ADDRESS_FORMAT_ETHEREUM',
  'CURVE_SECP256K1',
  (index) => `m/44'/60'/${index}'/0/0`,
);
const BITCOIN = chain(
  'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
  'CURVE_SECP256K1',
  (index) => `m/84'/0'/${index}'/0/0`,
);
const TRON = chain('ADDRESS_FORMAT_TRON', 'CURVE_SECP256K1', (index) => `m/44'/195'/${index}'`);
const SOLANA = chain(
  'ADDRESS_FORMAT_SOLANA',
  'CURVE_ED25519',
  (index) => `m/44'/501'/${index}'/0'`,
);
const SUI = chain('ADDRESS_FORMAT_SUI', 'CURVE_ED25519', (index) => `m/44'/784'/${index}'/0'/0'`);

/** Name of a wallet -> its accounts: chain, index in the path, name. */
const WALLETS: Readonly<Record<string, readonly (readonly [Chain, number, string])[]>> = {
  'Main wallet': [
    [ETHEREUM, 0, 'Operating'],
    [BITCOIN, 0, 'Bitcoin savings'],
    [SOLANA, 0, 'Staking'],
    [ETHEREUM, 1, 'Grants'],
    [TRON, 0, 'USDT on Tron'],
  ],
  'Treasury reserve': [
    [ETHEREUM, 0, 'Reserve'],
    [BITCOIN, 0, 'Bitcoin reserve'],
    [BITCOIN, 1, 'Collateral'],
  ],
  Payroll: [
    [ETHEREUM, 0, 'Salaries'],
    [ETHEREUM, 1, 'Contractor invoices'],
    [SOLANA, 0, 'Stablecoin salaries'],
  ],
  'Solana operations': [
    [SOLANA, 0, 'Program fees'],
    [SOLANA, 1, 'Market making'],
    [SUI, 0, 'Sui fees'],
  ],
};

const KEYS = [
  {
    name: 'Deployer key',
    curve: 'CURVE_SECP256K1',
    api: 'SECP256K1',
    format: 'ADDRESS_FORMAT_ETHEREUM',
  },
  {
    name: 'Program upgrade key',
    curve: 'CURVE_ED25519',
    api: 'ED25519',
    format: 'ADDRESS_FORMAT_SOLANA',
  },
] as const;

const ERC20 = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
  {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'to', type: 'address', indexed: true },
      { name: 'amount', type: 'uint256' },
    ],
  },
];
const COUNTER = {
  address: '11111111111111111111111111111112',
  metadata: { name: 'counter', version: '0.1.0', spec: '0.1.0' },
  instructions: [
    { name: 'increment', accounts: [{ name: 'counter' }], args: [{ name: 'by', type: 'u64' }] },
  ],
  types: [],
};

const INTERFACES = [
  {
    label: 'USDC token',
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    definition: ERC20,
  },
  {
    label: 'Counter program',
    type: 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA',
    address: COUNTER.address,
    definition: COUNTER,
  },
] as const;

/**
 * The oldest organization. If there is none, the demo one: created once, however many processes
 * start.
 */
export async function seedDemo(seed: SeedDeps): Promise<Organization> {
  const { enclave, random, now, keepKeys } = seed;
  return withSetupLock(seed.db, async (tx) => {
    const [existing] = await tx
      .select()
      .from(t.organizations)
      .orderBy(asc(t.organizations.createdAt), asc(t.organizations.id))
      .limit(1);
    if (existing) return existing;
    const organization = { id: randomId(random), name: NAME };
    await tx.insert(t.organizations).values({ ...organization, createdAt: now });
    // A moment ago, so that whatever comes next sorts after it.
    const createdAt = now - 1000;
    const owned = { organizationId: organization.id, createdAt, updatedAt: createdAt };
    const deps = { db: tx, enclave, random, now };
    const users = await seedUsers(deps, owned);
    // Before the transaction ends: a key that nobody kept would be of no use.
    if (keepKeys) await keepKeys(await seedPeople(tx, random, owned, users));
    for (const [index, [name, accounts]] of Object.entries(WALLETS).entries()) {
      await seedWallet(deps, { ...owned, createdAt: createdAt + index }, name, accounts);
    }
    for (const key of KEYS) await seedKey(deps, owned, key);
    await tx.insert(t.contractInterfaces).values(
      INTERFACES.map(({ definition, ...rest }) => ({
        ...owned,
        ...rest,
        id: randomId(random),
        definition: JSON.stringify(definition),
        notes: 'Of the demo organization.',
      })),
    );
    return organization;
  });
}

async function seedUsers(
  { db, random }: SeedDeps,
  owned: OwnedColumns,
): Promise<readonly DemoUser[]> {
  // A millisecond apart, so that lists keep this order.
  const userRows = USERS.map((user, index) => {
    const createdAt = owned.createdAt + index;
    return { ...owned, createdAt, ...user, id: randomId(random) };
  });
  await db.insert(t.users).values(userRows);
  for (const [name, places] of Object.entries(TAGS)) {
    const tagId = randomId(random);
    await db.insert(t.tags).values({ ...owned, id: tagId, type: 'TAG_TYPE_USER', name });
    const taggedUsers = userRows.filter((_, index) => places.includes(index));
    await db.insert(t.userTags).values(taggedUsers.map(({ id: userId }) => ({ tagId, userId })));
  }
  return userRows;
}

async function seedWallet(
  { db, enclave, random }: SeedDeps,
  owned: OwnedColumns,
  name: string,
  plan: (typeof WALLETS)[string],
): Promise<void> {
  const requests = plan.map(([{ path, ...kind }, index, accountName]) => ({
    ...kind,
    path: path(index),
    name: accountName,
  }));
  const { phrase, accounts } = await createWallet(requests, 12, random);
  const sealed = await sealPhrase(phrase, owned.organizationId, enclave);
  await db.insert(t.wallets).values({ ...owned, ...sealed, name });
  const owner = { ...owned, walletId: sealed.id };
  await db.insert(t.walletAccounts).values(accountRows(accounts, owner, random));
}

async function seedKey(
  { db, enclave, random }: SeedDeps,
  owned: OwnedColumns,
  { name, curve, api: apiKeyCurve, format }: (typeof KEYS)[number],
): Promise<void> {
  const secret = generatePrivateKey(apiKeyCurve, random);
  const bytes: Bytes = publicKeyOf(apiKeyCurve, secret);
  const publicKey = toHex(bytes);
  const id = derivedId('private key', owned.organizationId, curve, publicKey);
  const sealed = await enclave.seal(secret, SEAL_LABELS.privateKey(owned.organizationId, id));
  const addresses = JSON.stringify([{ format, address: addressOf(format, { curve, bytes }) }]);
  const key = { ...owned, id, name, curve, publicKey, addresses, sealed, imported: false };
  await db.insert(t.privateKeys).values(key);
}
