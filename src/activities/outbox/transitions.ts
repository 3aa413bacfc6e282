import { SETTLED_STATES, type EntryState } from '../../protocol/outbox-entry.ts';
import { MAX_PAUSE_MS } from '../rates/scheduler.ts';

/*
 * The life of one activity as a pure function: what happened, and what to do next. Nothing here
 * reads a clock, a store or the network.
 */

/** Services accept a body until its `timestampMs` is this old (docs/protocol.md, Time window). */
export const WINDOW_MS = 3_600_000;
/** The last minute of the window stays unused: a request in flight must not arrive too late. */
const WINDOW_MARGIN_MS = 60_000;
const INITIAL_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** How often to poll an activity that waits for votes. */
const MAX_POLL_INTERVAL_MS = 300_000;
/** How many look-ups in a row may fail before the outcome counts as unknown. */
const MAX_LOOKUPS = 20;

/** The part of an outbox record that these transitions change. */
export type Progress = {
  readonly state: EntryState;
  /** Part of the stamped body, by the service's clock. */
  readonly timestampMs: number;
  /** How often the bytes were handed to the network. Never decreases. */
  readonly attempts: number;
  /** Failures in a row, for the backoff. */
  readonly failures: number;
  readonly polls: number;
  readonly lookups: number;
  /** True once a send has ended without a reply. From then on, a refusal alone proves nothing. */
  readonly uncertain: boolean;
  /** True if the next step is to look up the fingerprint instead of sending. */
  readonly lookingUp: boolean;
  /** A reply was about something else. From then on nothing is sent, only looked up. */
  readonly mismatched: boolean;
  /** A result turned out to be false. It never counts as a success again. */
  readonly disproved: boolean;
  readonly activityId: string | null;
  /** Milliseconds since the epoch by this computer's clock. Null if nothing is planned. */
  readonly nextAt: number | null;
  readonly updatedAt: number;
  readonly revision: number;
};

/** What can happen to an entry. */
export type EntryEvent =
  /** The bytes are about to leave. */
  | { readonly kind: 'sending' }
  /** A verified reply about this very activity. `end` is null while the service works on it. */
  | {
      readonly kind: 'reply';
      readonly activityId: string;
      readonly end: 'completed' | 'failed' | 'rejected' | null;
    }
  /** The service rejected the request itself. */
  | { readonly kind: 'refused' }
  /** The send ended without a usable reply. The activity may or may not have been executed. */
  | { readonly kind: 'no-outcome' }
  /** The service said that it can't take the request now: this send executed nothing. */
  | { readonly kind: 'deferred'; readonly waitMs?: number }
  /** The reply is about something other than what was stamped. */
  | { readonly kind: 'mismatch' }
  /** A page found a completed activity's result to be false: an address of another key. */
  | { readonly kind: 'disproved' }
  /** A full look-up didn't find the fingerprint. */
  | { readonly kind: 'missing' }
  /** A poll or a look-up couldn't be made, or didn't end in a usable reply. */
  | { readonly kind: 'no-answer'; readonly waitMs?: number }
  /** The next step needs the vault. */
  | { readonly kind: 'blocked' }
  /** The user, an unlock or a new worker: whatever is planned is due now. */
  | { readonly kind: 'wake' }
  /**
   * The user asks again about a refused or unknown outcome. The bytes stay the same. After a
   * mismatch, the service is asked whether it lists the request.
   */
  | { readonly kind: 'reopen' };

/** When something happens: both clocks, and a random number in [0, 1) for jitter. */
export type Moment = {
  /** This computer's clock, milliseconds since the epoch. */
  readonly now: number;
  /** The service's clock minus ours. */
  readonly offsetMs: number;
  readonly jitter: number;
};

/** What to do next, and when by this computer's clock. */
export type Plan =
  { readonly kind: 'send' | 'poll' | 'find'; readonly at: number } | { readonly kind: 'nothing' };

/** The state of an activity that was just stamped: due immediately. */
export function initialProgress(now: number, timestampMs: number): Progress {
  return {
    state: 'stamped',
    timestampMs,
    attempts: 0,
    failures: 0,
    polls: 0,
    lookups: 0,
    uncertain: false,
    lookingUp: false,
    mismatched: false,
    disproved: false,
    activityId: null,
    nextAt: now,
    updatedAt: now,
    revision: 1,
  };
}

