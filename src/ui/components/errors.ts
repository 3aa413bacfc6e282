import { ERRORS, KeystampError } from '../../protocol/errors.ts';
import { findText } from '../i18n.ts';

/** The client rejects only with a KeystampError; anything else is a bug. */
export function toKeystampError(error: unknown): KeystampError {
  return error instanceof KeystampError
    ? error
    : new KeystampError('internal', undefined, undefined, error);
}

/**
 * The error of a read. The catalog's sentences for lost requests promise that the same bytes are
 * sent again, which is only true for activities.
 */
export function toReadError(error: unknown): KeystampError {
  const keystampError = toKeystampError(error);
  const { code, message, detail } = keystampError;
  if (message !== ERRORS[code].sentence) return keystampError;
  const words = findText(`popup.read.${code}`);
  return words === undefined ? keystampError : new KeystampError(code, words, detail, error);
}
