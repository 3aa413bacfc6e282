import { KeystampError, type ErrorCode, type ErrorDetail } from '../protocol/errors.ts';
import { PAGE_SENTENCES } from '../protocol/page-errors.ts';
import type { PageError, PageErrorCode } from '../protocol/page-api.ts';

/** An error for a page: the code, its fixed sentence and names, never any internal text. */
export function pageError(code: PageErrorCode, detail?: PageError['detail']): PageError {
  const message = PAGE_SENTENCES[code];
  return detail ? { code, message, detail } : { code, message };
}

/** Thrown by a step to end a page's request. */
export class PageRefusal extends Error {
  readonly error: PageError;

  constructor(code: PageErrorCode, detail?: PageError['detail']) {
    super(code);
    this.error = pageError(code, detail);
  }
}

/** Our codes as pages may see them; any other becomes `unavailable`. */
const PAGE_CODES: Readonly<Partial<Record<ErrorCode, PageErrorCode>>> = {
  invalid_input: 'invalid_parameters',
  generation_mixed: 'invalid_parameters',
  vault_locked: 'locked',
  managed_profile: 'refused',
  managed_passkey: 'refused',
  service_error: 'service_error',
  unauthenticated: 'service_error',
  rate_limited: 'rate_limited',
  activity_failed: 'activity_failed',
  activity_rejected: 'activity_rejected',
  reply_mismatch: 'outcome_unknown',
  outcome_unknown: 'outcome_unknown',
  service_malformed: 'outcome_unknown',
};

/**
 * Any failure as a page may see it. The service's own words stay here: they may name other users.
 */
export function toPageError(error: unknown): PageError {
  if (error instanceof PageRefusal) return error.error;
  if (error instanceof KeystampError) return toPageErrorByCode(error);
  return pageError('unavailable');
}

/** Matches only a code: text from the service stays here. */
const SERVICE_CODE = /^[A-Z][A-Z0-9_]{0,63}$/;

type CodedError = { readonly code: ErrorCode; readonly detail?: ErrorDetail | undefined };

/** A stored error as a page may see it. */
export function toPageErrorByCode({ code, detail }: CodedError): PageError {
  const { field, rule, serviceCode, waitMs } = detail ?? {};
  const knownDetail = {
    ...(field !== undefined && { field }),
    ...(rule !== undefined && { rule }),
    ...(serviceCode !== undefined && SERVICE_CODE.test(serviceCode) && { serviceCode }),
    ...(waitMs !== undefined && { waitMs }),
  };
  const pageCode = PAGE_CODES[code] ?? 'unavailable';
  return pageError(pageCode, Object.keys(knownDetail).length > 0 ? knownDetail : undefined);
}