/** Whether only the user can still change this state. */
export function isSettled(state: EntryState): boolean {
  return SETTLED_STATES.includes(state);
}

/** Whether the service would still accept the body. */
export function isWithinWindow(
  progress: Pick<Progress, 'timestampMs'>,
  { now, offsetMs }: Pick<Moment, 'now' | 'offsetMs'>,
): boolean {
  return now + offsetMs - progress.timestampMs < WINDOW_MS - WINDOW_MARGIN_MS;
}

/**
 * When the next step is due by this computer's clock. Null if none is planned. A moment further
 * away than any wait can be comes from a clock that was ahead: it is due now.
 */
export function dueAt({ state, nextAt }: Pick<Progress, 'state' | 'nextAt'>, now: number) {
  const maxWaitMs = state === 'pending' ? MAX_POLL_INTERVAL_MS : MAX_PAUSE_MS;
  return nextAt !== null && nextAt - now > maxWaitMs ? now : nextAt;
}

/** What to do next about an entry. Nothing, if it is settled or blocked. */
export function planNext(progress: Progress, moment: Pick<Moment, 'now' | 'offsetMs'>): Plan {
  const at = dueAt(progress, moment.now);
  if (isSettled(progress.state) || at === null) return { kind: 'nothing' };
  if (progress.state === 'pending') return { kind: 'poll', at };
  const needsLookup = progress.lookingUp || !isWithinWindow(progress, moment);
  return { kind: needsLookup ? 'find' : 'send', at };
}

/**
 * The record after an event, and the plan that follows. An event that doesn't fit the state changes
 * nothing: a settled entry stays as it is, whatever arrives late.
 */
export function applyEvent<R extends Progress>(
  record: R,
  event: EntryEvent,
  moment: Moment,
): { readonly record: R; readonly plan: Plan } {
  const change = changeFor(record, event, moment);
  if (!change) return { record, plan: planNext(record, moment) };
  const next = {
    ...record,
    ...change,
    updatedAt: moment.now,
    revision: record.revision + 1,
  };
  return { record: next, plan: planNext(next, moment) };
}

type Change = Partial<Omit<Progress, 'timestampMs' | 'revision' | 'updatedAt'>>;

function changeFor(progress: Progress, event: EntryEvent, moment: Moment): Change | undefined {
  if (isSettled(progress.state)) return changeForSettled(progress, event, moment);
  switch (event.kind) {
    case 'sending':
      return onSending(progress, moment);
    case 'reply':
      return onReply(progress, event, moment);
    case 'refused':
      return onRefused(progress, moment);
    case 'no-outcome':
      return { ...delayNext(progress, {}, moment), state: 'waiting', uncertain: true };
    case 'deferred':
      return { ...delayNext(progress, event, moment), state: 'waiting' };
    case 'mismatch':
      return TO_MISMATCH;
    case 'missing':
      return onMissing(progress, moment);
    case 'no-answer':
      return onNoAnswer(progress, event, moment);
    case 'blocked':
      return progress.nextAt === null ? undefined : { ...leaveSending(progress), nextAt: null };
    case 'wake':
      return { ...leaveSending(progress), nextAt: moment.now };
    case 'reopen':
    case 'disproved':
      return undefined;
  }
}

/** What a page or the user can still change about a settled entry. */
function changeForSettled(
  progress: Progress,
  event: EntryEvent,
  moment: Moment,
): Change | undefined {
  if (event.kind === 'reopen') return onReopen(progress, moment);
  const isDisproved = event.kind === 'disproved' && progress.state === 'completed';
  return isDisproved ? { ...TO_MISMATCH, disproved: true } : undefined;
}

const TO_MISMATCH = { state: 'mismatch', mismatched: true, nextAt: null } as const;

function onSending(progress: Progress, moment: Moment): Change | undefined {
  if (progress.state === 'pending' || progress.lookingUp || !isWithinWindow(progress, moment))
    return undefined;
  // Found as `sending`: whatever sent it was stopped before the reply came.
  const uncertain = progress.uncertain || progress.state === 'sending';
  return { state: 'sending', attempts: progress.attempts + 1, uncertain, nextAt: moment.now };
}

