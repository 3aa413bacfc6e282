import type * as v from 'valibot';
import { BUILT_IN_QUERIES } from '../../../protocol/operations.ts';
import { parseOrThrow } from '../../../protocol/parse.ts';
import type { Client } from '../../../client/client.ts';
import { filterTyped, foldTexts } from '../../components/typed-text.ts';

export type PrivateKey = v.InferOutput<
  typeof BUILT_IN_QUERIES.privateKeys.result
>['privateKeys'][number];

/** The private keys of a profile's organization, as the service lists them. */
export async function listPrivateKeys(
  client: Client,
  profileId: string,
): Promise<readonly PrivateKey[]> {
  const { name: operation, result } = BUILT_IN_QUERIES.privateKeys;
  const answer = await client.call('query', { profileId, operation, parameters: {} });
  return parseOrThrow(result, answer, '', 'service_malformed').privateKeys;
}

/** Keys whose name, ID, curve, public key and addresses have every word that was typed. */
export const filterKeys = (keys: readonly PrivateKey[], typed: string): readonly PrivateKey[] =>
  filterTyped(keys, typed, ({ privateKeyName, privateKeyId, curve, publicKey, addresses }) =>
    foldTexts([
      privateKeyName,
      privateKeyId,
      curve,
      publicKey,
      ...addresses.flatMap(({ format, address }) => [format, address]),
    ]),
  );
