import type { Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { changeDocument, currentOpenDocument, withUnlockedKey, type VaultDeps } from './core.ts';
import { openPrivate, sealPrivate } from './document.ts';

/**
 * Keeps `plaintext` in the vault under a name (lower-case letters, digits, `.` and `-`), replacing what
 * was there. It follows the vault: both copies, sealed anew with every password change. Errors:
 * `vault_locked`.
 */
export function savePrivateRecord(deps: VaultDeps, name: string, plaintext: Bytes): Promise<void> {
  return withUnlockedKey(deps, async (vaultKey) => {
    const record = await sealPrivate(vaultKey, name, plaintext, deps.random);
    await changeDocument(deps, vaultKey, ({ records }) => ({
      records: [...records.filter((other) => other.name !== name), record],
    }));
  });
}

/** What was kept under a name; undefined when nothing was. Errors: `vault_locked`. */
export function readPrivateRecord(deps: VaultDeps, name: string): Promise<Bytes | undefined> {
  return withUnlockedKey(deps, async (vaultKey) => {
    const record = (await currentOpenDocument(deps)).records.find(
      (candidate) => candidate.name === name,
    );
    return record && openPrivate(vaultKey, record);
  });
}

/**
 * The keys of the outbox, 32 bytes each, in one array: the first seals; those after it did so before
 * the vault key was changed, and still open what they sealed. They outlast a lock, so that stamped
 * bytes can be sent again; not the browser. `vault_locked` before the first unlock since then.
 */
export async function readOutboxKeys({ session }: VaultDeps): Promise<Bytes> {
  const keys = await session.outboxKeys();
  if (!keys) throw new KeystampError('vault_locked');
  return keys;
}
