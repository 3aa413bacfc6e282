import { KeystampError } from '../protocol/errors.ts';
import type { Method } from '../protocol/passkey.ts';
import { choiceOf, type Profile } from '../protocol/profile.ts';

/**
 * Demands that a profile lets a method stamp an operation. The pages offer nothing else; this holds
 * whatever they say.
 * @throws `passkey_required`, `passkey_missing`, `key_missing`
 */
export function demandMethod(profile: Profile, operation: string, method: Method): void {
  const { methods, ruled } = choiceOf(profile, operation);
  if (methods.includes(method)) return;
  if (method === 'passkey' || methods.length === 0) throw new KeystampError('passkey_missing');
  throw new KeystampError(ruled ? 'passkey_required' : 'key_missing');
}
