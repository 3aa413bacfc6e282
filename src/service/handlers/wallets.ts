import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { wipe } from '../../crypto/bytes.ts';
import type { Context, QueryHandlers, SubmitHandlers } from '../context.ts';
import { demandDeletable } from '../deletion.ts';
import { createWallet, deriveAccounts } from '../derivation.ts';
import { demandTarget, exportBundle } from '../export-bundle.ts';
import { bundleUsed, openImport, startImport, type ImportKind } from '../import-targets.ts';
import { readPhrase, writePhrase } from '../mnemonic.ts';
import { conflict, invalid, notFound, type Refusal } from '../refusal.ts';
import { walletAccounts, wallets } from '../schema.ts';
import {
  accountNameTaken,
  insertAccounts,
  openPhrase,
  pathRepeated,
  readWallet,
  sealPhrase,
} from '../wallets.ts';
import { wireWallet } from '../wire-records.ts';

export const walletQueries: QueryHandlers<'list_wallets' | 'get_wallet'> = {
  list_wallets: async (_values, { db, organizationId }) => {
    const rows = await db
      .select()
      .from(wallets)
      .where(eq(wallets.organizationId, organizationId))
      .orderBy(asc(wallets.createdAt), asc(wallets.id));
    return { wallets: rows.map(wireWallet) };
  },

  get_wallet: async ({ walletId }, context) => ({
    wallet: wireWallet(await readWallet(walletId, context)),
  }),
};

type WalletSubmit =
  | 'update_wallet'
  | 'create_wallet'
  | 'init_import_wallet'
  | 'import_wallet'
  | 'export_wallet'
  | 'delete_wallets';

export const walletSubmits: SubmitHandlers<WalletSubmit> = {
  update_wallet: {
    prepare: ({ walletId: requestedId, walletName }, context) => {
      const { db, organizationId, now } = context;
      const walletId = requestedId.toLowerCase();
      const ownWallet = and(eq(wallets.organizationId, organizationId), eq(wallets.id, walletId));
      const changes = walletName === undefined ? {} : { name: walletName };
      const nameCondition =
        walletName === undefined ? undefined : nameIsFree(walletName, walletId, context);
      const update = db
        .update(wallets)
        .set({ updatedAt: now, ...changes })
        .where(and(ownWallet, nameCondition))
        .returning({ id: wallets.id });
      return {
        result: { walletId },
        statements: [update],
        refusal: async (_broken, database) =>
          (await database.$count(wallets, ownWallet)) > 0
            ? nameTaken()
            : notFound('wallet', requestedId, organizationId),
      };
    },
  },

  create_wallet: {
    prepare: async ({ walletName, accounts, mnemonicLength = 12 }, context) => {
      const { db, organizationId, now, random, enclave } = context;
      const { phrase, accounts: derived } = await createWallet(accounts, mnemonicLength, random);
      const sealed = await sealPhrase(phrase, organizationId, enclave);
      const walletId = sealed.id;
      const timestamps = { createdAt: now, updatedAt: now };
      const wallet = db
        .insert(wallets)
        .values({ ...sealed, organizationId, name: walletName, ...timestamps })
        .returning({ id: wallets.id });
      return {
        result: { walletId, addresses: derived.map((account) => account.address) },
        statements: [wallet, ...insertAccounts(walletId, derived, context)],
        refusal: (constraint) => creationRefusal(constraint),
      };
    },
  },

  init_import_wallet: ({ userId }, context) => startImport(userId, IMPORT, context),

  import_wallet: {
    prepare: async (values, context) => {
      const { db, organizationId, now, enclave } = context;
      const { plaintext, spend } = await openImport(values, IMPORT, context);
      const phrase = readPhrase(plaintext);
      const derived = await deriveAccounts(phrase, values.accounts).catch((error: unknown) => {
        wipe(phrase.entropy);
        throw error;
      });
      const sealed = await sealPhrase(phrase, organizationId, enclave);
      const walletId = sealed.id;
      const owned = { organizationId, imported: true, createdAt: now, updatedAt: now };
      const wallet = db
        .insert(wallets)
        .values({ ...sealed, ...owned, name: values.walletName })
        .returning({ id: wallets.id });
      return {
        result: { walletId, addresses: derived.map(({ address }) => address) },
        statements: [spend, wallet, ...insertAccounts(walletId, derived, context)],
        refusal: (constraint) => {
          if (constraint === undefined) return bundleUsed(IMPORT);
          return constraint === 'wallets_pkey'
            ? conflict(`seed for wallet ${walletId} already imported in this organization`)
            : creationRefusal(constraint);
        },
      };
    },
  },

  export_wallet: async ({ walletId, targetPublicKey, language }, context) => {
    const { db, organizationId, enclave } = context;
    const target = await demandTarget(targetPublicKey);
    const [wallet] = await db
      .update(wallets)
      .set({ exported: true })
      .where(and(eq(wallets.organizationId, organizationId), eq(wallets.id, walletId)))
      .returning();
    if (!wallet) throw notFound('wallet', walletId, organizationId);
    const phrase = await openPhrase(wallet, enclave);
    const plaintext = writePhrase(phrase, language ?? phrase.language);
    wipe(phrase.entropy);
    return { walletId: wallet.id, exportBundle: await exportBundle(plaintext, target, context) };
  },

  delete_wallets: async ({ walletIds, deleteWithoutExport }, { db, organizationId }) => {
    const ids = walletIds.map((id) => id.toLowerCase());
    const own = and(eq(wallets.organizationId, organizationId), inArray(wallets.id, ids));
    // In one order: otherwise two requests that delete the same wallets would wait for each other.
    const rows = await db
      .select({ id: wallets.id, exported: wallets.exported })
      .from(wallets)
      .where(own)
      .orderBy(asc(wallets.id))
      .for('update');
    const code = 'WALLET_ACCOUNT_NOT_EXPORTED';
    demandDeletable(rows, { what: 'wallet', ids, organizationId, deleteWithoutExport, code });
    await db.delete(walletAccounts).where(inArray(walletAccounts.walletId, ids));
    await db.delete(wallets).where(own);
    return { walletIds: ids };
  },
};

const IMPORT: ImportKind = { what: 'wallet', begin: 'init_import_wallet' };

function creationRefusal(constraint: string | undefined): Refusal {
  if (constraint === 'wallets_name') return nameTaken();
  return constraint === 'wallet_accounts_name' ? accountNameTaken() : pathRepeated();
}

/**
 * Whether no other wallet has the name. Checked before the index: there, two requests that swap
 * names would wait for each other. Here, a name that another request is about to give up isn't
 * free.
 */
function nameIsFree(name: string, walletId: string, { organizationId }: Context) {
  // As text: the query builder takes ten times as long over it, 5 % of the whole submit.
  return sql`not exists (select from ${wallets} as namesake
    where namesake.organization_id = ${organizationId} and namesake.name = ${name}
      and namesake.id <> ${walletId})`;
}

const nameTaken = () => invalid('wallet label must be unique');
