import type { Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { change, currentOpen, unlocked, type Core } from './core.ts';
import { openPrivate, sealPrivate } from './document.ts';

/**
 * Keeps `plaintext` in the vault under a name (lower-case letters, digits, `.` and `-`), replacing what
 * was there. It follows the vault: both copies, sealed anew with every password change. Errors:
 * `vault_locked`.
 */
export function sealRecord(core: Core, name: string, plaintext: Bytes): Promise<void> {
  return unlocked(core, async (vaultKey) => {
    const record = await sealPrivate(vaultKey, name, plaintext, core.random);
    await change(core, vaultKey, ({ records }) => ({
      records: [...records.filter((one) => one.name !== name), record],
    }));
  });
}

/** What was kept under a name; undefined when nothing was. Errors: `vault_locked`. */
export function openRecord(core: Core, name: string): Promise<Bytes | undefined> {
  return unlocked(core, async (vaultKey) => {
    const record = (await currentOpen(core)).records.find((one) => one.name === name);
    return record && openPrivate(vaultKey, record);
  });
}

/**
 * The keys of the outbox, 32 bytes each, in one array: the first seals; those after it did so before
 * the vault key was changed, and still open what they sealed. They outlast a lock, so that stamped
 * bytes can be sent again; not the browser. `vault_locked` before the first unlock since then.
 */
export async function outboxKeys({ session }: Core): Promise<Bytes> {
  const keys = await session.outboxKeys();
  if (!keys) throw new KeystampError('vault_locked');
  return keys;
}
