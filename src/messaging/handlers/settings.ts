import { DEFAULT_SETTINGS, type AppState, type Settings } from '../../protocol/state.ts';
import type { Item } from '../../storage/area.ts';
import { autoLock } from '../../vault/auto-lock.ts';
import type { Vault } from '../../vault/vault.ts';
import type { HandlersOf } from './handlers.ts';

export type SettingsDesk = {
  readonly settings: Item<Settings>;
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
      const minutes = autoLock(desk.vault);
      const now = (await minutes.get()) ?? DEFAULT_SETTINGS.autoLockMinutes;
      if (chosen.autoLockMinutes !== now) await minutes.set(chosen.autoLockMinutes);
      await desk.settings.set(chosen);
      await desk.vault.touch();
      return desk.published();
    },
  };
}
