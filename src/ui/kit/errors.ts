import { ERRORS, KeystampError } from '../../protocol/errors.ts';
import { said } from '../i18n.ts';

/** Every rejection of the client is a KeystampError; anything else is a fault of ours. */
export function asKeystampError(error: unknown): KeystampError {
  return error instanceof KeystampError
    ? error
    : new KeystampError('internal', undefined, undefined, error);
}

/**
 * An error of a question that changes nothing. The catalogue's sentences for lost requests promise
 * that the same bytes are sent again, which is true of activities only.
 */
export function asReadError(error: unknown): KeystampError {
  const known = asKeystampError(error);
  const { code, message, detail } = known;
  if (message !== ERRORS[code].sentence) return known;
  const words = said(`popup.read.${code}`);
  return words === undefined ? known : new KeystampError(code, words, detail, error);
}
