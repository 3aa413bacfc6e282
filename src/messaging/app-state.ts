import type { Profiles } from '../activities/profiles.ts';
import { DEFAULT_SETTINGS, type AppState, type Settings } from '../protocol/state.ts';
import type { Item } from '../storage/area.ts';
import { autoLock } from '../vault/auto-lock.ts';
import type { Vault } from '../vault/vault.ts';

/** Reads the state of Keystamp as pages see it, fresh from the stores. */
export function createAppState(from: {
  readonly vault: Vault;
  readonly profiles: Profiles;
  readonly settings: Item<Settings>;
  readonly approvals: () => Promise<AppState['approvals']>;
  readonly ceremonies: () => Promise<number>;
}): () => Promise<AppState> {
  const { vault, profiles, settings, approvals, ceremonies } = from;
  return async () => {
    const [
      status,
      lockAt,
      vaultNotice,
      all,
      activeProfileId,
      chosen,
      minutes,
      waiting,
      ceremonial,
    ] = await Promise.all([
      vault.status(),
      vault.lockAt(),
      vault.notice(),
      profiles.list(),
      profiles.activeId(),
      // Settings of another version are as good as none.
      settings.get().catch(() => undefined),
      autoLock(vault).get(),
      approvals(),
      ceremonies(),
    ]);
    // The deadline may pass between the two looks.
    const locked = status === 'unlocked' && lockAt === null;
    return {
      vault: locked ? 'locked' : status,
      lockAt: status === 'unlocked' ? lockAt : null,
      profiles: all,
      activeProfileId,
      vaultNotice: status === 'unlocked' ? vaultNotice : null,
      settings: {
        ...(chosen ?? DEFAULT_SETTINGS),
        autoLockMinutes: minutes ?? DEFAULT_SETTINGS.autoLockMinutes,
      },
      approvals: waiting,
      ceremonies: ceremonial,
    };
  };
}
