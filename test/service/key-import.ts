// An import the way a client does it, for the tests of both ends.
import { buildEncryptedBundle, openTargetBundle } from '../../src/crypto/bundle.ts';
import type { Bytes } from '../../src/crypto/bytes.ts';
import { sealToTarget } from '../../src/crypto/hpke.ts';
import { resultOf, type Answer, type Caller, type Json, type TestService } from './harness.ts';

type ImportStart = 'init_import_private_key' | 'init_import_wallet';

/** The bundle that starts an import, from the service. */
export async function importBundle(
  requester: Caller,
  start: ImportStart = 'init_import_private_key',
): Promise<string> {
  const { userId } = requester;
  const result = resultOf(await requester.submit(start, { userId }));
  return String(result['importBundle']);
}

/** A fresh target key, from a bundle that passed every check. */
export async function startImport(
  service: TestService,
  requester: Caller,
  start?: ImportStart,
): Promise<Bytes> {
  const { userId, organizationId } = requester;
  const pinnedPublic = service.info.enclaveQuorumPublic;
  const bundle = await importBundle(requester, start);
  return openTargetBundle(bundle, { pinnedPublic, organizationId, userId });
}

/** A plaintext encrypted to a target, as `encryptedBundle`. */
export async function sealBundle(target: Bytes, plaintext: Bytes): Promise<string> {
  return buildEncryptedBundle(await sealToTarget(target, plaintext));
}

/** Submits an import: by default of a secp256k1 key with its Ethereum address. */
export function submitImport(
  requester: Caller,
  encryptedBundle: string,
  change: Json = {},
): Promise<Answer> {
  return requester.submit('import_private_key', {
    userId: requester.userId,
    privateKeyName: 'Imported',
    encryptedBundle,
    curve: 'CURVE_SECP256K1',
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    ...change,
  });
}
