import { useEffect, useState } from 'preact/hooks';
import type { VaultPasskey } from '../../protocol/vault-passkey.ts';
import { useTask } from '../components/task.ts';
import { useTabStore } from '../page/tab-store.ts';

export type VaultPasskeys = ReturnType<typeof useVaultPasskeys>;

/** The passkeys that unlock the vault, and those that a new vault key just turned off. */
export function useVaultPasskeys() {
  const { effects } = useTabStore();
  const task = useTask();
  const [supported, setSupported] = useState(false);
  const [enrolled, setEnrolled] = useState<readonly VaultPasskey[] | null>(null);
  const [off, setOff] = useState<readonly VaultPasskey[]>([]);
  const load = () =>
    void task.run(async () => {
      setSupported(await effects.passkeyUnlock.isSupported());
      setEnrolled((await effects.client.call('vault_challenge', {})).passkeys);
    });
  useEffect(load, []);

  /** Shows a call's result: a passkey in the list is no longer off. */
  const accept = (passkeys: readonly VaultPasskey[]) => {
    const ids = new Set(passkeys.map(({ credentialId }) => credentialId));
    setEnrolled(passkeys);
    setOff((before) => before.filter(({ credentialId }) => !ids.has(credentialId)));
  };
  return {
    supported,
    enrolled,
    off,
    error: task.error,
    load,
    accept,
    /** The vault has a new key, so no passkey unlocks it now. Leaves out the removed one. */
    onVaultKeyChanged: (removedId: string | null) => {
      const others = (enrolled ?? []).filter(({ id }) => id !== removedId);
      setEnrolled([]);
      setOff((before) => [...before, ...others]);
    },
    /** The user doesn't want it back. */
    dismiss: (id: string) => setOff((before) => before.filter((passkey) => passkey.id !== id)),
  };
}
