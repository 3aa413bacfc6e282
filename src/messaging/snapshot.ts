import {
  SNAPSHOT_KEY,
  type AppState,
  type HomeView,
  type Snapshot,
} from '../protocol/app-state.ts';
import type { Area } from '../storage/area.ts';
import { createQueue } from '../storage/queue.ts';

export type SnapshotDeps = {
  /** Memory only: `storage.session`. */
  readonly area: Area;
  readonly state: () => Promise<AppState>;
  /** The newest entries of a profile, as lists show them. */
  readonly listNewestEntries: (profileId: string) => Promise<HomeView['entries']>;
  /** Told of each new state: alarms and the badge hang on it. */
  readonly onState: (state: AppState) => Promise<void>;
  readonly later: (ms: number, act: () => void) => () => void;
};

/** A change that nobody waits for is shown this much later: what made it has the stores first. */
const PUBLISH_DELAY_MS = 100;

export type SnapshotPublisher = ReturnType<typeof createSnapshotPublisher>;

/** The kept first screen, where the state still shows the profile that it is of. */
function homeShownIn(state: AppState, home: HomeView | null): HomeView | null {
  return state.vault === 'unlocked' && home?.profileId === state.activeProfileId ? home : null;
}

/**
 * Writes the one item that pages read for their first screen. All writes go one after the other, so
 * that an older state never overwrites a newer one.
 */
export function createSnapshotPublisher({
  area,
  state,
  listNewestEntries,
  onState,
  later,
}: SnapshotDeps) {
  const enqueue = createQueue();
  let home: HomeView | null | undefined;
  let pendingPublish: Promise<AppState> | undefined;
  let isScheduled = false;

  /** The home of an earlier life of the worker is in the snapshot. Ours wrote it. */
  async function loadHome(): Promise<HomeView | null> {
    if (home === undefined) {
      const stored = (await area.get(SNAPSHOT_KEY).catch(() => undefined)) as Snapshot | undefined;
      home = stored?.home ?? null;
    }
    return home;
  }

  async function write(): Promise<AppState> {
    pendingPublish = undefined;
    const current = await state();
    const lastHome = await loadHome();
    const visibleHome = homeShownIn(current, lastHome);
    home = visibleHome && {
      ...visibleHome,
      entries: await listNewestEntries(visibleHome.profileId),
    };
    const snapshot: Snapshot = { v: 1, state: current, home };
    // The snapshot is a convenience: what was done stays done when it cannot be written.
    await area.set(SNAPSHOT_KEY, snapshot).catch(() => undefined);
    await onState(current).catch(() => undefined);
    return current;
  }

  /** Writes the present state and answers it. Calls that come while one waits share it. */
  function publish(): Promise<AppState> {
    pendingPublish ??= enqueue(write);
    return pendingPublish;
  }

  /** Publishes in a moment, once for all changes until then. */
  function publishSoon(): void {
    if (isScheduled) return;
    isScheduled = true;
    later(PUBLISH_DELAY_MS, () => {
      isScheduled = false;
      publish().catch(() => undefined);
    });
  }

  /** Keeps a fresh first screen. */
  async function saveHome(freshHome: HomeView): Promise<void> {
    await loadHome();
    home = freshHome;
    await publish();
  }

  return {
    publish,
    publishSoon,
    saveHome,
    /** Waits for what is under way, then takes the item away. */
    clear: () =>
      enqueue(async () => {
        home = null;
        await area.remove(SNAPSHOT_KEY);
      }),
  };
}
