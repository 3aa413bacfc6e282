import * as base64url from '../../crypto/base64url.ts';
import { wiping, type Bytes } from '../../crypto/bytes.ts';
import { checkKdfParameters } from '../../crypto/kdf-parameters.ts';
import type { AppState } from '../../protocol/state.ts';
import type { Vault } from '../../vault/vault.ts';
import type { HandlersOf } from './handlers.ts';

export type VaultDesk = {
  readonly vault: Vault;
  /** The state after a change, told to all pages. */
  readonly published: () => Promise<AppState>;
  /** What waited for the vault goes on. */
  readonly onUnlock: () => void;
  /** Opens the window of the passkey page at a place, or brings it there. */
  readonly showPasskey: (place: string) => Promise<void>;
  /** Everything that Keystamp has stored, the vault last. */
  readonly wipeAll: () => Promise<void>;
};

type Enrolments = 'vault_passkey_enrol' | 'vault_passkey_remove';
type Proofs = 'vault_prove' | 'vault_passkey_prove';
type Names =
  | Proofs
  | 'state'
  | 'vault_challenge'
  | 'vault_create'
  | 'vault_unlock'
  | 'vault_lock'
  | 'vault_touch'
  | 'vault_password'
  | 'vault_passkey_enrol'
  | 'vault_passkey_unlock'
  | 'vault_passkey_remove'
  | 'vault_passkey_show'
  | 'vault_accept'
  | 'vault_wipe';

/** Calls about the vault as a whole. Keys that arrive are wiped once used. */
export function vaultHandlers(desk: VaultDesk): HandlersOf<Names> {
  const { vault, published, onUnlock, wipeAll } = desk;
  return {
    ...proofHandlers(desk),
    ...passkeyHandlers(desk),
    state: () => published(),
    vault_challenge: async () => {
      const { kdfs, ...rest } = await vault.parameters();
      return { kdfs: kdfs.map((kdf) => ({ ...kdf })), ...rest };
    },
    vault_create: async ({ kdf }, { kek }) => {
      await withKey(kek, (key) => vault.create(key, checkKdfParameters(kdf)));
      return published();
    },
    vault_unlock: async (_, { keks }) => {
      await withKeys(keks, (keys) => vault.unlock(keys));
      onUnlock();
      return published();
    },
    vault_lock: async () => {
      await vault.lock();
      return published();
    },
    vault_touch: async () => {
      await vault.touch();
      return published();
    },
    vault_password: async ({ kdf }, { oldKeks, newKek }) => {
      await withKeys(oldKeks, (before) =>
        withKey(newKek, (after) => vault.changePassword(before, after, checkKdfParameters(kdf))),
      );
      return published();
    },
    vault_passkey_unlock: async ({ id }, { kek }) => {
      await withKey(kek, (key) => vault.unlockByPasskey(id, key));
      onUnlock();
      return published();
    },
    vault_passkey_show: async () => {
      await desk.showPasskey('/unlock');
      return null;
    },
    vault_accept: async () => {
      await vault.acceptNotice();
      return published();
    },
    vault_wipe: async () => {
      await wipeAll();
      return published();
    },
  };
}

/** Which passkeys open the vault. */
function passkeyHandlers({ vault, published }: VaultDesk): HandlersOf<Enrolments> {
  const enrolled = async () => (await vault.parameters()).passkeys;
  return {
    vault_passkey_enrol: async (passkey, { keks, passkeyKek }) => {
      await withKeys(keks, (keys) =>
        withKey(passkeyKek, (other) => vault.enrolPasskey(keys, other, passkey)),
      );
      return enrolled();
    },
    vault_passkey_remove: async ({ id }, { keks }) => {
      await withKeys(keks, (keys) => vault.removePasskey(keys, id));
      await published();
      return enrolled();
    },
  };
}

/** The password or a passkey once more, for what needs it fresh. */
function proofHandlers({ vault, published }: VaultDesk): HandlersOf<Proofs> {
  return {
    vault_prove: async (_, { keks }) => {
      await withKeys(keks, (keys) => vault.prove(keys));
      return published();
    },
    vault_passkey_prove: async ({ id }, { kek }) => {
      await withKey(kek, (key) => vault.provePasskey(id, key));
      return published();
    },
  };
}

/** Hands over the keys (32 bytes) of base64url texts, and wipes them after. */
function withKeys(
  texts: readonly string[],
  use: (keys: readonly Bytes[]) => Promise<void>,
): Promise<void> {
  const keys = texts.map(base64url.decode);
  return wiping(keys, () => use(keys));
}

function withKey(text: string, use: (key: Bytes) => Promise<void>): Promise<void> {
  const key = base64url.decode(text);
  return wiping([key], () => use(key));
}
