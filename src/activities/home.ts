import { KeystampError } from '../protocol/errors.ts';
import { QUERY_FOR } from '../protocol/operations.ts';
import type { Profile } from '../protocol/profile.ts';
import type { Home } from '../protocol/state.ts';
import { SKEW_WARNING_MS, type Clock } from './clock.ts';
import type { Outbox } from './outbox.ts';
import type { Profiles } from './profiles.ts';
import type { Queries, Target } from './queries.ts';
import { listed } from './view.ts';

/** Entries on the first screen. */
const NEWEST = 20;

export type HomeEffects = {
  readonly profiles: Profiles;
  readonly queries: Queries;
  readonly outbox: Outbox;
  readonly clock: Clock;
};

/** What `whoami` said of a profile's key. */
export type Identity = {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly userId: string;
  readonly userName: string;
};

export type HomeReader = ReturnType<typeof createHome>;

/** What Keystamp reads of its own accord: who the key is, and the first screen. */
export function createHome({ profiles, queries, outbox, clock }: HomeEffects) {
  /** Asks the service who stamps, and keeps the answer with the profile. Errors as of a query. */
  async function identify(profile: Profile): Promise<Identity> {
    const said = await queries.ask(targetOf(profile), QUERY_FOR.identity, {});
    const { organizationId, organizationName, userId, username } = said;
    const known = { organizationName, userId, userName: username, at: clock.now() };
    await profiles.know(profile, known);
    return { organizationId, organizationName, userId, userName: username };
  }

  /** The newest entries of a profile, for lists. */
  async function newest(profileId: string): Promise<Home['entries']> {
    return (await outbox.list({ profileId, before: null, limit: NEWEST })).map(listed);
  }

  /** The first screen, fresh from the service. Errors: `profile_unknown`, and those of a query. */
  async function read(profileId: string): Promise<Home> {
    const profile = await profiles.get(profileId);
    const target = targetOf(profile);
    const [known, { wallets }, { privateKeys }] = await Promise.all([
      profile.known ?? identify(profile),
      queries.ask(target, QUERY_FOR.wallets, {}, 'background'),
      queries.ask(target, QUERY_FOR.privateKeys, {}, 'background').catch(none),
    ]);
    const skew = clock.skew(target);
    return {
      profileId,
      organizationName: known.organizationName,
      userName: known.userName,
      wallets: wallets.map(({ walletId, walletName }) => ({ id: walletId, name: walletName })),
      privateKeys: privateKeys.map((one) => ({ id: one.privateKeyId, name: one.privateKeyName })),
      entries: await newest(profileId),
      at: clock.now(),
      clockSkewMs: Math.abs(skew) > SKEW_WARNING_MS ? skew : 0,
    };
  }

  return { identify, newest, read };
}

/** A user may be allowed to see wallets and not keys: the screen shows what it can. */
function none(error: unknown): { privateKeys: [] } {
  if (error instanceof KeystampError && error.code === 'service_error') return { privateKeys: [] };
  throw error;
}

/** The target of a profile's questions. */
export function targetOf({ id, baseUrl, organizationId, keyId }: Profile): Target {
  return { profileId: id, baseUrl, organizationId, keyId };
}
