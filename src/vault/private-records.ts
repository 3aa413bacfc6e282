import type { Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { changeDocument, currentDocument, withUnlockedKey, type VaultDeps } from './core.ts';
import { openPrivate, sealPrivate } from './document.ts';

/**
 * Keeps `plaintext` in the vault under a name (lower-case letters, digits, `.` and `-`), replacing
 * any earlier value. It's part of the vault: in both copies, and sealed again with each password
 * change. Errors: `vault_locked`.
 */
export function savePrivateRecord(deps: VaultDeps, name: string, plaintext: Bytes): Promise<void> {
  return withUnlockedKey(deps, async (vaultKey) => {
    const record = await sealPrivate(vaultKey, name, plaintext, deps.random);
    await changeDocument(deps, vaultKey, ({ records }) => ({
      records: [...records.filter((other) => other.name !== name), record],
    }));
  });
}

/** What is stored under a name. Undefined if nothing is. Errors: `vault_locked`. */
export function readPrivateRecord(deps: VaultDeps, name: string): Promise<Bytes | undefined> {
  return withUnlockedKey(deps, async (vaultKey) => {
    const record = (await currentDocument(deps)).records.find(
      (candidate) => candidate.name === name,
    );
    return record && openPrivate(vaultKey, record);
  });
}

/**
 * The outbox keys, 32 bytes each, in one array. The first one seals. The others did so before the
 * vault key changed, and still open what they sealed. The keys outlast a lock, so that stamped
 * bytes can be sent again, but not the browser: `vault_locked` until the first unlock after it
 * starts.
 */
export async function readOutboxKeys({ session }: VaultDeps): Promise<Bytes> {
  const keys = await session.outboxKeys();
  if (!keys) throw new KeystampError('vault_locked');
  return keys;
}
