import { KeystampError, toWire } from '../../protocol/errors.ts';
import { versionOfType, type SubmitRow, type Version } from '../../protocol/operation-row.ts';
import { BUILT_IN_QUERIES, submitRowOf } from '../../protocol/operations.ts';
import type { Activity } from '../../protocol/service-records.ts';
import { readClocks, type Clock } from '../clock.ts';
import type { Exchange, ExchangeOutcome } from '../exchange.ts';
import {
  applyEvent,
  isWithinWindow,
  wasNeverAccepted,
  type EntryEvent,
  type Moment,
} from './transitions.ts';
import type { Facts, SignedRequest, OutboxEntry, OutboxRecord } from './record.ts';
import type { Queries } from '../queries.ts';
import { createActivityFinder, targetOfEntry, type ActivityFinder } from './find-activity.ts';
import { withSkew } from '../reply-outcome.ts';
import {
  errorOfEnd,
  readEnd,
  readParameters,
  readActivityResult,
  type StampedActivity,
  verifyActivity,
} from '../verify-reply.ts';
import {
  hasVote,
  readTargetFingerprint,
  verifyVotedActivity,
  type StampedVote,
} from '../verify-vote.ts';

/** How often to ask again for a completed activity with an unreadable result. */
const MAX_UNREADABLE_REPLIES = 4;

export type ActionDeps = {
  readonly exchange: Exchange;
  readonly queries: Queries;
  readonly clock: Clock;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
};

/** A change to an entry. It must be on disk before the action goes on. */
export type EntryChange = { readonly record: OutboxRecord; readonly facts?: Facts };
export type SaveChange = (next: EntryChange) => Promise<void>;

/** The actions that can be planned. */
export type ActionKind = 'send' | 'poll' | 'find';

/** Performs one planned action. Returns the entry after it, or undefined if it has to rest. */
export type PerformAction = (
  entry: OutboxEntry,
  action: ActionKind,
  save: SaveChange,
) => Promise<OutboxEntry | undefined>;

/** The request that was signed, and what it is. */
type SentRequest = {
  readonly row: SubmitRow;
  readonly version: Version;
  readonly signedRequest: SignedRequest;
};
type ApplyToEntry = (event: EntryEvent, facts?: Partial<Facts>) => Promise<void>;
/** What an action brought: an outcome, a full look-up without the fingerprint, or nothing sent. */
type ActionResult = {
  readonly outcome: ExchangeOutcome | { readonly kind: 'missing' | 'unsent' };
  /** Call this once the reply is verified. */
  readonly markVerified?: () => void;
};

/** Both clocks, and a new random number. */
export function readMoment(
  { clock, random }: Pick<ActionDeps, 'clock' | 'random'>,
  record: OutboxRecord,
): Moment {
  return { ...readClocks(clock, record), jitter: random() };
}

/** Performs the runner's actions. Rejects only if the store refuses a change. */
export function createPerformAction(deps: ActionDeps): PerformAction {
  const finder = createActivityFinder(deps.queries);
  return async (entry, action, save) => {
    let current = entry;
    const apply: ApplyToEntry = async (event, facts) => {
      const { record } = applyEvent(current.record, event, readMoment(deps, current.record));
      const mergedFacts = facts && current.facts ? { ...current.facts, ...facts } : undefined;
      await save(mergedFacts ? { record, facts: mergedFacts } : { record });
      current = { ...current, record, facts: mergedFacts ?? current.facts };
    };
    const { signedRequest } = entry;
    const operation = operationOf(entry.record);
    if (!signedRequest || !entry.facts || !operation) {
      // Without the outbox key, nothing can be read until the next unlock. If this is a mismatch
      // whose bytes are damaged, it stays a mismatch.
      const areBytesGone = entry.facts && !signedRequest && entry.record.mismatched;
      await apply({ kind: areBytesGone ? 'mismatch' : 'blocked' });
      return undefined;
    }
    const markSending = async () => {
      await apply({ kind: 'sending' });
      return current.record.state === 'sending';
    };
    try {
      const result =
        action === 'send'
          ? await send(deps, entry.record, { ...operation, signedRequest }, markSending)
          : await lookUp(deps, finder, entry, { ...operation, signedRequest }, action);
      await applyResult(current, { ...operation, signedRequest }, result, apply);
    } catch (error) {
      await applyFailure(action, error, apply);
    }
    return current;
  };
}

