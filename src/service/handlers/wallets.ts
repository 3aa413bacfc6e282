import { and, asc, eq, ne, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { createWallet } from '../derivation.ts';
import type { Context, QueryHandlers, SubmitHandlers } from '../context.ts';
import { brokenConstraint } from '../database.ts';
import { randomId } from '../ids.ts';
import { conflict, invalid, notFound } from '../refusal.ts';
import { walletAccounts, wallets } from '../schema.ts';
import { wireWallet } from '../wire.ts';

export const walletQueries: QueryHandlers<'list_wallets'> = {
  list_wallets: async (_values, { db, organizationId }) => {
    const rows = await db
      .select()
      .from(wallets)
      .where(eq(wallets.organizationId, organizationId))
      .orderBy(asc(wallets.createdAt), asc(wallets.id));
    return { wallets: rows.map(wireWallet) };
  },
};

export const walletSubmits: SubmitHandlers<'update_wallet' | 'create_wallet'> = {
  update_wallet: async ({ walletId, walletName }, context) => {
    const { db, organizationId, now } = context;
    const own = and(eq(wallets.organizationId, organizationId), eq(wallets.id, walletId));
    const [wallet] = await db.select({ id: wallets.id }).from(wallets).where(own).for('update');
    if (!wallet) throw notFound('wallet', walletId, organizationId);
    const named = walletName === undefined ? {} : { name: walletName };
    const renamed = await db
      .update(wallets)
      .set({ updatedAt: now, ...named })
      .where(
        and(own, walletName === undefined ? undefined : isFree(walletName, wallet.id, context)),
      )
      .returning({ id: wallets.id })
      .catch(refuseTakenName);
    if (renamed.length === 0) throw takenName();
    return { walletId: wallet.id };
  },

  create_wallet: async ({ walletName, accounts, mnemonicLength = 12 }, context) => {
    const { db, organizationId, now, random, enclave } = context;
    const { entropy, accounts: derived } = await createWallet(accounts, mnemonicLength, random);
    const walletId = randomId(random);
    const stamps = { createdAt: now, updatedAt: now };
    const sealed = await enclave.seal(entropy, `wallet:${walletId}`);
    await db
      .insert(wallets)
      .values({ id: walletId, organizationId, name: walletName, sealed, ...stamps })
      .catch(refuseTakenName);
    await insertAccounts(walletId, derived, context);
    return { walletId, addresses: derived.map((one) => one.address) };
  },
};

type Derived = Awaited<ReturnType<typeof createWallet>>['accounts'];

async function insertAccounts(walletId: string, derived: Derived, context: Context): Promise<void> {
  const { db, organizationId, now, random } = context;
  if (derived.length === 0) return;
  const rows = derived.map(({ curve, path, addressFormat, address, name }) => {
    const own = { id: randomId(random), organizationId, walletId, createdAt: now, updatedAt: now };
    return { ...own, curve, path, addressFormat, address, name: name ?? null };
  });
  await db
    .insert(walletAccounts)
    .values(rows)
    .catch((error: unknown) => {
      if (brokenConstraint(error) === undefined) throw error;
      throw conflict('path already exists in wallet account: the same account is asked for twice');
    });
}

/**
 * Whether no other wallet has the name. Asked before the index is: two that swap names would wait there
 * for each other. The row is locked by then, and names that others are about to give up are not free.
 */
function isFree(name: string, walletId: string, { db, organizationId }: Context) {
  const other = alias(wallets, 'other');
  const { id, name: taken } = other;
  const same = and(eq(other.organizationId, organizationId), eq(taken, name), ne(id, walletId));
  return notExists(db.select({ id }).from(other).where(same));
}

const takenName = () => invalid('wallet label must be unique');

function refuseTakenName(error: unknown): never {
  if (brokenConstraint(error) === 'wallets_name') throw takenName();
  throw error;
}
