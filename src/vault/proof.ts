// Proof, while the vault is open, that whoever sits here may change what guards stamping: the password
// or an enrolled passkey once more. The keys come from a page; they are the caller's to wipe.
import { equal, wiping, type Bytes } from '../crypto/bytes.ts';
import { KeystampError, type ErrorCode } from '../protocol/errors.ts';
import type { Core } from './core.ts';
import { openByPassword } from './opening.ts';
import { openByPasskey } from './passkeys.ts';

/** By the password; counts the try. Errors: those of an unlock by password, and `vault_locked`. */
export async function prove(core: Core, keks: readonly Bytes[]): Promise<void> {
  const { vaultKey } = await openByPassword(core, keks);
  await accept(core, vaultKey, 'wrong_password');
}

/** By a passkey that opens the vault. Errors: those of an unlock by passkey, and `vault_locked`. */
export async function provePasskey(core: Core, id: string, kek: Bytes): Promise<void> {
  const { vaultKey } = await openByPasskey(core, id, kek);
  await accept(core, vaultKey, 'passkey_mismatch');
}

/** What opens an older copy only, from before a new vault key, proves nothing. */
async function accept({ session }: Core, vaultKey: Bytes, other: ErrorCode): Promise<void> {
  const same = await wiping([vaultKey], () =>
    session.withVaultKey(async (open) => equal(open, vaultKey)),
  );
  if (same === false) throw new KeystampError(other);
  if (!same || (await session.prove()) === null) throw new KeystampError('vault_locked');
}
