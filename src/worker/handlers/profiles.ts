import { demandProfile } from '../../activities/authorization.ts';
import { enrol } from '../../activities/enrol.ts';
import { readClocks } from '../../activities/clock.ts';
import { probeService } from '../../activities/service-probe.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { readBaseUrl, TURNKEY_BASE_URL, type Profile } from '../../protocol/profile.ts';
import type { Vault } from '../../vault/vault.ts';
import type { ProfileDraft } from '../../messaging/calls.ts';
import type { HandlerDeps, Handlers } from './handlers.ts';

type ProfileHandlerDeps = Pick<
  HandlerDeps,
  | 'managed'
  | 'profiles'
  | 'vault'
  | 'home'
  | 'transport'
  | 'recordCache'
  | 'hosts'
  | 'requests'
  | 'outbox'
  | 'clock'
  | 'pacing'
  | 'runner'
  | 'newId'
  | 'publish'
>;

/** Calls about service profiles. */
export function createProfileHandlers(deps: ProfileHandlerDeps) {
  const { profiles, vault, home, transport, recordCache, newId, publish } = deps;
  /** Nobody can read what stays behind, and the next unlock deletes it. */
  const forgetFormer = () => recordCache.sweep().catch(() => undefined);

  return {
    ...createTimingHandlers(deps),
    ...createHostHandlers(deps),
    profiles_save: async (draft) => {
      if (draft.keyId !== null) await findKey(vault, draft.keyId);
      else if (!draft.passkeys) throw noStampMethod();
      await demandProfile(deps, draft);
      await checkHost(deps, draft);
      await checkPasskeyDomain(deps, draft.passkeys);
      const allProfiles = await profiles.list();
      const existing = allProfiles.find((candidate) => candidate.id === draft.id);
      if (draft.id !== null && !existing) throw new KeystampError('profile_unknown');
      const saved: Profile = {
        ...draft,
        id: existing?.id ?? newId(),
        order: existing ? draft.order : Math.max(-1, ...allProfiles.map(({ order }) => order)) + 1,
        known: existing && hasSameIdentity(existing, draft) ? existing.known : null,
      };
      await profiles.save(saved);
      await forgetFormer();
      await publish();
      return saved;
    },
    profiles_remove: async ({ id }) => {
      await profiles.remove(id);
      await forgetFormer();
      await deps.requests.forgetProfile(id);
      return publish();
    },
    profiles_select: async ({ id }) => {
      await profiles.select(id);
      return publish();
    },
    profiles_order: async ({ ids }) => {
      await profiles.order(ids);
      return publish();
    },
    profiles_check: async ({ id }) => {
      const identity = await home.identify(await profiles.get(id));
      await publish();
      return identity;
    },
    profiles_probe: async ({ service, baseUrl }) => {
      await checkManagedAddress(deps, baseUrl);
      const url = await checkHost(deps, { service, baseUrl });
      return probeService(transport, service, url);
    },
    profiles_enrol: async ({ baseUrl, keyId, userName, setUpCode }) => {
      await checkAddress(deps, baseUrl);
      return enrol(transport, baseUrl, { ...(await findKey(vault, keyId)), userName, setUpCode });
    },
  } satisfies Partial<Handlers>;
}

/** Calls about when a profile's requests go out, and with which timestamp. */
function createTimingHandlers({
  profiles,
  outbox,
  clock,
  pacing,
  runner,
  publish,
}: ProfileHandlerDeps) {
  return {
    profiles_resume: async ({ id }) => {
      const profile = await profiles.get(id);
      await pacing.resume(profile);
      await runner.resumeAfterPause(profile);
      return publish();
    },
    profiles_reset_clock: async ({ id }) => {
      const { baseUrl } = await profiles.get(id);
      await outbox.timestamps.reset(id, readClocks(clock, { profileId: id, baseUrl }));
      return publish();
    },
  } satisfies Partial<Handlers>;
}

/** Calls about what the user allows where the browser doesn't ask. */
function createHostHandlers({ hosts, publish }: ProfileHandlerDeps) {
  return {
    hosts_check: ({ host }) => hosts.isAllowed(host),
    hosts_allow: async ({ host }) => {
      await hosts.allow(host);
      return publish();
    },
  } satisfies Partial<Handlers>;
}

/** Before a key is registered at an address. */
async function checkAddress(deps: ProfileHandlerDeps, baseUrl: string): Promise<void> {
  await checkManagedAddress(deps, baseUrl);
  const address = readBaseUrl(baseUrl);
  if (address.ok && address.loopback) await deps.hosts.demand(baseUrl);
}

/** We don't know yet which organization to enroll in: only the address can be compared. */
async function checkManagedAddress(
  { managed }: ProfileHandlerDeps,
  baseUrl: string,
): Promise<void> {
  const address = readBaseUrl(baseUrl);
  const { baseUrl: managedBaseUrl } = await managed();
  if (managedBaseUrl !== null && address.ok && address.url !== managedBaseUrl)
    throw new KeystampError('managed_profile');
}

async function findKey(vault: Vault, id: string) {
  const key = (await vault.listKeys()).find((candidate) => candidate.id === id);
  if (!key) throw new KeystampError('key_unknown', undefined, { field: 'keyId' });
  return key;
}

function noStampMethod(): KeystampError {
  const detail = { field: 'keyId', reason: 'no_stamp_method' } as const;
  return new KeystampError('profile_invalid', undefined, detail);
}

/** The answer of `whoami` holds only for the same key at the same address. */
function hasSameIdentity(existing: Profile, draft: ProfileDraft): boolean {
  return (
    existing.keyId === draft.keyId &&
    existing.organizationId === draft.organizationId &&
    existing.baseUrl === draft.baseUrl
  );
}

/**
 * A page may claim a domain only where the browser lets us reach it (docs/protocol.md, Stamps by
 * passkeys).
 */
async function checkPasskeyDomain({ hosts }: ProfileHandlerDeps, passkeys: Profile['passkeys']) {
  const domain = passkeys?.rpId ?? null;
  // Permission for loopback comes with the installation.
  if (domain === null || domain === 'localhost') return;
  if (await hosts.mayContact(`https://${domain}`)) return;
  throw new KeystampError('host_permission_missing', undefined, { field: 'passkeys.rpId' });
}

/** Returns the base URL as a profile stores it. */
async function checkHost(
  { hosts }: ProfileHandlerDeps,
  draft: Pick<ProfileDraft, 'service' | 'baseUrl'>,
): Promise<string> {
  const address = readBaseUrl(draft.baseUrl);
  if (!address.ok) {
    throw new KeystampError('invalid_input', undefined, { field: 'baseUrl', rule: address.rule });
  }
  const isWrongService =
    (draft.service === 'local' && !address.loopback) ||
    (draft.service === 'turnkey' && address.url !== TURNKEY_BASE_URL);
  if (isWrongService) {
    const detail = { field: 'baseUrl', reason: 'other_service' } as const;
    throw new KeystampError('invalid_input', undefined, detail);
  }
  await hosts.demand(address.origin);
  return address.url;
}
