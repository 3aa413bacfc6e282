import { SNAPSHOT_KEY, type AppState, type Home, type Snapshot } from '../protocol/state.ts';
import type { Area } from '../storage/area.ts';

export type SnapshotEffects = {
  /** Memory only: `storage.session`. */
  readonly area: Area;
  readonly state: () => Promise<AppState>;
  /** The newest entries of a profile, as lists show them. */
  readonly newest: (profileId: string) => Promise<Home['entries']>;
  /** Told of each new state: alarms and the badge hang on it. */
  readonly onState: (state: AppState) => Promise<void>;
  readonly later: (ms: number, act: () => void) => () => void;
};

/** A change that nobody waits for is shown this much later: what made it has the stores first. */
const SOON_MS = 100;

export type Snapshots = ReturnType<typeof createSnapshots>;

/**
 * Writes the one item that pages read for their first screen. All writes go one after the other, so
 * that an older state never overwrites a newer one.
 */
export function createSnapshots({ area, state, newest, onState, later }: SnapshotEffects) {
  let line: Promise<unknown> = Promise.resolve();
  let home: Home | null | undefined;
  let planned: Promise<AppState> | undefined;
  let due = false;

  function inLine<T>(work: () => Promise<T>): Promise<T> {
    const run = line.then(work);
    line = run.catch(() => undefined);
    return run;
  }

  /** The home of an earlier life of the worker is in the snapshot. Ours wrote it. */
  async function kept(): Promise<Home | null> {
    if (home === undefined) {
      const stored = (await area.get(SNAPSHOT_KEY).catch(() => undefined)) as Snapshot | undefined;
      home = stored?.home ?? null;
    }
    return home;
  }

  async function write(): Promise<AppState> {
    planned = undefined;
    const now = await state();
    const last = await kept();
    const shown = now.vault === 'unlocked' && last?.profileId === now.activeProfileId ? last : null;
    home = shown && { ...shown, entries: await newest(shown.profileId) };
    const snapshot: Snapshot = { v: 1, state: now, home };
    // The snapshot is a convenience: what was done stays done when it cannot be written.
    await area.set(SNAPSHOT_KEY, snapshot).catch(() => undefined);
    await onState(now).catch(() => undefined);
    return now;
  }

  /** Writes the present state and answers it. Calls that come while one waits share it. */
  function publish(): Promise<AppState> {
    planned ??= inLine(write);
    return planned;
  }

  /** Publishes in a moment, once for all changes until then. */
  function soon(): void {
    if (due) return;
    due = true;
    later(SOON_MS, () => {
      due = false;
      publish().catch(() => undefined);
    });
  }

  /** Keeps a fresh first screen. */
  async function keepHome(fresh: Home): Promise<void> {
    await kept();
    home = fresh;
    await publish();
  }

  return {
    publish,
    soon,
    keepHome,
    /** Waits for what is under way, then takes the item away. */
    clear: () =>
      inLine(async () => {
        home = null;
        await area.remove(SNAPSHOT_KEY);
      }),
  };
}
