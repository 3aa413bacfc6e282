import * as base64url from '../../crypto/base64url.ts';
import { wipe, type Bytes } from '../../crypto/bytes.ts';
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
  | 'vault_wipe';

/** Calls about the vault as a whole. Keys that arrive are wiped once used. */
export function vaultHandlers(desk: VaultDesk): HandlersOf<Names> {
  const { vault, published, onUnlock, wipeAll } = desk;
  const enrolled = async () => (await vault.parameters()).passkeys;
  return {
    ...proofHandlers(desk),
    state: () => published(),
    vault_challenge: async () => {
      const { kdf, ...rest } = await vault.parameters();
      return { kdf: { ...kdf }, ...rest };
    },
    vault_create: async ({ kdf }, { kek }) => {
      await withKey(kek, (key) => vault.create(key, checkKdfParameters(kdf)));
      return published();
    },
    vault_unlock: async (_, { kek }) => {
      await withKey(kek, (key) => vault.unlock(key));
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
    vault_password: async ({ kdf }, { oldKek, newKek }) => {
      await withKey(oldKek, (before) =>
        withKey(newKek, (after) => vault.changePassword(before, after, checkKdfParameters(kdf))),
      );
      return published();
    },
    vault_passkey_enrol: async (passkey, { kek, passkeyKek }) => {
      await withKey(kek, (key) =>
        withKey(passkeyKek, (other) => vault.enrolPasskey(key, other, passkey)),
      );
      return enrolled();
    },
    vault_passkey_unlock: async ({ id }, { kek }) => {
      await withKey(kek, (key) => vault.unlockByPasskey(id, key));
      onUnlock();
      return published();
    },
    vault_passkey_remove: async ({ id }, { kek }) => {
      await withKey(kek, (key) => vault.removePasskey(key, id));
      await published();
      return enrolled();
    },
    vault_passkey_show: async () => {
      await desk.showPasskey('/unlock');
      return null;
    },
    vault_wipe: async () => {
      await wipeAll();
      return published();
    },
  };
}

/** The password or a passkey once more, for what needs it fresh. */
function proofHandlers({ vault, published }: VaultDesk): HandlersOf<Proofs> {
  return {
    vault_prove: async (_, { kek }) => {
      await withKey(kek, (key) => vault.prove(key));
      return published();
    },
    vault_passkey_prove: async ({ id }, { kek }) => {
      await withKey(kek, (key) => vault.provePasskey(id, key));
      return published();
    },
  };
}

/** Hands over the key (32 bytes) of a base64url text, and wipes it after. */
async function withKey(text: string, use: (key: Bytes) => Promise<void>): Promise<void> {
  const key = base64url.decode(text);
  try {
    await use(key);
  } finally {
    wipe(key);
  }
}