/** `sending` only lasts for a moment. An entry at rest is `waiting`. */
function leaveSending(progress: Progress): Change {
  return progress.state === 'sending' ? { state: 'waiting', uncertain: true } : {};
}

function onReopen(progress: Progress, moment: Moment): Change | undefined {
  const canRecheck = progress.state === 'mismatch' && !progress.disproved;
  if (!canRecheck && progress.state !== 'refused' && progress.state !== 'unknown') return undefined;
  const lookingUp = canRecheck || (progress.state === 'unknown' && progress.lookingUp);
  return { state: 'waiting', failures: 0, lookups: 0, lookingUp, nextAt: moment.now };
}

type ReplyEvent = Extract<EntryEvent, { kind: 'reply' }>;

function onReply(progress: Progress, { activityId, end }: ReplyEvent, moment: Moment): Change {
  if (progress.activityId !== null && progress.activityId !== activityId) {
    return TO_MISMATCH;
  }
  if (end !== null) return { state: end, activityId, nextAt: null };
  const nextAt = moment.now + pollDelayMs(progress.polls, moment.jitter);
  return { state: 'pending', activityId, polls: progress.polls + 1, failures: 0, nextAt };
}

function onRefused(progress: Progress, moment: Moment): Change {
  // An earlier send may have been carried out before this refusal, so check the list first.
  if (progress.uncertain) return { state: 'waiting', lookingUp: true, nextAt: moment.now };
  return { state: 'refused', nextAt: null };
}

function onMissing(progress: Progress, moment: Moment): Change {
  if (progress.mismatched) return TO_MISMATCH;
  if (!isWithinWindow(progress, moment)) {
    // If no send is in doubt, a clock that jumped made it too old before the service accepted it.
    return { state: wasNeverAccepted(progress) ? 'refused' : 'unknown', nextAt: null };
  }
  // The service's refusal together with its list is proof enough. Without an earlier refusal, the
  // clocks were corrected in the meantime, and there is still time to send.
  return progress.lookingUp ? { state: 'refused', nextAt: null } : { nextAt: moment.now };
}

/** True if nothing was sent, or the service said of every send that it executed nothing. */
export function wasNeverAccepted({
  state,
  uncertain,
  activityId,
}: Pick<Progress, 'state' | 'uncertain' | 'activityId'>): boolean {
  return !uncertain && state !== 'sending' && activityId === null;
}

function onNoAnswer(progress: Progress, event: { waitMs?: number }, moment: Moment): Change {
  const delay = delayNext(progress, event, moment);
  if (progress.state === 'pending') return delay;
  const lookups = progress.lookups + 1;
  if (lookups >= MAX_LOOKUPS) {
    return progress.mismatched
      ? { ...TO_MISMATCH, lookups }
      : { state: 'unknown', lookups, nextAt: null };
  }
  return { ...delay, lookups };
}

function delayNext(progress: Progress, event: { waitMs?: number }, moment: Moment) {
  const failures = progress.failures + 1;
  return { failures, nextAt: moment.now + backoffMs(failures, moment.jitter, event.waitMs) };
}

/**
 * Milliseconds before the next try after this many failures in a row: 0.5 s doubling to 30 s, half
 * of it jitter. At least as long as a rate limit's pause (a minute at most).
 */
export function backoffMs(failures: number, jitter: number, pauseMs = 0): number {
  const fullMs = Math.min(MAX_WAIT_MS, INITIAL_WAIT_MS * 2 ** Math.min(failures - 1, 10));
  const jitteredMs = fullMs / 2 + (fullMs / 2) * jitter;
  return Math.round(Math.max(jitteredMs, Math.min(pauseMs, MAX_PAUSE_MS)));
}

/** Grows from 0.5 s to 5 s (docs/protocol.md, Polling), slower if the activity waits for votes. */
function pollDelayMs(polls: number, jitter: number): number {
  if (polls > 150) return MAX_POLL_INTERVAL_MS;
  if (polls > 30) return 30_000;
  return Math.round(Math.min(5000, 500 * 1.5 ** polls) * (0.9 + 0.2 * jitter));
}
