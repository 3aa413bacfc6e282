import type { PageError, PageErrorCode } from '../protocol/page-api.ts';

/** The codes of Keystamp, and `aborted`: the caller's own signal. */
export type KeystampErrorCode = PageErrorCode | 'aborted';

const ABORTED = 'The caller does not wait any more. The request stays with the user.';

/** What every promise of the SDK rejects with. */
export class KeystampError extends Error {
  readonly code: KeystampErrorCode;
  readonly detail: PageError['detail'];
  /** The request that it is about; `status` and `resume` take it. */
  readonly id: string | undefined;

  constructor(code: KeystampErrorCode, message: string, detail?: PageError['detail'], id?: string) {
    super(message);
    this.name = code === 'aborted' ? 'AbortError' : 'KeystampError';
    this.code = code;
    this.detail = detail;
    this.id = id;
  }
}

/** The error of an aborted wait. */
export function abortedError(id?: string): KeystampError {
  return new KeystampError('aborted', ABORTED, undefined, id);
}

/** An error of the provider, or of one of its events, as one of the SDK. */
export function toKeystampError(error: unknown, id?: string): KeystampError {
  if (error instanceof KeystampError) return error;
  const { code = 'unavailable', message = '', detail } = { ...pageErrorOf(error) };
  return new KeystampError(code, message, detail, id);
}

function pageErrorOf(error: unknown): Partial<PageError> {
  if (typeof error !== 'object' || error === null) return {};
  // An Error's message is not enumerable everywhere; the others are what Keystamp gave.
  const { code, message, detail } = error as Partial<PageError>;
  return { ...(code && { code }), ...(message && { message }), ...(detail && { detail }) };
}
