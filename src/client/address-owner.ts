import { createAddressMatcher } from '../addresses/codecs.ts';
import { KeystampError } from '../protocol/errors.ts';
import { BUILT_IN_QUERIES, MAX_PAGE_SIZE } from '../protocol/operations.ts';
import { parseOrThrow, type Values } from '../protocol/parse.ts';

/*
 * Whether an address belongs to the organization. The service has no query for that, so its lists are
 * read until the address is found. Load lazily: it comes with the hashes of all chains.
 */
/** Asks a query row; rejects with KeystampError only. */
type Query = (operation: string, parameters: Values) => Promise<Values>;

/** How far a search for the owner of an address has come. `checked` counts wallet accounts. */
export type OwnerSearch =
  | { readonly kind: 'searching'; readonly checked: number }
  /** A wallet's or private key's name, and that of the account in the wallet; empty if it has none. */
  | { readonly kind: 'own'; readonly name: string; readonly account: string }
  /** Everything was read, and nothing has this address. */
  | { readonly kind: 'foreign' }
  /** There is more to read, which goes on only when somebody asks for it. */
  | { readonly kind: 'paused'; readonly checked: number }
  | { readonly kind: 'failed'; readonly error: KeystampError };

/** Wallet accounts that are read before a search pauses: organizations can have tens of thousands. */
export const ACCOUNTS_AT_ONCE = 2000;

/**
 * Looks for an address among the private keys and the accounts of all wallets. Each step is how far
 * it has come; `own`, `foreign` and `failed` are the last. A caller that stops asking ends it.
 */
export async function* searchOwner(query: Query, address: string): AsyncGenerator<OwnerSearch> {
  try {
    yield* searchLists(query, address);
  } catch (error) {
    const failure = error instanceof KeystampError ? error : new KeystampError('internal');
    yield { kind: 'failed', error: failure };
  }
}

async function* searchLists(query: Query, address: string): AsyncGenerator<OwnerSearch> {
  yield { kind: 'searching', checked: 0 };
  const isSame = createAddressMatcher(address);
  const keys = await listPrivateKeys(query);
  const ownKey = keys.find(({ addresses }) => addresses.some(isSame));
  if (ownKey) {
    yield { kind: 'own', name: ownKey.privateKeyName, account: '' };
    return;
  }
  let checked = 0;
  let pauseAt = ACCOUNTS_AT_ONCE;
  for (let after: string | undefined; ;) {
    const accounts = await listAccounts(query, after);
    const own = accounts.find((account) =>
      isSame({ format: account.addressFormat, address: account.address }),
    );
    if (own || accounts.length < MAX_PAGE_SIZE) {
      yield own
        ? { kind: 'own', name: own.walletDetails?.walletName ?? '', account: own.name ?? '' }
        : { kind: 'foreign' };
      return;
    }
    const last = accounts.at(-1)?.walletAccountId;
    // The same page again: nothing says what is on the others.
    if (last === after) throw new KeystampError('service_malformed');
    after = last;
    checked += accounts.length;
    if (checked >= pauseAt) {
      pauseAt += ACCOUNTS_AT_ONCE;
      yield { kind: 'paused', checked };
    }
    yield { kind: 'searching', checked };
  }
}

async function listPrivateKeys(query: Query) {
  const { name, result } = BUILT_IN_QUERIES.privateKeys;
  return parseOrThrow(result, await query(name, {}), '', 'service_malformed').privateKeys;
}

/** The page of accounts that follows one, or the first page. */
async function listAccounts(query: Query, after: string | undefined) {
  const { name, result } = BUILT_IN_QUERIES.walletAccounts;
  const paginationOptions = { limit: String(MAX_PAGE_SIZE), ...(after !== undefined && { after }) };
  const answer = await query(name, { includeWalletDetails: true, paginationOptions });
  return parseOrThrow(result, answer, '', 'service_malformed').accounts;
}
