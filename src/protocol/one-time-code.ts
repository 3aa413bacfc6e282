import type { WireError } from './errors.ts';
import type { ServiceErrorCode } from './service-errors.ts';

/*
 * What the service says about one-time codes and the tokens that they give (docs/protocol.md, One-time
 * codes).
 */

/** Wrong tries after which a code stops working. No refusal says how many are left. */
export const MAX_CODE_TRIES = 3;
/** How long a code works unless another time was asked for. */
export const CODE_SECONDS = 300;

/** Why a code was refused. After `wrong` it still works, unless that was the last try. */
export type CodeRefusal = 'wrong' | 'expired' | 'locked' | 'used';

/** The words of refusals that are about a code, from the most telling on. */
const WORDS: readonly (readonly [RegExp, CodeRefusal])[] = [
  [/\botp\b.*\bexpired\b/i, 'expired'],
  [/\botp\b.*\blocked\b/i, 'locked'],
  [/\botp\b.*\balready\b/i, 'used'],
  [/\binvalid otp\b/i, 'wrong'],
];

/** A 401 with another code than these is about the stamp. */
const CODES_OF_401: readonly (ServiceErrorCode | undefined)[] = [
  undefined,
  'UNAUTHENTICATED',
  'REQUEST_INVALID',
];

/**
 * Why a code was refused, by the end of the activity that checked it; undefined if the end is about
 * something else. The second generation says 401 both for a wrong code and for tries used up.
 */
export function readCodeRefusal({ detail = {} }: WireError): CodeRefusal | undefined {
  const { serviceMessage = '', status, serviceCode } = detail;
  const [, found] = WORDS.find(([words]) => words.test(serviceMessage)) ?? [];
  if (found) return found;
  if (status === 409) return 'used';
  return status === 401 && CODES_OF_401.some((code) => code === serviceCode) ? 'wrong' : undefined;
}

/**
 * Whether a refusal is about the verification token: used before, expired, or given for another
 * contact. Then only a new code helps.
 */
export function isTokenRefusal({ detail }: WireError): boolean {
  return detail?.status === 409 || /\bverification token\b/i.test(detail?.serviceMessage ?? '');
}
