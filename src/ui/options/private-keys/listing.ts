import type * as v from 'valibot';
import { QUERY_FOR } from '../../../protocol/operations.ts';
import { parseOrThrow } from '../../../protocol/parse.ts';
import type { Client } from '../../../messaging/client.ts';

export type PrivateKey = v.InferOutput<typeof QUERY_FOR.privateKeys.result>['privateKeys'][number];

/** The private keys of a profile's organization, as the service lists them. */
export async function listPrivateKeys(
  client: Client,
  profileId: string,
): Promise<readonly PrivateKey[]> {
  const { name: operation, result } = QUERY_FOR.privateKeys;
  const answer = await client.call('query', { profileId, operation, parameters: {} });
  return parseOrThrow(result, answer, '', 'service_malformed').privateKeys;
}

/** Keys whose name, id, curve, public key or one of whose addresses holds the text. */
export function matchingKeys(keys: readonly PrivateKey[], text: string): readonly PrivateKey[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return keys;
  return keys.filter(({ privateKeyName, privateKeyId, curve, publicKey, addresses }) =>
    [
      privateKeyName,
      privateKeyId,
      curve,
      publicKey,
      ...addresses.flatMap(({ format, address }) => [format, address]),
    ].some((one) => one.toLowerCase().includes(wanted)),
  );
}
