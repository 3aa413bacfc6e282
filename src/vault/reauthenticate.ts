// Proof, while the vault is unlocked, that the user may change what guards stamping: the password
// or an enrolled passkey again. The keys come from a page. The caller wipes them.
import { equal, wipeAfter, type Bytes } from '../crypto/bytes.ts';
import { KeystampError, type ErrorCode } from '../protocol/errors.ts';
import type { VaultDeps } from './core.ts';
import { openByPassword } from './opening.ts';
import { openByPasskey } from './passkeys.ts';

/** By password. Counts the attempt. Errors: those of an unlock by password, and `vault_locked`. */
export async function proveByPassword(deps: VaultDeps, keks: readonly Bytes[]): Promise<void> {
  const { vaultKey } = await openByPassword(deps, keks);
  await acceptProof(deps, vaultKey, 'wrong_password');
}

/** By a passkey that opens the vault. Errors: those of an unlock by passkey, and `vault_locked`. */
export async function proveByPasskey(deps: VaultDeps, id: string, kek: Bytes): Promise<void> {
  const { vaultKey } = await openByPasskey(deps, id, kek);
  await acceptProof(deps, vaultKey, 'passkey_mismatch');
}

/** What opens only an older copy, from before a new vault key, proves nothing. */
async function acceptProof(
  { session }: VaultDeps,
  vaultKey: Bytes,
  codeOfOther: ErrorCode,
): Promise<void> {
  const isSameKey = await wipeAfter([vaultKey], () =>
    session.withVaultKey(async (currentKey) => equal(currentKey, vaultKey)),
  );
  if (isSameKey === false) throw new KeystampError(codeOfOther);
  if (!isSameKey || (await session.prove()) === null) throw new KeystampError('vault_locked');
}
