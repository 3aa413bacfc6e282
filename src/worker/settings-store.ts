import { DEFAULT_SETTINGS, settings, SETTINGS_KEY, type Settings } from '../protocol/app-state.ts';
import { createItem, type Area, type Item } from '../storage/area.ts';
import { createAutoLockItem } from '../vault/auto-lock.ts';
import type { Vault } from '../vault/vault.ts';

/**
 * The user's choices, from two places. Appearance is on disk, readable while locked. The auto-lock
 * time is in the vault, where nobody else can make it longer. `get` never rejects; `set` throws
 * `vault_locked` for a different auto-lock time while the vault is locked.
 */
export function createSettingsStore(
  second: Area,
  vault: Pick<Vault, 'clearItem'>,
): Pick<Item<Settings>, 'set'> & { readonly get: () => Promise<Settings> } {
  const appearanceItem = createItem(second, SETTINGS_KEY, settings);
  const autoLockItem = createAutoLockItem(vault);
  const readAutoLockMinutes = async () =>
    (await autoLockItem.get()) ?? DEFAULT_SETTINGS.autoLockMinutes;

  return {
    get: async () => {
      // Settings of another version count as none.
      const appearance = (await appearanceItem.get().catch(() => undefined)) ?? DEFAULT_SETTINGS;
      return { ...appearance, autoLockMinutes: await readAutoLockMinutes() };
    },
    set: async (newSettings) => {
      if (newSettings.autoLockMinutes !== (await readAutoLockMinutes())) {
        await autoLockItem.set(newSettings.autoLockMinutes);
      }
      await appearanceItem.set(newSettings);
    },
  };
}
export type SettingsStore = ReturnType<typeof createSettingsStore>;
