import { ERRORS, KeystampError } from '../../protocol/errors.ts';
import { findText } from '../i18n.ts';

/** Every rejection of the client is a KeystampError; anything else is a fault of ours. */
export function toKeystampError(error: unknown): KeystampError {
  return error instanceof KeystampError
    ? error
    : new KeystampError('internal', undefined, undefined, error);
}

/**
 * An error of a question that changes nothing. The catalogue's sentences for lost requests promise
 * that the same bytes are sent again, which is true of activities only.
 */
export function toReadError(error: unknown): KeystampError {
  const keystampError = toKeystampError(error);
  const { code, message, detail } = keystampError;
  if (message !== ERRORS[code].sentence) return keystampError;
  const words = findText(`popup.read.${code}`);
  return words === undefined ? keystampError : new KeystampError(code, words, detail, error);
}
