import type { AppState } from '../../protocol/state.ts';
import type { Vault } from '../../vault/vault.ts';
import type { SettingsStore } from '../settings.ts';
import type { HandlersOf } from './handlers.ts';

export type SettingsDesk = {
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
      await desk.settings.set(chosen);
      await desk.vault.touch();
      return desk.published();
    },
  };
}
