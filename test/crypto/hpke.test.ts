import { p256 } from '@noble/curves/nist.js';
import { hpkeDecrypt, hpkeEncrypt } from '@turnkey/crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, fromHex, randomBytes, toHex, utf8, type Bytes } from '../../src/crypto/bytes.ts';
import * as hpke from '../../src/crypto/hpke.ts';
import * as ecdsa from '../../src/crypto/p256.ts';
import { readCaptured, hasCaptured, skipNote } from './captured.ts';

const malformed = expect.objectContaining({ code: 'malformed' });

/** A key pair from a scalar. Its public key is extractable, as an ephemeral key's must be. */
async function pairOf(scalar: Bytes): Promise<CryptoKeyPair> {
  return {
    privateKey: await ecdsa.importOpeningKey(scalar, p256.getPublicKey(scalar)),
    publicKey: await hpke.importPublic(p256.getPublicKey(scalar, false)),
  };
}

async function receiverOf(scalar: Bytes) {
  const publicKey: Bytes = p256.getPublicKey(scalar, false);
  return { privateKey: await ecdsa.importOpeningKey(scalar, p256.getPublicKey(scalar)), publicKey };
}

// RFC 9180 A.3.1: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode, sequence
// number 0.
const RFC = {
  info: fromHex('4f6465206f6e2061204772656369616e2055726e'),
  enc: fromHex(
    '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
  ),
  skEm: fromHex('4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb'),
  skRm: fromHex('f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2'),
  pkRm: fromHex(
    '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0',
  ),
  sharedSecret: 'c0d26aeab536609a572b07695d933b589dcf363ff9d93c93adea537aeabb8cb8',
  pt: fromHex('4265617574792069732074727574682c20747275746820626561757479'),
  aad: fromHex('436f756e742d30'),
  ct: '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434',
};

// The service's own suite, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, which isn't in the
// RFC's text: the vectors published with it (cfrg/draft-irtf-cfrg-hpke@5f503c5, test-vectors.json;
// mode 0, kem_id 16, kdf_id 1, aead_id 2), sequence number 0.
const SUITE = {
  info: RFC.info,
  skEm: fromHex('90345e3a1d116c1dd39ae76d95ab858c142223a63e44f8f85318cfa91a84858e'),
  enc: '04c06b4f6bebc7bb495cb797ab753f911aff80aefb86fd8b6fcc35525f3ab5f03e0b21bd31a86c6048af3cb2d98e0d3bf01da5cc4c39ff5370d331a4f1f7d5a4e0',
  skRm: fromHex('317f915db7bc629c48fe765587897e01e282d3e8445f79f27f65d031a88082b2'),
  pkRm: '04abc7e49a4c6b3566d77d0304addc6ed0e98512ffccf505e6a8e3eb25c685136f853148544876de76c0f2ef99cdc3a05ccf5ded7860c7c021238f9e2073d2356c',
  sharedSecret: '48893fecd82f7c3456af6a42d8f56325d21e08c10fa81299986aaff54cde7b49',
  pt: RFC.pt,
  aad: RFC.aad,
  ct: '58c61a45059d0c5704560e9d88b564a8b63f1364b8d1fcb3c4c6ddc1d291742465e902cd216f8908da49f8f96f',
};

describe('the service’s suite', () => {
  test('behavior: seals to the known answer with the given ephemeral key', async () => {
    const sealed = await hpke.seal({
      receiverPublic: fromHex(SUITE.pkRm),
      info: SUITE.info,
      aad: SUITE.aad,
      plaintext: SUITE.pt,
      ephemeral: await pairOf(SUITE.skEm),
    });
    expect(toHex(sealed.encappedPublic)).toBe(SUITE.enc);
    expect(toHex(sealed.ciphertext)).toBe(SUITE.ct);
  });

  test('behavior: opens the known answer with the known shared secret', async () => {
    const receiver = await receiverOf(SUITE.skRm);
    expect(toHex(receiver.publicKey)).toBe(SUITE.pkRm);
    const shared = await hpke.sharedSecret(
      receiver.privateKey,
      await hpke.importPublic(fromHex(SUITE.enc)),
      fromHex(SUITE.enc),
      receiver.publicKey,
    );
    expect(toHex(shared)).toBe(SUITE.sharedSecret);
    const opened = await hpke.open({
      receiverPrivate: receiver.privateKey,
      receiverPublic: receiver.publicKey,
      encappedPublic: fromHex(SUITE.enc),
      info: SUITE.info,
      aad: SUITE.aad,
      ciphertext: fromHex(SUITE.ct),
    });
    expect(opened).toEqual(SUITE.pt);
  });

  test('error: another AEAD with a ciphertext of the same length doesn’t open it', async () => {
    const receiver = await receiverOf(SUITE.skRm);
    const answer = hpke.open({
      receiverPrivate: receiver.privateKey,
      receiverPublic: receiver.publicKey,
      encappedPublic: fromHex(SUITE.enc),
      info: SUITE.info,
      aad: SUITE.aad,
      ciphertext: fromHex(SUITE.ct),
      aead: hpke.AES_128_GCM,
    });
    await expect(answer).rejects.toThrow(malformed);
  });
});

