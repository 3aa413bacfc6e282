import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSignedBundle } from '../../src/crypto/bundle.ts';
import { fromHex, randomBytes, toHex, type Bytes } from '../../src/crypto/bytes.ts';
import { publicKeyOf } from '../../src/crypto/keys.ts';
import { ADDRESS_FORMAT } from '../../src/protocol/enums.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { createEnclave } from '../../src/service/enclave.ts';
import { importTargets, privateKeys } from '../../src/service/schema.ts';
import { schema } from '../../src/service/tables.ts';
import { startImport, sealBundle, importBundle, submitImport } from './key-import.ts';
import {
  enrol,
  freshService,
  listOf,
  openMemory,
  refusalOf,
  resultOf,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import addressVectors from '../vectors/addresses-public.json' with { type: 'json' };

let database: OpenDatabase;
let service: TestService;
let root: Caller;
const master = randomBytes(32);

beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());
beforeEach(async () => {
  service = await freshService(database, {}, master);
  root = await enrol(service);
});

const importKey = async (plaintext: Bytes, change: Json = {}, requester: Caller = root) =>
  submitImport(
    requester,
    await sealBundle(await startImport(service, requester), plaintext),
    change,
  );

const vectorOf = (label: string) => {
  const vector = addressVectors.find((item) => item.label === label);
  if (!vector) throw new Error(label);
  return vector;
};

const rowOf = async (privateKeyId: unknown) => {
  const [row] = await database.db
    .select()
    .from(privateKeys)
    .where(eq(privateKeys.id, String(privateKeyId)));
  if (!row) throw new Error('no such private key');
  return row;
};

describe('init_import_private_key', () => {
  test('behavior: a signed bundle for this user, with a different target each time', async () => {
    const { userId, organizationId } = root;
    const pinnedPublic = service.info.enclaveQuorumPublic;
    const texts = [await importBundle(root), await importBundle(root)];
    const opened = await Promise.all(
      texts.map((text) => openSignedBundle(text, { pinnedPublic, organizationId, userId })),
    );
    const [first, second] = opened;
    expect(first).toEqual({
      organizationId,
      userId,
      targetPublic: expect.stringMatching(/^04[0-9a-f]{128}$/),
    });
    expect(second?.targetPublic).not.toBe(first?.targetPublic);
    // One user's bundle isn't accepted for another user.
    const { userId: other } = await enrol(service);
    await expect(
      openSignedBundle(await importBundle(root), { pinnedPublic, organizationId, userId: other }),
    ).rejects.toMatchObject({ code: 'bundle_foreign' });
  });
});

const VECTORS = [
  ['CURVE_SECP256K1', 'scalar 2'],
  ['CURVE_ED25519', 'RFC 8032 7.1 TEST 1'],
] as const;

