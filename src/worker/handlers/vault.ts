import * as base64url from '../../crypto/base64url.ts';
import { type Bytes, wipeAfter } from '../../crypto/bytes.ts';
import { checkKdfParameters } from '../../crypto/kdf-parameters.ts';
import type { HandlerDeps, Handlers } from './handlers.ts';
import { KeystampError } from '../../protocol/errors.ts';

type VaultHandlerDeps = Pick<HandlerDeps, 'vault' | 'publish'> & {
  /** Resumes the work that waited for the vault. */
  readonly onUnlock: () => void;
  /** Opens the confirm window at a place, or brings it there. */
  readonly showConfirm: (place: string) => Promise<unknown>;
  /** Deletes everything that Keystamp has stored, the vault last. */
  readonly wipeAll: () => Promise<void>;
  /** The user has been told what the browser took away. */
  readonly acceptLoss: () => Promise<void>;
};

/** Calls about the vault as a whole. Wipes the keys it receives after use. */
export function createVaultHandlers(deps: VaultHandlerDeps) {
  const { vault, publish, onUnlock, wipeAll } = deps;
  return {
    ...createProofHandlers(deps),
    ...createPasskeyHandlers(deps),
    state: () => publish(),
    vault_challenge: async () => {
      const { kdfs, ...rest } = await vault.parameters();
      return { kdfs: kdfs.map((kdf) => ({ ...kdf })), ...rest };
    },
    vault_create: async ({ kdf }, { kek }) => {
      await withKey(kek, (key) => vault.create(key, checkKdfParameters(kdf)));
      return publish();
    },
    vault_unlock: async (_, { keks }) => {
      await withKeys(keks, (keys) => vault.unlock(keys));
      onUnlock();
      return publish();
    },
    vault_lock: async () => {
      await vault.lock();
      return publish();
    },
    vault_touch: async () => {
      await vault.touch();
      return publish();
    },
    vault_password: async ({ kdf }, { oldKeks, newKek }) => {
      await withKeys(oldKeks, (oldKeys) =>
        withKey(newKek, (newKey) => vault.changePassword(oldKeys, newKey, checkKdfParameters(kdf))),
      );
      return publish();
    },
    vault_passkey_unlock: async ({ id }, { kek }) => {
      await withKey(kek, (key) => vault.unlockByPasskey(id, key));
      onUnlock();
      return publish();
    },
    vault_passkey_show: async () => {
      await deps.showConfirm('unlock');
      return null;
    },
    vault_accept: async () => {
      await vault.acceptNotice();
      return publish();
    },
    storage_accept: async () => {
      await deps.acceptLoss();
      return publish();
    },
    vault_show_again: async () => null,
    vault_wipe: async () => {
      await wipeAll();
      return publish();
    },
  } satisfies Partial<Handlers>;
}

/** Calls about the passkeys that unlock the vault. */
function createPasskeyHandlers({ vault, publish }: Pick<HandlerDeps, 'vault' | 'publish'>) {
  const listPasskeys = async () => (await vault.parameters()).passkeys;
  return {
    vault_passkey_enrol: async (passkey, { keks, passkeyKek }) => {
      await withKeys(keks, (keys) =>
        withKey(passkeyKek, (passkeyKey) => vault.enrolPasskey(keys, passkeyKey, passkey)),
      );
      return listPasskeys();
    },
    vault_passkey_remove: async ({ id }, { keks }) => {
      await withKeys(keks, (keys) => vault.removePasskey(keys, id));
      await publish();
      return listPasskeys();
    },
  } satisfies Partial<Handlers>;
}

/** The password or a passkey again, for calls that need a fresh proof. */
function createProofHandlers({ vault, publish }: Pick<HandlerDeps, 'vault' | 'publish'>) {
  return {
    vault_prove: async (_, { keks }) => {
      await withKeys(keks, (keys) => vault.prove(keys));
      return publish();
    },
    vault_passkey_prove: async ({ id }, { kek }) => {
      await withKey(kek, (key) => vault.provePasskey(id, key));
      return publish();
    },
  } satisfies Partial<Handlers>;
}

/** Passes on the keys (32 bytes) in base64url texts, and wipes them afterwards. */
function withKeys(
  texts: readonly string[],
  use: (keys: readonly Bytes[]) => Promise<void>,
): Promise<void> {
  const keys = texts.map(base64url.decode);
  return wipeAfter(keys, () => use(keys));
}

/** The same for one key. */
export function withKey<T>(text: string, use: (key: Bytes) => Promise<T>): Promise<T> {
  const key = base64url.decode(text);
  return wipeAfter([key], () => use(key));
}

/**
 * The call about the user's choices. A new auto-lock time counts from now, and the vault stores it;
 * the rest is appearance.
 */
export function createSettingsHandlers(
  deps: Pick<HandlerDeps, 'managed' | 'settings' | 'vault' | 'publish'>,
) {
  return {
    settings_save: async (newSettings) => {
      await checkAutoLock(deps, newSettings.autoLockMinutes);
      await deps.settings.set(newSettings);
      await deps.vault.touch();
      return deps.publish();
    },
  } satisfies Partial<Handlers>;
}

/** Lets a time above the organization's limit stay, without effect, but refuses a new one. */
async function checkAutoLock(
  { settings, managed }: Pick<HandlerDeps, 'managed' | 'settings'>,
  minutes: number,
): Promise<void> {
  const { maxAutoLockMinutes } = await managed();
  if (maxAutoLockMinutes === null || minutes <= maxAutoLockMinutes) return;
  if (minutes === (await settings.get()).autoLockMinutes) return;
  throw new KeystampError('managed_setting', undefined, { field: 'autoLockMinutes' });
}