describe('seal', () => {
  test('behavior: returns the ciphertext of RFC 9180 A.3.1', async () => {
    const sealed = await hpke.seal({
      receiverPublic: RFC.pkRm,
      info: RFC.info,
      aad: RFC.aad,
      plaintext: RFC.pt,
      ephemeral: await pairOf(RFC.skEm),
      aead: hpke.AES_128_GCM,
    });
    expect(toHex(sealed.encappedPublic)).toBe(toHex(RFC.enc));
    expect(toHex(sealed.ciphertext)).toBe(RFC.ct);
  });

  test.each([
    ['a compressed point', p256.getPublicKey(RFC.skRm, true)],
    ['a point off the curve', concat(RFC.pkRm.subarray(0, 64), Uint8Array.of(1))],
    ['the point at infinity', Uint8Array.of(0)],
    ['zeros', concat(Uint8Array.of(4), new Uint8Array(64))],
  ])('error: refuses %s as the receiver', async (_name, receiverPublic) => {
    await expect(hpke.sealToTarget(receiverPublic, utf8('x'))).rejects.toThrow(malformed);
  });
});

describe('open', () => {
  test('behavior: opens RFC 9180 A.3.1', async () => {
    const plaintext = await hpke.open({
      receiverPrivate: await ecdsa.importOpeningKey(RFC.skRm, p256.getPublicKey(RFC.skRm)),
      receiverPublic: RFC.pkRm,
      encappedPublic: RFC.enc,
      info: RFC.info,
      aad: RFC.aad,
      ciphertext: fromHex(RFC.ct),
      aead: hpke.AES_128_GCM,
    });
    expect(plaintext).toEqual(RFC.pt);
  });

  test('behavior: reverses seal', async () => {
    const pair = await hpke.generateKeyPair();
    const publicKey = await hpke.exportPublic(pair.publicKey);
    const bytes = fc.uint8Array({ maxLength: 100 }).map((array) => Uint8Array.from(array));
    await fc.assert(
      fc.asyncProperty(bytes, bytes, bytes, async (plaintext, info, aad) => {
        const sealed = await hpke.seal({ receiverPublic: publicKey, info, aad, plaintext });
        const receiver = { receiverPrivate: pair.privateKey, receiverPublic: publicKey };
        expect(await hpke.open({ ...receiver, ...sealed, info, aad })).toEqual(plaintext);
      }),
      { numRuns: 30 },
    );
  });

  test('error: refuses every flipped byte, other keys, info and associated data', async () => {
    const receiver = await receiverOf(RFC.skRm);
    const sealed = await hpke.sealToTarget(receiver.publicKey, utf8('32 bytes'));
    for (const at of sealed.ciphertext.keys()) {
      const ciphertext = sealed.ciphertext.slice();
      ciphertext[at] = (ciphertext[at] ?? 0) ^ 0x80;
      await expect(hpke.openFromTarget(receiver, { ...sealed, ciphertext })).rejects.toThrow(
        malformed,
      );
    }
    for (const at of sealed.encappedPublic.keys()) {
      const encappedPublic = sealed.encappedPublic.slice();
      encappedPublic[at] = (encappedPublic[at] ?? 0) ^ 1;
      await expect(hpke.openFromTarget(receiver, { ...sealed, encappedPublic })).rejects.toThrow(
        malformed,
      );
    }
    const other = await receiverOf(randomScalar());
    await expect(hpke.openFromTarget(other, sealed)).rejects.toThrow(malformed);
    const wrongHalf = { ...receiver, publicKey: other.publicKey };
    await expect(hpke.openFromTarget(wrongHalf, sealed)).rejects.toThrow(malformed);
    const open = {
      ...sealed,
      receiverPrivate: receiver.privateKey,
      receiverPublic: receiver.publicKey,
    };
    const aad = concat(sealed.encappedPublic, receiver.publicKey);
    await expect(hpke.open({ ...open, info: utf8('other'), aad })).rejects.toThrow(malformed);
    await expect(hpke.open({ ...open, info: utf8('turnkey_hpke'), aad: utf8('') })).rejects.toThrow(
      malformed,
    );
  });
});

