import { presentOf, type Clock } from '../activities/clock.ts';
import type { Outbox } from '../activities/outbox.ts';
import type { Pacing } from '../activities/pacing.ts';
import type { Profiles } from '../activities/profiles.ts';
import { DEFAULT_SETTINGS, type AppState, type Settings, type Until } from '../protocol/state.ts';
import type { Item } from '../storage/area.ts';
import type { Vault } from '../vault/vault.ts';

/** Reads the state of Keystamp as pages see it, fresh from the stores. */
export function createAppState(from: {
  readonly vault: Vault;
  readonly profiles: Profiles;
  readonly settings: Item<Settings>;
  readonly approvals: () => Promise<AppState['approvals']>;
  readonly ceremonies: () => Promise<number>;
  readonly pacing: Pick<Pacing, 'pauses'>;
  readonly outbox: Pick<Outbox, 'times'>;
  readonly clock: Clock;
}): () => Promise<AppState> {
  const { vault, profiles, settings, approvals, ceremonies, pacing } = from;
  return async () => {
    const [status, lockAt, all, activeProfileId, chosen, waiting, ceremonial, pauses, clockAhead] =
      await Promise.all([
        vault.status(),
        vault.lockAt(),
        profiles.list(),
        profiles.activeId(),
        // Settings of another version are as good as none.
        settings.get().catch(() => undefined),
        approvals(),
        ceremonies(),
        pacing.pauses().catch(() => []),
        aheadOf(from).catch(() => []),
      ]);
    // The deadline may pass between the two looks.
    const locked = status === 'unlocked' && lockAt === null;
    return {
      vault: locked ? 'locked' : status,
      lockAt: status === 'unlocked' ? lockAt : null,
      profiles: all,
      activeProfileId,
      settings: chosen ?? DEFAULT_SETTINGS,
      approvals: waiting,
      ceremonies: ceremonial,
      pauses,
      clockAhead,
    };
  };
}

async function aheadOf({
  profiles,
  outbox,
  clock,
}: Pick<Parameters<typeof createAppState>[0], 'profiles' | 'outbox' | 'clock'>) {
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
