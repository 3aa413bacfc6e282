import { readRefusal, type ServiceRefusal } from '../protocol/envelope.ts';
import { KeystampError, type ErrorDetail } from '../protocol/errors.ts';
import { SKEW_WARNING_MS } from './clock.ts';
import type { Reply } from './transport.ts';

/**
 * What a reply means for its request:
 * - `answer`: the service did what was asked; `value` still has to be read
 * - `refused`: the service looked at the request and rejected it; the same bytes get the same
 *   refusal
 * - `deferred`: not now; nothing was carried out
 * - `unknown`: something failed on the way or in the service; the request may have been carried out
 */
export type ReplyOutcome =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'refused' | 'unknown'; readonly error: KeystampError }
  | { readonly kind: 'deferred'; readonly error: KeystampError };

/**
 * The only codes of a 429 where waiting a few seconds helps (docs/protocol.md, Refusals and their
 * words).
 */
const RATE_LIMIT_CODES = ['', 'RATE_LIMIT_EXCEEDED'];

/** gRPC's `DEADLINE_EXCEEDED`, which a gateway translates to 504. */
const DEADLINE_EXCEEDED = 4;
/** gRPC: the service has no such operation, and has done nothing. */
const UNIMPLEMENTED = 12;
/** What servers in Go say when they gave up waiting themselves: the request may be carried out. */
const OWN_TIMEOUT = /context deadline exceeded|^deadline exceeded\.?$/i;

/**
 * Whether it says that a code or token of the request has expired. Only the service's own words about
 * an operation that takes one do: any other 504 comes from something that gave up waiting.
 */
function isExpiry(
  status: number,
  refusal: ServiceRefusal | undefined,
  takesExpiring: boolean,
): boolean {
  if (!takesExpiring || status !== 504 || refusal?.grpc !== DEADLINE_EXCEEDED) return false;
  return !OWN_TIMEOUT.test(refusal.serviceMessage);
}

/**
 * Reads the status and the error body (docs/protocol.md, Error bodies). `skewMs` is the service's
 * clock minus ours; it is added if the refusal is about time. `takesExpiring` is the row's.
 */
export function classifyReply(
  { status, json }: Omit<Reply, 'clockSample'>,
  skewMs: number,
  takesExpiring = false,
): ReplyOutcome {
  if (status >= 200 && status < 300) return { kind: 'answer', value: json };
  const refusal = readRefusal(json);
  const detail: ErrorDetail = {
    status,
    ...(refusal?.serviceCode && { serviceCode: refusal.serviceCode }),
    ...(refusal?.serviceMessage && { serviceMessage: refusal.serviceMessage }),
    ...(refusal?.policyEvaluations && { policyEvaluations: refusal.policyEvaluations }),
    ...(refusal?.fieldViolations && { fieldViolations: refusal.fieldViolations }),
  };
  if (isExpiry(status, refusal, takesExpiring)) {
    return { kind: 'refused', error: new KeystampError('service_error', undefined, detail) };
  }
  if (status === 501 && refusal?.grpc === UNIMPLEMENTED) {
    return { kind: 'refused', error: new KeystampError('service_error', undefined, detail) };
  }
  if (status >= 500) {
    return { kind: 'unknown', error: new KeystampError('service_unavailable', undefined, detail) };
  }
  if (status === 429 && RATE_LIMIT_CODES.includes(refusal?.serviceCode ?? '')) {
    return { kind: 'deferred', error: new KeystampError('rate_limited', undefined, detail) };
  }
  if (!refusal || status < 400) {
    return { kind: 'unknown', error: new KeystampError('service_malformed', undefined, detail) };
  }
  return { kind: 'refused', error: createRefusal(detail, skewMs) };
}

/**
 * The words of both refusals of a `timestampMs`. Which code comes with them isn't public
 * (docs/protocol.md, Refusals and their words).
 */
const TIME_REFUSAL = /\bactivity timestamp is (?:not current|in the future)\b/i;

function createRefusal(detail: ErrorDetail, skewMs: number): KeystampError {
  const { status, serviceCode, serviceMessage = '' } = detail;
  const isAboutTime = serviceCode === 'INVALID_TIME' || TIME_REFUSAL.test(serviceMessage);
  const baseCode = isAboutTime ? 'time_refused' : 'service_error';
  const code = status === 401 ? 'unauthenticated' : baseCode;
  const error = new KeystampError(code, undefined, detail);
  return isAboutTime ? withSkew(error, skewMs) : error;
}

/** A refusal of a time, with the clock difference if it's large enough to mention. */
export function withSkew({ code, detail }: KeystampError, skewMs: number): KeystampError {
  const isNotable = Math.abs(skewMs) > SKEW_WARNING_MS;
  return new KeystampError(code, undefined, { ...detail, ...(isNotable && { skewMs }) });
}
