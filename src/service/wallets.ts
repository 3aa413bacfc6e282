// Wallets and the rows of their accounts.
import { and, asc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { fromUtf8, toHex, utf8, wipeAfter, type RandomBytes } from '../crypto/bytes.ts';
import { MNEMONIC_LANGUAGE } from '../protocol/enums.ts';
import type { Context } from './context.ts';
import type { Database } from './database.ts';
import type { Account } from './derivation.ts';
import type { Enclave } from './enclave.ts';
import { derivedId, randomId } from './ids.ts';
import type { Phrase } from './mnemonic.ts';
import { conflict, invalid, notFound } from './refusal.ts';
import { walletAccounts, wallets } from './schema.ts';
import { SEAL_LABELS } from './seal-labels.ts';

/**
 * The columns of a new wallet that come of its phrase: the id, the same for the same phrase in an
 * organization, and the phrase, sealed. Wipes the entropy.
 */
export async function sealPhrase(
  { entropy, language, passphrase }: Phrase,
  organizationId: string,
  enclave: Enclave,
): Promise<Pick<typeof wallets.$inferSelect, 'id' | 'sealed' | 'language' | 'passphrase'>> {
  // Keyed: some phrases can be guessed, such as the ones of examples, and everyone reads the id.
  const mac = enclave.mac('wallet-seed', `${toHex(entropy)}\n${language}\n${passphrase}`);
  const id = derivedId('wallet', organizationId, toHex(mac));
  const sealed = await wipeAfter([entropy], () => enclave.seal(entropy, SEAL_LABELS.wallet(id)));
  const sealedPassphrase =
    passphrase === ''
      ? null
      : await enclave.seal(utf8(passphrase), SEAL_LABELS.walletPassphrase(id));
  return { id, sealed, language, passphrase: sealedPassphrase };
}

/** The phrase of a wallet. The caller wipes its entropy. */
export async function openPhrase(
  { id, sealed, language, passphrase }: typeof wallets.$inferSelect,
  enclave: Enclave,
): Promise<Phrase> {
  const open = async () =>
    passphrase === null
      ? ''
      : fromUtf8(await enclave.open(passphrase, SEAL_LABELS.walletPassphrase(id)));
  return {
    passphrase: await open(),
    language: v.parse(v.picklist(MNEMONIC_LANGUAGE), language),
    entropy: await enclave.open(sealed, SEAL_LABELS.wallet(id)),
  };
}

/** A wallet of the caller's organization; throws 404 without one. */
export async function readWallet(walletId: string, context: Context) {
  const { db, organizationId } = context;
  const [row] = await db
    .select()
    .from(wallets)
    .where(and(eq(wallets.organizationId, organizationId), eq(wallets.id, walletId)));
  if (!row) throw notFound('wallet', walletId, organizationId);
  return row;
}

/**
 * The account of an organization with an address, and its wallet. Several accounts may have one address:
 * then it is the oldest one, and its key is the key of all of them.
 */
export async function findAccount(db: Database, organizationId: string, address: string) {
  const [row] = await db
    .select({ account: walletAccounts, wallet: wallets })
    .from(walletAccounts)
    .innerJoin(wallets, eq(wallets.id, walletAccounts.walletId))
    .where(
      and(eq(walletAccounts.organizationId, organizationId), eq(walletAccounts.address, address)),
    )
    .orderBy(asc(walletAccounts.createdAt), asc(walletAccounts.id))
    .limit(1);
  return row;
}

/** 409: the wallet has an account with this path (docs/protocol.md, Refusals and their words). */
export const pathTaken = (accountId: string) =>
  conflict(`path already exists in wallet account ${accountId}`);

/** 409 for a request that names one account twice. */
export const pathRepeated = () =>
  conflict('path already exists in wallet account: the same account is asked for twice');

/** 400: names of accounts are unique in an organization. */
export const accountNameTaken = () => invalid('wallet account label must be unique');

type AccountOwner = {
  readonly organizationId: string;
  readonly walletId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/**
 * The rows of new accounts. Their ids ascend, so that lists keep the order of accounts that were
 * created at the same moment.
 */
export function accountRows(
  accounts: readonly Account[],
  owner: AccountOwner,
  random: RandomBytes,
): (typeof walletAccounts.$inferInsert)[] {
  const ids = accounts.map(() => randomId(random)).toSorted();
  return accounts.map(({ curve, path, addressFormat, address, publicKey, name }, index) => {
    const id = ids[index] ?? randomId(random);
    return { ...owner, id, curve, path, addressFormat, address, publicKey, name: name ?? null };
  });
}

/** Inserts new accounts of a wallet; no statement for none. */
export function insertAccounts(
  walletId: string,
  accounts: readonly Account[],
  { db, organizationId, now, random }: Context,
) {
  if (accounts.length === 0) return [];
  const rows = accountRows(
    accounts,
    { organizationId, walletId, createdAt: now, updatedAt: now },
    random,
  );
  return [db.insert(walletAccounts).values(rows).returning({ id: walletAccounts.id })];
}
