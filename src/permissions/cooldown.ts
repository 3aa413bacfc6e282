import * as v from 'valibot';
import type { Area } from '../storage/area.ts';
import { createSessionRows } from './session-rows.ts';
import type { SiteGroup, SiteGroups } from './site-group.ts';
import { time } from '../protocol/time.ts';

/** This many rejections … */
const COOLDOWN_REFUSALS = 3;
/** … within this time start a cooldown, … */
const REFUSAL_WINDOW_MS = 60_000;
/** … the first one this long, each further one twice as long, … */
const FIRST_COOLDOWN_MS = 60_000;
/** … but never longer than this. */
export const MAX_COOLDOWN_MS = 3_600_000;
/** One doubling is forgiven for each such time without a rejection. */
const FORGIVE_MS = 3_600_000;
/** After this many doublings, a cooldown has its maximum length. */
const MAX_PERIODS = 1 + Math.ceil(Math.log2(MAX_COOLDOWN_MS / FIRST_COOLDOWN_MS));
/** How many site groups and tabs to remember at once. */
export const MAX_COOLDOWNS = 200;
/** Key of the item in the session area. */
export const COOLDOWN_KEY = 'permissions.quiet';

const Refusals = v.strictObject({
  /** When the user rejected requests, since the last cooldown began. */
  recent: v.pipe(v.array(time), v.maxLength(COOLDOWN_REFUSALS)),
  /** Cooldowns that still count. */
  periods: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_PERIODS)),
  refusedAt: time,
  until: time,
});
export type Refusals = v.InferOutput<typeof Refusals>;

const NO_REFUSALS: Refusals = { recent: [], periods: 0, refusedAt: 0, until: 0 };

/** The state after another rejection by the user. Undefined stands for no state yet. */
export function addRefusal(state: Refusals = NO_REFUSALS, now: number): Refusals {
  const forgiven = Math.max(0, Math.floor((now - state.refusedAt) / FORGIVE_MS));
  const before = Math.max(0, state.periods - forgiven);
  const recent = [...state.recent.filter((at) => now - at < REFUSAL_WINDOW_MS), now];
  if (recent.length < COOLDOWN_REFUSALS)
    return { ...state, recent, periods: before, refusedAt: now };
  const periods = Math.min(before + 1, MAX_PERIODS);
  const cooldownMs = Math.min(FIRST_COOLDOWN_MS * 2 ** (periods - 1), MAX_COOLDOWN_MS);
  return { recent: [], periods, refusedAt: now, until: Math.max(state.until, now + cooldownMs) };
}

/** The state once the user mutes requests for a while. Never shortens a cooldown. */
export function extendCooldown(state: Refusals = NO_REFUSALS, now: number, ms: number): Refusals {
  return ms > 0 ? { ...state, until: Math.max(state.until, now + ms) } : state;
}

/** Until when nothing is shown. Null if there's no cooldown. */
export function cooldownEnd(state: Refusals | undefined, now: number): number | null {
  return state && state.until > now ? state.until : null;
}

/** Who sent a request: a page of an origin, and its tab. */
export type Asker = { readonly origin: string; readonly tabId: number | null };

/**
 * Cooldowns of site groups and of tabs, including private windows. In memory only. A tab counts
 * separately, because a page can take it from one registered domain to the next.
 */
export type Cooldowns = {
  /** Counts a rejection by the user. Returns until when the asker's cooldown lasts. */
  readonly recordRefusal: (asker: Asker) => Promise<number | null>;
  /** Mutes the site group for this many milliseconds. */
  readonly extend: (asker: Asker, ms: number) => Promise<number | null>;
  readonly activeUntil: (asker: Asker) => Promise<number | null>;
  /** Every group with a cooldown right now. */
  readonly all: () => Promise<ReadonlyMap<SiteGroup, number>>;
  /** Forgets every rejection: for a wipe. */
  readonly clear: () => Promise<void>;
};

/** `whose`: a site group, or a tab's {@link tabKey}. */
const Row = v.strictObject({ whose: v.string(), ...Refusals.entries });
type Row = v.InferOutput<typeof Row>;

/** No host contains a colon, except inside brackets. */
export const tabKey = (tabId: number): string => `tab:${tabId}`;
const isTab = (whose: string): boolean => whose.startsWith('tab:');

/** Cooldowns stored in one item of the session area. Only this worker writes it. */
export function createCooldowns(effects: {
  readonly session: Area;
  readonly now: () => number;
  readonly groups: SiteGroups;
}): Cooldowns {
  const { session, now, groups } = effects;
  const rows = createSessionRows(session, COOLDOWN_KEY, Row);
  /** Every request of a page checks this. Once loaded, no further read of the area is needed. */
  let cached: readonly Row[] | undefined;

  const all = async (): Promise<readonly Row[]> => {
    const found = cached ?? (await rows.all());
    // Don't overwrite what was written in the meantime.
    cached ??= found;
    return cached;
  };

  async function store(make: (before: readonly Row[]) => readonly Row[]): Promise<void> {
    let stored: readonly Row[] = [];
    await rows.change((before) => (stored = make(before)));
    cached = stored;
  }

  async function change(
    whose: readonly string[],
    act: (state: Refusals | undefined, now: number) => Refusals,
  ): Promise<number | null> {
    const at = now();
    let after: readonly Row[] = [];
    await store((before) => {
      after = whose.map((one) => ({ whose: one, ...act(stateOf(before, one), at) }));
      const others = before.filter((one) => !whose.includes(one.whose));
      return [...after, ...sortByCooldown(others, at).slice(0, MAX_COOLDOWNS - after.length)];
    });
    return latestEnd(after, at);
  }

  return {
    recordRefusal: async ({ origin, tabId }) => {
      const group = await groups.of(origin);
      return change(tabId === null ? [group] : [group, tabKey(tabId)], addRefusal);
    },
    extend: async ({ origin }, ms) =>
      change([await groups.of(origin)], (state, at) => extendCooldown(state, at, ms)),
    activeUntil: async (asker) => {
      const at = now();
      return latestEnd(await rowsOf(groups, await all(), asker, at), at);
    },
    all: async () => {
      const at = now();
      return new Map(
        (await all()).flatMap((one) => {
          const until = isTab(one.whose) ? null : cooldownEnd(one, at);
          return until === null ? [] : [[one.whose, until] as const];
        }),
      );
    },
    clear: () => store(() => []),
  };
}

/** The rows that apply to an asker. Reads the suffix list only if one might apply. */
async function rowsOf(
  groups: SiteGroups,
  rows: readonly Row[],
  { origin, tabId }: Asker,
  now: number,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (const one of rows.filter((row) => cooldownEnd(row, now) !== null)) {
    const own = isTab(one.whose)
      ? tabId !== null && one.whose === tabKey(tabId)
      : await groups.isOf(origin, one.whose);
    if (own) found.push(one);
  }
  return found;
}

function latestEnd(rows: readonly Row[], now: number): number | null {
  const ends = rows.flatMap((row) => cooldownEnd(row, now) ?? []);
  return ends.length === 0 ? null : Math.max(...ends);
}

function stateOf(rows: readonly Row[], subject: string): Refusals | undefined {
  const found = rows.find(({ whose }) => whose === subject);
  if (!found) return undefined;
  const { whose: _whose, ...state } = found;
  return state;
}

/** Longest remaining cooldown first, then most recently rejected. */
function sortByCooldown(rows: readonly Row[], now: number): Row[] {
  const end = (row: Row): number => cooldownEnd(row, now) ?? 0;
  return rows.toSorted((a, b) => end(b) - end(a) || b.refusedAt - a.refusedAt);
}
