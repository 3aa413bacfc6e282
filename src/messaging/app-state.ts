import type { Profiles } from '../activities/profiles.ts';
import type { AppState } from '../protocol/state.ts';
import type { Vault } from '../vault/vault.ts';
import type { SettingsStore } from './settings.ts';

/**
 * Reads the state of Keystamp as pages see it, fresh from the stores. Profiles name organizations and
 * people: no lock screen needs any, so none is told unless the vault is open.
 */
export function createAppState(from: {
  readonly vault: Vault;
  readonly profiles: Profiles;
  readonly settings: SettingsStore;
  readonly approvals: () => Promise<AppState['approvals']>;
  readonly ceremonies: () => Promise<number>;
}): () => Promise<AppState> {
  const { vault, profiles, settings, approvals, ceremonies } = from;
  return async () => {
    const [status, lockAt, vaultNotice, chosen, waiting, ceremonial] = await Promise.all([
      vault.status(),
      vault.lockAt(),
      vault.notice(),
      settings.get(),
      approvals(),
      ceremonies(),
    ]);
    // The deadline may pass between the two looks.
    const locked = status === 'unlocked' && lockAt === null;
    const open = status === 'unlocked' && lockAt !== null;
    const [all, activeProfileId] = open
      ? await Promise.all([profiles.list(), profiles.activeId()])
      : [[], null];
    return {
      vault: locked ? 'locked' : status,
      lockAt: open ? lockAt : null,
      profiles: all,
      activeProfileId,
      vaultNotice: status === 'unlocked' ? vaultNotice : null,
      settings: chosen,
      approvals: waiting,
      ceremonies: ceremonial,
    };
  };
}
