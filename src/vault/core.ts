import type { Bytes, RandomBytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { createAttempts } from './attempts.ts';
import type { createCopies, Found } from './copies.ts';
import { proveOpens, type VaultDocument } from './document.ts';
import type { createSession } from './session.ts';

/** What the parts of the vault share. */
export type Core = {
  readonly copies: ReturnType<typeof createCopies>;
  readonly attempts: ReturnType<typeof createAttempts>;
  readonly session: ReturnType<typeof createSession>;
  readonly clock: () => number;
  readonly random: RandomBytes;
};

/** A vault that was found; `vault_missing`, `vault_damaged` or `kdf_refused` for anything else. */
export function present(found: Found): Extract<Found, { status: 'good' }> {
  if (found.status === 'good') return found;
  throw found.status === 'damaged' ? found.error : new KeystampError('vault_missing');
}

/** The document that counts; errors of {@link present}. */
export async function current({ copies }: Core): Promise<VaultDocument> {
  return present(await copies.find()).documents[0];
}

/** Runs `use` with the vault key, wiped after; `vault_locked` when locked or past the deadline. */
export async function unlocked<T>(
  { session }: Core,
  use: (vaultKey: Bytes) => Promise<T>,
): Promise<T> {
  const result = await session.withVaultKey(async (vaultKey) => ({ value: await use(vaultKey) }));
  if (!result) throw new KeystampError('vault_locked');
  return result.value;
}

/** The parts of a document that may change under the same header. */
export type Edit = Partial<Pick<VaultDocument, 'keys' | 'records'>>;

/**
 * Saves the edited document. Only keys in `dropped` may be gone from it: no fault elsewhere can
 * replace a good vault by an empty one.
 */
export async function change(
  core: Core,
  vaultKey: Bytes,
  edit: (document: VaultDocument) => Edit,
  dropped: readonly string[] = [],
): Promise<void> {
  const document = await current(core);
  const next = { ...document, ...edit(document), revision: document.revision + 1 };
  const kept = new Set([...next.keys.map((key) => key.id), ...dropped]);
  if (document.keys.some((key) => !kept.has(key.id))) {
    throw new KeystampError('internal', 'A change to the vault would have lost a key.');
  }
  await core.copies.save(next, (written) => proveOpens(vaultKey, written));
}
