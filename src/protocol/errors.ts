import type { Rule } from './rules.ts';
import type { Forgery, Uncheckable } from './vote-verdict.ts';

/**
 * Every error of Keystamp, by code. The codes are the stable surface: branch on them, not on messages.
 * `src/ui/words` has what a person reads.
 */
export const ERROR_CODES = [
  'internal',
  'invalid_input',
  'unknown_call',
  'forbidden_caller',
  'timeout',
  'worker_unreachable',
  'vault_missing',
  'vault_exists',
  'vault_locked',
  'reauthentication_needed',
  'vault_damaged',
  'vault_unreleased',
  'vault_behind',
  'wrong_password',
  'backoff',
  'kdf_refused',
  'weak_password',
  'key_unknown',
  'key_in_use',
  'rotation_unknown',
  'rotation_stale',
  'key_malformed',
  'key_mismatch',
  'profile_unknown',
  'profile_invalid',
  'host_permission_missing',
  'storage_failed',
  'storage_full',
  'storage_private',
  'part_missing',
  'malformed',
  'bundle_invalid',
  'bundle_foreign',
  'generation_mixed',
  'service_unreachable',
  'service_timeout',
  'service_not_json',
  'service_too_large',
  'service_malformed',
  'service_error',
  'service_unavailable',
  'time_refused',
  'clock_ahead',
  'rate_limited',
  'unauthenticated',
  'reply_mismatch',
  'activity_not_listed',
  'activity_failed',
  'activity_rejected',
  'activity_unknown',
  'not_approvable',
  'outcome_unknown',
  'approval_gone',
  'approval_changed',
  'approval_away',
  'passkey_unsupported',
  'passkey_cancelled',
  'passkey_timeout',
  'passkey_domain_refused',
  'passkey_exists',
  'passkey_failed',
  'passkey_unknown',
  'passkey_invalid',
  'passkey_mismatch',
  'passkey_removed',
  'passkey_no_prf',
  'passkey_required',
  'passkey_missing',
  'key_missing',
  'read_session_needed',
  'managed_profile',
  'managed_setting',
  'managed_passkey',
  'link_refused',
  'backup_foreign',
  'backup_incomplete',
  'backup_damaged',
  'backup_newer',
  'backup_unreleased',
  'backup_too_large',
  'backup_kdf_weak',
  'backup_kdf_heavy',
  'backup_password',
  'backup_tampered',
  'backup_invalid',
  'backup_changed',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** What happened, where a code has several cases that a person has to tell apart. */
export const ERROR_REASONS = [
  'background_stopped',
  'storage_unread',
  'id_used',
  'still_running',
  'other_organization',
  'other_type',
  'other_request',
  'other_activity',
  'other_intent',
  'other_vote',
  'vote_missing',
  'not_waiting',
  'site_disconnected',
  'local_only',
  'other_service',
  'no_service',
  'other_local_service',
  'service_redirects',
  'offline',
  'profile_name_taken',
  'too_many_profiles',
  'no_stamp_method',
  'host_declined',
  'key_exists',
  'key_name_taken',
  'key_used_by',
  'key_in_rotation',
  'key_has_unsent',
  'key_still_registered',
  'registration_open',
  'key_of_another_user',
  'too_many_keys',
  'too_many_passkeys',
  'backup_duplicate',
  'backup_unknown_member',
  'backup_key_mismatch',
  'backup_history_broken',
  'too_many_sites',
] as const;

export type ErrorReason = (typeof ERROR_REASONS)[number];

/** True for one of {@link ERROR_REASONS}. */
export function isErrorReason(value: unknown): value is ErrorReason {
  return ERROR_REASONS.some((reason) => reason === value);
}

/** One policy's part in a refusal. The service's own name of the outcome; newer ones may come. */
export type PolicyEvaluation = { readonly policyId: string; readonly outcome: string };

/** What a service says is wrong with a field of the request, in its own words. */
export type FieldViolation = { readonly field: string; readonly description: string };

/** What an error may carry besides its text. Values are shapes and names, never contents. */
export type ErrorDetail = {
  /** Path of the field in question, such as `parameters.userEmail`. */
  readonly field?: string;
  /** Why the value of the field was refused. */
  readonly rule?: Rule;
  readonly reason?: ErrorReason;
  /** Why an activity can't be approved. */
  readonly fault?: Forgery | Uncheckable;
  /** Of the records that the reason is about, as the user named them. */
  readonly names?: readonly string[];
  /** How many there may be, where there are too many. */
  readonly limit?: number;
  /** It was a question: nothing is kept or sent again. */
  readonly onlyReads?: true;
  /** The service's own code (`turnkeyErrorCode`; docs/protocol.md, Error codes). */
  readonly serviceCode?: string;
  /** The service's own words, at most 500 characters. */
  readonly serviceMessage?: string;
  /**
   * What each policy said of a request that they refuse (docs/policies.md, Outcomes). Empty: none was
   * asked. Missing: the refusal doesn't say.
   */
  readonly policyEvaluations?: readonly PolicyEvaluation[];
  readonly fieldViolations?: readonly FieldViolation[];
  /** HTTP status of the service's answer. */
  readonly status?: number;
  /** Milliseconds to wait before another try. */
  readonly waitMs?: number;
  /** The service's clock minus this computer's in milliseconds, where a refusal is about time. */
  readonly skewMs?: number;
};

/**
 * An error as it crosses a border: no stack, no cause. Pages show the words of the code and the detail;
 * the message is the code, or a technical sentence for a report.
 */
export type WireError = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly detail?: ErrorDetail;
};

/**
 * The one error class. `cause` stays inside; only {@link toWire} leaves. `message` is the code unless a
 * technical sentence says more: shapes and lengths, never contents.
 */
export class KeystampError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail | undefined;

  constructor(code: ErrorCode, message?: string, detail?: ErrorDetail, cause?: unknown) {
    super(message || code, cause === undefined ? undefined : { cause });
    this.name = 'KeystampError';
    this.code = code;
    this.detail = detail;
  }
}

/** True for one of {@link ERROR_CODES}. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return ERROR_CODES.some((code) => code === value);
}

/**
 * The error as it may leave: a {@link KeystampError} whole but for its stack and cause, anything
 * else as `internal`: raw texts leak (docs/threats.md, 30).
 */
export function toWire(error: unknown): WireError {
  if (!(error instanceof KeystampError)) return { code: 'internal', message: 'internal' };
  const { code, message, detail } = error;
  return detail ? { code, message, detail } : { code, message };
}

/** The opposite of {@link toWire}, for a value that came over a wire. */
export function fromWire(wire: WireError): KeystampError {
  return new KeystampError(wire.code, wire.message, wire.detail);
}
