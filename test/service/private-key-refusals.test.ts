import { describe, expect, test } from 'vitest';
import { fromHex, randomBytes, toHex } from '../../src/crypto/bytes.ts';
import { publicKeyOf } from '../../src/crypto/keys.ts';
import { toUncompressed } from '../../src/crypto/p256.ts';
import { addressFormatsOf } from '../../src/protocol/curve-formats.ts';
import { ADDRESS_FORMAT, CURVE } from '../../src/protocol/enums.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import type { Context } from '../../src/service/context.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { openImport } from '../../src/service/import-targets.ts';
import { importTargets, privateKeys } from '../../src/service/schema.ts';
import { startImport, sealBundle, importBundle, submitImport } from './key-import.ts';
import {
  enrol,
  listOf,
  refusalOf,
  resultOf,
  type Answer,
  type Caller,
  type TestService,
} from './harness.ts';
import { useFreshService } from './fresh-service.ts';

let database: OpenDatabase;
let service: TestService;
let root: Caller;

useFreshService((fresh) => {
  ({ database, service, root } = fresh);
});

const NOBODY = '00000000-0000-4000-8000-000000000000';
const DAY_MS = 24 * 3_600_000;

const startTarget = (requester: Caller = root) => startImport(service, requester);
const expect400 = (answer: Answer, message: RegExp) =>
  expect(refusalOf(answer)).toMatchObject({
    status: 400,
    code: 3,
    message: expect.stringMatching(message),
  });

