import * as v from 'valibot';
import type { Area } from '../storage/area.ts';
import { createSessionRows } from './session-rows.ts';

/** This many refusals … */
export const TRIGGER = 3;
/** … within this time begin a quiet period, … */
export const TRIGGER_MS = 60_000;
/** … the first one this long, each further one twice as long, … */
export const FIRST_QUIET_MS = 60_000;
/** … and never longer than this. */
export const LONGEST_QUIET_MS = 3_600_000;
/** One doubling is forgiven for each such time without a refusal. */
export const FORGIVE_MS = 3_600_000;
/** Doublings after which the longest period is reached. */
const MOST_PERIODS = 1 + Math.ceil(Math.log2(LONGEST_QUIET_MS / FIRST_QUIET_MS));
/** Origins remembered at once. */
export const MOST_QUIET = 200;
/** Key of the item in the session area. */
export const QUIET_KEY = 'permissions.quiet';

const Refusals = v.strictObject({
  /** When the user refused, since the last period began. */
  recent: v.array(v.number()),
  /** Periods so far that count. */
  periods: v.number(),
  refusedAt: v.number(),
  until: v.number(),
});
export type Refusals = v.InferOutput<typeof Refusals>;

const NONE: Refusals = { recent: [], periods: 0, refusedAt: 0, until: 0 };

/** What one more refusal by the user makes of an origin's state; undefined before the first. */
export function refused(state: Refusals = NONE, now: number): Refusals {
  const forgiven = Math.max(0, Math.floor((now - state.refusedAt) / FORGIVE_MS));
  const before = Math.max(0, state.periods - forgiven);
  const recent = [...state.recent.filter((at) => now - at < TRIGGER_MS), now];
  if (recent.length < TRIGGER) return { ...state, recent, periods: before, refusedAt: now };
  const periods = Math.min(before + 1, MOST_PERIODS);
  const quietMs = Math.min(FIRST_QUIET_MS * 2 ** (periods - 1), LONGEST_QUIET_MS);
  return { recent: [], periods, refusedAt: now, until: Math.max(state.until, now + quietMs) };
}

/** The state once the user wants quiet for a time; never shortens a period. */
export function silenced(state: Refusals = NONE, now: number, ms: number): Refusals {
  return ms > 0 ? { ...state, until: Math.max(state.until, now + ms) } : state;
}

/** Until when nothing is shown; null when it may be. */
export function quietUntil(state: Refusals | undefined, now: number): number | null {
  return state && state.until > now ? state.until : null;
}

/** Quiet periods by origin, private windows included; in memory only. */
export type Quiet = {
  /** Counts a refusal by the user; answers until when the origin is quiet now. */
  readonly refused: (origin: string) => Promise<number | null>;
  /** The user wants nothing shown for this many milliseconds. */
  readonly for: (origin: string, ms: number) => Promise<number | null>;
  readonly until: (origin: string) => Promise<number | null>;
  /** Every origin that is quiet now. */
  readonly all: () => Promise<ReadonlyMap<string, number>>;
  /** Forgets every refusal: for a wipe. */
  readonly clear: () => Promise<void>;
};

const Row = v.strictObject({ origin: v.string(), ...Refusals.entries });
type Row = v.InferOutput<typeof Row>;

/** The quiet periods over one item of the session area, which only this life of the worker writes. */
export function createQuiet(effects: {
  readonly session: Area;
  readonly now: () => number;
}): Quiet {
  const { session, now } = effects;
  const rows = createSessionRows(session, QUIET_KEY, Row);
  /** Every request of a page asks: once it is read, that costs no look into the area. */
  let known: readonly Row[] | undefined;

  const all = async (): Promise<readonly Row[]> => {
    const found = known ?? (await rows.all());
    // Not over what was written meanwhile.
    known ??= found;
    return known;
  };

  async function put(make: (before: readonly Row[]) => readonly Row[]): Promise<void> {
    let made: readonly Row[] = [];
    await rows.change((before) => (made = make(before)));
    known = made;
  }

  async function change(
    origin: string,
    act: (state: Refusals | undefined, now: number) => Refusals,
  ): Promise<number | null> {
    const at = now();
    let after = NONE;
    await put((before) => {
      after = act(stateOf(before, origin), at);
      const others = before.filter((one) => one.origin !== origin);
      return [{ origin, ...after }, ...mostTelling(others, at).slice(0, MOST_QUIET - 1)];
    });
    return quietUntil(after, at);
  }

  return {
    refused: (origin) => change(origin, refused),
    for: (origin, ms) => change(origin, (state, at) => silenced(state, at, ms)),
    until: async (origin) => quietUntil(stateOf(await all(), origin), now()),
    all: async () => {
      const at = now();
      return new Map(
        (await all()).flatMap((one) => {
          const until = quietUntil(one, at);
          return until === null ? [] : [[one.origin, until] as const];
        }),
      );
    },
    clear: () => put(() => []),
  };
}

function stateOf(rows: readonly Row[], of: string): Refusals | undefined {
  const found = rows.find(({ origin }) => origin === of);
  if (!found) return undefined;
  const { origin: _origin, ...state } = found;
  return state;
}

/** Those still quiet first, the longest ahead; then the ones refused last. */
function mostTelling(rows: readonly Row[], now: number): Row[] {
  const end = (row: Row): number => quietUntil(row, now) ?? 0;
  return rows.toSorted((a, b) => end(b) - end(a) || b.refusedAt - a.refusedAt);
}
