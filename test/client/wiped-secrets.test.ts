// What a page has in clear for a moment is zeros afterwards: passkeys' outputs, pasted keys and phrases.
import { pbkdf2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { importApiKey } from '../../src/client/api-key-import.ts';
import type { Client } from '../../src/client/client.ts';
import { readPublicKey } from '../../src/client/device/device-code.ts';
import { schemeOfAddress } from '../../src/client/import/phrase-scheme.ts';
import { checkPhrase, holdPhrase } from '../../src/client/import/sealable-phrase.ts';
import { kekFromPrf } from '../../src/client/passkey/unlock.ts';
import * as base64url from '../../src/crypto/base64url.ts';
import { randomBytes, toHex, utf8, type Bytes } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { readApiKeyText } from '../../src/keys/api-key-text.ts';
import { plansOfChain } from '../../src/ui/procedures/import/typed-phrase.ts';
import { recordWipes } from '../crypto/record-wipes.ts';
import * as encoders from '../keys/encoders.ts';
import electrum from '../vectors/electrum-seeds.json' with { type: 'json' };

test('behavior: a passkey’s output, and the key that it gives', async () => {
  const output = randomBytes(32);
  const secret = toHex(output);
  let kek = '';
  const wiped = await recordWipes(async () => {
    kek = await kekFromPrf(output, randomBytes(32));
  });
  expect(output).toEqual(new Uint8Array(32));
  expect(wiped).toEqual(expect.arrayContaining([secret, toHex(base64url.decode(kek))]));
});

test('behavior: a pasted API key, after the vault has it and after it was refused', async () => {
  const privateKey: Bytes = generatePrivateKey('P256');
  const secret = toHex(privateKey);
  const other = toHex(publicKeyOf('P256', generatePrivateKey('P256')));
  const paste = (call: () => Promise<unknown>, publicKey: string | null = null) =>
    importApiKey({ call } as unknown as Client, {
      name: 'Pasted',
      text: secret,
      curve: 'P256',
      entry: null,
      publicKey,
    });
  const countOf = async (act: () => unknown) =>
    (await recordWipes(act)).filter((one) => one === secret).length;
  // Reading the text wipes what it makes on the way; the key itself is one more.
  const onTheWay = await countOf(() => readApiKeyText(secret, 'P256'));
  for (const end of [
    () => paste(async () => ({})),
    () => paste(async () => Promise.reject(new Error('locked'))).catch(() => null),
    () => paste(async () => ({}), other).catch(() => null),
  ]) {
    expect(await countOf(end)).toBeGreaterThan(onTheWay);
  }
});

test('behavior: a private key that was pasted in place of a public one', async () => {
  const privateKey: Bytes = generatePrivateKey('SECP256K1');
  const wif = encoders.wif(0x80, privateKey);
  const wiped = await recordWipes(() => {
    expect(readPublicKey(wif)).toMatchObject({ kind: 'refused', reason: 'private_key' });
  });
  expect(wiped).toContain(toHex(privateKey));
});

test('behavior: the words and the seed of another scheme that an address decides for', async () => {
  const found = electrum.seeds
    .flatMap(({ seed, addresses, bip39 }) => (bip39 && addresses ? [{ seed, addresses }] : []))
    .find(({ seed }) => /^[a-z ]+$/.test(seed));
  if (!found) throw new Error('no such seed');
  const reading = await checkPhrase(found.seed);
  const phrase = await holdPhrase(reading);
  const words = reading.words.map((word) => word.text);
  const question = { words, schemes: reading.alsoFits, phrase, plansOf: plansOfChain };
  const seed = pbkdf2Sync(words.join(' '), 'electrum', 2048, 64, 'sha512');
  for (const address of [found.addresses[0] ?? '', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu']) {
    const wiped = await recordWipes(() => schemeOfAddress(question, address));
    expect(wiped).toEqual(
      expect.arrayContaining([toHex(utf8(words.join(' '))), toHex(new Uint8Array(seed))]),
    );
  }
});
