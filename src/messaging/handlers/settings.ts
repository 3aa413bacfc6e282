import type { Managing } from '../../activities/authorization.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { AppState } from '../../protocol/state.ts';
import type { Vault } from '../../vault/vault.ts';
import type { SettingsStore } from '../settings.ts';
import type { HandlersOf } from './handlers.ts';

export type SettingsDesk = Managing & {
  readonly settings: SettingsStore;
  readonly vault: Vault;
  readonly published: () => Promise<AppState>;
};

/**
 * The call about the user's choices. A new auto-lock time counts from now, and is kept in the vault; the
 * rest is how things look.
 */
export function settingsHandlers(desk: SettingsDesk): HandlersOf<'settings_save'> {
  return {
    settings_save: async (chosen) => {
      await checkAutoLock(desk, chosen.autoLockMinutes);
      await desk.settings.set(chosen);
      await desk.vault.touch();
      return desk.published();
    },
  };
}

/** A longer time than the organization allows may stay, and is of no effect; none is chosen anew. */
async function checkAutoLock({ settings, managed }: SettingsDesk, minutes: number): Promise<void> {
  const { maxAutoLockMinutes } = await managed();
  if (maxAutoLockMinutes === null || minutes <= maxAutoLockMinutes) return;
  if (minutes === (await settings.get()).autoLockMinutes) return;
  throw new KeystampError('managed_setting', undefined, { field: 'autoLockMinutes' });
}
