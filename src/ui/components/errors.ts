import { KeystampError } from '../../protocol/errors.ts';
import { findText } from '../i18n.ts';

/** The client rejects only with a KeystampError; anything else is a bug. */
export function toKeystampError(error: unknown): KeystampError {
  return error instanceof KeystampError
    ? error
    : new KeystampError('internal', undefined, undefined, error);
}

/**
 * An error of a question that changes nothing. The words for lost requests promise that the same bytes
 * are sent again, which is true of activities only.
 */
export function toReadError(error: unknown): KeystampError {
  const keystampError = toKeystampError(error);
  const { code, message, detail } = keystampError;
  if (findText(`popup.read.${code}`) === undefined) return keystampError;
  return new KeystampError(code, message, { ...detail, onlyReads: true }, error);
}
