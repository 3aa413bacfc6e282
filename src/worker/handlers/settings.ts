import { KeystampError } from '../../protocol/errors.ts';
import type { HandlerDeps, Handlers } from './handlers.ts';

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
