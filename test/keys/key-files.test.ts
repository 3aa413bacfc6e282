import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../../src/crypto/bytes.ts';
import { parsePrivateKey } from '../../src/keys/private-key.ts';
import { KeyRefusal, type RefusalReason } from '../../src/keys/refusal.ts';
import * as encoders from './encoders.ts';
import { expectList, outcomeOf, refusalOf } from './read-outcome.ts';

/*
 * Files and texts of other programs. PEM, DER and JWK come from node:crypto (OpenSSL) at test time,
 * the others from the documentation or the tests that each case names.
 */

const KEY = fromHex('6a3c850258086966dcf72689d10cda8e105d4d9d0de97686a78c78b6047b94d7');
const SEED = fromHex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
const HEX = toHex(KEY);
const SEED_HEX = toHex(SEED);

const hexOf = (text: string) => toHex(parsePrivateKey(text).privateKey);
const curvesOf = (text: string) => parsePrivateKey(text).candidates.map(({ curve }) => curve);
const secretOf = (key: KeyObject) =>
  Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url').toString('hex');
const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

const make = {
  ed25519: () => generateKeyPairSync('ed25519').privateKey,
  secp256k1: () => generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey,
  p256: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey,
};
const pem = (key: KeyObject, type: 'pkcs8' | 'sec1' = 'pkcs8') =>
  key.export({ format: 'pem', type }).toString();
const der = (key: KeyObject, type: 'pkcs8' | 'sec1' = 'pkcs8') =>
  key.export({ format: 'der', type });

