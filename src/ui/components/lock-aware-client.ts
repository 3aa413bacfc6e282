import type { Client } from '../../client/client.ts';
import { KeystampError } from '../../protocol/errors.ts';

/**
 * A client for screens that are shown while the vault is unlocked. When the worker reports a lock,
 * `onLocked` tells the page first: the lock screen replaces the screen that made the call, which
 * then has no error to show.
 */
export function createLockAwareClient(client: Client, onLocked: () => Promise<unknown>): Client {
  return {
    call: async (name, input, secret) => {
      try {
        return await client.call(name, input, secret);
      } catch (error) {
        if (error instanceof KeystampError && error.code === 'vault_locked') {
          await onLocked().catch(() => undefined);
        }
        throw error;
      }
    },
  };
}
