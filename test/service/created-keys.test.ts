import { describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/service/database.ts';
import { toHex } from '../../src/crypto/bytes.ts';
import { publicKeyOf } from '../../src/crypto/keys.ts';
import { privateKeys } from '../../src/service/schema.ts';
import { exportTarget } from './export-target.ts';
import { useFreshService } from './fresh-service.ts';
import {
  listOf,
  refusalOf,
  resultOf,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';

/* Private keys that the service makes. */

const NOBODY = '00000000-0000-4000-8000-000000000000';
const CURVES = {
  CURVE_SECP256K1: ['SECP256K1', ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_COMPRESSED']],
  CURVE_ED25519: ['ED25519', ['ADDRESS_FORMAT_SOLANA']],
  CURVE_P256: ['P256', []],
} as const;

let database: OpenDatabase;
let service: TestService;
let root: Caller;

useFreshService((fresh) => {
  ({ database, service, root } = fresh);
});

const request = (more: Json = {}): Json => ({
  privateKeyName: 'Key',
  curve: 'CURVE_SECP256K1',
  privateKeyTags: [],
  addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  ...more,
});
const create = (...requests: readonly Json[]) =>
  root.submit('create_private_keys', { privateKeys: requests });

describe('create_private_keys', () => {
  test.each(Object.entries(CURVES))(
    'behavior: a key of %s comes out as it was made',
    async (curve, [apiCurve, addressFormats]) => {
      const made = resultOf(await create(request({ curve, addressFormats })));
      const [first] = made['privateKeys'] as Json[];
      const { privateKeyId } = first ?? {};
      const { body } = await root.query('get_private_key', { privateKeyId });
      const record = body['privateKey'] as Json;
      expect(record).toMatchObject({ curve, imported: false, exported: false });
      expect(record['addresses']).toEqual(first?.['addresses']);
      const addresses = (record['addresses'] as Json[]).map(({ format }) => format);
      expect(addresses).toEqual(addressFormats);
      const { targetPublicKey, open } = exportTarget(service);
      const out = await root.submit('export_private_key', { privateKeyId, targetPublicKey });
      const secret = await open(resultOf(out));
      expect(toHex(publicKeyOf(apiCurve, secret))).toBe(record['publicKey']);
    },
  );

  test('error: a tag that isn’t one of private keys undoes all of it', async () => {
    const [userTag] = await listOf(root, 'list_user_tags', 'userTags');
    const before = await database.db.$count(privateKeys);
    for (const tag of [NOBODY, String(userTag?.['tagId'])]) {
      const answer = await create(request(), request({ privateKeyTags: [tag] }));
      expect(refusalOf(answer)).toMatchObject({
        status: 404,
        message: `unable to find private key tag ${tag} in organization ${root.organizationId}`,
      });
    }
    expect(await database.db.$count(privateKeys)).toBe(before);
  });

  test('error: each member that is none', async () => {
    const before = await database.db.$count(privateKeys);
    const solana = { addressFormats: ['ADDRESS_FORMAT_SOLANA'] };
    expect(refusalOf(await create(request(), request(solana)))).toMatchObject({
      status: 400,
      message:
        'invalid address format: ADDRESS_FORMAT_SOLANA is not derived from a key of CURVE_SECP256K1',
    });
    const wrong: readonly (readonly [Json, string])[] = [
      [{ privateKeyName: '' }, 'privateKeyName'],
      [{ curve: 'SECP256K1' }, 'curve'],
      [{ addressFormats: ['ETHEREUM'] }, 'addressFormats.0'],
      [{ addressFormats: undefined }, 'addressFormats'],
      [{ privateKeyTags: ['Hot'] }, 'privateKeyTags.0'],
      [{ privateKeyTags: undefined }, 'privateKeyTags'],
      [{ secret: '' }, 'secret'],
    ];
    for (const [more, field] of wrong) {
      const { status, message } = refusalOf(await create(request(), request(more)));
      const place = `parameters.privateKeys.1.${field}`;
      expect([status, message]).toEqual([400, expect.stringContaining(place)]);
    }
    expect((await create()).status).toBe(400);
    expect((await create(...Array.from({ length: 101 }, () => request()))).status).toBe(400);
    expect(await database.db.$count(privateKeys)).toBe(before);
  });
});