/** Throws if the request or the reply got lost. A refusal counts as a reply. */
async function send(
  deps: ActionDeps,
  record: OutboxRecord,
  { version: { takesExpiring }, signedRequest: { path, body, stamp } }: SentRequest,
  markSending: () => Promise<boolean>,
): Promise<ActionResult> {
  const tooLate = new KeystampError('time_refused');
  const beforeSend = async () => {
    // It may have become too old while it waited for its turn, or because someone set the clock.
    if (!(await markSending())) throw tooLate;
  };
  const { origin, id: entryId } = record;
  const request = { path, body, stamp, takesExpiring };
  const outgoing = { priority: 'user', origin, entryId, ...request, beforeSend } as const;
  const result = await deps.exchange(record, outgoing).catch((error: unknown): ActionResult => {
    if (error === tooLate) return { outcome: { kind: 'unsent' } };
    throw error;
  });
  const { outcome } = result;
  if (outcome.kind !== 'refused' || outcome.error.code !== 'time_refused') return result;
  const skewMs = await relearnClock(deps, record);
  return { outcome: { kind: 'refused', error: withSkew(outcome.error, skewMs) } };
}

/**
 * Runs after the service refused a time: what we took for its clock is wrong or unknown. Asks the
 * service something else, twice, because one sample changes nothing. Returns the new difference.
 */
async function relearnClock({ clock, queries }: ActionDeps, record: OutboxRecord): Promise<number> {
  clock.forget(record);
  const askIdentity = () =>
    queries.ask(targetOfEntry(record), BUILT_IN_QUERIES.identity, {}, 'background');
  await askIdentity()
    .then(askIdentity)
    .catch(() => undefined);
  return clock.skew(record);
}

async function lookUp(
  deps: ActionDeps,
  finder: ActivityFinder,
  { record }: OutboxEntry,
  sent: SentRequest,
  action: 'poll' | 'find',
): Promise<ActionResult> {
  const { signedRequest } = sent;
  if (action === 'poll') {
    // Stamping each poll would prompt the user each time. The same bytes get the same activity.
    const resends = record.keyId === null && !record.mismatched;
    const canResend = resends && isWithinWindow(record, readMoment(deps, record));
    if (canResend) return resend(deps, record, signedRequest);
    return toAnswer(await finder.poll(record, record.activityId ?? ''));
  }
  const vote = stampedVoteOf(record, sent);
  const value = vote
    ? await finder.findTarget(record, vote.fingerprint)
    : await finder.findByFingerprint(record);
  const isFound = value && (!vote || hasVote(vote, value.activity));
  return isFound ? toAnswer(value) : { outcome: { kind: 'missing' } };
}

const toAnswer = (value: unknown): ActionResult => ({ outcome: { kind: 'answer', value } });

/**
 * Asks how an activity is doing by sending it once more (docs/protocol.md, Sending the same bytes
 * again). A refusal settles nothing.
 */
async function resend(
  { exchange }: ActionDeps,
  record: OutboxRecord,
  { path, body, stamp }: SignedRequest,
): Promise<ActionResult> {
  const result = await exchange(record, { priority: 'background', path, body, stamp });
  if (result.outcome.kind !== 'answer') throw result.outcome.error;
  return result;
}

async function applyResult(
  entry: OutboxEntry,
  sent: SentRequest,
  { outcome, markVerified }: ActionResult,
  apply: ApplyToEntry,
): Promise<void> {
  switch (outcome.kind) {
    case 'answer': {
      const vote = stampedVoteOf(entry.record, sent);
      if (vote) {
        const target = verifyVotedActivity(vote, outcome.value);
        markVerified?.();
        return applyVoteGiven(target, apply);
      }
      const activity = verifyAnswer(entry, sent, outcome.value);
      markVerified?.();
      return applyActivity(entry, sent.version, activity, apply);
    }
    // This puts nothing in doubt. The next plan starts from the entry as it is.
    case 'unsent':
      return;
    case 'missing':
      return apply({ kind: 'missing' }, { error: notListedError(entry) });
    case 'refused': {
      const error = toWire(outcome.error);
      return apply({ kind: 'refused' }, { error, refusal: error });
    }
    case 'deferred':
      return apply({ kind: 'deferred', waitMs: outcome.waitMs }, { error: toWire(outcome.error) });
    case 'unknown':
      return apply({ kind: 'no-outcome' }, { error: toWire(outcome.error) });
  }
}