describe('sharedSecret', () => {
  test('behavior: matches RFC 9180 A.3.1', async () => {
    const shared = await hpke.sharedSecret(
      await ecdsa.importOpeningKey(RFC.skRm, p256.getPublicKey(RFC.skRm)),
      await hpke.importPublic(RFC.enc),
      RFC.enc,
      RFC.pkRm,
    );
    expect(toHex(shared)).toBe(RFC.sharedSecret);
  });
});

describe('importOpeningKey', () => {
  test.each([
    ['zero', new Uint8Array(32)],
    [
      'the group’s order',
      fromHex('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'),
    ],
    ['31 bytes', new Uint8Array(31).fill(1)],
  ])('error: refuses %s', async (_name, scalar) => {
    await expect(ecdsa.importOpeningKey(scalar, p256.getPublicKey(RFC.skRm))).rejects.toThrow(
      malformed,
    );
  });

  test('behavior: the imported key can’t be extracted', async () => {
    const key = await ecdsa.importOpeningKey(RFC.skRm, p256.getPublicKey(RFC.skRm));
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('pkcs8', key)).rejects.toThrow();
  });
});

function randomScalar(): Bytes {
  return p256.utils.randomSecretKey();
}

describe('sealToTarget, against @turnkey/crypto', () => {
  test.each([0, 1, 32, 500])('behavior: the vendor opens %i bytes', async (length) => {
    const scalar = randomScalar();
    const plaintext = randomBytes(length);
    const sealed = await hpke.sealToTarget(p256.getPublicKey(scalar, false), plaintext);
    const opened = hpkeDecrypt({
      ciphertextBuf: sealed.ciphertext,
      encappedKeyBuf: sealed.encappedPublic,
      receiverPriv: toHex(scalar),
    });
    expect(toHex(opened)).toBe(toHex(plaintext));
  });

  test.each([1, 32, 500])('behavior: opens %i bytes sealed by the vendor', async (length) => {
    const receiver = await receiverOf(randomScalar());
    const plaintext = randomBytes(length);
    const vendor = hpkeEncrypt({ plainTextBuf: plaintext, targetKeyBuf: receiver.publicKey });
    // The vendor's buffer starts with the encapsulated key, compressed.
    const encappedPublic = p256.Point.fromBytes(vendor.slice(0, 33)).toBytes(false);
    const sealed = { encappedPublic, ciphertext: vendor.slice(33) };
    expect(await hpke.openFromTarget(receiver, sealed)).toEqual(plaintext);
  });
});

type Known = {
  name: string;
  plaintextHex: string;
  receiverPrivateKeyHex: string;
  receiverPublicKeyHex: string;
  ephemeralPrivateKeyHex: string;
  encappedPublicHex: string;
  ciphertextHex: string;
};
const { computedEncryptKAT = [] } = readCaptured('turnkey-hpke') as {
  computedEncryptKAT?: Known[];
};

describe.runIf(hasCaptured)(`captured replies${skipNote}`, () => {
  test.each(computedEncryptKAT)('behavior: $name, both directions', async (known) => {
    const receiver = await receiverOf(fromHex(known.receiverPrivateKeyHex));
    expect(toHex(receiver.publicKey)).toBe(known.receiverPublicKeyHex);
    const ephemeral = await pairOf(fromHex(known.ephemeralPrivateKeyHex));
    const sealed = await hpke.sealToTarget(
      receiver.publicKey,
      fromHex(known.plaintextHex),
      ephemeral,
    );
    expect(toHex(sealed.encappedPublic)).toBe(known.encappedPublicHex);
    expect(toHex(sealed.ciphertext)).toBe(known.ciphertextHex);
    expect(toHex(await hpke.openFromTarget(receiver, sealed))).toBe(known.plaintextHex);
  });
});
