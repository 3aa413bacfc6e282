import type { WireError } from './errors.ts';
import type { StamperKind } from './passkey.ts';
import type { Activity } from './service-records.ts';

/*
 * One activity as Keystamp follows it: from the stamp to the end, exactly once.
 */

/**
 * - `stamped`: written to disk, not sent yet
 * - `sending`: on its way
 * - `waiting`: the outcome is unknown; the same bytes go out again at `nextAt`
 * - `pending`: the service has it and it is not finished (consensus and authenticators included)
 * - `completed`, `failed`, `rejected`: the service's final word
 * - `refused`: the service refused the request; nothing was executed
 * - `mismatch`: the answer is not about what was stamped
 * - `unknown`: past the liveness window, and the service could not be asked or does not list it
 */
export const ENTRY_STATES = [
  'stamped',
  'sending',
  'waiting',
  'pending',
  'completed',
  'failed',
  'rejected',
  'refused',
  'mismatch',
  'unknown',
] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** States that nothing but the user changes any more. */
export const SETTLED_STATES: readonly EntryState[] = [
  'completed',
  'failed',
  'rejected',
  'refused',
  'mismatch',
  'unknown',
];

/** What pages may see of an entry. No stamp, no body, no secret parameter. */
export type EntryView = {
  /** UUID made by whoever asked; asking again with the same id never makes a second activity. */
  readonly id: string;
  /** `popup`, or the origin of the web page that asked. */
  readonly origin: string;
  readonly profileId: string;
  readonly operation: string;
  /** Activity type, such as `ACTIVITY_TYPE_UPDATE_WALLET`. */
  readonly type: string;
  /** What stamped it. */
  readonly method: StamperKind;
  /** `sha256:` and 64 hex digits, of the exact body. */
  readonly fingerprint: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly state: EntryState;
  /** An answer was about something else than what was stamped, whatever was found out since. */
  readonly mismatched: boolean;
  /** A page found the result false: the service is not asked about it any more. */
  readonly disproved: boolean;
  readonly attempts: number;
  /** When the same bytes go out or the service is asked again; null when nothing is planned. */
  readonly nextAt: number | null;
  /** The parameters as stamped, secret ones left out; null while they cannot be read. */
  readonly parameters: Readonly<Record<string, unknown>> | null;
  /** Votes left out: they carry whole user records. */
  readonly activity: Omit<Activity, 'votes' | 'intent'> | null;
  /** The parsed result of a completed activity. Values of secret results are left out of lists. */
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: WireError | null;
  /** Grows with every change. */
  readonly revision: number;
};
