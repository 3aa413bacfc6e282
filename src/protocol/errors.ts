import type { Rule } from './rules.ts';

type Facts = {
  /** One sentence for the user: what happened, what it means, what to do. */
  readonly sentence: string;
};

const facts = (sentence: string): Facts => ({ sentence });

/**
 * Every error Keystamp can show, by code. The codes are the stable surface: branch on them, not on
 * messages. A message may say more than the sentence here, never less.
 */
export const ERRORS = {
  internal: facts('Something went wrong inside Keystamp. Nothing was sent. Try again.'),
  invalid_input: facts('A value is not what this field takes.'),
  unknown_call: facts('This part of Keystamp is of another version. Reload the extension.'),
  forbidden_caller: facts('Only Keystamp’s own pages may do this.'),
  timeout: facts('Keystamp’s background did not answer in time. Try again.'),
  worker_unreachable: facts(
    'Keystamp’s background is not running. Reload the extension on the browser’s extensions page.',
  ),
  vault_missing: facts('No vault exists yet. Set a password in the options first.'),
  vault_exists: facts('A vault exists already. Unlock it, or wipe it first.'),
  vault_locked: facts('Keystamp is locked. Unlock it and try again.'),
  reauthentication_needed: facts(
    'This needs your password or passkey again. Nothing was changed. Confirm that it’s you, then try again.',
  ),
  vault_damaged: facts(
    'The vault on this computer is damaged and its second copy does not open it either. Nothing was changed. Restore a backup, or wipe and set up again.',
  ),
  vault_behind: facts(
    'This vault is older than the last one Keystamp saved. Decide first whether to keep it.',
  ),
  password_needed: facts(
    'This vault is from an earlier version of Keystamp. Unlock it with your password once.',
  ),
  wrong_password: facts('This password does not open the vault.'),
  backoff: facts('Too many wrong passwords. Wait before the next try.'),
  kdf_refused: facts(
    'The stored password parameters are outside what Keystamp accepts. Nothing was unlocked.',
  ),
  weak_password: facts('This password is too easy to guess. Make it longer.'),
  key_unknown: facts('This API key is not in the vault.'),
  key_in_use: facts('A profile still uses this API key. Choose another key there first.'),
  key_malformed: facts('This is not a private key that Keystamp can read.'),
  key_mismatch: facts('The private key does not belong to the given public key.'),
  profile_unknown: facts('This profile does not exist any more.'),
  profile_invalid: facts('This profile is not complete.'),
  host_permission_missing: facts(
    'The browser has not been allowed to reach this host. Save the profile again and allow it.',
  ),
  storage_failed: facts('The browser’s storage refused the write. Nothing was sent.'),
  storage_full: facts('The browser’s storage is full. Free some space and try again.'),
  malformed: facts('These bytes are not in the expected encoding.'),
  bundle_invalid: facts(
    'The service’s encryption bundle is not signed by the key this profile trusts. Nothing was encrypted.',
  ),
  bundle_foreign: facts(
    'The service’s encryption bundle is for another organization or user. Nothing was encrypted.',
  ),
  generation_mixed: facts(
    'This one-time code was started in another generation than this profile uses. Start a new code.',
  ),
  service_unreachable: facts(
    'The service could not be reached. The request is kept and the same bytes are sent again.',
  ),
  service_timeout: facts(
    'The service did not answer in time. The request is kept and the same bytes are sent again.',
  ),
  service_not_json: facts(
    'The answer was not JSON: something between you and the service replied. The request is kept.',
  ),
  service_too_large: facts('The answer was larger than Keystamp accepts (8 MB).'),
  service_malformed: facts(
    'The answer does not have the form of this operation. The request is kept.',
  ),
  service_error: facts('The service refused the request.'),
  service_unavailable: facts(
    'The service has a fault of its own just now. The request is kept and sent again.',
  ),
  time_refused: facts(
    'The time in this request is outside what the service accepts, so it wasn’t carried out. Check this computer’s clock, then start again.',
  ),
  clock_ahead: facts(
    'Nothing was sent. This computer’s clock was ahead earlier, and the service would refuse new requests until it catches up. Check the clock, then choose “Reset request time” in Keystamp’s popup and try again.',
  ),
  rate_limited: facts('The service asks for fewer requests. Keystamp waits and sends again.'),
  unauthenticated: facts('The service did not accept the stamp.'),
  reply_mismatch: facts(
    'The service answered something else than what you stamped. Do not trust this result.',
  ),
  activity_not_listed: facts(
    'The service answered about something else, and it doesn’t list your request. It was most likely not carried out. Check the result before you do it again.',
  ),
  activity_failed: facts('The service accepted the activity but could not carry it out.'),
  activity_rejected: facts('The activity was rejected by a vote or a policy.'),
  activity_unknown: facts('This activity is not known here.'),
  outcome_unknown: facts(
    'It is not known whether the service carried this out. Look at the result before you do it again.',
  ),
  approval_gone: facts('This request is not waiting any more. Its page may have been left.'),
  approval_changed: facts('This request has changed since it was shown. Read it again.'),
  approval_away: facts('The page that asked has been left. Wait whether it comes back.'),
  passkey_unsupported: facts(
    'This browser cannot use passkeys here. Use the API key or the password instead.',
  ),
  passkey_cancelled: facts(
    'The passkey prompt was closed, or no passkey fits. Nothing was stamped or sent. Try again.',
  ),
  passkey_timeout: facts(
    'The passkey prompt was not answered in five minutes. Nothing was stamped or sent. Try again.',
  ),
  passkey_domain_refused: facts(
    'The browser does not let Keystamp use passkeys of this domain. Allow the domain in the profile, with Chrome 122 or Firefox 150 or later.',
  ),
  passkey_exists: facts('This authenticator has a passkey for this profile already.'),
  passkey_failed: facts('The authenticator failed. Nothing was stamped or sent. Try again.'),
  passkey_unknown: facts(
    'This passkey is not one of this profile. Nothing was sent. Choose one that the profile lists.',
  ),
  passkey_invalid: facts(
    'The passkey signed something else than this request. Nothing was sent. Try again.',
  ),
  passkey_mismatch: facts(
    'This passkey does not open the vault: it is another one, or the vault was changed. Use the password.',
  ),
  passkey_removed: facts('Unlock by this passkey has been switched off. Use the password.'),
  passkey_no_prf: facts(
    'This authenticator has no PRF, so it cannot open a vault. Nothing was stored. Choose another one, or keep to the password.',
  ),
  passkey_required: facts(
    'This profile stamps this operation with a passkey only. Nothing was stamped.',
  ),
  passkey_missing: facts(
    'This profile has no passkey for this operation. Add one in the options, or change its rule.',
  ),
  key_missing: facts('This profile has no API key. Use its passkey.'),
  look_needed: facts(
    'This profile reads with your passkey only, and asks for it when you say so. Look again.',
  ),
  managed_profile: facts(
    'Your organization doesn’t allow this profile: it set another service, organization or import signer. Nothing was signed or sent. Use or add a profile with your organization’s settings.',
  ),
  managed_setting: facts('Your organization set this value. It can’t be changed here.'),
  managed_passkey: facts(
    'Your organization requires a passkey for this operation. Nothing was signed or sent.',
  ),
  link_refused: facts('This link is not one that Keystamp opens.'),
} as const satisfies Record<string, Facts>;

