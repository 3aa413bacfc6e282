import type { Bytes } from '../crypto/bytes.ts';
import type { KdfParameters } from '../crypto/kdf-parameters.ts';
import type { NewVaultPasskey, VaultPasskey } from '../protocol/vault-passkey.ts';
import type { GoodCopy } from './copies.ts';
import { demandFound, findVault, type VaultDeps } from './core.ts';
import { restoreKeys, withOpenedKeys, type OpenedKey } from './key-backup.ts';
import {
  acceptNotice,
  changePassword,
  createWithPassword,
  unlockWithPassword,
} from './password.ts';
import { publicFactsOfPasskey } from './passkey-wrapping.ts';
import { enrolPasskey, removePasskey, unlockByPasskey } from './passkeys.ts';
import { proveByPassword, proveByPasskey } from './reauthenticate.ts';

/**
 * The part of the vault that no stamp needs (docs/platform.md, Parts of the worker): making and
 * unlocking it, its passwords and passkeys, and the backup of its keys. Its changes are queued by the vault.
 */
export function createVaultPart(deps: VaultDeps) {
  return {
    parameters: () => readParameters(deps),
    create: (kek: Bytes, kdf: KdfParameters) => createWithPassword(deps, kek, kdf),
    unlock: (keks: readonly Bytes[]) => unlockWithPassword(deps, keks),
    changePassword: (oldKeks: readonly Bytes[], newKek: Bytes, kdf: KdfParameters) =>
      changePassword(deps, oldKeks, newKek, kdf),
    enrolPasskey: (keks: readonly Bytes[], passkeyKek: Bytes, passkey: NewVaultPasskey) =>
      enrolPasskey(deps, keks, passkeyKek, passkey),
    unlockByPasskey: (id: string, kek: Bytes) => unlockByPasskey(deps, id, kek),
    removePasskey: (keks: readonly Bytes[], id: string) => removePasskey(deps, keks, id),
    prove: (keks: readonly Bytes[]) => proveByPassword(deps, keks),
    provePasskey: (id: string, kek: Bytes) => proveByPasskey(deps, id, kek),
    acceptNotice: () => acceptNotice(deps),
    withOpenedKeys: <T>(use: (keys: readonly OpenedKey[]) => Promise<T>) =>
      withOpenedKeys(deps, use),
    restoreKeys: (keys: readonly OpenedKey[]) => restoreKeys(deps, keys),
  };
}

type UnlockParameters = {
  /** One per copy, unless they're the same. The best copy's come first. */
  readonly kdfs: readonly KdfParameters[];
  readonly waitMs: number;
  readonly passkeys: readonly VaultPasskey[];
};

/** What the copies claim: nobody knows yet which of them is authentic. */
async function readParameters(deps: VaultDeps): Promise<UnlockParameters> {
  const { copies } = demandFound(await findVault(deps));
  const [{ document }] = copies;
  const waitMs = await deps.attempts.wait();
  const { passkeys = [] } = document;
  return { kdfs: kdfsOf(copies), waitMs, passkeys: passkeys.map(publicFactsOfPasskey) };
}

function kdfsOf(copies: readonly GoodCopy[]): readonly KdfParameters[] {
  const byText = new Map(
    copies.map(({ document: { header } }) => [JSON.stringify(header.kdf), header.kdf] as const),
  );
  return [...byText.values()];
}
