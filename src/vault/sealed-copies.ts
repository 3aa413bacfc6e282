// Copies of what a service answered, on disk for the next time. They are neither keys nor part of the
// vault, and may be lost. Only whoever holds the vault key can read or write one: its key comes from
// that by HKDF (RFC 5869). A new vault key opens no earlier copy.
import * as aead from '../crypto/aead.ts';
import { utf8, wipeAfter, type Bytes } from '../crypto/bytes.ts';
import { withUnlockedKey, type VaultDeps } from './core.ts';

const HKDF = {
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(32),
  info: utf8('keystamp/copies/v1'),
};

async function copyKey(vaultKey: Bytes): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', vaultKey, 'HKDF', false, ['deriveBits']);
  return new Uint8Array(await crypto.subtle.deriveBits(HKDF, key, 256));
}

const withCopyKey = <T>(deps: VaultDeps, use: (key: Bytes) => Promise<T>): Promise<T> =>
  withUnlockedKey(deps, async (vaultKey) => {
    const key = await copyKey(vaultKey);
    return wipeAfter([key], () => use(key));
  });

/** Seals a copy to its place: `place` says whose it is and what. `vault_locked` */
export const sealCopy = (deps: VaultDeps, place: string, copy: Bytes): Promise<Bytes> =>
  withCopyKey(deps, (key) => aead.seal(key, copy, utf8(place), deps.random));

/** Opens a copy. `malformed` if it's damaged, of another place, or of another vault key. */
export const openCopy = (deps: VaultDeps, place: string, sealed: Bytes): Promise<Bytes> =>
  withCopyKey(deps, (key) => aead.open(key, sealed, utf8(place)));
