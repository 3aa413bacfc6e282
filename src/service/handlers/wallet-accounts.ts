import { and, asc, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { wipe } from '../../crypto/bytes.ts';
import { CURVE } from '../../protocol/enums.ts';
import type { Context, QueryHandlers, SubmitHandlers } from '../context.ts';
import type { Database } from '../database.ts';
import { demandDeletable } from '../deletion.ts';
import { deriveAccounts, derivePrivateKey } from '../derivation.ts';
import { demandTarget, exportBundle } from '../export-bundle.ts';
import { readPage } from '../paging.ts';
import { notFound } from '../refusal.ts';
import { walletAccounts, wallets } from '../schema.ts';
import {
  accountNameTaken,
  findAccount,
  insertAccounts,
  openPhrase,
  pathRepeated,
  pathTaken,
  readWallet,
} from '../wallets.ts';
import { wireWalletAccount } from '../wire-records.ts';

const { createdAt, id } = walletAccounts;

export const walletAccountQueries: QueryHandlers<'list_wallet_accounts' | 'get_wallet_account'> = {
  // Oldest first. `after` asks for the page of newer ones that follow that account, `before` for the
  // page of older ones that ends right before it.
  list_wallet_accounts: async (values, context) => {
    const { db, organizationId } = context;
    const { walletId, includeWalletDetails, paginationOptions: page = {} } = values;
    if (walletId !== undefined) await readWallet(walletId, context);
    const filter = and(
      eq(walletAccounts.organizationId, organizationId),
      walletId === undefined ? undefined : eq(walletAccounts.walletId, walletId),
      page.after === undefined ? undefined : await beyond('>', page.after, context),
      page.before === undefined ? undefined : await beyond('<', page.before, context),
    );
    const rows = await readPage(page, ({ backwards, limit }) =>
      db
        .select()
        .from(walletAccounts)
        .innerJoin(wallets, eq(wallets.id, walletAccounts.walletId))
        .where(filter)
        .orderBy(...[createdAt, id].map(backwards ? desc : asc))
        .limit(limit),
    );
    const accounts = rows.map(({ wallet_accounts: account, wallets: wallet }) =>
      wireWalletAccount(account, includeWalletDetails ? wallet : undefined),
    );
    return { accounts };
  },

  // The oldest one that fits: two accounts may have one path, or one address.
  get_wallet_account: async ({ walletId, address, path }, context) => {
    const { db, organizationId } = context;
    await readWallet(walletId, context);
    const [row] = await db
      .select()
      .from(walletAccounts)
      .where(
        and(
          eq(walletAccounts.walletId, walletId),
          address === undefined ? undefined : eq(walletAccounts.address, address),
          path === undefined ? undefined : eq(walletAccounts.path, path),
        ),
      )
      .orderBy(asc(createdAt), asc(id))
      .limit(1);
    if (!row) throw notFound('wallet account', address ?? path ?? '', organizationId);
    return { account: wireWalletAccount(row) };
  },
};

type WalletAccountSubmit =
  'create_wallet_accounts' | 'export_wallet_account' | 'delete_wallet_accounts';

export const walletAccountSubmits: SubmitHandlers<WalletAccountSubmit> = {
  create_wallet_accounts: {
    prepare: async ({ walletId, accounts, persist = true }, context) => {
      const { db, enclave, organizationId } = context;
      if (persist && new Set(accounts.map(keyOf)).size < accounts.length) throw pathRepeated();
      const wallet = await readWallet(walletId, context);
      const phrase = await openPhrase(wallet, enclave);
      const derived = await deriveAccounts(phrase, accounts).finally(() => wipe(phrase.entropy));
      return {
        result: { addresses: derived.map(({ address }) => address) },
        // The wallet stays locked until the transaction ends: nobody deletes it meanwhile.
        statements: [
          db
            .select({ id: wallets.id })
            .from(wallets)
            .where(and(eq(wallets.organizationId, organizationId), eq(wallets.id, wallet.id)))
            .for('no key update'),
          ...(persist ? insertAccounts(wallet.id, derived, context) : []),
        ],
        refusal: async (broken, database) => {
          if (broken === undefined) return notFound('wallet', walletId, organizationId);
          if (broken === 'wallet_accounts_name') return accountNameTaken();
          return pathTaken(await findTaken(database, wallet.id, accounts));
        },
      };
    },
  },

  // The wallet's seed stays: the wallet itself isn't exported by this.
  export_wallet_account: async ({ address, targetPublicKey }, context) => {
    const { db, organizationId, enclave } = context;
    const target = await demandTarget(targetPublicKey);
    const found = await findAccount(db, organizationId, address);
    if (!found) throw notFound('wallet account', address, organizationId);
    const phrase = await openPhrase(found.wallet, enclave);
    const { curve, path } = v.parse(DerivedAccount, found.account);
    await db
      .update(walletAccounts)
      .set({ exported: true })
      .where(eq(walletAccounts.id, found.account.id));
    const key = await derivePrivateKey(phrase, { curve, path }).finally(() => wipe(phrase.entropy));
    return { address, exportBundle: await exportBundle(key, target, context) };
  },

  // Their wallets keep the seed, but nobody may know any more which accounts were derived of it.
  delete_wallet_accounts: async ({ walletAccountIds, deleteWithoutExport }, context) => {
    const { db, organizationId } = context;
    const ids = walletAccountIds.map((one) => one.toLowerCase());
    const own = and(eq(walletAccounts.organizationId, organizationId), inArray(id, ids));
    // In one order, like wallets.
    const rows = await db
      .select({ id, exported: sql<boolean>`${or(walletAccounts.exported, wallets.exported)}` })
      .from(walletAccounts)
      .innerJoin(wallets, eq(wallets.id, walletAccounts.walletId))
      .where(own)
      .orderBy(asc(id))
      .for('update', { of: walletAccounts });
    const code = 'WALLET_ACCOUNT_NOT_EXPORTED';
    const what = 'wallet account';
    demandDeletable(rows, { what, ids, organizationId, deleteWithoutExport, code });
    await db.delete(walletAccounts).where(own);
    return { walletAccountIds: ids };
  },
};

const DerivedAccount = v.object({ curve: v.picklist(CURVE), path: v.string() });

type Derivation = { readonly curve: string; readonly path: string; readonly addressFormat: string };
const keyOf = ({ curve, path, addressFormat }: Derivation) => `${curve} ${path} ${addressFormat}`;

/** The id of a wallet's account that has one of these paths. */
async function findTaken(
  db: Database,
  walletId: string,
  accounts: readonly Derivation[],
): Promise<string> {
  const known = await db
    .select()
    .from(walletAccounts)
    .where(
      and(
        eq(walletAccounts.walletId, walletId),
        inArray(
          walletAccounts.path,
          accounts.map((account) => account.path),
        ),
      ),
    );
  const keys = new Set(accounts.map(keyOf));
  return known.find((account) => keys.has(keyOf(account)))?.id ?? '';
}

/** Where the list goes on from an account; throws 404 for one that the organization doesn't have. */
async function beyond(
  side: '<' | '>',
  accountId: string,
  { db, organizationId }: Context,
): Promise<SQL> {
  const [row] = await db
    .select({ createdAt })
    .from(walletAccounts)
    .where(and(eq(walletAccounts.organizationId, organizationId), eq(id, accountId)));
  if (!row) throw notFound('wallet account', accountId, organizationId);
  return sql`(${createdAt}, ${id}) ${sql.raw(side)} (${row.createdAt}, ${accountId})`;
}
