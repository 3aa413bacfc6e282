import { proveAnswer, proveListed } from '../../../client/import/address-proof.ts';
import type { KeyCandidate, SealableKey } from '../../../client/import/sealable-key.ts';
import type { Client } from '../../../client/client.ts';
import type { AddressFormat } from '../../../protocol/enums.ts';
import { BUILT_IN_QUERIES, KEY_IMPORT } from '../../../protocol/operations.ts';
import { parseOrThrow } from '../../../protocol/parse.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { resultOf, type ExistingRecord, type ImportSubject } from './run-import.ts';

/** A private key to import, as reviewed. */
export type KeyToImport = {
  readonly name: string;
  readonly formats: readonly AddressFormat[];
  readonly reading: KeyCandidate;
  readonly heldKey: SealableKey;
};

/** The service's message for a known key (docs/protocol.md, Importing the same key again). */
const ALREADY_IMPORTED = /private key with ID ([0-9a-f-]{36}) has already been imported/i;

/** The import of a private key. */
export function keySubject(client: Client, profile: Profile, key: KeyToImport): ImportSubject {
  const { name: privateKeyName, formats, reading, heldKey } = key;
  const { curve, publicKey } = reading;
  return {
    ...KEY_IMPORT,
    purposes: {
      begin: t('import.run.whyBegin'),
      finish: t('import.run.whySend', { name: privateKeyName }),
    },
    seal: heldKey.seal,
    parameters: (userId, encryptedBundle) => {
      const addressFormats = [...formats];
      return { userId, privateKeyName, encryptedBundle, curve, addressFormats };
    },
    prove: (entry) => {
      const { privateKeyId: id, addresses } = resultOf(KEY_IMPORT.finish, entry);
      return { id, ...proveAnswer(publicKey, formats, addresses) };
    },
    findExisting: (message) => findExistingKey(client, profile, reading, message),
  };
}

async function findExistingKey(
  client: Client,
  profile: Profile,
  reading: KeyCandidate,
  serviceMessage: string,
): Promise<ExistingRecord | null> {
  const id = ALREADY_IMPORTED.exec(serviceMessage)?.[1]?.toLowerCase();
  if (id === undefined) return null;
  try {
    const { name: operation, result } = BUILT_IN_QUERIES.privateKeys;
    const input = { profileId: profile.id, operation, parameters: {} };
    const answer = await client.call('query', input);
    const { privateKeys } = parseOrThrow(result, answer, '', 'service_malformed');
    const key = privateKeys.find((candidate) => candidate.privateKeyId === id);
    const proof = key && proveListed(reading.publicKey, key.addresses);
    return { id, listed: key && proof ? { name: key.privateKeyName, ...proof } : null };
  } catch {
    return { id, listed: null };
  }
}