/** Throws if the reply isn't about what was stamped. */
function verifyAnswer(
  { record }: OutboxEntry,
  { version, signedRequest }: SentRequest,
  answer: unknown,
): Activity {
  const { organizationId, fingerprint, activityId } = record;
  const parameters = readParameters(signedRequest.body);
  const stamped: StampedActivity = { version, organizationId, fingerprint, parameters, activityId };
  return verifyActivity(stamped, answer);
}

async function applyActivity(
  { record, facts }: OutboxEntry,
  version: Version,
  activity: Activity,
  apply: ApplyToEntry,
): Promise<void> {
  const { result, error } = readEnding(version, activity, record);
  await apply(
    { kind: 'reply', activityId: activity.id, end: readEnd(activity) },
    { activity: withoutVotes(activity), result: result ?? facts?.result ?? null, error },
  );
}

/**
 * The result, or why there is none. A result that can't be read proves nothing: the first few times
 * this throws, so that the service is asked again. After that it becomes the entry's error.
 */
function readEnding(version: Version, activity: Activity, record: OutboxRecord) {
  try {
    const result = readActivityResult(version, activity);
    const error = errorOfEnd(activity);
    return { result, error: error ? toWire(error) : null };
  } catch (error) {
    if (record.failures < MAX_UNREADABLE_REPLIES) throw error;
    return { result: null, error: toWire(error) };
  }
}

function withoutVotes({ votes: _votes, intent: _intent, ...rest }: Activity) {
  return rest;
}

function operationOf({
  operation,
  type,
}: OutboxRecord): Omit<SentRequest, 'signedRequest'> | undefined {
  const row = submitRowOf(operation);
  const version = row && versionOfType(row, type);
  return version && { row, version };
}

/** What a reply has to be about, if the request is a vote. */
function stampedVoteOf(
  { organizationId, activityId }: OutboxRecord,
  { row, signedRequest: { body } }: SentRequest,
): StampedVote | undefined {
  if (!row.vote) return undefined;
  const fingerprint = readTargetFingerprint(body);
  return { selection: row.vote, organizationId, body, fingerprint, activityId };
}

/**
 * A vote is done once it is given. How far its activity is stands beside it: whether others must vote
 * too, or how it ended.
 */
function applyVoteGiven(target: Activity, apply: ApplyToEntry): Promise<void> {
  const event = { kind: 'reply', activityId: target.id, end: 'completed' } as const;
  return apply(event, { activity: withoutVotes(target), result: null, error: null });
}

/** The error of an entry that a look-up didn't find: the earlier one, or that it's too late. */
function notListedError({ record, facts }: OutboxEntry): Facts['error'] {
  if (record.mismatched) return toWire(new KeystampError('activity_not_listed'));
  const earlierError = facts?.refusal ?? facts?.error;
  if (record.lookingUp && earlierError) return earlierError;
  if (wasNeverAccepted(record)) return toWire(new KeystampError('time_refused'));
  return toWire(new KeystampError('outcome_unknown'));
}

/** Records an action that threw. If the store is full or fails, it can't: rethrows. */
async function applyFailure(
  action: ActionKind,
  error: unknown,
  apply: ApplyToEntry,
): Promise<void> {
  const wire = toWire(error);
  switch (wire.code) {
    case 'storage_failed':
    case 'storage_full':
      throw error;
    case 'vault_locked':
    case 'key_unknown':
    case 'read_session_needed':
    case 'managed_profile':
    case 'host_permission_missing':
      return apply({ kind: 'blocked' }, { error: wire });
    case 'reply_mismatch':
      return apply({ kind: 'mismatch' }, { error: wire });
    default:
      if (action === 'send') return apply({ kind: 'no-outcome' }, { error: wire });
      return apply({ kind: 'no-answer', ...readWait(error) }, { error: wire });
  }
}

function readWait(error: unknown): { waitMs?: number } {
  const waitMs = error instanceof KeystampError ? error.detail?.waitMs : undefined;
  return waitMs === undefined ? {} : { waitMs };
}
