import type { Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { change, current, unlocked, type Core } from './core.ts';
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
    const record = (await current(core)).records.find((one) => one.name === name);
    return record && openPrivate(vaultKey, record);
  });
}

/**
 * The key (32 bytes) that seals the outbox. It outlasts a lock, so that stamped bytes can be sent
 * again, and password changes; not the browser. `vault_locked` before the first unlock since then.
 */
export async function outboxKey({ session }: Core): Promise<Bytes> {
  const key = await session.outboxKey();
  if (!key) throw new KeystampError('vault_locked');
  return key;
}
