// MACs for rows outside the vault document that still decide what may be stamped: connections of
// sites, and what they may do without asking. Each row carries an HMAC-SHA256 (RFC 2104) under a
// key of the vault, so that a row that someone else wrote to the disk counts for nothing.
import { utf8, wipeAfter, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import * as hmac from '../crypto/hmac.ts';
import { KeystampError } from '../protocol/errors.ts';
import { currentDocument, withUnlockedKey, type VaultDeps } from './core.ts';
import { openPrivate, sealPrivate, type VaultDocument } from './document.ts';
import { KEY_LENGTH } from './header.ts';

/**
 * Name of the private record with the key. It stays when the vault key changes: anyone who opened
 * an old copy has the API keys themselves, and doesn't need a row.
 */
export const ROW_KEY_RECORD = 'row-key';

type Records = VaultDocument['records'];

/** Adds a row key to the records if there is none. */
export async function withRowKey(
  vaultKey: Bytes,
  records: Records,
  random: RandomBytes,
): Promise<Records> {
  if (records.some(({ name }) => name === ROW_KEY_RECORD)) return records;
  const key = random(KEY_LENGTH);
  return wipeAfter([key], async () => [
    ...records,
    await sealPrivate(vaultKey, ROW_KEY_RECORD, key, random),
  ]);
}

export type RowMac = {
  /** The MAC of a row's text under its store's name: 32 bytes, base64url. `vault_locked` */
  readonly sign: (store: string, text: string) => Promise<string>;
  /** Whether a MAC belongs to this text. False without a MAC. `vault_locked` */
  readonly verify: (store: string, text: string, mac: string | undefined) => Promise<boolean>;
  /** Whether it was verified since the last lock. For transactions, which can't await it. */
  readonly isVerified: (store: string, text: string, mac: string | undefined) => boolean;
};

/** How many verified rows to remember: more than there ever are. */
const MAX_VERIFIED = 30_000;

/** Signs and verifies with a key that is requested for each use. */
export function createRowMacWithKey(
  key: () => Promise<CryptoKey>,
): RowMac & { readonly forget: () => void } {
  const verified = new Set<string>();
  const cacheKey = (store: string, text: string, mac: string) => JSON.stringify([store, text, mac]);
  const remember = (entry: string) => {
    if (verified.size >= MAX_VERIFIED) verified.clear();
    verified.add(entry);
  };

  return {
    sign: async (store, text) => {
      const mac = await hmac.sign(await key(), macInput(store, text));
      remember(cacheKey(store, text, mac));
      return mac;
    },
    verify: async (store, text, mac) => {
      if (mac === undefined) return false;
      const isValid = await hmac.verify(await key(), macInput(store, text), mac);
      if (isValid) remember(cacheKey(store, text, mac));
      return isValid;
    },
    isVerified: (store, text, mac) => mac !== undefined && verified.has(cacheKey(store, text, mac)),
    forget: () => verified.clear(),
  };
}

/** Signs and verifies rows while the vault is unlocked. Opens the key once, until the next lock. */
export function createRowMac(deps: VaultDeps): RowMac & { readonly forget: () => void } {
  let cachedKey: Promise<CryptoKey> | undefined;

  const rows = createRowMacWithKey(async () => {
    // The deadline counts at each use, even with the key in memory.
    if ((await deps.session.lockAt()) === null) throw new KeystampError('vault_locked');
    const opening = (cachedKey ??= openRowKey(deps));
    return opening.catch((error: unknown) => {
      if (cachedKey === opening) cachedKey = undefined;
      throw error;
    });
  });

  return {
    ...rows,
    forget: () => {
      cachedKey = undefined;
      rows.forget();
    },
  };
}

const macInput = (store: string, text: string) =>
  utf8(JSON.stringify(['keystamp/row/v1', store, text]));

function openRowKey(deps: VaultDeps): Promise<CryptoKey> {
  return withUnlockedKey(deps, async (vaultKey) => {
    // The caller wipes its array as soon as it has a result.
    const ownVaultKey = vaultKey.slice();
    return wipeAfter([ownVaultKey], async () => {
      const record = (await currentDocument(deps)).records.find(
        ({ name }) => name === ROW_KEY_RECORD,
      );
      if (!record) throw new KeystampError('vault_damaged');
      const bytes = await openPrivate(ownVaultKey, record);
      const algorithm = { name: 'HMAC', hash: 'SHA-256' };
      return wipeAfter([bytes], () =>
        crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']),
      );
    });
  });
}
