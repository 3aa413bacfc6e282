// Rows that lie outside the vault document and still say what may be stamped: connections of sites and
// what they may do without asking. Each carries an HMAC-SHA256 (RFC 2104) under a key of the vault, so
// that a row that somebody else wrote to the disk counts for nothing.
import { utf8, wiping, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import * as hmac from '../crypto/hmac.ts';
import { KeystampError } from '../protocol/errors.ts';
import { currentOpen, unlocked, type Core } from './core.ts';
import { openPrivate, sealPrivate, type VaultDocument } from './document.ts';
import { KEY_LENGTH } from './opening.ts';

/**
 * Name of the private record with the key. It stays when the vault key changes: whoever opened an old
 * copy has the API keys themselves, and needs no row.
 */
export const ROW_KEY = 'row-key';

type Records = VaultDocument['records'];

/** The records with a row key among them. */
export async function withRowKey(
  vaultKey: Bytes,
  records: Records,
  random: RandomBytes,
): Promise<Records> {
  if (records.some(({ name }) => name === ROW_KEY)) return records;
  const key = random(KEY_LENGTH);
  return wiping([key], async () => [...records, await sealPrivate(vaultKey, ROW_KEY, key, random)]);
}

export type RowMac = {
  /** The MAC of a row's text under the name of its store: 32 bytes, base64url. `vault_locked`. */
  readonly sign: (store: string, text: string) => Promise<string>;
  /** Whether a MAC is of this text; `vault_locked`. Without one it is not. */
  readonly verify: (store: string, text: string, mac: string | undefined) => Promise<boolean>;
  /** Whether it has been verified since the last lock: for transactions, which wait for nothing else. */
  readonly isVerified: (store: string, text: string, mac: string | undefined) => boolean;
};

/** Remembered at once: more rows than there ever are. */
const MAX_VERIFIED = 30_000;

/** Signs and verifies with a key that may be asked for at every use. */
export function rowMacOver(
  key: () => Promise<CryptoKey>,
): RowMac & { readonly forget: () => void } {
  const verified = new Set<string>();
  const nameOf = (store: string, text: string, mac: string) => JSON.stringify([store, text, mac]);
  const remember = (name: string) => {
    if (verified.size >= MAX_VERIFIED) verified.clear();
    verified.add(name);
  };

  return {
    sign: async (store, text) => {
      const mac = await hmac.sign(await key(), bytesOf(store, text));
      remember(nameOf(store, text, mac));
      return mac;
    },
    verify: async (store, text, mac) => {
      if (mac === undefined) return false;
      const right = await hmac.verify(await key(), bytesOf(store, text), mac);
      if (right) remember(nameOf(store, text, mac));
      return right;
    },
    isVerified: (store, text, mac) => mac !== undefined && verified.has(nameOf(store, text, mac)),
    forget: () => verified.clear(),
  };
}

/** Signs and verifies rows while the vault is open. The key is opened once per life, until a lock. */
export function createRowMac(core: Core): RowMac & { readonly forget: () => void } {
  let held: Promise<CryptoKey> | undefined;

  const rows = rowMacOver(async () => {
    // The deadline counts at every use, also of a key that is held.
    if ((await core.session.lockAt()) === null) throw new KeystampError('vault_locked');
    const opening = (held ??= openKey(core));
    return opening.catch((error: unknown) => {
      if (held === opening) held = undefined;
      throw error;
    });
  });

  return {
    ...rows,
    forget: () => {
      held = undefined;
      rows.forget();
    },
  };
}

const bytesOf = (store: string, text: string) =>
  utf8(JSON.stringify(['keystamp/row/v1', store, text]));

function openKey(core: Core): Promise<CryptoKey> {
  return unlocked(core, async (vaultKey) => {
    // The caller wipes its array as soon as it has an answer.
    const own = vaultKey.slice();
    return wiping([own], async () => {
      const record = (await currentOpen(core)).records.find(({ name }) => name === ROW_KEY);
      if (!record) throw new KeystampError('vault_damaged');
      const bytes = await openPrivate(own, record);
      const algorithm = { name: 'HMAC', hash: 'SHA-256' };
      return wiping([bytes], () =>
        crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']),
      );
    });
  });
}
