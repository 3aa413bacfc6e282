import type { PageError, PageErrorCode } from '../protocol/page-api.ts';

/** The error codes of Keystamp, and `aborted` when the caller's own signal ended the wait. */
export type KeystampErrorCode = PageErrorCode | 'aborted';

const ABORTED = 'The caller does not wait any more. The request stays with the user.';

/** The error that every promise of the SDK rejects with. */
export class KeystampError extends Error {
  readonly code: KeystampErrorCode;
  readonly detail: PageError['detail'];
  /** The id of the request that failed, for `status` and `resume`. */
  readonly id: string | undefined;

  constructor(code: KeystampErrorCode, message: string, detail?: PageError['detail'], id?: string) {
    super(message);
    this.name = code === 'aborted' ? 'AbortError' : 'KeystampError';
    this.code = code;
    this.detail = detail;
    this.id = id;
  }
}

/** The error for an aborted wait. */
export function abortedError(id?: string): KeystampError {
  return new KeystampError('aborted', ABORTED, undefined, id);
}

/** Turns an error from the provider, or from one of its events, into an SDK error. */
export function toKeystampError(error: unknown, id?: string): KeystampError {
  if (error instanceof KeystampError) return error;
  const { code = 'unavailable', message = '', detail } = { ...pageErrorOf(error) };
  return new KeystampError(code, message, detail, id);
}

function pageErrorOf(error: unknown): Partial<PageError> {
  if (typeof error !== 'object' || error === null) return {};
  // An Error's message isn't enumerable everywhere; the other members are what Keystamp sent.
  const { code, message, detail } = error as Partial<PageError>;
  return { ...(code && { code }), ...(message && { message }), ...(detail && { detail }) };
}
