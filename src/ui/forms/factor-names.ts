import type { AuthenticationMethodRecord, UserRecord } from '../../protocol/service-records.ts';
import { isSameId } from '../records/pickable-records.ts';

/** The name of the credential that a method asks for; its id where the user has no such credential. */
export function nameOfMethod(
  { id }: AuthenticationMethodRecord,
  user: Pick<UserRecord, 'apiKeys' | 'authenticators'> | undefined,
): string | undefined {
  if (id === undefined) return undefined;
  const passkey = user?.authenticators.find((one) => isSameId(id, one.authenticatorId));
  const key = user?.apiKeys.find((one) => isSameId(id, one.apiKeyId));
  return passkey?.authenticatorName ?? key?.apiKeyName ?? id;
}
