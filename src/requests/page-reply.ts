import type { OutboxEntry } from '../activities/outbox/record.ts';
import type { EntryState } from '../protocol/outbox-entry.ts';
import { isErrorCode } from '../protocol/errors.ts';
import type { PageActivity, PageErrorCode, PageReply } from '../protocol/page-api.ts';
import { pageError, toPageErrorByCode } from './page-refusal.ts';

const FAILURES: Readonly<Partial<Record<EntryState, PageErrorCode>>> = {
  failed: 'activity_failed',
  rejected: 'activity_rejected',
  mismatch: 'outcome_unknown',
  unknown: 'outcome_unknown',
};

/** The state of a page's activity in the page API's terms: `completed`, `pending`, or an error. */
export function pageReplyOf(name: string, entry: OutboxEntry): PageReply {
  const { record, facts } = entry;
  const failure = FAILURES[record.state];
  if (failure) return { id: name, ok: false, error: pageError(failure) };
  if (record.state === 'refused') return { id: name, ok: false, error: serviceErrorOf(entry) };
  const activity = toPageActivity(entry);
  if (record.state !== 'completed') {
    return { id: name, ok: true, answer: { kind: 'pending', id: name, activity } };
  }
  // The result stays sealed until the vault is unlocked.
  if (!facts) return { id: name, ok: false, error: pageError('locked') };
  const { result } = facts;
  return { id: name, ok: true, answer: { kind: 'completed', id: name, activity, result } };
}

function serviceErrorOf({ facts }: OutboxEntry) {
  const stored = facts?.error;
  if (!stored || !isErrorCode(stored.code)) return pageError('service_error');
  const { error } = { error: toPageErrorByCode({ ...stored, code: stored.code }) };
  return error.code === 'unavailable' ? pageError('service_error', error.detail) : error;
}

function toPageActivity({ record, facts }: OutboxEntry): PageActivity | null {
  const activity = facts?.activity;
  if (!activity) return null;
  const { id, type, status } = activity;
  return { id, type, status, fingerprint: record.fingerprint };
}
