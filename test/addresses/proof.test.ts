import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOf } from '../../src/addresses/address.ts';
import { READINGS, type ReadingName } from '../../src/addresses/formats.ts';
import { crossDerive, prove, proveReply } from '../../src/addresses/proof.ts';
import type { ListedAddress } from '../../src/addresses/proof.ts';
import { demandKey } from '../../src/addresses/points.ts';
import { readingsOf } from '../../src/addresses/readings.ts';
import { publicKeyOf } from '../../src/crypto/keys.ts';
import { fromHex } from '../../src/crypto/bytes.ts';
import alternatives from '../vectors/addresses-alternatives.json' with { type: 'json' };
import { allAddresses, publicKeys, RUNS } from './random-keys.ts';
import { addressOfVector, parseCurve, parseFormat, KEYS, keyByLabel } from './vectors.ts';

const SECP = 'scalar 1';
const ED = 'RFC 8032 7.1 TEST 1';
const ETHEREUM = 'ADDRESS_FORMAT_ETHEREUM';
const COMPRESSED = 'ADDRESS_FORMAT_COMPRESSED';
const UNCOMPRESSED = 'ADDRESS_FORMAT_UNCOMPRESSED';
const SOLANA = 'ADDRESS_FORMAT_SOLANA';

/** What the vectors call a reading, and its name here. */
const READING_NAMES: Readonly<Record<string, ReadingName>> = {
  'P2SH(P2PK compressed)': 'p2sh_p2pk',
  'P2SH(P2PKH)': 'p2sh_p2pkh',
  'P2SH(1-of-1 multisig)': 'p2sh_multisig',
  'P2WSH(P2PKH)': 'p2wsh_p2pkh',
  'P2WSH(1-of-1 multisig)': 'p2wsh_multisig',
  'untweaked internal key as output key': 'p2tr_untweaked',
  'secp256k1, bech32 of the keccak (EVM) address': 'sei_evm',
  'if the service takes CURVE_ED25519 for SEI (its wallets table says so): bech32 "sei" of sha256(pubkey)[0..20]':
    'sei_ed25519',
  'if ed25519 were allowed: account id of ED||pubkey': 'xrp_ed25519',
  'SingleKey scheme 0x02 (ed25519)': 'aptos_single_key',
  'if secp256k1 (SingleKey scheme) were allowed': 'aptos_secp256k1',
  'if secp256k1 (flag 0x01) were allowed': 'sui_secp256k1',
  'bounceable, base64url': 'ton_bounceable',
  'non-bounceable, base64': 'ton_base64',
  'bounceable, base64': 'ton_bounceable_base64',
  raw: 'ton_raw',
  'non-bounceable, test-only': 'ton_test_only',
  'wallet id for testnet (-3), non-bounceable': 'ton_testnet_wallet',
};

const alternativeVectors = alternatives.flatMap(
  ({ label, curve, privateKeyHex, alternatives: formats }) =>
    Object.entries(formats).flatMap(([format, texts]) =>
      Object.entries<string>(texts).map(([reading, address]) => ({
        label,
        reading,
        address,
        texts: Object.entries<string>(texts),
        format: parseFormat(`ADDRESS_FORMAT_${format}`),
        publicKey: {
          curve: parseCurve(curve),
          bytes: publicKeyOf(
            curve === 'CURVE_ED25519' ? 'ED25519' : 'SECP256K1',
            fromHex(privateKeyHex),
          ),
        },
      })),
    ),
);

