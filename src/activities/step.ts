import { KeystampError, toWire } from '../protocol/errors.ts';
import { versionOfType, type Version } from '../protocol/operation.ts';
import { QUERY_FOR, submitRowOf } from '../protocol/operations.ts';
import type { Activity } from '../protocol/records.ts';
import { presentOf, type Clock } from './clock.ts';
import type { Exchange, Outcome } from './exchange.ts';
import { advance, isFresh, wasNeverTaken, type Event, type Moment } from './machine.ts';
import type { Facts, Letter, OutboxEntry, OutboxRecord } from './outbox-record.ts';
import type { Queries } from './queries.ts';
import { createSeeker, targetOf, type Seeker } from './seek.ts';
import { skewed } from './verdict.ts';
import {
  endError,
  endOf,
  parametersOf,
  resultOf,
  type Stamped,
  verifiedActivity,
} from './verify.ts';

/** A completed activity whose result cannot be read is asked for this often, then left as it is. */
const MOST_UNREADABLE = 4;

export type StepEffects = {
  readonly exchange: Exchange;
  readonly queries: Queries;
  readonly clock: Clock;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
};

/** An entry's change, to be on disk before the step goes on. */
export type Kept = { readonly record: OutboxRecord; readonly facts?: Facts };
export type Keep = (next: Kept) => Promise<void>;

/** What can be planned. */
export type Kind = 'send' | 'poll' | 'look';

/** Does one planned thing and answers the entry after it; undefined when it must rest. */
export type Step = (entry: OutboxEntry, kind: Kind, keep: Keep) => Promise<OutboxEntry | undefined>;

type Move = (event: Event, facts?: Partial<Facts>) => Promise<void>;
/** What a step brought: a verdict, a whole look-up without the fingerprint in it, or nothing sent. */
type Found = {
  readonly verdict: Outcome | { readonly kind: 'missing' | 'unsent' };
  /** To call once an answer was verified. */
  readonly accepted?: () => void;
};

/** Both clocks and fresh jitter. */
export function momentOf(
  { clock, random }: Pick<StepEffects, 'clock' | 'random'>,
  record: OutboxRecord,
): Moment {
  return { ...presentOf(clock, record), jitter: random() };
}

/** The hands of the courier. Rejects only when the store refuses a change. */
export function createStep(effects: StepEffects): Step {
  const seek = createSeeker(effects.queries);
  return async (entry, kind, keep) => {
    let current = entry;
    const move: Move = async (event, facts) => {
      const { record } = advance(current.record, event, momentOf(effects, current.record));
      const merged = facts && current.facts ? { ...current.facts, ...facts } : undefined;
      await keep(merged ? { record, facts: merged } : { record });
      current = { ...current, record, facts: merged ?? current.facts };
    };
    const { letter } = entry;
    const version = versionOf(entry.record);
    if (!letter || !entry.facts || !version) {
      // The outbox key is not in memory: nothing can be read before the next unlock. After a wrong
      // answer the bytes may be gone (earlier versions): then it stays one.
      const gone = entry.facts && !letter && entry.record.mismatched;
      await move({ kind: gone ? 'mismatch' : 'blocked' });
      return undefined;
    }
    const leave = async () => {
      await move({ kind: 'sending' });
      return current.record.state === 'sending';
    };
    try {
      const found =
        kind === 'send'
          ? await send(effects, entry.record, letter, leave)
          : await ask(effects, seek, entry, kind);
      await settle(current, { version, letter }, found, move);
    } catch (error) {
      await fail(kind, error, move);
    }
    return current;
  };
}

/** Throws when the way there or back failed; a refusal is an answer. */
async function send(
  effects: StepEffects,
  record: OutboxRecord,
  { path, body, stamp }: Letter,
  leave: () => Promise<boolean>,
): Promise<Found> {
  const late = new KeystampError('time_refused');
  const before = async () => {
    // It may have grown too old while it waited for its turn, or by a clock that was set.
    if (!(await leave())) throw late;
  };
  const outgoing = { priority: 'user', path, body, stamp, before } as const;
  const found = await effects.exchange(record, outgoing).catch((error: unknown): Found => {
    if (error === late) return { verdict: { kind: 'unsent' } };
    throw error;
  });
  const { verdict } = found;
  if (verdict.kind !== 'refused' || verdict.error.code !== 'time_refused') return found;
  const skewMs = await lookAtClock(effects, record);
  return { verdict: { kind: 'refused', error: skewed(verdict.error, skewMs) } };
}

/**
 * After a refusal for its time: what was taken for the service's clock is wrong or unknown, so it is
 * asked for something else, twice, because one sight says nothing. Answers the difference then.
 */
async function lookAtClock({ clock, queries }: StepEffects, record: OutboxRecord): Promise<number> {
  clock.forget(record);
  const look = () => queries.ask(targetOf(record), QUERY_FOR.identity, {}, 'background');
  await look()
    .then(look)
    .catch(() => undefined);
  return clock.skew(record);
}