export type ErrorCode = keyof typeof ERRORS;

/** What an error may carry besides its text. Values are shapes and names, never contents. */
export type ErrorDetail = {
  /** Path of the field in question, such as `parameters.userEmail`. */
  readonly field?: string;
  /** Why the value of the field was refused. */
  readonly rule?: Rule;
  /** The service's own code (`turnkeyErrorCode`; docs/protocol.md, Error codes). */
  readonly serviceCode?: string;
  /** The service's own words, at most 500 characters. */
  readonly serviceMessage?: string;
  /** HTTP status of the service's answer. */
  readonly status?: number;
  /** Milliseconds to wait before another try. */
  readonly waitMs?: number;
  /** The service's clock minus this computer's in milliseconds, where a refusal is about time. */
  readonly skewMs?: number;
};

/**
 * An error as it crosses a border: no stack, no cause. An empty message stands for the catalogue's
 * sentence: the extension's worker holds none (scripts/strip-words.ts), its pages do.
 */
export type WireError = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly detail?: ErrorDetail;
};

/** The one error class. `cause` stays inside; only {@link toWire} leaves. */
export class KeystampError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail | undefined;

  constructor(code: ErrorCode, message?: string, detail?: ErrorDetail, cause?: unknown) {
    super(message || ERRORS[code].sentence, cause === undefined ? undefined : { cause });
    this.name = 'KeystampError';
    this.code = code;
    this.detail = detail;
  }
}

/** True for one of the codes of {@link ERRORS}; inherited names such as `constructor` are not. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}

/**
 * The error as it may leave: a {@link KeystampError} whole but for its stack and cause, anything
 * else as `internal` with the catalogue's sentence: raw texts leak (docs/threats.md, 30).
 */
export function toWire(error: unknown): WireError {
  if (!(error instanceof KeystampError))
    return { code: 'internal', message: ERRORS.internal.sentence };
  const { code, message, detail } = error;
  return detail ? { code, message, detail } : { code, message };
}

/** The opposite of {@link toWire}, for a value that came over a wire. */
export function fromWire(wire: WireError): KeystampError {
  return new KeystampError(wire.code, wire.message, wire.detail);
}