describe('prove', () => {
  test('behavior: every address of the vectors', () => {
    for (const { publicKey, addresses } of KEYS) {
      for (const one of addresses) expect(prove(publicKey, one)).toEqual({ kind: 'proved' });
    }
  });

  test.each(alternativeVectors)('behavior: $format of $label read as $reading', (one) => {
    // A text without + and / is the same in both alphabets of base64. The first name counts.
    const name = one.texts.find(([, text]) => text === one.address)?.[0] ?? '';
    const chosen = /^(chosen|settled): /.test(name);
    expect(prove(one.publicKey, one)).toEqual(
      chosen ? { kind: 'proved' } : { kind: 'other_reading', reading: READING_NAMES[name] },
    );
  });

  test('behavior: the vectors have all readings but two', () => {
    const named = new Set(Object.values(READING_NAMES));
    expect(Object.keys(READINGS).filter((name) => !named.has(name as ReadingName))).toEqual([
      'aptos_short',
      'ton_bounceable_test_only',
    ]);
  });

  test('behavior: Aptos without its leading zeros, if it has any', () => {
    const { publicKey } = keyByLabel('APTOS address starts 0x0 then non-zero');
    const format = 'ADDRESS_FORMAT_APTOS';
    const address = addressOf(format, publicKey).replace('0x0', '0x');
    expect(prove(publicKey, { format, address })).toEqual({
      kind: 'other_reading',
      reading: 'aptos_short',
    });
  });

  test('behavior: notation doesn’t matter, but the forms of TON have names', () => {
    const { publicKey } = keyByLabel(SECP);
    const format = 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH';
    const address = addressOfVector(SECP, format).toUpperCase();
    expect(prove(publicKey, { format, address })).toEqual({ kind: 'proved' });
    const lower = addressOfVector(SECP, ETHEREUM).toLowerCase();
    expect(prove(publicKey, { format: ETHEREUM, address: lower })).toEqual({ kind: 'proved' });
    const p2sh = alternativeVectors.find(({ reading }) => reading === 'P2WSH(P2PKH)');
    if (!p2sh) throw new Error('no vector');
    const shouted = { format: p2sh.format, address: p2sh.address.toUpperCase() };
    expect(prove(p2sh.publicKey, shouted)).toMatchObject({ reading: 'p2wsh_p2pkh' });
  });

  test('error: another key’s address, with the right one', () => {
    const { publicKey } = keyByLabel(SECP);
    const address = addressOfVector('scalar 2', ETHEREUM);
    expect(prove(publicKey, { format: ETHEREUM, address })).toEqual({
      kind: 'mismatch',
      expected: addressOfVector(SECP, ETHEREUM),
    });
  });

  test('error: an address of another network and a damaged one say why', () => {
    const { publicKey } = keyByLabel(SECP);
    const format = 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR';
    const address = addressOfVector(SECP, 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR');
    expect(prove(publicKey, { format, address })).toMatchObject({ refusal: 'network' });
    const damaged = addressOfVector(SECP, ETHEREUM).replace('F', 'f');
    expect(prove(publicKey, { format: ETHEREUM, address: damaged })).toMatchObject({
      kind: 'mismatch',
      refusal: 'checksum',
    });
  });

  test('error: a format that the key can’t have', () => {
    const { publicKey } = keyByLabel(SECP);
    const address = addressOfVector(ED, SOLANA);
    expect(prove(publicKey, { format: SOLANA, address })).toEqual({ kind: 'mismatch' });
  });

  test('error: Spark and unknown formats can’t be checked', () => {
    const { publicKey } = keyByLabel(SECP);
    for (const format of ['ADDRESS_FORMAT_SPARK_MAINNET', 'ADDRESS_FORMAT_NEW', 'constructor']) {
      expect(prove(publicKey, { format, address: 'x' })).toEqual({ kind: 'cannot_check' });
    }
  });

  test('error: random keys never prove each other’s addresses', () => {
    fc.assert(
      fc.property(publicKeys, publicKeys, (one, other) => {
        fc.pre(one.curve === other.curve && one.bytes.join() !== other.bytes.join());
        for (const listed of allAddresses(other)) {
          expect(prove(one, listed).kind).toBe('mismatch');
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('readingsOf', () => {
  test('behavior: a key only has the readings of its own curve', () => {
    const names = (label: string, format: string) =>
      readingsOf(parseFormat(format), demandKey(keyByLabel(label).publicKey)).map(
        ({ name }) => name,
      );
    expect(names(ED, 'ADDRESS_FORMAT_SUI')).toEqual([]);
    expect(names(SECP, 'ADDRESS_FORMAT_SUI')).toEqual(['sui_secp256k1']);
    expect(names(ED, 'ADDRESS_FORMAT_APTOS')).toEqual(['aptos_short', 'aptos_single_key']);
    expect(names(SECP, 'ADDRESS_FORMAT_SEI')).toEqual(['sei_evm']);
  });
});

describe('proveReply', () => {
  const { publicKey } = keyByLabel(SECP);
  const listed = (format: string, label = SECP): ListedAddress => ({
    format,
    address: addressOfVector(label, parseFormat(format)),
  });

  test('behavior: lines are in the requested order', () => {
    const reply = [listed(COMPRESSED), listed(ETHEREUM)];
    const lines = proveReply(publicKey, [ETHEREUM, COMPRESSED], reply);
    expect(lines).toEqual([
      { ...listed(ETHEREUM), isRequested: true, proof: { kind: 'proved' } },
      { ...listed(COMPRESSED), isRequested: true, proof: { kind: 'proved' } },
    ]);
  });

  test('error: a missing format, a duplicate and one that nobody requested', () => {
    const reply = [
      listed(ETHEREUM),
      listed(ETHEREUM, 'scalar 2'),
      listed(UNCOMPRESSED, 'scalar 2'),
    ];
    const lines = proveReply(publicKey, [COMPRESSED, ETHEREUM], reply);
    expect(
      lines.map(({ format, isRequested: asked, proof }) => [format, asked, proof.kind]),
    ).toEqual([
      [COMPRESSED, true, 'missing'],
      [ETHEREUM, true, 'proved'],
      [ETHEREUM, true, 'mismatch'],
      [UNCOMPRESSED, false, 'mismatch'],
    ]);
  });
});

describe('crossDerive', () => {
  const SEC = 'CURVE_SECP256K1';
  const kinds = (curve: 'CURVE_SECP256K1' | 'CURVE_ED25519', reply: readonly ListedAddress[]) => {
    const { verdict, lines } = crossDerive(curve, reply);
    return { verdict, kinds: lines.map(({ finding }) => finding.kind) };
  };
  const pick = (label: string, ...formats: string[]): ListedAddress[] =>
    formats.map((format) => ({ format, address: addressOfVector(label, parseFormat(format)) }));

  test('behavior: whole replies of random keys', () => {
    fc.assert(
      fc.property(publicKeys, (key) => {
        const { verdict, lines } = crossDerive(key.curve, allAddresses(key));
        expect(verdict).toBe('consistent');
        const sources = lines.filter(({ finding }) => finding.kind === 'source');
        expect(sources.map(({ format }) => format)).toEqual([COMPRESSED]);
      }),
      RUNS,
    );
  });

  test.each([
    [SEC, SECP, COMPRESSED, ETHEREUM],
    [SEC, 'scalar 2', UNCOMPRESSED, ETHEREUM],
    [SEC, 'scalar n-1', UNCOMPRESSED, 'ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR'],
    ['CURVE_ED25519', ED, COMPRESSED, SOLANA],
    ['CURVE_ED25519', ED, SOLANA, 'ADDRESS_FORMAT_TON_V5R1'],
    ['CURVE_ED25519', ED, 'ADDRESS_FORMAT_XLM', 'ADDRESS_FORMAT_SUI'],
  ] as const)('behavior: %s, %s: from %s to %s', (curve, label, from, to) => {
    expect(kinds(curve, pick(label, to, from))).toEqual({
      verdict: 'consistent',
      kinds: ['consistent', 'source'],
    });
  });

  test('behavior: another reading is consistent, and named', () => {
    const found = alternativeVectors.find(
      ({ label, reading }) => label === SECP && reading === 'P2SH(P2PKH)',
    );
    if (!found) throw new Error('no vector');
    const other = { format: found.format, address: found.address };
    const { verdict, lines } = crossDerive(SEC, [...pick(SECP, COMPRESSED), other]);
    expect(verdict).toBe('consistent');
    expect(lines[1]?.finding).toEqual({ kind: 'consistent', reading: 'p2sh_p2pkh' });
  });

  test('error: one address of another key', () => {
    const reply = [...pick(SECP, COMPRESSED, UNCOMPRESSED), ...pick('scalar 2', ETHEREUM)];
    expect(kinds(SEC, reply)).toEqual({
      verdict: 'mismatch',
      kinds: ['source', 'consistent', 'mismatch'],
    });
  });

  test('error: two public keys in one reply', () => {
    const reply = [...pick(SECP, UNCOMPRESSED), ...pick('scalar 2', COMPRESSED)];
    expect(kinds(SEC, reply)).toEqual({ verdict: 'mismatch', kinds: ['mismatch', 'source'] });
  });

  test('error: no public key in the reply', () => {
    const reply = pick(SECP, ETHEREUM, 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR');
    expect(kinds(SEC, reply)).toEqual({
      verdict: 'cannot_check',
      kinds: ['cannot_check', 'cannot_check'],
    });
    expect(crossDerive(SEC, []).verdict).toBe('cannot_check');
  });

  test('error: the public key alone proves nothing', () => {
    expect(kinds(SEC, pick(SECP, COMPRESSED))).toEqual({
      verdict: 'cannot_check',
      kinds: ['source'],
    });
  });

  test('error: an unverifiable address keeps the whole from being consistent', () => {
    const spark = { format: 'ADDRESS_FORMAT_SPARK_MAINNET', address: 'sp1' };
    expect(kinds(SEC, [...pick(SECP, COMPRESSED, ETHEREUM), spark])).toEqual({
      verdict: 'cannot_check',
      kinds: ['source', 'consistent', 'cannot_check'],
    });
  });

  test('error: texts that contain no key of the curve', () => {
    // No point has this X; a Y that isn't the point's; a key of the other curve.
    const offCurve = { format: COMPRESSED, address: `02${'00'.repeat(31)}05` };
    const whole = addressOfVector(SECP, UNCOMPRESSED);
    const bent = { format: UNCOMPRESSED, address: `${whole.slice(0, -2)}ba` };
    const foreign = pick(ED, COMPRESSED);
    for (const carrier of [offCurve, bent, ...foreign]) {
      const { verdict, lines } = crossDerive(SEC, [carrier, ...pick(SECP, ETHEREUM)]);
      expect(verdict).toBe('mismatch');
      expect(lines.map(({ finding }) => finding)).toEqual([
        { kind: 'mismatch', refusal: 'not_a_key' },
        { kind: 'cannot_check' },
      ]);
    }
  });

  test('behavior: if one source is damaged, the next one is used', () => {
    const damaged = { format: COMPRESSED, address: 'zz' };
    const reply = [damaged, ...pick(SECP, UNCOMPRESSED, ETHEREUM)];
    expect(kinds(SEC, reply)).toEqual({
      verdict: 'mismatch',
      kinds: ['mismatch', 'source', 'consistent'],
    });
  });

  test('error: Solana’s address isn’t a key in a secp256k1 reply', () => {
    const reply = [...pick(ED, SOLANA), ...pick(SECP, ETHEREUM)];
    expect(kinds(SEC, reply)).toEqual({
      verdict: 'cannot_check',
      kinds: ['cannot_check', 'cannot_check'],
    });
  });
});