describe('the target of an import', () => {
  const USED = /^the import bundle has been used already: .* run init_import_private_key/;

  test('error: a bundle replayed after its success', async () => {
    const bundle = await sealBundle(await startTarget(), randomBytes(32));
    const { privateKeyId } = resultOf(await submitImport(root, bundle));
    expect400(await submitImport(root, bundle), USED);
    expect400(await submitImport(root, bundle, { privateKeyName: 'Renamed' }), USED);
    const keys = await listOf(root, 'list_private_keys', 'privateKeys');
    expect(keys.filter((item) => item['imported'])).toMatchObject([{ privateKeyId }]);
  });

  test('error: another key for a used target, even while others are open', async () => {
    const target = await startTarget();
    resultOf(await submitImport(root, await sealBundle(target, randomBytes(32))));
    expect400(await submitImport(root, await sealBundle(target, randomBytes(32))), USED);
    const open = await startTarget();
    expect400(await submitImport(root, await sealBundle(target, randomBytes(32))), USED);
    resultOf(await submitImport(root, await sealBundle(open, randomBytes(32))));
  });

  test('behavior: a refusal doesn’t use it up', async () => {
    const target = await startTarget();
    const secret = randomBytes(32);
    const sealed = await sealBundle(target, secret);
    const known = randomBytes(32);
    resultOf(await submitImport(root, await sealBundle(await startTarget(), known)));
    const refused = [
      await submitImport(root, await sealBundle(target, new Uint8Array(31))),
      await submitImport(root, await sealBundle(target, new Uint8Array(32))),
      await submitImport(root, await sealBundle(target, known)),
      await submitImport(root, sealed, { addressFormats: ['ADDRESS_FORMAT_SOLANA'] }),
      await submitImport(root, sealed, { userId: NOBODY }),
      await submitImport(root, damaged(sealed, 'ciphertext', -1)),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 409, 400, 404, 400]);
    resultOf(await submitImport(root, sealed));
  });

  test('behavior: the same request bytes import once and get the same answer', async () => {
    const encryptedBundle = await sealBundle(await startTarget(), randomBytes(32));
    const parameters = {
      userId: root.userId,
      privateKeyName: 'Imported',
      encryptedBundle,
      curve: 'CURVE_SECP256K1',
      addressFormats: [],
    };
    const body = root.body('import_private_key', parameters);
    const path = '/public/v1/submit/import_private_key';
    const first = resultOf(await root.post(path, body));
    expect(resultOf(await root.post(path, body))).toEqual(first);
  });

  test('error: of ten concurrent imports for one target, only one gets it', async () => {
    const target = await startTarget();
    const bundles = await Promise.all(
      Array.from({ length: 10 }, () => sealBundle(target, randomBytes(32))),
    );
    const answers = await Promise.all(bundles.map((bundle) => submitImport(root, bundle)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(9);
    for (const answer of refused) expect400(answer, USED);
    const used = await database.db.select().from(importTargets);
    expect(used.filter((item) => item.usedAt !== null)).toHaveLength(1);
  });

  test('behavior: of twenty that a user started, the first still works', async () => {
    const first = await startTarget();
    for (let more = 0; more < 19; more++) await startTarget();
    resultOf(await submitImport(root, await sealBundle(first, randomBytes(32))));
  });

  test('error: it waits only a day', async () => {
    const [late, later] = [await startTarget(), await startTarget()];
    service.time.now += DAY_MS - 1;
    resultOf(await submitImport(root, await sealBundle(late, randomBytes(32))));
    service.time.now += 1;
    expect400(
      await submitImport(root, await sealBundle(later, randomBytes(32))),
      /^the import bundle has expired: .* run init_import_private_key/,
    );
  });

  test('error: a fault of the enclave’s own is not called a foreign bundle', async () => {
    const { userId, organizationId } = root;
    const encryptedBundle = await sealBundle(await startTarget(), randomBytes(32));
    const kind = { what: 'private key', begin: 'init_import_private_key' };
    for (const fault of [new KeystampError('internal'), new TypeError('down')]) {
      const enclave = { openTarget: () => Promise.reject(fault) };
      const { db } = database;
      const context = { db, caller: root, organizationId, now: service.time.now, enclave };
      const opening = openImport({ userId, encryptedBundle }, kind, context as unknown as Context);
      await expect(opening).rejects.toBe(fault);
    }
  });

  test('error: none was started', async () => {
    const stranger = toUncompressed(publicKeyOf('P256', randomBytes(32)));
    expect400(
      await submitImport(root, await sealBundle(stranger, randomBytes(32))),
      /^no import was started by this user: run init_import_private_key first$/,
    );
  });
});

function damaged(bundle: string, member: 'encappedPublic' | 'ciphertext', at: number): string {
  const json = JSON.parse(bundle) as Record<typeof member, string>;
  const bytes = fromHex(json[member]);
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return JSON.stringify({ ...json, [member]: toHex(bytes) });
}

describe('opening a bundle', () => {
  const FAILED = /^failed to decrypt encrypted bundle: /;

  test.each([
    ['the ciphertext', 'ciphertext', 0],
    ['the tag', 'ciphertext', -1],
    ['the encapsulated key’s X', 'encappedPublic', 1],
    ['the encapsulated key’s Y', 'encappedPublic', 64],
    ['the encapsulated key’s form', 'encappedPublic', 0],
  ] as const)('error: a changed byte in %s', async (_where, member, at) => {
    const bundle = await sealBundle(await startTarget(), randomBytes(32));
    expect400(await submitImport(root, damaged(bundle, member, at)), FAILED);
    resultOf(await submitImport(root, bundle));
  });

  test('error: a bundle for an unknown key', async () => {
    await startTarget();
    const stranger = toUncompressed(publicKeyOf('P256', randomBytes(32)));
    expect400(await submitImport(root, await sealBundle(stranger, randomBytes(32))), FAILED);
  });

  test('error: a bundle for another user’s target', async () => {
    const other = await enrol(service);
    const bundle = await sealBundle(await startTarget(other), randomBytes(32));
    expect400(await submitImport(root, bundle), /^no import was started by this user/);
    await startTarget();
    expect400(await submitImport(root, bundle), FAILED);
    resultOf(await submitImport(other, bundle));
  });

  test.each([
    ['bare hex', 'abcd'],
    ['cut short', '{"encappedPublic":"04'],
    ['without ciphertext', `{"encappedPublic":"04${'11'.repeat(64)}"}`],
    [
      'with a compressed key',
      `{"encappedPublic":"02${'11'.repeat(32)}","ciphertext":"${'22'.repeat(48)}"}`,
    ],
    [
      'less than a tag',
      `{"encappedPublic":"04${'11'.repeat(64)}","ciphertext":"${'22'.repeat(15)}"}`,
    ],
    [
      'longer than any key',
      `{"encappedPublic":"04${'11'.repeat(64)}","ciphertext":"${'22'.repeat(2100)}"}`,
    ],
    ['an import bundle', ''],
  ])('error: %s', async (what, text) => {
    const bundle = what === 'an import bundle' ? await importBundle(root) : text;
    const answer = await submitImport(root, bundle);
    expect400(answer, /^invalid request body: .*encryptedBundle/);
    // The message doesn't repeat what was sent.
    expect(JSON.stringify(answer.body)).not.toContain('2222');
  });
});

const ORDERS = {
  CURVE_SECP256K1: 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
  CURVE_P256: 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551',
} as const;

const next = (hex: string) => (BigInt(`0x${hex}`) + 1n).toString(16).padStart(64, '0');

describe('the range of a key', () => {
  const cases = CURVE.flatMap((curve) => {
    const order = curve === 'CURVE_ED25519' ? undefined : ORDERS[curve];
    const beyond = order
      ? ([
          ['n', order, /order/],
          ['n + 1', next(order), /order/],
          ['all ones', 'ff'.repeat(32), /order/],
        ] as const)
      : [];
    return [
      ['zero', '00'.repeat(32), /the key is zero/] as const,
      ...beyond,
      ['nothing', '', /0 bytes .*32 bytes/] as const,
      ['31 bytes', '01'.repeat(31), /31 bytes .*32 bytes/] as const,
      ['33 bytes', '01'.repeat(33), /33 bytes .*32 bytes/] as const,
      ['64 bytes', '01'.repeat(64), /64 bytes .*32 bytes/] as const,
      ['its hex', toHex(Buffer.from('01'.repeat(32))), /64 bytes .*32 bytes/] as const,
    ].map((row) => [curve, ...row] as const);
  });

  test('error: on each curve, the message says which curve and why', async () => {
    for (const [curve, what, hex, why] of cases) {
      const bundle = await sealBundle(await startTarget(), fromHex(hex));
      const answer = await submitImport(root, bundle, { curve, addressFormats: [] });
      expect400(answer, new RegExp(`^invalid private key: .* no key of ${curve}: `));
      expect(answer.body['message'], `${curve}, ${what}`).toMatch(why);
    }
    expect(await database.db.$count(privateKeys)).toBe(2);
  });
});

describe('curve and format', () => {
  const mismatches = CURVE.flatMap((curve) =>
    ADDRESS_FORMAT.filter((format) => !addressFormatsOf(curve).includes(format)).map(
      (format) => [curve, format] as const,
    ),
  );

  test('error: every pair that doesn’t fit, naming both', async () => {
    // 38 formats including Spark's two, less the 29, 8 and 2 that fit.
    expect(mismatches).toHaveLength(3 * 38 - 29 - 8 - 2);
    const bundle = await sealBundle(await startTarget(), randomBytes(32));
    for (const [curve, format] of mismatches) {
      const addressFormats = ['ADDRESS_FORMAT_COMPRESSED', format];
      const answer = await submitImport(root, bundle, { curve, addressFormats });
      expect(refusalOf(answer)).toEqual({
        status: 400,
        code: 3,
        turnkey: 'REQUEST_INVALID',
        message: `invalid address format: ${format} is not derived from a key of ${curve}`,
      });
    }
  });

  test('error: in a wallet’s account too', async () => {
    const account = (curve: string, addressFormat: string) => ({
      curve,
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/60'/0'",
      addressFormat,
    });
    const answer = await root.submit('create_wallet', {
      walletName: 'Crossed',
      accounts: [
        account('CURVE_SECP256K1', 'ADDRESS_FORMAT_ETHEREUM'),
        account('CURVE_ED25519', 'ADDRESS_FORMAT_TRON'),
      ],
    });
    expect400(
      answer,
      /^invalid address format: ADDRESS_FORMAT_TRON is not derived from a key of CURVE_ED25519$/,
    );
  });

  test.each([
    ['curve', { curve: 'CURVE_P384' }],
    ['addressFormats', { addressFormats: ['ADDRESS_FORMAT_NONE'] }],
    ['addressFormats', { addressFormats: 'ADDRESS_FORMAT_ETHEREUM' }],
  ])('error: an unknown %s', async (member, change) => {
    const bundle = await sealBundle(await startTarget(), randomBytes(32));
    expect400(await submitImport(root, bundle, change), new RegExp(member));
  });
});

describe('the imported user', () => {
  test('error: a different user than the stamping one, at the start and at the end', async () => {
    const users = await listOf(root, 'list_users', 'users');
    const userId = users[0]?.['userId'];
    const begun = await root.submit('init_import_private_key', { userId });
    expect(refusalOf(begun)).toMatchObject({ status: 403, code: 7 });
    expect(begun.body['message']).toMatch(/imported by the user who stamps/);
    const bundle = await sealBundle(await startTarget(), randomBytes(32));
    const ended = await submitImport(root, bundle, { userId });
    expect(refusalOf(ended)).toMatchObject({ status: 403, code: 7 });
    expect(await database.db.$count(importTargets)).toBe(1);
    // The user's own id in upper case names the same user.
    resultOf(await submitImport(root, bundle, { userId: root.userId.toUpperCase() }));
  });

  test('error: one who doesn’t exist', async () => {
    const nobody = { userId: NOBODY };
    expect((await root.submit('init_import_private_key', nobody)).status).toBe(404);
    const bundle = await sealBundle(await startTarget(), randomBytes(32));
    expect((await submitImport(root, bundle, nobody)).status).toBe(404);
  });
});
