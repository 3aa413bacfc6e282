import {
  homeShownIn,
  SNAPSHOT_KEY,
  type AppState,
  type HomeView,
  type StoredSnapshot,
} from '../protocol/app-state.ts';
import type { Area } from '../storage/area.ts';
import { createQueue } from '../storage/queue.ts';

export type SnapshotDeps = {
  /** Memory only: `storage.session`. */
  readonly area: Area;
  readonly state: () => Promise<AppState>;
  /** A profile's first screen as it was last read, on disk. Null if there is none. */
  readonly recallHome: (profileId: string) => Promise<HomeView | null>;
  /** A profile's newest entries, as lists show them. */
  readonly listNewestEntries: (profileId: string) => Promise<HomeView['entries']>;
  /** How many activities wait for the user's vote, as last counted; undefined without a count. */
  readonly countedVotes: (profileId: string) => number | undefined;
  /** Receives each new state: alarms and the badge depend on it. */
  readonly onState: (state: AppState) => Promise<void>;
  readonly later: (ms: number, act: () => void) => () => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Delay of a change that nobody waits for: the work that caused it gets the stores first. */
const PUBLISH_DELAY_MS = 100;

export type SnapshotPublisher = ReturnType<typeof createSnapshotPublisher>;

const withVotes = (home: HomeView, waiting: number | undefined): HomeView =>
  waiting === undefined ? home : { ...home, waiting };

/**
 * Writes the one item that pages read for their first screen. All writes run one after the other,
 * so an older state never overwrites a newer one.
 */
export function createSnapshotPublisher({
  area,
  state,
  recallHome,
  listNewestEntries,
  countedVotes,
  onState,
  later,
  now,
}: SnapshotDeps) {
  const enqueue = createQueue();
  let home: HomeView | null | undefined;
  let writtenAt = 0;
  let pendingPublish: Promise<AppState> | undefined;

  /** Reads the home view of an earlier worker from the snapshot, which our own code wrote. */
  async function loadHome(): Promise<HomeView | null> {
    if (home === undefined) {
      const stored = (await area.get(SNAPSHOT_KEY).catch(() => undefined)) as
        StoredSnapshot | undefined;
      home = stored?.home ?? null;
    }
    return home;
  }

  async function write(): Promise<AppState> {
    pendingPublish = undefined;
    const current = await state();
    const { activeProfileId } = current;
    const visibleHome =
      homeShownIn(current, await loadHome()) ??
      (activeProfileId === null ? null : homeShownIn(current, await recallHome(activeProfileId)));
    home = visibleHome && {
      ...withVotes(visibleHome, countedVotes(visibleHome.profileId)),
      entries: await listNewestEntries(visibleHome.profileId),
    };
    writtenAt = Math.max(now(), writtenAt + 1);
    const snapshot: StoredSnapshot = { v: 1, at: writtenAt, state: current, home };
    // The snapshot is a convenience: if the write fails, the work itself stays done.
    await area.set(SNAPSHOT_KEY, snapshot).catch(() => undefined);
    await onState(current).catch(() => undefined);
    return current;
  }

  /** Writes the current state and returns it. Calls that arrive while one waits share it. */
  function publish(): Promise<AppState> {
    pendingPublish ??= enqueue(write);
    return pendingPublish;
  }

  /** Stores a fresh first screen. */
  async function saveHome(freshHome: HomeView): Promise<void> {
    await loadHome();
    home = freshHome;
    await publish();
  }

  return {
    publish,
    publishSoon: createDelayedPublish(later, publish),
    saveHome,
    /** Waits for pending writes, then removes the item. */
    clear: () =>
      enqueue(async () => {
        home = null;
        await area.remove(SNAPSHOT_KEY);
      }),
  };
}

/**
 * Publishes after a short delay, once for all changes until then; immediately if someone waits for
 * it, unless that has just happened.
 */
function createDelayedPublish(later: SnapshotDeps['later'], publish: () => Promise<unknown>) {
  let isScheduled = false;
  /** Limits the cost of many changes in a row to that of one. */
  let hasJustPublished = false;
  return (isAwaited = false): void => {
    if (isAwaited && !hasJustPublished) {
      hasJustPublished = true;
      later(PUBLISH_DELAY_MS, () => {
        hasJustPublished = false;
      });
      publish().catch(() => undefined);
      return;
    }
    if (isScheduled) return;
    isScheduled = true;
    later(PUBLISH_DELAY_MS, () => {
      isScheduled = false;
      publish().catch(() => undefined);
    });
  };
}
