import type * as v from 'valibot';
import { BUILT_IN_QUERIES } from '../../../protocol/operations.ts';
import { parseOrThrow } from '../../../protocol/parse.ts';
import type { Client } from '../../../client/client.ts';
import { foldCase } from '../../components/typed-text.ts';

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

/** Keys whose name, ID, curve, public key or one of their addresses contains the text. */
export function filterKeys(keys: readonly PrivateKey[], text: string): readonly PrivateKey[] {
  const needle = foldCase(text.trim());
  if (needle === '') return keys;
  return keys.filter(({ privateKeyName, privateKeyId, curve, publicKey, addresses }) =>
    [
      privateKeyName,
      privateKeyId,
      curve,
      publicKey,
      ...addresses.flatMap(({ format, address }) => [format, address]),
    ].some((value) => foldCase(value).includes(needle)),
  );
}
