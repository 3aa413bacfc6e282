import { createSeededRandom } from '../../worker/faults.ts';

/*
 * What happens in each fault trial. Everything follows from the seed and the trial's number, so
 * that one trial can be repeated alone.
 */

/** What the network, the service or its clock does to the requests of an activity. */
const FAULTS = [
  'drop before',
  'drop after commit',
  'delay beyond the worker',
  '500',
  '429',
  'truncated JSON',
  'duplicate delivery',
  'reordered replies',
  'clock skew',
] as const;
export type FaultName = (typeof FAULTS)[number];

/** How far the activity is when everything stops. */
const STOP_POINTS = [
  'before write',
  'after write',
  'during fetch',
  'after reply',
  'during approval',
] as const;
export type StopPoint = (typeof STOP_POINTS)[number];

/** What stops. */
export const STOPS = ['worker', 'extension', 'browser'] as const;
export type Stop = (typeof STOPS)[number];

const MINUTE_MS = 60_000;
/** What the service's clock differs by: accepted, just accepted, and refused, in both directions. */
const SKEWS_MS = [5, -5, 50, 120, -120].map((minutes) => minutes * MINUTE_MS);

/** How far the user has decided about a web page's request. */
const DECISIONS = ['undecided', 'deciding', 'decided'] as const;

export type TrialPlan = {
  readonly seed: number;
  /** Number of the trial, from 0. */
  readonly index: number;
  readonly fault: FaultName;
  readonly point: StopPoint;
  readonly stop: Stop;
  /** How many requests in a row meet the fault. */
  readonly times: number;
  /** Whether a fault with two forms takes the one in which the service carries the request out. */
  readonly committed: boolean;
  /** Milliseconds that the service's clock is ahead, for a skew. */
  readonly skewMs: number;
  /** The user presses "Send again" several times after the stop. */
  readonly impatient: boolean;
  /** For a stop during the approval. */
  readonly decision: (typeof DECISIONS)[number];
};

type Random = () => number;

/** The same list in an order of chance. */
function shuffle<T>(list: readonly T[], random: Random): readonly T[] {
  return list
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function pick<T>(list: readonly T[], random: Random): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** What tells one trial from another; the rest is chance. */
type Combination = Pick<TrialPlan, 'fault' | 'point' | 'stop'>;

/** The service has one clock: whoever meets a wrong one does so together. */
const SHARED_FAULT: FaultName = 'clock skew';

/**
 * Every combination once, in groups of five that are stopped together: one at each point, and each
 * with a fault of its own.
 */
function groupsOf(random: Random): readonly (readonly Combination[])[] {
  const groups = STOPS.flatMap((stop): Combination[][] => {
    const faults = shuffle(
      FAULTS.filter((fault) => fault !== SHARED_FAULT),
      random,
    );
    const points = shuffle(STOP_POINTS, random);
    const mixed = faults.map((_, first) =>
      points.map((point, at) => ({
        fault: faults[(first + at) % faults.length] ?? SHARED_FAULT,
        point,
        stop,
      })),
    );
    return [...mixed, points.map((point) => ({ fault: SHARED_FAULT, point, stop }))];
  });
  return shuffle(groups, random);
}

/** How many trials share a stop. */
export const GROUP_SIZE = STOP_POINTS.length;
const GROUPS_PER_ROUND = STOPS.length * FAULTS.length;

/** Faults that hold one request each, however often; more of them would only take longer. */
const ONCE: readonly FaultName[] = [
  'delay beyond the worker',
  'duplicate delivery',
  'reordered replies',
];
const TIMES = [1, 1, 1, 2, 2, 3];
/** Each 429 doubles the pause of the whole organization. */
const TIMES_LIMITED = [1, 1, 2];

function timesOf(fault: FaultName, random: Random): number {
  const times = pick(fault === '429' ? TIMES_LIMITED : TIMES, random);
  return ONCE.includes(fault) ? 1 : times;
}

/**
 * The plans of one group of trials. Every combination of fault, point and stop comes once in each
 * 135 trials.
 */
export function planGroup(seed: number, group: number): readonly TrialPlan[] {
  const round = Math.floor(group / GROUPS_PER_ROUND);
  const groups = groupsOf(createSeededRandom(seed * 1009 + round));
  const random = createSeededRandom(seed * 1_000_003 + group * 7919 + 17);
  const skewMs = pick(SKEWS_MS, random);
  return (groups[group % GROUPS_PER_ROUND] ?? []).map((combination, at) => ({
    seed,
    index: group * GROUP_SIZE + at,
    ...combination,
    times: timesOf(combination.fault, random),
    committed: random() < 0.5,
    skewMs,
    impatient: random() < 0.5,
    decision: pick(DECISIONS, random),
  }));
}

/** A trial in one line. */
export function describePlan(plan: TrialPlan): string {
  const { index, fault, point, stop, times, committed, skewMs, impatient, decision } = plan;
  const more = [
    fault === 'clock skew' ? `${skewMs / MINUTE_MS} min` : `${times}x`,
    committed ? 'carried out' : 'not carried out',
    ...(point === 'during approval' ? [decision] : []),
    ...(impatient ? ['impatient'] : []),
  ];
  return `trial ${index}: ${fault} (${more.join(', ')}), ${stop} stopped ${point}`;
}

/** The command that repeats a trial, with those that were stopped together with it. */
export function commandFor({ seed, index }: Pick<TrialPlan, 'seed' | 'index'>): string {
  const first = index - (index % GROUP_SIZE);
  return `npm run trials -- --faults --seed ${seed} --from ${first} --count ${GROUP_SIZE}`;
}
