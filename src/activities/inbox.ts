import { BUILT_IN_QUERIES } from '../protocol/operations.ts';
import type { Profiles } from './profiles.ts';
import { targetOfProfile, type Queries } from './queries.ts';

/** How often the service is asked without anybody looking: far below any rate limit. */
export const INBOX_INTERVAL_MS = 5 * 60_000;

/** The largest page (docs/protocol.md, Supporting operations). More than these are not counted. */
const PAGE_SIZE = '100';

/** The statuses of activities that wait for somebody's vote. */
const WAITING = ['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED'];

export type InboxDeps = {
  readonly profiles: Pick<Profiles, 'get' | 'activeId'>;
  readonly queries: Queries;
  readonly now: () => number;
};

export type Inbox = ReturnType<typeof createInbox>;

/** Counts what waits for the user's vote. Nothing here stamps by passkey, so nothing prompts. */
export function createInbox({ profiles, queries, now }: InboxDeps) {
  /** In this life of the worker, by profile. */
  const counts = new Map<string, number>();
  let readAt: number | undefined;

  /** Asks the service. Errors: `profile_unknown`, and those of a query. */
  async function count(profileId: string): Promise<number> {
    readAt = now();
    const target = targetOfProfile(await profiles.get(profileId));
    const parameters = { filterByStatus: WAITING, paginationOptions: { limit: PAGE_SIZE } };
    const { activities } = await queries.ask(
      target,
      BUILT_IN_QUERIES.activities,
      parameters,
      'background',
    );
    const waiting = activities.filter(
      ({ canApprove, status }) => canApprove && WAITING.includes(status),
    ).length;
    counts.set(profileId, waiting);
    return waiting;
  }

  return {
    count,
    /** As last counted for the active profile. */
    known: async (): Promise<number> => counts.get((await profiles.activeId()) ?? '') ?? 0,
    /** Counts again for the active profile. A service that doesn't answer changes nothing. */
    refresh: async (): Promise<void> => {
      const id = await profiles.activeId();
      if (id !== null) await count(id).catch(() => undefined);
    },
    /** When to count next, in milliseconds since the epoch. */
    nextAt: (): number => Math.max(now(), (readAt ?? now()) + INBOX_INTERVAL_MS),
    clear: () => counts.clear(),
  };
}
