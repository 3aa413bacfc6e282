import {
  proveAddresses,
  proveListedAccounts,
  type ListedAccount,
} from '../../../client/import/account-proof.ts';
import type { DerivedAccount, SealablePhrase } from '../../../client/import/sealable-phrase.ts';
import { WALLET_IMPORT } from '../../../protocol/operations.ts';
import { recordKey } from '../../records/list-sources.ts';
import { t } from '../../i18n.ts';
import { resultOf, type ExistingRecord, type ImportSubject } from './run-import.ts';
import { readAccounts, readItems, type Records } from '../../records/records.ts';
import type { Values } from '../../../protocol/parse.ts';

/** A wallet to import, as reviewed. */
export type WalletToImport = {
  readonly phrase: SealablePhrase;
  /** Derived before the phrase is encrypted, in the order of the parameters. */
  readonly accounts: readonly DerivedAccount[];
  /** Name and accounts as the service takes them. */
  readonly parameters: Values;
};

/** The service's message for a known phrase (docs/protocol.md, Importing the same key again). */
const ALREADY_IMPORTED = /seed for wallet ([0-9a-f-]{36}) already imported/i;

/** The import of a wallet by its recovery phrase. */
export function walletSubject(
  records: Records,
  { phrase, accounts, parameters }: WalletToImport,
): ImportSubject {
  return {
    ...WALLET_IMPORT,
    purposes: {
      begin: t('phrase.run.whyBegin'),
      finish: t('phrase.run.whySend', { name: String(parameters['walletName']) }),
    },
    seal: phrase.seal,
    parameters: (userId, encryptedBundle) => ({ userId, encryptedBundle, ...parameters }),
    prove: (entry) => {
      const { walletId: id, addresses } = resultOf(WALLET_IMPORT.finish, entry);
      return { id, ...proveAddresses(accounts, addresses) };
    },
    findExisting: (message) => findExistingWallet(records, accounts, message),
  };
}

async function findExistingWallet(
  records: Records,
  accounts: readonly DerivedAccount[],
  serviceMessage: string,
): Promise<ExistingRecord | null> {
  const id = ALREADY_IMPORTED.exec(serviceMessage)?.[1]?.toLowerCase();
  if (id === undefined) return null;
  try {
    const [wallet] = await readItems(records, recordKey('wallet', id));
    if (!wallet) return { id, listed: null };
    // The phrase is encrypted and forgotten: only the accounts that were asked for can be compared.
    const derive = ({ curve, path, addressFormat }: ListedAccount) =>
      accounts.find(
        (one) => one.curve === curve && one.path === path && one.addressFormat === addressFormat,
      );
    const proof = proveListedAccounts(derive, await readAccounts(records, id));
    return { id, listed: { name: wallet.name, ...proof } };
  } catch {
    return { id, listed: null };
  }
}
