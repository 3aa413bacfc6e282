import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fromHex, toHex, utf8 } from '../../src/crypto/bytes.ts';
import { parsePrivateKey } from '../../src/keys/private-key.ts';
import { KeyRefusal } from '../../src/keys/refusal.ts';
import { recordWipes } from '../crypto/record-wipes.ts';
import * as encoders from './encoders.ts';
import { expectList, outcomeOf, refusalOf } from './read-outcome.ts';

const HEX = '6a3c850258086966dcf72689d10cda8e105d4d9d0de97686a78c78b6047b94d7';
const SEED_HEX = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const [KEY, SEED] = [fromHex(HEX), fromHex(SEED_HEX)];
const hexOf = (text: string) => toHex(parsePrivateKey(text).privateKey);
const madeOn = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).privateKey;
const PEM = { format: 'pem', type: 'pkcs8' } as const;

describe('texts with several keys', () => {
  const wifs = [KEY, SEED].map((key) => encoders.wif(0x80, key));

  test('behavior: arrays of arrays, and of texts', () => {
    const pairs = [SEED, KEY].map((seed) => encoders.pairOf(seed));
    expectList(JSON.stringify(pairs.map((pair) => [...pair])), 'solana_array', [SEED_HEX, HEX]);
    expectList(JSON.stringify(pairs.map((pair) => Buffer.from(pair))), 'json', [SEED_HEX, HEX]);
    expectList(JSON.stringify([`0x${HEX}`, SEED_HEX]), 'json', [HEX, SEED_HEX]);
    expect(hexOf(JSON.stringify([`0x${HEX}`]))).toBe(HEX);
    expect(hexOf(JSON.stringify([[...(pairs[0] ?? [])]]))).toBe(SEED_HEX);
  });

  // electrum, commands.py and main_window.py (export_privkeys_dialog): JSON by address, and CSV.
  test('behavior: Electrum’s export, as JSON and as CSV', () => {
    const [one = '', other = ''] = wifs.map((wif) => `p2wpkh:${wif}`);
    const [first, second] = ['bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c', 'bc1qanother'];
    expectList(JSON.stringify({ [first]: one, [second]: other }, null, 4), 'json', [HEX, SEED_HEX]);
    const csv = `address,private_key\n${first},${one}\n${second},${other}\n`;
    expectList(csv, 'key_list', [HEX, SEED_HEX]);
  });

  test('behavior: lines of keys, and keys after names', () => {
    const [one = '', other = ''] = wifs;
    for (const separator of ['\n', '\r\n', ' ', ', ', ';'])
      expectList([one, other].join(separator), 'key_list', [HEX, SEED_HEX]);
    expectList(`# accounts\nA_KEY=0x${HEX}\nexport B_KEY="${SEED_HEX}"`, 'key_list', [
      HEX,
      SEED_HEX,
    ]);
  });

  test('behavior: a part that can’t be imported is counted, and refused when it is chosen', () => {
    const sui = [encoders.suiKeystore(KEY, 1), encoders.suiKeystore(SEED)];
    expectList(JSON.stringify(sui), 'sui_keystore', [null, SEED_HEX]);
    const p256 = madeOn('prime256v1').export(PEM).toString();
    const koblitz = madeOn('secp256k1');
    expectList(p256 + koblitz.export(PEM).toString(), 'pem', [
      null,
      toHex(Buffer.from(koblitz.export({ format: 'jwk' }).d ?? '', 'base64url')),
    ]);
    expect(outcomeOf(JSON.stringify(sui), { entry: 2 })).toBeInstanceOf(KeyRefusal);
  });

  test('error: one key between other things, and a damaged key, keep their own reason', () => {
    expect(refusalOf(`KEY=0x${HEX}`).reason).toBe('decorated');
    expect(refusalOf(`${wifs[0] ?? ''} ${'z'.repeat(52)}`).reason).not.toBe('several_keys');
    const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    const damaged = JSON.stringify({ ...jwk, d: `${jwk.d ?? ''}!` });
    expect(refusalOf(damaged).facts).toEqual({ encoding: 'jwk' });
    const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    expect(refusalOf(JSON.stringify(words.split(' '))).reason).toBe('mnemonic_pasted');
  });

  test('behavior: a position is one of the whole text', () => {
    const broken = HEX.replace(/^..../, 'zzzz');
    const text = JSON.stringify([SEED_HEX, broken]);
    expect(refusalOf(text, { entry: 1 }).facts.position).toBe(text.indexOf('zzzz'));
  });

  test('behavior: what was read of each part is wiped', async () => {
    const text = JSON.stringify([`0x${HEX}`, SEED_HEX]);
    const wiped = await recordWipes(() => refusalOf(text));
    expect(wiped).toContain(toHex(utf8(text)));
    expect(await recordWipes(() => parsePrivateKey(text, { entry: 0 }))).toContain(HEX);
  });
});
