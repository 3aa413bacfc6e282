import { BUILT_IN_QUERIES } from '../protocol/operations.ts';
import { isWaiting, WAITING_STATUSES } from '../protocol/voting-window.ts';
import * as v from 'valibot';
import { createItem, type Area } from '../storage/area.ts';
import type { Profiles } from './profiles.ts';
import { targetOfProfile, type Queries } from './queries.ts';

/** How often the service is asked without anybody looking: far below any rate limit. */
export const INBOX_INTERVAL_MS = 5 * 60_000;

/** The largest page (docs/protocol.md, Supporting operations). More than these are not counted. */
const PAGE_SIZE = '100';

export type InboxDeps = {
  readonly profiles: Pick<Profiles, 'get' | 'activeId'>;
  readonly queries: Queries;
  readonly now: () => number;
  /** In memory only. */
  readonly session: Area;
};

/** The activities that the user was told of, by ID: another life of the worker tells only of others. */
const TOLD_KEY = 'inbox-told';
const told = v.array(v.string());

export type Inbox = ReturnType<typeof createInbox>;

/** Counts what waits for the user's vote. Nothing here stamps by passkey, so nothing prompts. */
export function createInbox({ profiles, queries, now, session }: InboxDeps) {
  const toldItem = createItem(session, TOLD_KEY, told);
  /** In this life of the worker, by profile. */
  const counts = new Map<string, number>();
  let readAt: number | undefined;

  /** Asks the service. Errors: `profile_unknown`, and those of a query. */
  async function read(profileId: string): Promise<readonly string[]> {
    readAt = now();
    const target = targetOfProfile(await profiles.get(profileId));
    const parameters = {
      filterByStatus: WAITING_STATUSES,
      paginationOptions: { limit: PAGE_SIZE },
    };
    const { activities } = await queries.ask(
      target,
      BUILT_IN_QUERIES.activities,
      parameters,
      'background',
    );
    const waiting = activities
      .filter(({ canApprove, status }) => canApprove && isWaiting({ status }))
      .map(({ id }) => id);
    counts.set(profileId, waiting.length);
    return waiting;
  }

  /** Remembers what the user is told of now. Returns whether any of it is new. */
  async function tell(ids: readonly string[]): Promise<boolean> {
    const former = (await toldItem.get().catch(() => undefined)) ?? [];
    // Without the memory the same would be told again and again.
    const isKept = await toldItem.set([...ids]).then(
      () => true,
      () => false,
    );
    return isKept && ids.some((id) => !former.includes(id));
  }

  return {
    /** For a page that shows it: the user sees what waits. */
    count: async (profileId: string): Promise<number> => {
      const ids = await read(profileId);
      await tell(ids);
      return ids.length;
    },
    /** As last counted in this life of the worker; undefined without a count. */
    known: (profileId: string): number | undefined => counts.get(profileId),
    /**
     * Counts again for the active profile while nobody looks. A service that doesn't answer changes
     * nothing. Returns how many wait if some of them are new, and otherwise 0.
     */
    refresh: async (): Promise<number> => {
      const profileId = await profiles.activeId();
      if (profileId === null) return 0;
      const ids = await read(profileId).catch(() => undefined);
      return ids && (await tell(ids)) ? ids.length : 0;
    },
    /** When to count next, in milliseconds since the epoch. */
    nextAt: (): number => Math.max(now(), (readAt ?? now()) + INBOX_INTERVAL_MS),
    clear: () => counts.clear(),
  };
}
