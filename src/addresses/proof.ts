// Whether addresses that a service answered are of a key: against the key itself, or, where only
// the answer is there, against the public key that some formats carry. Nothing is rounded up.
import { formatsOf } from '../protocol/curves.ts';
import type { Curve } from '../protocol/enums.ts';
import { addressOfKey } from './address.ts';
import { parseAddress, sameAddress } from './codecs.ts';
import { isFormat } from './formats.ts';
import type { Format, ReadingName } from './formats.ts';
import { demandKey, readKey } from './points.ts';
import type { Key, PublicKey } from './points.ts';
import { readingsOf } from './readings.ts';
import type { Refusal } from './text.ts';

/** An address as a reply lists it; the format is whatever the service wrote. */
export type Listed = { readonly format: string; readonly address: string };

export type Mismatch = {
  readonly kind: 'mismatch';
  /** The key's own address; missing when a key of this curve has none in the format. */
  readonly expected?: string;
  /** Set when the text is not even an address of the format. */
  readonly refusal?: Refusal;
};

export type Proof =
  | { readonly kind: 'proved' }
  /** Of this key, by another reading of the format's rule than the chosen one. */
  | { readonly kind: 'other_reading'; readonly reading: ReadingName }
  | Mismatch
  /** A format whose rule is not known here. */
  | { readonly kind: 'cannot_check' };

/**
 * Whether an address is of a public key. A mere difference of notation (case in bech32 and hex) is
 * `proved`. `invalid_input` when the bytes are no key of the curve.
 */
export function prove(publicKey: PublicKey, listed: Listed): Proof {
  return proveOf(demandKey(publicKey), listed);
}

function proveOf(key: Key, { format, address }: Listed): Proof {
  if (!isFormat(format)) return { kind: 'cannot_check' };
  const expected = formatsOf(key.curve).includes(format) ? addressOfKey(format, key) : undefined;
  if (address === expected) return { kind: 'proved' };
  const readings = readingsOf(format, key);
  const find = (equals: (text: string) => boolean) =>
    readings.find((one) => one.texts.some(equals));
  // Texts before meanings: TON's forms are readings of their own, though of the same account.
  const exact = find((text) => text === address);
  if (exact) return { kind: 'other_reading', reading: exact.name };
  const parsed = parseAddress(format, address);
  if (!parsed.ok) return mismatch(expected, parsed.reason);
  if (expected !== undefined && sameAddress(format, address, expected)) return { kind: 'proved' };
  const meant = find((text) => sameAddress(format, address, text));
  return meant ? { kind: 'other_reading', reading: meant.name } : mismatch(expected);
}

function mismatch(expected?: string, refusal?: Refusal): Mismatch {
  return {
    kind: 'mismatch',
    ...(expected === undefined ? {} : { expected }),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

/** One line of a checked reply. */
export type ProvedLine = {
  readonly format: string;
  /** Missing when the reply does not list the format. */
  readonly address?: string;
  readonly asked: boolean;
  readonly proof: Proof | { readonly kind: 'missing' };
};

/** A whole reply against the key: what was asked for in its order, then what came besides. */
export function proveReply(
  publicKey: PublicKey,
  asked: readonly string[],
  reply: readonly Listed[],
): readonly ProvedLine[] {
  const key = demandKey(publicKey);
  const line = (listed: Listed): ProvedLine => ({
    ...listed,
    asked: asked.includes(listed.format),
    proof: proveOf(key, listed),
  });
  const wanted = [...new Set(asked)].flatMap((format): readonly ProvedLine[] => {
    const found = reply.filter((one) => one.format === format);
    return found.length > 0
      ? found.map(line)
      : [{ format, asked: true, proof: { kind: 'missing' } }];
  });
  return [...wanted, ...reply.filter(({ format }) => !asked.includes(format)).map(line)];
}

export type Finding =
  /** The public key was taken from here: nothing speaks for or against it. */
  | { readonly kind: 'source' }
  | { readonly kind: 'consistent'; readonly reading?: ReadingName }
  | Mismatch
  | { readonly kind: 'cannot_check' };

export type CrossDerived = {
  /**
   * `consistent` only when at least one address was derived from another and none is left over;
   * `mismatch` when any is wrong.
   */
  readonly verdict: 'consistent' | 'mismatch' | 'cannot_check';
  readonly lines: readonly (Listed & { readonly finding: Finding })[];
};

/** Formats whose text is the whole public key, those that need no decompressing first. */
const CARRIERS: readonly Format[] = [
  'ADDRESS_FORMAT_COMPRESSED',
  'ADDRESS_FORMAT_UNCOMPRESSED',
  'ADDRESS_FORMAT_SOLANA',
  'ADDRESS_FORMAT_XLM',
];

/**
 * A reply for a key that is not known here, against itself: the public key is read from one of its
 * addresses and the others are derived from it.
 */
export function crossDerive(curve: Curve, reply: readonly Listed[]): CrossDerived {
  const carried = CARRIERS.filter((format) => formatsOf(curve).includes(format)).flatMap((format) =>
    reply
      .filter((one) => one.format === format)
      .map((listed) => ({ listed, ...read(curve, listed) })),
  );
  const source = carried.find(({ key }) => key);
  const lines = reply.map((listed) => {
    const refusal = carried.find((one) => one.listed === listed)?.refusal;
    if (refusal) return { ...listed, finding: mismatch(undefined, refusal) };
    if (listed === source?.listed) return { ...listed, finding: { kind: 'source' } as const };
    return { ...listed, finding: derived(source?.key, listed) };
  });
  return { verdict: verdictOf(lines.map((line) => line.finding)), lines };
}

type Carried = { readonly key?: Key; readonly refusal?: Refusal };

function read(curve: Curve, { format, address }: Listed): Carried {
  if (!isFormat(format)) return {};
  const parsed = parseAddress(format, address);
  if (!parsed.ok) return { refusal: parsed.reason };
  const key = readKey({ curve, bytes: compressed(parsed.payload) });
  // An uncompressed text has to be the whole of its point, not only begin with its X.
  const whole = key !== undefined && sameAddress(format, address, addressOfKey(format, key));
  return whole ? { key } : { refusal: 'not_a_key' };
}

/** 02 or 03 and X of an uncompressed key; other bytes as they are. */
function compressed(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== 65) return bytes;
  const sign = 2 + ((bytes[64] ?? 0) & 1);
  return Uint8Array.from([sign, ...bytes.subarray(1, 33)]);
}

function derived(key: Key | undefined, listed: Listed): Finding {
  if (!key) return { kind: 'cannot_check' };
  const proof = proveOf(key, listed);
  if (proof.kind === 'proved') return { kind: 'consistent' };
  if (proof.kind === 'other_reading') return { kind: 'consistent', reading: proof.reading };
  return proof;
}

function verdictOf(findings: readonly Finding[]): CrossDerived['verdict'] {
  const has = (kind: Finding['kind']) => findings.some((finding) => finding.kind === kind);
  if (has('mismatch')) return 'mismatch';
  return has('consistent') && !has('cannot_check') ? 'consistent' : 'cannot_check';
}
