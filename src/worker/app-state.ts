import { readClocks, type Clock } from '../activities/clock.ts';
import type { Outbox } from '../activities/outbox/outbox.ts';
import type { Pacing } from '../activities/rates/pacing.ts';
import type { Profiles } from '../activities/profiles.ts';
import {
  backupStateOf,
  NO_FIRST_STEPS,
  type BackupState,
  type FirstSteps,
} from '../protocol/first-steps.ts';
import { UNMANAGED, type ManagedPolicyState } from '../protocol/managed-policy.ts';
import type { Profile } from '../protocol/profile.ts';
import type { AppState, ProfileDeadline } from '../protocol/app-state.ts';
import type { Vault } from '../vault/vault.ts';
import type { Item } from '../storage/area.ts';
import type { DatabaseLoss } from '../storage/database-loss.ts';
import type { HostAccess } from './host-access.ts';
import type { SettingsStore } from './settings-store.ts';

/**
 * Reads the state of Keystamp for pages, fresh from the stores. Profiles name organizations and
 * users: no lock screen needs them, so the state only includes them while the vault is unlocked.
 */
export function createAppState(deps: {
  readonly vault: Vault;
  readonly profiles: Profiles;
  readonly settings: SettingsStore;
  readonly managed: () => Promise<ManagedPolicyState>;
  readonly firstSteps: Item<FirstSteps>;
  readonly requests: () => Promise<AppState['requests']>;
  readonly hosts: Pick<HostAccess, 'mayContact'>;
  readonly databaseLoss: Pick<DatabaseLoss, 'isLost'>;
  readonly pacing: Pick<Pacing, 'until'>;
  readonly outbox: Pick<Outbox, 'timestamps'>;
  readonly clock: Clock;
}): () => Promise<AppState> {
  const { vault, profiles, settings, requests, pacing, outbox, clock } = deps;
  const clockAheadUntil = async ({ id, baseUrl }: Profile) =>
    outbox.timestamps.aheadUntil(id, readClocks(clock, { profileId: id, baseUrl }));
  return async () => {
    const [status, lockAt, vaultNotice, currentSettings, requestSummary, pauses, clockAhead] =
      await Promise.all([
        vault.status(),
        vault.lockAt(),
        vault.notice(),
        settings.get(),
        requests(),
        listUntilByProfile(deps, pacing.until).catch(() => []),
        listUntilByProfile(deps, clockAheadUntil).catch(() => []),
      ]);
    // The deadline may pass between the two checks.
    const isLocked = status === 'unlocked' && lockAt === null;
    const isOpen = status === 'unlocked' && lockAt !== null;
    const [visibleProfiles, activeProfileId] = isOpen
      ? await Promise.all([profiles.list(), profiles.activeId()])
      : [[], null];
    // It names an organization, like profiles do.
    const managed = isOpen ? await deps.managed() : UNMANAGED;
    // A store that doesn't answer says so wherever something is read from it.
    const databaseLost = isOpen && (await deps.databaseLoss.isLost().catch(() => false));
    const steps = isOpen ? await readFirstSteps(deps, visibleProfiles) : NOTHING_TO_DO;
    return {
      ...steps,
      vault: isLocked ? 'locked' : status,
      lockAt: isOpen ? lockAt : null,
      profiles: visibleProfiles,
      barredHosts: await listBarredHosts(deps, visibleProfiles),
      activeProfileId,
      vaultNotice: status === 'unlocked' ? vaultNotice : null,
      databaseLost,
      settings: currentSettings,
      managed,
      requests: requestSummary,
      pauses: isOpen ? pauses : [],
      clockAhead: isOpen ? clockAhead : [],
    };
  };
}

const NOTHING_TO_DO = { backup: 'current', hidesFirstSteps: true } as const;

async function readFirstSteps(
  { vault, firstSteps }: Pick<Parameters<typeof createAppState>[0], 'vault' | 'firstSteps'>,
  profiles: readonly Profile[],
): Promise<{ readonly backup: BackupState; readonly hidesFirstSteps: boolean }> {
  const [{ backup, isHidden } = NO_FIRST_STEPS, keys] = await Promise.all([
    firstSteps.get(),
    vault.listKeys(),
  ]);
  const here = { profiles: profiles.map(({ id }) => id), keys: keys.map(({ id }) => id) };
  return { backup: backupStateOf(backup, here), hidesFirstSteps: isHidden };
}

/** The profiles' deadlines by `untilOf`; leaves out profiles where it's null. */
async function listUntilByProfile(
  { vault, profiles }: Pick<Parameters<typeof createAppState>[0], 'vault' | 'profiles'>,
  untilOf: (profile: Profile) => Promise<number | null>,
): Promise<readonly ProfileDeadline[]> {
  // With a locked vault, the profiles would be read from disk for nothing: pages don't show them.
  if ((await vault.lockAt()) === null) return [];
  const untils = await Promise.all(
    (await profiles.list()).map(async (profile): Promise<readonly ProfileDeadline[]> => {
      const until = await untilOf(profile);
      return until === null ? [] : [{ profileId: profile.id, until }];
    }),
  );
  return untils.flat();
}

/** The hosts of profiles that Keystamp may not contact, each once. */
async function listBarredHosts(
  { hosts }: { readonly hosts: Pick<HostAccess, 'mayContact'> },
  profiles: readonly Profile[],
): Promise<readonly string[]> {
  const addresses = profiles.flatMap(({ baseUrl, passkeys }) => {
    const domain = passkeys?.rpId ?? null;
    const hasDomain = domain !== null && domain !== 'localhost';
    return hasDomain ? [baseUrl, `https://${domain}`] : [baseUrl];
  });
  const barred = await Promise.all(
    addresses.map(async (address) => {
      // A browser that doesn't say is asked again at the next contact.
      const isReached = await hosts.mayContact(address).catch(() => true);
      return isReached ? [] : [new URL(address).hostname];
    }),
  );
  return [...new Set(barred.flat())];
}