describe('keys that node:crypto made', () => {
  const writers: Readonly<Record<string, (key: KeyObject) => string>> = {
    'PEM, PKCS#8': (key) => pem(key),
    'PEM, PKCS#8, in one line': (key) => pem(key).replace(/[\r\n]+/g, ' '),
    'PEM, PKCS#8, with CRLF': (key) => pem(key).replaceAll('\n', '\r\n'),
    'PEM, PKCS#8, without line breaks': (key) => pem(key).replaceAll('\n', ''),
    'DER in base64': (key) => base64Of(der(key)),
    'DER in hex': (key) => toHex(der(key)),
    JWK: (key) => JSON.stringify(key.export({ format: 'jwk' })),
    'JWK, indented': (key) => JSON.stringify(key.export({ format: 'jwk' }), null, 2),
    'JWK, a set of one': (key) => JSON.stringify({ keys: [key.export({ format: 'jwk' })] }),
  };
  const sec1: typeof writers = {
    'PEM, SEC 1': (key) => pem(key, 'sec1'),
    'DER, SEC 1, in base64': (key) => base64Of(der(key, 'sec1')),
    'DER, SEC 1, in hex': (key) => toHex(der(key, 'sec1')),
  };

  test.each(Object.entries(writers))('behavior: %s of either curve is read back', (_, write) => {
    for (let round = 0; round < 8; round++) {
      const [edwards, koblitz] = [make.ed25519(), make.secp256k1()];
      expect([hexOf(write(edwards)), curvesOf(write(edwards))]).toEqual([
        secretOf(edwards),
        ['CURVE_ED25519'],
      ]);
      expect([hexOf(write(koblitz)), curvesOf(write(koblitz))]).toEqual([
        secretOf(koblitz),
        ['CURVE_SECP256K1'],
      ]);
    }
  });

  test.each(Object.entries(sec1))('behavior: %s is read back', (_, write) => {
    const key = make.secp256k1();
    expect(hexOf(write(key))).toBe(secretOf(key));
  });

  test('behavior: the curve’s name before the key is passed over', () => {
    const key = make.secp256k1();
    const parameters = '-----BEGIN EC PARAMETERS-----\nBgUrgQQACg==\n-----END EC PARAMETERS-----\n';
    expect(hexOf(parameters + pem(key, 'sec1'))).toBe(secretOf(key));
  });

  // As `openssl pkcs12 -nodes` and `openssl ec -text` write it (RFC 7468, section 2).
  const attributes = `Bag Attributes
    friendlyName: My key
    localKeyID: 54 69 6D 65 20 31 37 30 30 30 30 30 30 30 30 30 30 30
Key Attributes: <No Attributes>
`;
  const numbers = `Private-Key: (256 bit)
priv:
    c2:f0:51:1f:00:12:9a:33:6c:8d:5e:77:b1:d0:0e:
    42:19:aa:60:4f:38:95:c7:db:21:e4:8f:73:06:5d:b2:e1
ASN1 OID: secp256k1
`;
  test.each([
    ['before the key', (key: string) => attributes + key],
    ['in numbers before it', (key: string) => numbers + key],
    ['in one line', (key: string) => (attributes + key).replace(/\s+/g, ' ')],
    ['before and after', (key: string) => `${attributes}${key}\nsubject=CN = Example\n`],
  ])('behavior: text %s is passed over', (_, write) => {
    const key = make.secp256k1();
    expect(hexOf(write(pem(key)))).toBe(secretOf(key));
  });

  test('error: a second key before or after the block is not passed over', () => {
    const key = make.secp256k1();
    const other = secretOf(make.secp256k1());
    expect(refusalOf(`${other}\n${pem(key)}`).reason).toBe('unknown');
    expect(refusalOf(`${pem(key)}${other}`).reason).toBe('malformed');
  });

  test.each(Object.entries({ ...writers, ...sec1 }))('error: %s on P-256 is named', (_, write) => {
    const { reason, facts } = refusalOf(write(make.p256()));
    expect([reason, facts.encoding]).toEqual(['wrong_curve', 'p256_key']);
  });

  test('error: other kinds of keys are named', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const rows: [string, RefusalReason, string][] = [
      [pem(rsa), 'wrong_kind', 'rsa_key'],
      [rsa.export({ format: 'pem', type: 'pkcs1' }).toString(), 'wrong_kind', 'rsa_key'],
      [JSON.stringify(rsa.export({ format: 'jwk' })), 'wrong_kind', 'rsa_key'],
      [pem(generateKeyPairSync('x25519').privateKey), 'wrong_kind', 'x25519_key'],
      [pem(generateKeyPairSync('ed448').privateKey), 'wrong_kind', 'other_curve'],
      [
        pem(generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey),
        'wrong_kind',
        'other_curve',
      ],
    ];
    for (const [text, reason, found] of rows) {
      const refusal = refusalOf(text);
      expect([refusal.reason, refusal.facts.encoding]).toEqual([reason, found]);
    }
  });

  test('error: public keys and encrypted keys are named', () => {
    for (const key of [make.ed25519(), make.secp256k1(), make.p256()]) {
      const spki = createPublicKey(key);
      const texts = [
        spki.export({ format: 'pem', type: 'spki' }).toString(),
        toHex(spki.export({ format: 'der', type: 'spki' })),
        JSON.stringify(spki.export({ format: 'jwk' })),
      ];
      for (const text of texts) expect(refusalOf(text).reason).toBe('public_key_pasted');
      const options = {
        format: 'pem',
        type: 'pkcs8',
        cipher: 'aes-256-cbc',
        passphrase: 'x',
      } as const;
      expect(refusalOf(key.export(options).toString()).reason).toBe('encrypted_key');
      const encrypted = key.export({ ...options, format: 'der' });
      expect(refusalOf(toHex(encrypted)).reason).toBe('encrypted_key');
    }
  });

  test('behavior: of two keys in one file, each can be chosen', () => {
    const keys = [make.ed25519(), make.secp256k1()];
    const secrets = keys.map(secretOf);
    expectList(keys.map((key) => pem(key)).join(''), 'pem', secrets);
    expectList(keys.map((key) => pem(key).replaceAll('\n', ' ')).join(' '), 'pem', secrets);
    const jwks = keys.map((key) => key.export({ format: 'jwk' }));
    expectList(JSON.stringify({ keys: jwks }), 'jwk', secrets);
    expectList(JSON.stringify(jwks), 'jwk', secrets);
  });

  test('error: a public key of another key is a mismatch', () => {
    const [one, other] = [make.secp256k1(), make.secp256k1()].map((key) => der(key));
    // The public key is at the end.
    const mixed = Buffer.concat([(one ?? KEY).subarray(0, -64), (other ?? KEY).subarray(-64)]);
    expect(refusalOf(toHex(mixed)).reason).toBe('public_half_mismatch');
    const jwk = make.ed25519().export({ format: 'jwk' });
    const swapped = { ...jwk, x: make.ed25519().export({ format: 'jwk' }).x };
    expect(refusalOf(JSON.stringify(swapped)).reason).toBe('public_half_mismatch');
  });

  test('error: one changed byte of DER or JWK never gives another key', () => {
    const keys = [make.secp256k1(), make.ed25519()];
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (key, place, change) => {
          const jwk = key.export({ format: 'jwk' });
          const bytes = Buffer.from(jwk.d ?? '', 'base64url');
          const at = place % bytes.length;
          bytes[at] = (bytes[at] ?? 0) ^ change;
          const text = JSON.stringify({ ...jwk, d: bytes.toString('base64url') });
          expect(outcomeOf(text)).toBeInstanceOf(KeyRefusal);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('published files', () => {
  test('behavior: RFC 8410, section 10.3, without and with the public key', () => {
    const rfc8410 = 'd4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842';
    const plain = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----`;
    const withPublic = `-----BEGIN PRIVATE KEY-----
MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
Z9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PRIVATE KEY-----`;
    expect([hexOf(plain), hexOf(withPublic)]).toEqual([rfc8410, rfc8410]);
    expect(refusalOf(withPublic.replace('ZuE=', 'ZuI=')).reason).toBe('public_half_mismatch');
  });

  test('behavior: RFC 8037, appendix A.1', () => {
    const jwk = {
      kty: 'OKP',
      crv: 'Ed25519',
      d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    };
    expect(hexOf(JSON.stringify(jwk))).toBe(SEED_HEX);
  });

  // hiero-sdk-js, src/EcdsaPrivateKey.js and src/Ed25519PrivateKey.js: the two prefixes.
  test('behavior: Hedera’s DER', () => {
    const koblitz = `3030020100300706052b8104000a04220420${HEX}`;
    const edwards = `302e020100300506032b657004220420${SEED_HEX}`;
    expect([hexOf(koblitz), curvesOf(koblitz)]).toEqual([HEX, ['CURVE_SECP256K1']]);
    expect([hexOf(edwards), curvesOf(edwards)]).toEqual([SEED_HEX, ['CURVE_ED25519']]);
    expect(hexOf(`0x${edwards.toUpperCase()}`)).toBe(SEED_HEX);
    const publicKey = toHex(secp256k1.getPublicKey(KEY, true));
    expect(refusalOf(`302d300706052b8104000a032200${publicKey}`).reason).toBe('public_key_pasted');
  });

  test('behavior: 64 and 128 digits that start with 30 stay plain hex', () => {
    const digits = `301e${HEX.slice(4)}`;
    expect(parsePrivateKey(digits).encoding).toBe('hex');
  });

  // MystenLabs/sui, keytool_tests.rs.
  test('behavior: sui.keystore as the CLI writes it', () => {
    const line = 'AN0JMHpDum3BhrVwnkylH0/HGRHBQ/fO/8+MYOawO8j6';
    const key = parsePrivateKey(`[\n  "${line}"\n]`);
    expect([key.encoding, hexOf(`["${line}"]`)]).toEqual(['sui_keystore', hexOf(line)]);
    const other = 'AJrA997C1eVz6wYIp7bO8dpITSRBXpvg1m70/P3gusu2';
    expectList(JSON.stringify([line, other], null, 2), 'sui_keystore', [hexOf(line), hexOf(other)]);
    expect(refusalOf(`["${encoders.suiKeystore(KEY, 1)}"]`).facts.encoding).toBe('sui_other_curve');
    expect(refusalOf('["abc"]').facts.encoding).toBe('json');
    expect(refusalOf(`["${line}"`).facts).toEqual({ encoding: 'json' });
  });

  test('behavior: bytes as JavaScript prints them', () => {
    const pair = encoders.pairOf(SEED);
    const texts = [
      JSON.stringify(pair),
      JSON.stringify(Buffer.from(pair)),
      JSON.stringify(Buffer.from(pair), null, 2),
      JSON.stringify({ _keypair: { publicKey: pair.slice(32), secretKey: pair } }),
    ];
    for (const text of texts)
      expect([hexOf(text), curvesOf(text)]).toEqual([SEED_HEX, ['CURVE_ED25519']]);
    for (const bytes of [JSON.stringify(KEY), JSON.stringify(Buffer.from(KEY))]) {
      expect([hexOf(bytes), curvesOf(bytes).length]).toEqual([HEX, 2]);
    }
    expect(refusalOf(JSON.stringify(pair.with(40, 0))).reason).toBe('public_half_mismatch');
    expect(refusalOf(JSON.stringify(pair.slice(1))).reason).toBe('wrong_length');
    expect(refusalOf('{"0":1,"2":3}').facts.encoding).toBe('json');
    expect(refusalOf('{"type":"Buffer","data":[1,256]}').facts.encoding).toBe('json_bytes');
  });
});

/** Pairs of digits with colons, fifteen to a line, as `openssl pkey -text` prints them. */
function opensslLines(bytes: Uint8Array): string {
  const pairs = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
  const lines: string[] = [];
  for (let at = 0; at < pairs.length; at += 15)
    lines.push(`    ${pairs.slice(at, at + 15).join(':')}`);
  return lines.join(':\n');
}

describe('hex with colons', () => {
  const colons = HEX.replace(/..(?!$)/g, '$&:');
  const whole = (secret: Uint8Array, point: Uint8Array, curve: string) =>
    `Private-Key: (256 bit)\npriv:\n${opensslLines(secret)}\npub:\n${opensslLines(point)}\nASN1 OID: ${curve}\n`;
  const point = secp256k1.getPublicKey(KEY, false);

  test('behavior: the bytes alone, with line breaks, and after a sign’s zero', () => {
    for (const text of [colons, opensslLines(KEY), `00:${colons}`, `priv:\n${opensslLines(KEY)}`])
      expect([hexOf(text), curvesOf(text).length]).toEqual([HEX, 2]);
  });

  test('behavior: OpenSSL’s whole text says the curve, and its public key is checked', () => {
    const text = whole(KEY, point, 'secp256k1');
    expect([hexOf(text), curvesOf(text)]).toEqual([HEX, ['CURVE_SECP256K1']]);
    expect(hexOf(text.replaceAll('\n', ' '))).toBe(HEX);
    expect(refusalOf(whole(SEED, point, 'secp256k1')).reason).toBe('public_half_mismatch');
    const edwards = `ED25519 Private-Key:\npriv:\n${opensslLines(SEED)}\npub:\n${opensslLines(
      encoders.pairOf(SEED).slice(32),
    )}\n`;
    expect([hexOf(edwards), curvesOf(edwards)]).toEqual([SEED_HEX, ['CURVE_ED25519']]);
    const p256 = createPrivateKey(pem(make.p256())).export({ format: 'jwk' });
    const secret = Buffer.from(p256.d ?? '', 'base64url');
    const p256Point = Buffer.concat([
      Uint8Array.of(4),
      Buffer.from(p256.x ?? '', 'base64url'),
      Buffer.from(p256.y ?? '', 'base64url'),
    ]);
    const named = refusalOf(whole(secret, p256Point, 'prime256v1\nNIST CURVE: P-256'));
    expect([named.reason, named.facts.encoding]).toEqual(['wrong_curve', 'p256_key']);
  });

  test('error: a wrong character, a wrong length and a public key are named', () => {
    const wrong = refusalOf(colons.replace('a', 'g'));
    expect([wrong.reason, wrong.facts]).toEqual([
      'wrong_character',
      { encoding: 'hex_colons', position: 1 },
    ]);
    expect(refusalOf(colons.slice(3)).facts.length?.got).toBe(31);
    expect(refusalOf(`pub:\n${opensslLines(point)}`).reason).toBe('public_key_pasted');
  });

  test('error: what may be a certificate’s fingerprint is asked about', () => {
    const text = colons.toUpperCase();
    expect(refusalOf(text).facts.possibleEncodings).toEqual(['fingerprint', 'hex_colons']);
    expect(toHex(parsePrivateKey(text, { interpretAs: 'hex_colons' }).privateKey)).toBe(HEX);
  });
});

describe('Bitcoin keys that say their script', () => {
  const wif = encoders.wif(0x80, KEY);
  const formatsOf = (text: string) => parsePrivateKey(text).candidates[0]?.formats;
  const main = (script: string) => `ADDRESS_FORMAT_BITCOIN_MAINNET_${script}`;

  test.each([
    [`p2pkh:${wif}`, ['P2PKH']],
    [`p2wpkh:${wif}`, ['P2WPKH']],
    [`p2wpkh-p2sh:${wif}`, ['P2SH']],
    [`pkh(${wif})`, ['P2PKH']],
    [`wpkh(${wif})`, ['P2WPKH']],
    [`wpkh([d34db33f/84h/0h/0h]${wif})`, ['P2WPKH']],
    [`sh(wpkh(${wif}))`, ['P2SH']],
    [`tr(${wif})`, ['P2TR']],
    [`combo(${wif})`, ['P2PKH', 'P2SH', 'P2WPKH']],
  ])('behavior: the formats of %s are its script’s', (text, scripts) => {
    expect(hexOf(text)).toBe(HEX);
    expect(formatsOf(text)?.toSorted()).toEqual(scripts.map(main));
  });

  test('behavior: test networks have three formats of each script', () => {
    expect(formatsOf(`wpkh(${encoders.wif(0xef, KEY)})`)).toHaveLength(3);
  });

  // BIP-380, test vectors: the checksum of `raw(deadbeef)`. The broken ones are changes of it.
  test('behavior: the checksum is Bitcoin Core’s', () => {
    expect(refusalOf('raw(deadbeef)#89f8spxm').reason).toBe('not_a_key');
    for (const broken of ['#', '#89f8spxmx', '#89f8spx', '#89f8spxn', '#39f8spxm', '##9f8spxm']) {
      expect(refusalOf(`raw(deadbeef)${broken}`).reason).toBe('checksum');
    }
    expect(refusalOf('raw(deedbeef)#89f8spxm').reason).toBe('checksum');
  });

  test('error: what has no single key is named', () => {
    const xprv =
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
    const publicKey = toHex(secp256k1.getPublicKey(KEY, true));
    const rows: [string, RefusalReason][] = [
      [`wpkh(${xprv}/0/*)`, 'extended_key'],
      [`wpkh(${publicKey})`, 'public_key_pasted'],
      [`wpkh(${encoders.wif(0x80, KEY, false)})`, 'uncompressed'],
      [`wsh(multi(1,${wif}))`, 'other_script'],
      [`sh(multi(1,${wif}))`, 'other_script'],
      [`tr(${wif},pk(${wif}))`, 'other_script'],
      [`pk(${wif})`, 'other_script'],
      [`p2wsh:${wif}`, 'other_script'],
      [`wpkh(${wif}`, 'malformed'],
      [`wpkh()`, 'malformed'],
      [`wpkh(${HEX.slice(3)})`, 'malformed'],
      [`p2wpkh:hello`, 'malformed'],
      [`p2wpkh:${wif.slice(0, -1)}x`, 'checksum'],
      [`wpkh(${wif.slice(0, -1)}x)`, 'checksum'],
    ];
    for (const [text, reason] of rows)
      expect([text, refusalOf(text).reason]).toEqual([text, reason]);
  });
});

describe('other forms', () => {
  const numbers = '478091 257336 564717 522483 420420 590052 332057 227926';
  const expected = 'd378a04b7d3361a4ef629854c952ab92de37c07a96f03107a22a7566cc8bc0a7';
  const rows = numbers.split(' ').map((row, at) => `${'ABCDEFGH'[at]} ${row}`);

  // xrpl-secret-numbers 2; the letters are how Xaman shows the rows (XLS-12).
  test('behavior: XRP’s rows with their letters, in any order', () => {
    const columns = [0, 4, 1, 5, 2, 6, 3, 7].map((at) => rows[at]);
    const texts = [
      rows.join('\n'),
      rows.join(' '),
      rows.join(', '),
      columns.join(' '),
      rows.join('\n').replaceAll(/([A-H]) /g, '$1: '),
      rows.join('\n').toLowerCase(),
      rows.join('\n').replaceAll(/(\d{3})(\d{3})/g, '$1 $2'),
    ];
    for (const text of texts) expect([text, hexOf(text)]).toEqual([text, expected]);
  });

  test('error: a missing, doubled or wrong row is found', () => {
    expect(refusalOf(rows.slice(1).join(' ')).facts.length?.got).toBe(42);
    expect(refusalOf([...rows.slice(1), rows[1]].join(' ')).reason).toBe('wrong_length');
    expect(refusalOf([...rows, rows[1]].join(' ')).reason).toBe('malformed');
    expect(refusalOf(rows.join(' ').replace('257336', '257337')).facts).toEqual({
      encoding: 'xrp_numbers',
      position: 11,
    });
  });

  // Nethereum 563: a signed big integer's bytes.
  test('behavior: 66 digits after a zero byte are asked about, then read', () => {
    const text = `0x00${HEX}`;
    const { reason, facts } = refusalOf(text);
    expect([reason, facts.possibleEncodings]).toEqual(['wrong_length', ['hex_padded', 'xrp_hex']]);
    const key = parsePrivateKey(text, { interpretAs: 'hex_padded' });
    expect([toHex(key.privateKey), key.candidates.length]).toEqual([HEX, 1]);
    expect(key.candidates[0]?.formats).toContain('ADDRESS_FORMAT_ETHEREUM');
  });

  test('error: what is in front of a key is named for what it is', () => {
    expect(refusalOf(`key: ${HEX}`).facts.encoding).toBe('label');
    expect(refusalOf(`KEY=${HEX}`).facts.encoding).toBe('assignment');
  });
});
