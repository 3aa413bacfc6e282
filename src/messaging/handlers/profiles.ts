import { demandProfile, type Managing } from '../../activities/authorization.ts';
import { enrol } from '../../activities/enrol.ts';
import type { HomeReader } from '../../activities/home.ts';
import type { Profiles } from '../../activities/profiles.ts';
import type { Transport } from '../../activities/transport.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { readBaseUrl, TURNKEY_BASE_URL, type Profile } from '../../protocol/profile.ts';
import type { AppState } from '../../protocol/state.ts';
import type { Vault } from '../../vault/vault.ts';
import type { ProfileDraft } from '../calls.ts';
import type { HandlersOf } from './handlers.ts';

export type ProfilesDesk = Managing & {
  readonly profiles: Profiles;
  readonly vault: Vault;
  readonly home: HomeReader;
  readonly transport: Transport;
  /** Whether the browser lets us reach a host, as a match pattern such as `https://host/*`. */
  readonly mayReach: (pattern: string) => Promise<boolean>;
  readonly newId: () => string;
  readonly published: () => Promise<AppState>;
  /** A profile is gone: what was connected to it goes too. */
  readonly onRemoved: (id: string) => Promise<void>;
};

type Names =
  | 'profiles_save'
  | 'profiles_remove'
  | 'profiles_select'
  | 'profiles_order'
  | 'profiles_check'
  | 'profiles_enrol';

/** Calls about service profiles. */
export function profileHandlers(desk: ProfilesDesk): HandlersOf<Names> {
  const { profiles, vault, home, transport, newId, published } = desk;

  const findKey = async (id: string) => {
    const key = (await vault.listKeys()).find((one) => one.id === id);
    if (!key) throw new KeystampError('key_unknown', undefined, { field: 'keyId' });
    return key;
  };

  return {
    profiles_save: async (draft) => {
      if (draft.keyId !== null) await findKey(draft.keyId);
      else if (!draft.passkeys) throw noMethod();
      await demandProfile(desk, draft);
      await checkHost(desk, draft);
      await checkDomain(desk, draft.passkeys);
      const all = await profiles.list();
      const before = all.find((one) => one.id === draft.id);
      if (draft.id !== null && !before) throw new KeystampError('profile_unknown');
      const saved: Profile = {
        ...draft,
        id: before?.id ?? newId(),
        order: before ? draft.order : Math.max(-1, ...all.map(({ order }) => order)) + 1,
        known: before && sameIdentity(before, draft) ? before.known : null,
      };
      await profiles.save(saved);
      await published();
      return saved;
    },
    profiles_remove: async ({ id }) => {
      await profiles.remove(id);
      await desk.onRemoved(id);
      return published();
    },
    profiles_select: async ({ id }) => {
      await profiles.select(id);
      return published();
    },
    profiles_order: async ({ ids }) => {
      await profiles.order(ids);
      return published();
    },
    profiles_check: async ({ id }) => {
      const identity = await home.identify(await profiles.get(id));
      await published();
      return identity;
    },
    profiles_enrol: async ({ baseUrl, keyId, userName }) => {
      const { publicKey, curve } = await findKey(keyId);
      await checkPlace(desk, baseUrl);
      return enrol(transport, baseUrl, { publicKey, curve, userName });
    },
  };
}

/** The organization to enrol in is not known yet: only the address can be compared. */
async function checkPlace({ managed }: ProfilesDesk, baseUrl: string): Promise<void> {
  const address = readBaseUrl(baseUrl);
  const { baseUrl: set } = await managed();
  if (set !== null && address.ok && address.url !== set) throw new KeystampError('managed_profile');
}

function noMethod(): KeystampError {
  const message = 'A profile stamps with an API key, a passkey, or both. Choose one.';
  return new KeystampError('profile_invalid', message, { field: 'keyId' });
}

/** What `whoami` said holds only for the same key at the same place. */
function sameIdentity(before: Profile, draft: ProfileDraft): boolean {
  return (
    before.keyId === draft.keyId &&
    before.organizationId === draft.organizationId &&
    before.baseUrl === draft.baseUrl
  );
}

/**
 * A page may claim a domain only where the browser lets us reach it (docs/protocol.md, Stamps by
 * passkeys).
 */
async function checkDomain({ mayReach }: ProfilesDesk, passkeys: Profile['passkeys']) {
  const domain = passkeys?.rpId ?? null;
  // Permission for loopback comes with the installation.
  if (domain === null || domain === 'localhost' || (await mayReach(`https://${domain}/*`))) return;
  throw new KeystampError('host_permission_missing', undefined, { field: 'passkeys.rpId' });
}

async function checkHost({ mayReach }: ProfilesDesk, draft: ProfileDraft): Promise<void> {
  const address = readBaseUrl(draft.baseUrl);
  if (!address.ok) throw new KeystampError('invalid_input', address.reason, { field: 'baseUrl' });
  const wrong =
    (draft.service === 'local' && !address.loopback) ||
    (draft.service === 'turnkey' && address.url !== TURNKEY_BASE_URL);
  if (wrong) {
    const message = 'This address does not belong to the chosen service. Choose “custom”.';
    throw new KeystampError('invalid_input', message, { field: 'baseUrl' });
  }
  // Permission for loopback comes with the installation.
  if (address.loopback || (await mayReach(`${address.origin}/*`))) return;
  throw new KeystampError('host_permission_missing', undefined, { field: 'baseUrl' });
}