describe('import_private_key', () => {
  test.each(VECTORS)('behavior: a %s key (%s) gets its addresses', async (curve, label) => {
    const vector = vectorOf(label);
    const addresses = Object.entries(vector.addresses).map(([format, address]) => ({
      format,
      address,
    }));
    const addressFormats = addresses.map((item) => item.format);
    const secret = fromHex(vector.privateKeyHex);
    const result = resultOf(await importKey(secret, { curve, addressFormats }));
    expect(result).toEqual({ privateKeyId: expect.any(String), addresses });

    const keys = await listOf(root, 'list_private_keys', 'privateKeys');
    const listed = keys.find((item) => item['privateKeyId'] === result['privateKeyId']);
    expect(listed).toMatchObject({
      curve,
      publicKey: vector.publicKeyHex,
      addresses,
      imported: true,
    });
  });

  test('behavior: together those are all formats except Spark’s', () => {
    const held = VECTORS.flatMap(([, label]) => Object.keys(vectorOf(label).addresses));
    const wanted = ADDRESS_FORMAT.filter((format) => !format.startsWith('ADDRESS_FORMAT_SPARK'));
    expect(wanted).toHaveLength(36);
    expect([...new Set(held)].sort()).toEqual([...wanted].sort());
  });

  test('behavior: P-256 keys are accepted', async () => {
    const addressFormats = ['ADDRESS_FORMAT_COMPRESSED', 'ADDRESS_FORMAT_UNCOMPRESSED'];
    const secret = randomBytes(32);
    const result = resultOf(await importKey(secret, { curve: 'CURVE_P256', addressFormats }));
    const address = toHex(publicKeyOf('P256', secret));
    expect(result['addresses']).toEqual([
      { format: addressFormats[0], address },
      {
        format: addressFormats[1],
        address: expect.stringMatching(new RegExp(`^04${address.slice(2)}[0-9a-f]{64}$`)),
      },
    ]);
  });

  test('behavior: without formats there are no addresses', async () => {
    expect(resultOf(await importKey(randomBytes(32), { addressFormats: [] }))).toEqual({
      privateKeyId: expect.any(String),
      addresses: [],
    });
  });

  test.each([
    ['CURVE_SECP256K1', 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140'],
    ['CURVE_P256', 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550'],
    ['CURVE_SECP256K1', `${'00'.repeat(31)}01`],
    // Any 32 bytes are a seed for Ed25519, even values that no scalar may have.
    ['CURVE_ED25519', 'ff'.repeat(32)],
  ])('behavior: the ends of %s’s range are accepted: %s', async (curve, hex) => {
    const change = { curve, addressFormats: ['ADDRESS_FORMAT_COMPRESSED'] };
    expect((await importKey(fromHex(hex), change)).status).toBe(200);
  });

  test('behavior: the id follows from the key: refused and forgotten, it comes again', async () => {
    const secret = randomBytes(32);
    const { privateKeyId } = resultOf(await importKey(secret));
    await database.db.delete(privateKeys).where(eq(privateKeys.id, String(privateKeyId)));
    const renamed = { privateKeyName: 'Other name', addressFormats: [] };
    expect(resultOf(await importKey(secret, renamed))['privateKeyId']).toBe(privateKeyId);
    // The same bytes are another key on another curve.
    const other = { curve: 'CURVE_ED25519', addressFormats: [] };
    expect(resultOf(await importKey(secret, other))['privateKeyId']).not.toBe(privateKeyId);
  });

  test('error: the same key in another import; the message names its existing id', async () => {
    const secret = randomBytes(32);
    const { privateKeyId } = resultOf(await importKey(secret));
    const other = await enrol(service);
    for (const requester of [root, other]) {
      const again = await importKey(secret, { privateKeyName: 'Another name' }, requester);
      expect(refusalOf(again)).toEqual({
        status: 409,
        code: 6,
        turnkey: '',
        message: `private key with ID ${String(privateKeyId)} has already been imported in this organization`,
      });
    }
    const keys = await listOf(root, 'list_private_keys', 'privateKeys');
    expect(keys.filter((item) => item['privateKeyId'] === privateKeyId)).toHaveLength(1);
  });
});

describe('a key at rest', () => {
  const everything = async () => {
    const tables = await Promise.all(
      Object.values(schema).map((table) => database.db.execute(sql`select * from ${table}`)),
    );
    return JSON.stringify(tables);
  };

  test('behavior: the database contains it in no form, nor the key that seals it', async () => {
    const secret = randomBytes(32);
    resultOf(await importKey(secret));
    const held = (await everything()).toLowerCase();
    expect(held).toContain(toHex(publicKeyOf('SECP256K1', secret)));
    for (const bytes of [secret, master]) {
      expect(held).not.toContain(toHex(bytes));
      expect(held).not.toContain(Buffer.from(bytes).toString('base64').toLowerCase());
      expect(held).not.toContain(Buffer.from(bytes).toString('base64url').toLowerCase());
    }
  });

  test('behavior: it opens with the outside key, and only in its own place', async () => {
    const secret = randomBytes(32);
    const { id, organizationId, sealed } = await rowOf(
      resultOf(await importKey(secret))['privateKeyId'],
    );
    const enclave = await createEnclave(database.db, master, randomBytes);
    const label = `private-key:${organizationId}:${id}`;
    expect(toHex(await enclave.open(sealed, label))).toBe(toHex(secret));
    const elsewhere = `private-key:${organizationId}:${root.userId}`;
    await expect(enclave.open(sealed, elsewhere)).rejects.toThrow();
    await expect(createEnclave(database.db, randomBytes(32), randomBytes)).rejects.toThrow(
      /master key does not open this database/,
    );
  });

  test('behavior: nothing of a refused import is stored', async () => {
    const before = await database.db.$count(privateKeys);
    const refused = await importKey(new Uint8Array(32));
    expect(refused.status).toBe(400);
    expect(await database.db.$count(privateKeys)).toBe(before);
    const targets = await database.db.select().from(importTargets);
    expect(targets.map((item) => item.usedAt)).toEqual([null]);
  });
});
