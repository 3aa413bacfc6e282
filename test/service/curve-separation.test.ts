import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { concat, toHex, utf8 } from '../../src/crypto/bytes.ts';
import * as der from '../../src/crypto/der.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { encodeStamp } from '../../src/crypto/stamp.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { apiKeys } from '../../src/service/schema.ts';
import {
  caller,
  freshService,
  openMemory,
  refusalOf,
  send,
  type Key,
  type TestService,
} from './harness.ts';

/*
 * About half of all x coordinates are on both curves: the same 33 bytes are then a P-256 key and a
 * secp256k1 key, with different private keys. The row says which one it is.
 */

let database: OpenDatabase;
let service: TestService;

beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());
beforeEach(async () => {
  service = await freshService(database);
});

/** How secp256k1 stamps: the scheme, and how it signs a body. */
const SCHEMES = {
  SIGNATURE_SCHEME_TK_API_SECP256K1: (text: string, secret: Uint8Array) =>
    secp256k1.sign(utf8(text), secret),
  SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191: (text: string, secret: Uint8Array) => {
    const message = utf8(`\x19Ethereum Signed Message:\n${utf8(text).length}`);
    const digest = keccak_256(concat(message, utf8(text)));
    return secp256k1.sign(digest, secret, { prehash: false });
  },
};
type Scheme = keyof typeof SCHEMES;

/** A secp256k1 key pair whose public key is also a P-256 key with an unknown private key. */
function createKeyOnBoth(scheme: Scheme): Key {
  for (;;) {
    const secret = generatePrivateKey('SECP256K1');
    const bytes = publicKeyOf('SECP256K1', secret);
    if (!p256.utils.isValidPublicKey(bytes, true)) continue;
    const publicKey = toHex(bytes);
    const stamp = async (body: string) => {
      const signature = toHex(der.encode(SCHEMES[scheme](body, secret)));
      return encodeStamp({ publicKey, scheme, signature });
    };
    return { curve: 'SECP256K1', publicKey, stamp };
  }
}

async function enrolAs(curve: string, key: Key) {
  const curveType = `API_KEY_CURVE_${curve}`;
  const setUpCode = service.createSetUpCode();
  const body = JSON.stringify({ publicKey: key.publicKey, curveType, setUpCode });
  const answer = await send(service, '/local/enrol', { method: 'POST', body });
  expect(await database.db.select({ curve: apiKeys.curve }).from(apiKeys)).toEqual([{ curve }]);
  return caller(service, key, answer.body as { userId: string; apiKeyId: string });
}

describe.each(Object.keys(SCHEMES) as Scheme[])('a key on both curves, used as %s', (scheme) => {
  test('error: registered for P-256, it can’t stamp', async () => {
    const requester = await enrolAs('P256', createKeyOnBoth(scheme));
    const refused = { status: 401, code: 16, turnkey: 'SIGNATURE_INVALID' };
    expect(refusalOf(await requester.query('whoami'))).toMatchObject(refused);
    const tag = { userTagName: 'Mine', userIds: [] };
    expect(refusalOf(await requester.submit('create_user_tag', tag))).toMatchObject(refused);
  });

  test('behavior: registered for secp256k1, its stamps are accepted', async () => {
    const requester = await enrolAs('SECP256K1', createKeyOnBoth(scheme));
    expect((await requester.query('whoami')).status).toBe(200);
    const tag = { userTagName: 'Mine', userIds: [] };
    expect((await requester.submit('create_user_tag', tag)).status).toBe(200);
  });
});
