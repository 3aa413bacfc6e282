import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildEncryptedBundle, openTargetBundle } from '../../src/crypto/bundle.ts';
import { fromHex, randomBytes, toHex, type Bytes } from '../../src/crypto/bytes.ts';
import { sealToTarget } from '../../src/crypto/hpke.ts';
import { publicKeyOf } from '../../src/crypto/keys.ts';
import { uncompressed } from '../../src/crypto/p256.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { importTargets, privateKeys } from '../../src/service/schema.ts';
import {
  enrol,
  freshService,
  listOf,
  openMemory,
  refusalOf,
  resultOf,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import addressVectors from '../vectors/addresses-public.json' with { type: 'json' };

let database: OpenDatabase;
let service: TestService;
let root: Caller;

beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());
beforeEach(async () => {
  service = await freshService(database);
  root = await enrol(service);
});

const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('key import', () => {
  const begin = async (who: Caller = root) => {
    const { userId, organizationId } = who;
    const result = resultOf(await who.submit('init_import_private_key', { userId }));
    const pinnedPublic = service.info.enclaveQuorumPublic;
    return openTargetBundle(String(result['importBundle']), {
      pinnedPublic,
      organizationId,
      userId,
    });
  };
  const importKey = async (
    target: Bytes,
    plaintext: Bytes,
    change: Json = {},
    who: Caller = root,
  ): Promise<Answer> => {
    const encryptedBundle = buildEncryptedBundle(await sealToTarget(target, plaintext));
    return who.submit('import_private_key', {
      userId: who.userId,
      privateKeyName: 'Imported',
      encryptedBundle,
      curve: 'CURVE_SECP256K1',
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
      ...change,
    });
  };

  test.each([
    ['CURVE_SECP256K1', 'scalar 2'],
    ['CURVE_ED25519', 'RFC 8032 7.1 TEST 1'],
  ])('behavior: a %s key (%s) gets its addresses and is sealed', async (curve, label) => {
    const vector = addressVectors.find((one) => one.label === label);
    if (!vector) throw new Error(label);
    const addresses = Object.entries(vector.addresses).map(([format, address]) => ({
      format,
      address,
    }));
    const addressFormats = addresses.map((one) => one.format);
    const plaintext = fromHex(vector.privateKeyHex);
    const result = resultOf(await importKey(await begin(), plaintext, { curve, addressFormats }));
    expect(result).toEqual({ privateKeyId: expect.any(String), addresses });

    const keys = await listOf(root, 'list_private_keys', 'privateKeys');
    const listed = keys.find((one) => one['privateKeyId'] === result['privateKeyId']);
    expect(listed).toMatchObject({
      curve,
      publicKey: vector.publicKeyHex,
      addresses,
      imported: true,
    });
    expect(JSON.stringify(keys)).not.toContain(vector.privateKeyHex);
    const [row] = await database.db
      .select()
      .from(privateKeys)
      .where(eq(privateKeys.id, String(result['privateKeyId'])));
    expect(row?.sealed).not.toContain(vector.privateKeyHex);
  });

  test('behavior: P-256 keys are taken', async () => {
    const change = { curve: 'CURVE_P256', addressFormats: ['ADDRESS_FORMAT_COMPRESSED'] };
    const secret = randomBytes(32);
    const result = resultOf(await importKey(await begin(), secret, change));
    const address = toHex(publicKeyOf('P256', secret));
    expect(result['addresses']).toEqual([{ format: 'ADDRESS_FORMAT_COMPRESSED', address }]);
  });

  test('error: the same key again, by another import', async () => {
    const secret = randomBytes(32);
    const { privateKeyId } = resultOf(await importKey(await begin(), secret));
    const again = await importKey(await begin(), secret, { privateKeyName: 'Another name' });
    expect(refusalOf(again)).toEqual({
      status: 409,
      code: 6,
      turnkey: '',
      message: `private key with ID ${String(privateKeyId)} has already been imported in this organization`,
    });
  });

  test('error: a target serves one import, but a refused one does not use it up', async () => {
    const target = await begin();
    const bad = await importKey(target, new Uint8Array(31));
    expect(bad.body['message']).toMatch(/decrypted 31 bytes are no key of CURVE_SECP256K1/);
    const good = await importKey(target, randomBytes(32));
    expect(good.status).toBe(200);
    const spent = await importKey(target, randomBytes(32));
    expect(refusalOf(spent)).toMatchObject({ status: 400, code: 3 });
    expect(spent.body['message']).toMatch(/run init_import_private_key first/);
    const used = await database.db.select().from(importTargets);
    expect(used.filter((one) => one.usedAt !== null)).toHaveLength(1);
  });

  test('error: a bundle to a key of nobody', async () => {
    await begin();
    const stranger = publicKeyOf('P256', randomBytes(32));
    const answer = await importKey(uncompressed(stranger), randomBytes(32));
    expect(answer.body['message']).toMatch(/failed to decrypt encrypted bundle/);
  });

  test.each([
    ['zero', '00'.repeat(32), 'CURVE_SECP256K1'],
    ['zero', '00'.repeat(32), 'CURVE_ED25519'],
    [
      'the order',
      'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
      'CURVE_SECP256K1',
    ],
  ])('error: %s (%s) is no key of %s', async (_what, hex, curve) => {
    const change = { curve, addressFormats: [] };
    const answer = await importKey(await begin(), fromHex(hex), change);
    expect(answer.body['message']).toMatch(/are no key of/);
  });

  test.each([
    ['CURVE_SECP256K1', 'ADDRESS_FORMAT_SOLANA'],
    ['CURVE_ED25519', 'ADDRESS_FORMAT_ETHEREUM'],
    ['CURVE_SECP256K1', 'ADDRESS_FORMAT_SPARK_MAINNET'],
  ])('error: a %s key has no %s', async (curve, format) => {
    const change = { curve, addressFormats: [format] };
    const wrong = await importKey(await begin(), randomBytes(32), change);
    expect(wrong.body['message']).toMatch(/^invalid address format/);
  });

  test('error: bare hex instead of a bundle', async () => {
    const answer = await importKey(await begin(), randomBytes(32), { encryptedBundle: 'abcd' });
    expect(answer.body['message']).toMatch(/encryptedBundle: A bundle is JSON text/);
  });

  test('error: for another user, at the start and at the end', async () => {
    const users = await listOf(root, 'list_users', 'users');
    const userId = users[0]?.['userId'];
    const start = await root.submit('init_import_private_key', { userId });
    expect(refusalOf(start)).toMatchObject({ status: 403, code: 7 });
    const end = await importKey(await begin(), randomBytes(32), { userId });
    expect(refusalOf(end)).toMatchObject({ status: 403, code: 7 });
    const nobody = await importKey(await begin(), randomBytes(32), { userId: NOBODY });
    expect(nobody.status).toBe(404);
  });

  test('error: a bundle that another user’s import was started for', async () => {
    const other = await enrol(service);
    const target = await begin(other);
    const answer = await importKey(target, randomBytes(32));
    expect(answer.body['message']).toMatch(/no import was started by this user/);
  });

  test('error: an import that waited over a day', async () => {
    const target = await begin();
    service.time.now += 24 * 3_600_000;
    expect((await importKey(target, randomBytes(32))).status).toBe(400);
  });
});
