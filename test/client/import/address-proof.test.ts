import { describe, expect, test } from 'vitest';
import { parseSealableKey } from '../../../src/client/import/sealable-key.ts';
import {
  compareAddress,
  crossCheckAddresses,
  previewAddresses,
  proveAnswer,
} from '../../../src/client/import/address-proof.ts';
import alternatives from '../../vectors/addresses-alternatives.json' with { type: 'json' };

const [secp] = parseSealableKey('07'.repeat(32)).candidates;
const ETHEREUM = 'ADDRESS_FORMAT_ETHEREUM';
const COMPRESSED = 'ADDRESS_FORMAT_COMPRESSED';
const listed = previewAddresses(secp.publicKey, [ETHEREUM, COMPRESSED]);
const requestedFormats = listed.map(({ format }) => format);
const wrong = { format: ETHEREUM, address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf' };

describe('proveAnswer', () => {
  test('behavior: the key’s requested addresses are proved', () => {
    expect(proveAnswer(secp.publicKey, requestedFormats, listed).verdict).toBe('proved');
  });

  test.each([
    ['one is of another key', [wrong, ...listed.slice(1)]],
    ['one is missing', listed.slice(1)],
    ['all are missing', []],
    ['one that was not asked for is of another key', [...listed, wrong]],
    ['one is no address at all', [{ format: ETHEREUM, address: 'x' }, ...listed.slice(1)]],
  ])('error: %s', (_, reply) => {
    expect(proveAnswer(secp.publicKey, requestedFormats, reply).verdict).toBe('mismatch');
  });

  test('behavior: another reading is named, and doesn’t count as proved', () => {
    const [vector] = alternatives;
    const address = vector?.alternatives.BITCOIN_MAINNET_P2SH?.['P2SH(P2PKH)'] ?? '';
    const [candidate] = parseSealableKey(vector?.privateKeyHex ?? '').candidates;
    const format = 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH';
    const [ethereum] = previewAddresses(candidate.publicKey, [ETHEREUM]);
    const reply = [...(ethereum ? [ethereum] : []), { format, address }];
    expect(proveAnswer(candidate.publicKey, [ETHEREUM, format], reply)).toMatchObject({
      verdict: 'other_reading',
      lines: [
        { proof: { kind: 'proved' } },
        { proof: { kind: 'other_reading', reading: 'p2sh_p2pkh' } },
      ],
    });
    const other = { format: ETHEREUM, address: listed[0]?.address ?? '' };
    expect(proveAnswer(candidate.publicKey, [format], [...reply, other]).verdict).toBe('mismatch');
  });

  test('behavior: an unknown format can’t be checked, nor can an empty answer', () => {
    const spark = { format: 'ADDRESS_FORMAT_SPARK_MAINNET', address: 'sp1' };
    expect(proveAnswer(secp.publicKey, [], [spark]).verdict).toBe('cannot_check');
    expect(proveAnswer(secp.publicKey, [], []).verdict).toBe('cannot_check');
  });
});

describe('crossCheckAddresses', () => {
  test('behavior: addresses with their public key are consistent', () => {
    expect(crossCheckAddresses('CURVE_SECP256K1', listed).verdict).toBe('consistent');
  });

  test('behavior: an address alone can’t be checked; with the stated public key it can', () => {
    const alone = listed.slice(0, 1);
    expect(crossCheckAddresses('CURVE_SECP256K1', alone).verdict).toBe('cannot_check');
    const stated = crossCheckAddresses('CURVE_SECP256K1', alone, secp.publicKeyHex);
    expect(stated.verdict).toBe('consistent');
    expect(stated.lines).toHaveLength(1);
  });

  test('error: a stated public key of another key, and an address of another key', () => {
    const other = parseSealableKey('08'.repeat(32)).candidates[0].publicKeyHex;
    expect(crossCheckAddresses('CURVE_SECP256K1', listed.slice(0, 1), other).verdict).toBe(
      'mismatch',
    );
    expect(crossCheckAddresses('CURVE_SECP256K1', [wrong, ...listed.slice(1)]).verdict).toBe(
      'mismatch',
    );
  });

  test('behavior: what is unknown stays unknown', () => {
    expect(crossCheckAddresses('CURVE_OTHER', listed).verdict).toBe('cannot_check');
    expect(crossCheckAddresses('constructor', listed).verdict).toBe('cannot_check');
    expect(crossCheckAddresses('CURVE_SECP256K1', listed.slice(0, 1), 'not hex').verdict).toBe(
      'cannot_check',
    );
    expect(crossCheckAddresses('CURVE_SECP256K1', []).verdict).toBe('cannot_check');
  });
});

describe('compareAddress', () => {
  test('behavior: compares what it encodes, ignoring white space around it', () => {
    const lower = ` ${listed[0]?.address.toLowerCase() ?? ''}\n`;
    expect(compareAddress(lower, listed)).toMatchObject({
      kind: 'same',
      listed: { format: ETHEREUM },
    });
  });

  test('error: another address of a listed format, and text that isn’t one', () => {
    expect(compareAddress(wrong.address, listed)).toMatchObject({ kind: 'different' });
    expect(compareAddress('nonsense', listed)).toEqual({ kind: 'unreadable' });
    expect(compareAddress('0x12', listed.slice(0, 1))).toEqual({
      kind: 'unreadable',
      refusal: 'length',
    });
    expect(compareAddress(wrong.address, [])).toEqual({ kind: 'unreadable' });
  });
});
