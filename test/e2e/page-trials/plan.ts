import { createSeededRandom } from '../../worker/faults.ts';

/*
 * What happens in each trial of the channel between pages and worker. Everything follows from the
 * seed and the trial's number, so that one trial can be repeated alone.
 */

/** What happens to the page, or to what it talks to, around an approval. */
export const EVENTS = [
  'navigation',
  'document.write',
  'alert',
  'long script',
  'page reload',
  'tab closed',
  'back and forth',
  'tab discarded',
  'worker stopped',
  'extension reload',
  'extension update',
  'copy installed',
  'copy asked',
  'copy removed',
] as const;
export type PageEvent = (typeof EVENTS)[number];

/** After these no document is left that could hear the answer. */
export const LEAVING: readonly PageEvent[] = [
  'navigation',
  'page reload',
  'tab closed',
  'tab discarded',
];
/** After these no worker knows of a request that wasn't approved before. */
export const ENDING: readonly PageEvent[] = ['extension reload', 'extension update'];

/** Before these another copy of Keystamp is in the page. */
export const BESIDE: readonly PageEvent[] = ['copy asked', 'copy removed'];

export type PageTrialPlan = {
  readonly seed: number;
  /** Number of the trial, from 0. */
  readonly index: number;
  readonly event: PageEvent;
  /** When the event begins, in milliseconds after the approval; negative for before it. */
  readonly offsetMs: number;
  /** How long a busy page is busy, and how long one that is left stays away. */
  readonly lengthMs: number;
};

const MAX_OFFSET_MS = 1200;
const MIN_LENGTH_MS = 200;
/** Longer than a page has to answer, and shorter than the moment that it has to come back. */
const MAX_LENGTH_MS = 4000;

/** The plan of one trial; all events come equally often. */
export function planPageTrial(seed: number, index: number): PageTrialPlan {
  const random = createSeededRandom(seed * 1_000_003 + index * 7919 + 17);
  const event = EVENTS[index % EVENTS.length] ?? 'navigation';
  return {
    seed,
    index,
    event,
    offsetMs: Math.round((random() * 2 - 1) * MAX_OFFSET_MS),
    lengthMs: Math.round(MIN_LENGTH_MS + random() * (MAX_LENGTH_MS - MIN_LENGTH_MS)),
  };
}

/** A trial in one line. */
export function describePageTrial({ index, event, offsetMs, lengthMs }: PageTrialPlan): string {
  const when = offsetMs < 0 ? `${-offsetMs} ms before` : `${offsetMs} ms after`;
  return `trial ${index}: ${event} (${lengthMs} ms), ${when} the approval`;
}

/** The command that repeats a trial. */
export function commandForPageTrial({ seed, index }: PageTrialPlan): string {
  return `npm run trials -- --pages --seed ${seed} --from ${index} --count 1`;
}
