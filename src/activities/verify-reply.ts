import { isIntentEcho, parseActivity, parseResult } from '../protocol/envelope.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Version } from '../protocol/operation-row.ts';
import type { Activity } from '../protocol/service-records.ts';
import * as v from 'valibot';

/** What was stamped, as far as a reply can be checked against it. */
export type StampedActivity = {
  readonly version: Version;
  readonly organizationId: string;
  readonly fingerprint: string;
  readonly parameters: unknown;
  /** From an earlier reply. Null before the first one. */
  readonly activityId: string | null;
};

/**
 * The activity in a reply, proved to be about what was stamped: organization, type, fingerprint,
 * echoed intent, and the same activity as before.
 * @throws `service_malformed`, or `reply_mismatch` naming the member that differs
 */
export function verifyActivity(stamped: StampedActivity, answer: unknown): Activity {
  const activity = parseActivity(answer);
  const difference = findDifference(stamped, activity);
  if (difference === undefined) return activity;
  const detail = { field: difference, reason: REASONS[difference] };
  throw new KeystampError('reply_mismatch', undefined, detail);
}

const REASONS = {
  organizationId: 'other_organization',
  type: 'other_type',
  fingerprint: 'other_request',
  id: 'other_activity',
  intent: 'other_intent',
} as const;

function findDifference(
  stamped: StampedActivity,
  activity: Activity,
): keyof typeof REASONS | undefined {
  if (activity.organizationId !== stamped.organizationId) return 'organizationId';
  if (activity.type !== stamped.version.type) return 'type';
  if (activity.fingerprint !== stamped.fingerprint) return 'fingerprint';
  if (stamped.activityId !== null && activity.id !== stamped.activityId) return 'id';
  return isIntentEcho(stamped.version, activity, stamped.parameters) ? undefined : 'intent';
}

const stampedBody = v.object({ parameters: v.record(v.string(), v.unknown()) });

/** The parameters of a body that was stamped here. */
export function readParameters(text: string): unknown {
  return v.parse(stampedBody, JSON.parse(text)).parameters;
}

/**
 * The result of a completed activity as a record. Null if it hasn't completed.
 * @throws `service_malformed`
 */
export function readActivityResult(
  version: Version,
  activity: Activity,
): Record<string, unknown> | null {
  if (activity.status !== 'ACTIVITY_STATUS_COMPLETED') return null;
  const result = parseResult(version, activity);
  return typeof result === 'object' && result !== null ? { ...result } : {};
}

/** How an activity ended. Null if it hasn't; an unknown status is no end. */
export function readEnd(activity: Activity): 'completed' | 'failed' | 'rejected' | null {
  return Object.hasOwn(ENDS, activity.status) ? (ENDS[activity.status] ?? null) : null;
}

const ENDS: Readonly<Record<string, 'completed' | 'failed' | 'rejected'>> = {
  ACTIVITY_STATUS_COMPLETED: 'completed',
  ACTIVITY_STATUS_FAILED: 'failed',
  ACTIVITY_STATUS_REJECTED: 'rejected',
};

/** Why an ended activity didn't complete: `activity_failed` or `activity_rejected`. Else null. */
export function errorOfEnd(activity: Activity): KeystampError | null {
  const end = readEnd(activity);
  if (end !== 'failed' && end !== 'rejected') return null;
  const serviceMessage = activity.failure?.message?.slice(0, 500);
  const code = end === 'failed' ? 'activity_failed' : 'activity_rejected';
  return new KeystampError(code, undefined, serviceMessage ? { serviceMessage } : undefined);
}
