import type { WireError } from './errors.ts';
import type { StamperKind } from './passkey.ts';
import type { Activity } from './service-records.ts';

/*
 * One activity as Keystamp follows it: from the stamp to the end, exactly once.
 */

/** How the outbox names what the user asked for in Keystamp itself. */
export const OWN_ORIGIN = 'popup';

/**
 * - `stamped`: written to disk, not sent yet
 * - `sending`: on its way
 * - `waiting`: the outcome is unknown; the same bytes go out again at `nextAt`
 * - `pending`: the service has it and it isn't finished (including consensus and authenticators)
 * - `completed`, `failed`, `rejected`: the service's final result
 * - `refused`: the service refused the request; nothing was executed
 * - `mismatch`: the reply isn't about what was stamped
 * - `unknown`: past the time window, and the service couldn't be asked or doesn't list it
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

/** States that only the user can still change. */
export const SETTLED_STATES: readonly EntryState[] = [
  'completed',
  'failed',
  'rejected',
  'refused',
  'mismatch',
  'unknown',
];

/** By field, what its value took the place of, as it was shown before the stamp. */
export type ReplacedValues = Readonly<Record<string, string>>;

/** What pages may see of an entry. No stamp, no body, no secret parameters. */
export type EntryView = {
  /** A UUID made by the caller. Asking again with the same id never makes a second activity. */
  readonly id: string;
  /** {@link OWN_ORIGIN}, or the origin of the web page that asked. */
  readonly origin: string;
  readonly profileId: string;
  readonly operation: string;
  /** Activity type, such as `ACTIVITY_TYPE_UPDATE_WALLET`. */
  readonly type: string;
  /** What stamped it. */
  readonly method: StamperKind;
  /** `sha256:` and 64 hex digits, of the exact body. */
  readonly fingerprint: string;
  /** In the body that was stamped: of the service's clock, in milliseconds since the epoch. */
  readonly timestampMs: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly state: EntryState;
  /** True once a reply was about something else than what was stamped, whatever came later. */
  readonly mismatched: boolean;
  /** A page found the result to be false: the service isn't asked about it anymore. */
  readonly disproved: boolean;
  readonly attempts: number;
  /** When the same bytes go out, or the service is asked again. Null if nothing is planned. */
  readonly nextAt: number | null;
  /**
   * It waits for its turn: how many requests go first, and when it is sent if nobody else comes, in
   * milliseconds since the epoch. Left out if it doesn't.
   */
  readonly turn?: { readonly ahead: number; readonly at: number };
  /** The parameters as stamped, without the secret ones. Null while they can't be read. */
  readonly parameters: Readonly<Record<string, unknown>> | null;
  /** Left out if nothing was replaced, or nothing was known of it. */
  readonly replaced?: ReplacedValues;
  /** Without votes: they contain whole user records. */
  readonly activity: Omit<Activity, 'votes' | 'intent'> | null;
  /** The parsed result of a completed activity. Lists leave out the values of secret results. */
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: WireError | null;
  /** Grows with every change. */
  readonly revision: number;
};
