import { presentOf, type Clock } from '../activities/clock.ts';
import type { Outbox } from '../activities/outbox.ts';
import type { Pacing } from '../activities/pacing.ts';
import type { Profiles } from '../activities/profiles.ts';
import { UNMANAGED, type Managed } from '../protocol/managed.ts';
import type { AppState, Until } from '../protocol/state.ts';
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
  readonly managed: () => Promise<Managed>;
  readonly approvals: () => Promise<AppState['approvals']>;
  readonly ceremonies: () => Promise<number>;
  readonly pacing: Pick<Pacing, 'pauses'>;
  readonly outbox: Pick<Outbox, 'times'>;
  readonly clock: Clock;
}): () => Promise<AppState> {
  const { vault, profiles, settings, approvals, ceremonies, pacing } = from;
  return async () => {
    const [status, lockAt, vaultNotice, chosen, waiting, ceremonial, pauses, clockAhead] =
      await Promise.all([
        vault.status(),
        vault.lockAt(),
        vault.notice(),
        settings.get(),
        approvals(),
        ceremonies(),
        pacing.pauses().catch(() => []),
        aheadOf(from).catch(() => []),
      ]);
    // The deadline may pass between the two looks.
    const locked = status === 'unlocked' && lockAt === null;
    const open = status === 'unlocked' && lockAt !== null;
    const [all, activeProfileId] = open
      ? await Promise.all([profiles.list(), profiles.activeId()])
      : [[], null];
    // It names an organization, as profiles do.
    const managed = open ? await from.managed() : UNMANAGED;
    return {
      vault: locked ? 'locked' : status,
      lockAt: open ? lockAt : null,
      profiles: all,
      activeProfileId,
      vaultNotice: status === 'unlocked' ? vaultNotice : null,
      settings: chosen,
      managed,
      approvals: waiting,
      ceremonies: ceremonial,
      pauses: open ? pauses : [],
      clockAhead: open ? clockAhead : [],
    };
  };
}

async function aheadOf({
  vault,
  profiles,
  outbox,
  clock,
}: Pick<Parameters<typeof createAppState>[0], 'vault' | 'profiles' | 'outbox' | 'clock'>) {
  // Of a locked vault the profiles would be read from the disk, and are not shown.
  if ((await vault.lockAt()) === null) return [];
  const all = await profiles.list();
  const found = await Promise.all(
    all.map(async ({ id: profileId, baseUrl }): Promise<readonly Until[]> => {
      const present = presentOf(clock, { profileId, baseUrl });
      const until = await outbox.times.aheadUntil(profileId, present);
      return until === null ? [] : [{ profileId, until }];
    }),
  );
  return found.flat();
}