async function ask(
  effects: StepEffects,
  seek: Seeker,
  { record, letter }: OutboxEntry,
  kind: 'poll' | 'look',
): Promise<Found> {
  if (kind === 'poll') {
    // A stamp for each look would be a prompt for each: the same bytes get the same activity.
    const byBytes = record.keyId === null && !record.mismatched;
    const again = byBytes && letter && isFresh(record, momentOf(effects, record));
    if (again) return sendAgain(effects, record, letter);
    return answered(await seek.poll(record, record.activityId ?? ''));
  }
  const value = await seek.byFingerprint(record);
  return value ? answered(value) : { verdict: { kind: 'missing' } };
}

const answered = (value: unknown): Found => ({ verdict: { kind: 'answer', value } });

/**
 * Asks how an activity stands by sending it once more (docs/protocol.md, Sending the same bytes again). A
 * refusal settles nothing.
 */
async function sendAgain(
  { exchange }: StepEffects,
  record: OutboxRecord,
  { path, body, stamp }: Letter,
): Promise<Found> {
  const found = await exchange(record, { priority: 'background', path, body, stamp });
  if (found.verdict.kind !== 'answer') throw found.verdict.error;
  return found;
}

async function settle(
  entry: OutboxEntry,
  sent: { readonly version: Version; readonly letter: Letter },
  { verdict, accepted }: Found,
  move: Move,
): Promise<void> {
  switch (verdict.kind) {
    case 'answer': {
      const activity = verified(entry, sent, verdict.value);
      accepted?.();
      return accept(entry, sent.version, activity, move);
    }
    // Nothing is in doubt by it: what is planned next is looked at anew.
    case 'unsent':
      return;
    case 'missing':
      return move({ kind: 'missing' }, { error: notListed(entry) });
    case 'refused': {
      const error = toWire(verdict.error);
      return move({ kind: 'refused' }, { error, refusal: error });
    }
    case 'deferred':
      return move({ kind: 'deferred', waitMs: verdict.waitMs }, { error: toWire(verdict.error) });
    case 'unknown':
      return move({ kind: 'no-outcome' }, { error: toWire(verdict.error) });
  }
}

/** Throws when the answer is not about what was stamped. */
function verified(
  { record }: OutboxEntry,
  { version, letter }: { readonly version: Version; readonly letter: Letter },
  answer: unknown,
): Activity {
  const { organizationId, fingerprint, activityId } = record;
  const parameters = parametersOf(letter.body);
  const stamped: Stamped = { version, organizationId, fingerprint, parameters, activityId };
  return verifiedActivity(stamped, answer);
}

async function accept(
  { record, facts }: OutboxEntry,
  version: Version,
  activity: Activity,
  move: Move,
): Promise<void> {
  const { result, error } = readEnd(version, activity, record);
  await move(
    { kind: 'reply', activityId: activity.id, end: endOf(activity) },
    { activity: withoutVotes(activity), result: result ?? facts?.result ?? null, error },
  );
}

/**
 * The result, or why there is none. A result that cannot be read is an answer of unknown worth:
 * thrown the first times, so that the service is asked again; then kept as the entry's error.
 */
function readEnd(version: Version, activity: Activity, record: OutboxRecord) {
  try {
    const result = resultOf(version, activity);
    const error = endError(activity);
    return { result, error: error ? toWire(error) : null };
  } catch (error) {
    if (record.failures < MOST_UNREADABLE) throw error;
    return { result: null, error: toWire(error) };
  }
}

function withoutVotes({ votes: _votes, intent: _intent, ...rest }: Activity) {
  return rest;
}

function versionOf({ operation, type }: OutboxRecord): Version | undefined {
  const row = submitRowOf(operation);
  return row && versionOfType(row, type);
}

/** Why a look-up that found nothing says what it says: what was before it, or that it is late. */
function notListed({ record, facts }: OutboxEntry): Facts['error'] {
  if (record.mismatched) return toWire(new KeystampError('activity_not_listed'));
  const before = facts?.refusal ?? facts?.error;
  if (record.seeking && before) return before;
  if (wasNeverTaken(record)) return toWire(new KeystampError('time_refused'));
  return toWire(new KeystampError('outcome_unknown'));
}

/** What a step that threw means. A full or refusing store is the caller's: nothing can be noted. */
async function fail(kind: Kind, error: unknown, move: Move): Promise<void> {
  const wire = toWire(error);
  switch (wire.code) {
    case 'storage_failed':
    case 'storage_full':
      throw error;
    case 'vault_locked':
    case 'key_unknown':
    case 'look_needed':
    case 'managed_profile':
      return move({ kind: 'blocked' }, { error: wire });
    case 'reply_mismatch':
      return move({ kind: 'mismatch' }, { error: wire });
    default:
      if (kind === 'send') return move({ kind: 'no-outcome' }, { error: wire });
      return move({ kind: 'no-answer', ...waitOf(error) }, { error: wire });
  }
}

function waitOf(error: unknown): { waitMs?: number } {
  const waitMs = error instanceof KeystampError ? error.detail?.waitMs : undefined;
  return waitMs === undefined ? {} : { waitMs };
}
