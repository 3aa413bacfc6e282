import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { toHex, utf8 } from '../../src/crypto/bytes.ts';
import * as der from '../../src/crypto/der.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { encodeStamp, verifyStamp } from '../../src/crypto/stamp.ts';
import { createStamper } from '../../src/vault/stampers.ts';

/*
 * Runs in the service worker of an extension made for this: the stampers side by side, over the
 * same 221-byte body. Verifies every variant's stamp before timing it.
 */

type Sign = () => Promise<string>;
type Prepare = () => Promise<Sign>;

const BODY = JSON.stringify({
  type: 'ACTIVITY_TYPE_UPDATE_WALLET',
  timestampMs: '1760000000000',
  organizationId: '651b573c-861b-4f10-a478-cbcfe0c226af',
  parameters: { walletId: 'ac651e99-579f-5c7c-8e06-16430bc25dc1', walletName: 'Treasury' },
});

const privateKey = generatePrivateKey('P256');
const publicKey = publicKeyOf('P256', privateKey);
const scheme = 'SIGNATURE_SCHEME_TK_API_P256';

const VARIANTS: Readonly<Record<string, Prepare>> = {
  Keystamp: async () => {
    const stamper = await createStamper({ curve: 'P256', privateKey, publicKey });
    return async () => (await stamper.stamp(BODY)).value;
  },
  // The minimum for any stamp: one native signature with a ready key, nothing encoded.
  'raw Web Crypto signature': async () => {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
    const { privateKey: key } = await crypto.subtle.generateKey(algorithm, false, [
      'sign',
      'verify',
    ]);
    const bytes = utf8(BODY);
    const how = { name: 'ECDSA', hash: 'SHA-256' } as const;
    return async () => String((await crypto.subtle.sign(how, key, bytes)).byteLength);
  },
  '@noble/curves': () =>
    Promise.resolve(() => {
      const digest = sha256(utf8(BODY));
      const signature = toHex(der.encode(p256.sign(digest, privateKey, { prehash: false })));
      return Promise.resolve(encodeStamp({ publicKey: toHex(publicKey), scheme, signature }));
    }),
  '@turnkey/api-key-stamper': () => {
    const keys = { apiPublicKey: toHex(publicKey), apiPrivateKey: toHex(privateKey) };
    const stamper = new ApiKeyStamper(keys);
    return Promise.resolve(async () => (await stamper.stamp(BODY)).stampHeaderValue);
  },
};

async function check(name: string, sign: Sign): Promise<void> {
  if (name.startsWith('raw')) return;
  const verified = await verifyStamp(await sign(), utf8(BODY));
  if (verified.publicKey !== toHex(publicKey)) throw new Error(`${name}: other key`);
}

/** Stamps for about `ms` milliseconds, one after the other; returns the rate per second. */
async function rate(sign: Sign, ms: number): Promise<number> {
  const started = performance.now();
  let count = 0;
  for (;;) {
    for (let i = 0; i < 20; i++) await sign();
    count += 20;
    const passed = performance.now() - started;
    if (passed >= ms) return (count * 1000) / passed;
  }
}

/** Runs rounds in turn, so that other load on the machine affects every variant alike. */
async function bench(rounds: number, ms: number): Promise<Record<string, number[]>> {
  const results: Record<string, number[]> = {};
  const ready = new Map<string, Sign>();
  for (const [name, prepare] of Object.entries(VARIANTS)) {
    const sign = await prepare();
    await check(name, sign);
    await rate(sign, ms / 4);
    ready.set(name, sign);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, sign] of ready) (results[name] ??= []).push(await rate(sign, ms));
  }
  return results;
}

Object.assign(globalThis, { bench });
