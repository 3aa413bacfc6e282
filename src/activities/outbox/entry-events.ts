import { digestOfText } from '../../crypto/immediate-digest.ts';
import type { HistoryEvent, HistoryFact } from '../../protocol/history.ts';
import type { EntryState } from '../../protocol/outbox-entry.ts';
import type { Facts, OutboxRecord } from './record.ts';
import { isSettled } from './transitions.ts';

/*
 * What the history says of an entry: a fact for each step of its life that somebody may want to prove.
 * It is found by comparing the row before with the row after, in the transaction that writes it, so
 * that a repeated step makes no second record.
 */

const END_FACTS: Readonly<Partial<Record<EntryState, HistoryFact>>> = {
  completed: 'completed',
  failed: 'failed',
  rejected: 'rejected',
  refused: 'refused',
  mismatch: 'mismatch',
  unknown: 'unknown',
};

function factsBetween(before: OutboxRecord, after: OutboxRecord): readonly HistoryFact[] {
  const end = END_FACTS[after.state];
  const isEnded = end !== undefined && before.state !== after.state;
  const isAccepted = before.activityId === null && after.activityId !== null;
  const found: (HistoryFact | false)[] = [
    isSettled(before.state) && !isSettled(after.state) && 'reopened',
    before.attempts === 0 && after.attempts > 0 && 'sent',
    isAccepted && !isEnded && 'accepted',
    isEnded && end,
  ];
  return found.filter((fact) => fact !== false);
}

const FINGERPRINT = /^sha256:([0-9a-f]{64})$/;

function eventOf(fact: HistoryFact, record: OutboxRecord, at: number): HistoryEvent {
  const { id, operation, type, origin, profileId, organizationId, keyId, method } = record;
  const { activityId, fingerprint, attempts } = record;
  return {
    fact,
    at,
    id,
    operation,
    type,
    origin,
    profileId,
    organizationId,
    method,
    activityId,
    keyId: method === 'key' ? keyId : null,
    body: FINGERPRINT.exec(fingerprint)?.[1] ?? null,
    details: attempts > 0 ? { attempts } : {},
  };
}

/** An entry was stored, with its stamp. */
export const stampedEvent = (record: OutboxRecord): HistoryEvent =>
  eventOf('stamped', record, record.createdAt);

/** What happened to an entry between two of its rows. */
export function eventsBetween(
  before: OutboxRecord,
  after: OutboxRecord,
  facts: Pick<Facts, 'activity'> | undefined,
): readonly HistoryEvent[] {
  const activity = facts?.activity;
  return factsBetween(before, after).map((fact) => ({
    ...eventOf(fact, after, after.updatedAt),
    // Nothing was answered yet when it was sent.
    reply: activity && fact !== 'sent' ? digestOfText(JSON.stringify(activity)) : null,
  }));
}
