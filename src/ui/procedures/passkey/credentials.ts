import type { Client } from '../../../client/client.ts';
import { PASSKEYS } from '../../../protocol/operations.ts';
import { parseOrThrow } from '../../../protocol/parse.ts';
import { TRANSPORTS, type ProfilePasskeys, type Transport } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import type { AuthenticatorRecord } from '../../../protocol/service-records.ts';

/*
 * The passkeys a profile uses, and those the service has registered for its user.
 */

/** A passkey a profile uses. */
export type Credential = ProfilePasskeys['credentials'][number];

/** The profile with one more passkey. A passkey it already uses gets its new name. */
export function withCredential(profile: Profile, added: Credential): Profile {
  const { rpId = null, credentials = [] } = profile.passkeys ?? {};
  const others = credentials.filter(({ id }) => id !== added.id);
  return { ...profile, passkeys: { rpId, credentials: [...others, added] } };
}

/**
 * The profile without one passkey. After its last one it uses no passkeys at all, unless it has no
 * API key: then it accepts any passkey the authenticator offers, so that it can still stamp.
 */
export function withoutCredential(profile: Profile, credentialId: string): Profile {
  if (!profile.passkeys) return profile;
  const credentials = profile.passkeys.credentials.filter(({ id }) => id !== credentialId);
  const usesNone = credentials.length === 0 && profile.keyId !== null;
  return { ...profile, passkeys: usesNone ? null : { ...profile.passkeys, credentials } };
}

/** The profile with passkeys of another domain. It drops those of the old domain. */
export function withDomain(profile: Profile, rpId: string | null): Profile {
  if (profile.passkeys?.rpId === rpId) return profile;
  return { ...profile, passkeys: { rpId, credentials: [] } };
}

/** The profile without passkeys. */
export function withoutPasskeys(profile: Profile): Profile {
  return { ...profile, passkeys: null };
}

/** Whether a passkey is the last thing a profile has to stamp with. */
export function isLastStampMethod({ keyId, passkeys }: Profile, credentialId: string): boolean {
  const others = passkeys?.credentials.filter(({ id }) => id !== credentialId) ?? [];
  return keyId === null && others.length === 0;
}

/** The service's record in the form a profile stores. */
export function credentialOf(record: AuthenticatorRecord): Credential {
  const { credentialId: id, authenticatorName, transports } = record;
  // The service's limits on names differ from ours.
  return {
    id,
    name: authenticatorName.slice(0, 100) || id.slice(0, 8),
    transports: knownTransports(transports),
  };
}

function knownTransports(transports: readonly string[]): Transport[] {
  const names = transports.map((transport) =>
    transport.replace('AUTHENTICATOR_TRANSPORT_', '').toLowerCase(),
  );
  return TRANSPORTS.filter((transport) => names.includes(transport));
}

/** The passkeys the service has registered for a user. Throws the errors of a query. */
export async function listRegistered(
  client: Client,
  profileId: string,
  userId: string,
): Promise<readonly AuthenticatorRecord[]> {
  const { name: operation, result } = PASSKEYS.list;
  const answer = await client.call('query', { profileId, operation, parameters: { userId } });
  return parseOrThrow(result, answer, '', 'service_malformed').authenticators;
}
