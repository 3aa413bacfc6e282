import type { SiteRefusal } from '../protocol/pending-request.ts';
import { onWindowClosed, sourcesOf } from './ask-user.ts';
import { decide, listQueue, refuseSite } from './decisions.ts';
import { isExpired, listUndecided, onEntryChanged, resume } from './lifecycle.ts';
import { openRequest, pickRecords } from './open-request.ts';
import { beginOwnRequest, type OwnRequestInput } from './own-requests.ts';
import { createRequestDeps, type RequestEffects } from './request-deps.ts';
import {
  applyManagedPolicy,
  blockSite,
  disconnect,
  disconnectAll,
  disconnectProfile,
  revokeGrant,
} from './revoke-access.ts';

export type Requests = ReturnType<typeof createRequests>;

/** All pending requests, whoever made them, for one worker. */
export function createRequests(effects: RequestEffects) {
  const deps = createRequestDeps(effects);
  return {
    deps,
    begin: (input: OwnRequestInput) => beginOwnRequest(deps, input),
    list: () => listQueue(deps),
    open: (id: string) => openRequest(deps, id),
    pick: (id: string, picks: Readonly<Record<string, unknown>>) => pickRecords(deps, id, picks),
    decide: (id: string, decision: Parameters<typeof decide>[2]) => decide(deps, id, decision),
    refuseSite: (site: Parameters<typeof refuseSite>[1], refusal: SiteRefusal) =>
      refuseSite(deps, site, refusal),
    show: async (id?: string) => {
      await deps.requests.load();
      await deps.confirmWindow.open(sourcesOf(listUndecided(deps)), id);
    },
    /** After a lock, no body that may contain a secret is left. */
    onLock: async () => {
      await deps.requests.load();
      await deps.requests.clearOwn();
    },
    onWindowClosed: (windowId: number) => onWindowClosed(deps, windowId),
    /** The alarm for pending requests has gone off. */
    onAlarm: () => deps.presence.onAlarm(deps),
    onEntryChanged: (id: string) => onEntryChanged(deps, id),
    blockSite: (origin: string, blocked: boolean) => blockSite(deps, origin, blocked),
    revokeGrant: (id: string) => revokeGrant(deps, id),
    disconnect: (origin: string) => disconnect(deps, { origin }),
    forgetProfile: async (profileId: string) => {
      await disconnectProfile(deps, profileId);
      const own = deps.requests.own().filter(({ requested }) => requested.profileId === profileId);
      for (const { id } of own) await deps.requests.remove(id);
    },
    disconnectAll: () => disconnectAll(deps),
    resume: () => resume(deps),
    /** Applies changed organization settings to pending requests. */
    applyManagedPolicy: () => applyManagedPolicy(deps),
    /**
     * How many requests of sites and of the user are pending, and a number that grows with every
     * change.
     */
    count: async () => {
      await deps.requests.load();
      const ofSites = deps.requests.ofSites().filter(({ state }) => state !== 'submitted');
      void deps.presence.check(deps);
      const own = deps.requests.own().filter((request) => !isExpired(request, deps.now()));
      return { count: ofSites.length, own: own.length, revision: deps.requests.revision() };
    },
  };
}
