import { and, asc, eq, ne, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { createWallet } from '../derivation.ts';
import type { Context, QueryHandlers, SubmitHandlers } from '../context.ts';
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
  update_wallet: {
    prepare: ({ walletId: given, walletName }, context) => {
      const { db, organizationId, now } = context;
      const walletId = given.toLowerCase();
      const own = and(eq(wallets.organizationId, organizationId), eq(wallets.id, walletId));
      const named = walletName === undefined ? {} : { name: walletName };
      const free = walletName === undefined ? undefined : isFree(walletName, walletId, context);
      const renamed = db
        .update(wallets)
        .set({ updatedAt: now, ...named })
        .where(and(own, free))
        .returning({ id: wallets.id });
      return {
        result: { walletId },
        statements: [renamed],
        refusal: async (_broken, where) =>
          (await where.$count(wallets, own)) > 0
            ? takenName()
            : notFound('wallet', given, organizationId),
      };
    },
  },

  create_wallet: {
    prepare: async ({ walletName, accounts, mnemonicLength = 12 }, context) => {
      const { db, organizationId, now, random, enclave } = context;
      const { entropy, accounts: derived } = await createWallet(accounts, mnemonicLength, random);
      const walletId = randomId(random);
      const stamps = { createdAt: now, updatedAt: now };
      const sealed = await enclave.seal(entropy, `wallet:${walletId}`);
      const wallet = db
        .insert(wallets)
        .values({ id: walletId, organizationId, name: walletName, sealed, ...stamps })
        .returning({ id: wallets.id });
      return {
        result: { walletId, addresses: derived.map((one) => one.address) },
        statements: [wallet, ...insertAccounts(walletId, derived, context)],
        refusal: (broken) => (broken === 'wallets_name' ? takenName() : takenPath()),
      };
    },
  },
};

type Derived = Awaited<ReturnType<typeof createWallet>>['accounts'];

function insertAccounts(walletId: string, derived: Derived, context: Context) {
  const { db, organizationId, now, random } = context;
  if (derived.length === 0) return [];
  const rows = derived.map(({ curve, path, addressFormat, address, name }) => {
    const own = { id: randomId(random), organizationId, walletId, createdAt: now, updatedAt: now };
    return { ...own, curve, path, addressFormat, address, name: name ?? null };
  });
  return [db.insert(walletAccounts).values(rows).returning({ id: walletAccounts.id })];
}

const other = alias(wallets, 'other');

/**
 * Whether no other wallet has the name. Asked before the index is: two that swap names would wait there
 * for each other, while names that others are about to give up are not free here.
 */
function isFree(name: string, walletId: string, { db, organizationId }: Context) {
  const { id, name: taken } = other;
  const same = and(eq(other.organizationId, organizationId), eq(taken, name), ne(id, walletId));
  return notExists(db.select({ id }).from(other).where(same));
}

const takenName = () => invalid('wallet label must be unique');

const takenPath = () =>
  conflict('path already exists in wallet account: the same account is asked for twice');
