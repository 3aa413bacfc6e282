import { DEFAULT_SETTINGS, settings, SETTINGS_KEY, type Settings } from '../protocol/state.ts';
import { item, type Area, type Item } from '../storage/area.ts';
import { autoLock } from '../vault/auto-lock.ts';
import type { Vault } from '../vault/vault.ts';

/**
 * The user's choices, from two places: how things look is on disk for everybody, and the auto-lock time
 * in the vault, where nobody else can make it longer. `get` always answers; `set` throws
 * `vault_locked` for another auto-lock time while there is no open vault.
 */
export function createSettings(
  second: Area,
  vault: Pick<Vault, 'clearItem'>,
): Pick<Item<Settings>, 'set'> & { readonly get: () => Promise<Settings> } {
  const stored = item(second, SETTINGS_KEY, settings);
  const minutes = autoLock(vault);
  const minutesNow = async () => (await minutes.get()) ?? DEFAULT_SETTINGS.autoLockMinutes;

  return {
    get: async () => {
      // Settings of another version are as good as none.
      const look = (await stored.get().catch(() => undefined)) ?? DEFAULT_SETTINGS;
      return { ...look, autoLockMinutes: await minutesNow() };
    },
    set: async (chosen) => {
      if (chosen.autoLockMinutes !== (await minutesNow())) {
        await minutes.set(chosen.autoLockMinutes);
      }
      await stored.set(chosen);
    },
  };
}
export type SettingsStore = ReturnType<typeof createSettings>;
