import { KeystampError } from '../protocol/errors.ts';
import { BUILT_IN_QUERIES, submitRowOf } from '../protocol/operations.ts';
import type { Profile, WhoamiFacts } from '../protocol/profile.ts';
import type { HomeView } from '../protocol/app-state.ts';
import { SKEW_WARNING_MS, type Clock } from './clock.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Inbox } from './inbox.ts';
import { createHomeMemory, firstOf } from './home-memory.ts';
import type { RecordCache } from './record-cache.ts';
import type { Profiles } from './profiles.ts';
import { targetOfProfile, type Queries } from './queries.ts';
import { toListView } from './outbox/entry-view.ts';

/** Entries on the home screen. */
const MAX_ENTRIES = 20;
/** Names of the own user and organization that are older are asked for again. */
const MAX_NAME_AGE_MS = 15 * 60_000;

export type HomeDeps = {
  readonly profiles: Profiles;
  readonly queries: Queries;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly recordCache: Pick<RecordCache, 'get' | 'set'>;
  readonly inbox: Pick<Inbox, 'count'>;
};

export type HomeReader = ReturnType<typeof createHomeReader>;

/** Who stamps for a profile: its user and organization, by name. */
function createIdentity(
  { profiles, queries, clock }: Pick<HomeDeps, 'profiles' | 'queries' | 'clock'>,
  listNewest: (profileId: string) => Promise<HomeView['entries']>,
) {
  /** Asks the service who stamps, and saves the answer in the profile. Errors: those of a query. */
  async function identify(profile: Profile): Promise<WhoamiFacts> {
    const answer = await queries.ask(targetOfProfile(profile), BUILT_IN_QUERIES.identity, {});
    const { organizationId, organizationName, userId, username } = answer;
    const known = { organizationName, userId, userName: username, at: clock.now() };
    await profiles.saveIdentity(profile, known);
    return { organizationId, organizationName, userId, userName: username };
  }

  /**
   * Who stamps. Asked again once an activity of this browser may have changed a name, and now and then:
   * others rename, too. An answer that doesn't come leaves the names as they were.
   */
  async function identityOf(profile: Profile) {
    const { known } = profile;
    if (!known) return identify(profile);
    const isRenamed = (await listNewest(profile.id)).some(
      ({ operation, state, updatedAt }) =>
        state === 'completed' && updatedAt > known.at && mayRename(operation),
    );
    if (!isRenamed && clock.now() - known.at < MAX_NAME_AGE_MS) return known;
    return identify(profile).catch(() => known);
  }

  return { identify, identityOf };
}

/** What Keystamp reads without being asked: who the key belongs to, and the home screen. */
export function createHomeReader({
  profiles,
  queries,
  outbox,
  clock,
  recordCache,
  inbox,
}: HomeDeps) {
  const memory = createHomeMemory(recordCache);

  /** A profile's newest entries, for lists. */
  async function listNewest(profileId: string): Promise<HomeView['entries']> {
    return (await outbox.list({ profileId, before: null, limit: MAX_ENTRIES })).map(toListView);
  }

  const { identify, identityOf } = createIdentity({ profiles, queries, clock }, listNewest);

  /** The home screen, fresh from the service. Errors: `profile_unknown`, and those of a query. */
  async function read(profileId: string): Promise<HomeView> {
    const profile = await profiles.get(profileId);
    const target = targetOfProfile(profile);
    const [opened, known, { wallets }, { privateKeys }, waiting] = await Promise.all([
      memory.opened(profileId),
      identityOf(profile),
      queries.ask(target, BUILT_IN_QUERIES.wallets, {}, 'background'),
      queries.ask(target, BUILT_IN_QUERIES.privateKeys, {}, 'background').catch(noPrivateKeys),
      // What waits for a vote is on no other screen's way: without it the rest is shown.
      inbox.count(profileId).catch(() => undefined),
    ]);
    const skew = clock.skew(target);
    const home: HomeView = {
      profileId,
      organizationName: known.organizationName,
      userName: known.userName,
      wallets: firstOf(
        wallets.map(({ walletId, walletName }) => ({ id: walletId, name: walletName })),
        opened,
      ),
      walletCount: wallets.length,
      privateKeys: firstOf(
        privateKeys.map(({ privateKeyId, privateKeyName }) => ({
          id: privateKeyId,
          name: privateKeyName,
        })),
        opened,
      ),
      privateKeyCount: privateKeys.length,
      ...(waiting !== undefined && { waiting }),
      entries: await listNewest(profileId),
      at: clock.now(),
      clockSkewMs: Math.abs(skew) > SKEW_WARNING_MS ? skew : 0,
    };
    await memory.keep(home);
    return home;
  }

  return { identify, listNewest, read, recall: memory.recall, noteOpened: memory.noteOpened };
}

/** Whether an operation can give the own user or the organization another name: by what policies see of it. */
function mayRename(operation: string): boolean {
  const policy = submitRowOf(operation)?.policy;
  return policy === 'root_quorum' || (typeof policy === 'object' && policy.action === 'UPDATE');
}

/** A user may be allowed to see wallets but not keys. The screen shows what it can. */
function noPrivateKeys(error: unknown): { privateKeys: [] } {
  if (error instanceof KeystampError && error.code === 'service_error') return { privateKeys: [] };
  throw error;
}
