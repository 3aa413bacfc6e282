// Checks whether addresses in a service's reply belong to a key: against the key itself, or, if
// there is only the reply, against the public key that some formats contain. No claim goes beyond
// the proof.
import { addressFormatsOf } from '../protocol/curve-formats.ts';
import type { Curve } from '../protocol/enums.ts';
import { addressOfKey } from './address.ts';
import { parseAddress, sameAddress } from './codecs.ts';
import { isFormat } from './formats.ts';
import type { Format, ReadingName } from './formats.ts';
import { demandKey, readKey } from './points.ts';
import type { ValidPublicKey, PublicKey } from './points.ts';
import { readingsOf } from './readings.ts';
import type { Refusal } from './text-codecs.ts';

/** An address as a reply lists it. The format is whatever the service wrote. */
export type ListedAddress = { readonly format: string; readonly address: string };

type Mismatch = {
  readonly kind: 'mismatch';
  /** The key's own address. Missing if a key of this curve has none in the format. */
  readonly expected?: string;
  /** Set if the text isn't even an address in this format. */
  readonly refusal?: Refusal;
};

export type Proof =
  | { readonly kind: 'proved' }
  /** It belongs to this key, but by another reading of the format's rule than ours. */
  | { readonly kind: 'other_reading'; readonly reading: ReadingName }
  | Mismatch
  /** A format whose rule isn't known here. */
  | { readonly kind: 'cannot_check' };

/**
 * Whether an address belongs to a public key. A mere difference in notation (case in bech32 and
 * hex) counts as `proved`. `invalid_input` if the bytes aren't a key of the curve.
 */
export function prove(publicKey: PublicKey, listed: ListedAddress): Proof {
  return proveByKey(demandKey(publicKey), listed);
}

function proveByKey(key: ValidPublicKey, { format, address }: ListedAddress): Proof {
  if (!isFormat(format)) return { kind: 'cannot_check' };
  const expected = addressFormatsOf(key.curve).includes(format)
    ? addressOfKey(format, key)
    : undefined;
  if (address === expected) return { kind: 'proved' };
  const readings = readingsOf(format, key);
  const find = (equals: (text: string) => boolean) =>
    readings.find((one) => one.texts.some(equals));
  // Compare texts before meanings: TON's forms are separate readings, though of the same account.
  const exact = find((text) => text === address);
  if (exact) return { kind: 'other_reading', reading: exact.name };
  const parsed = parseAddress(format, address);
  if (!parsed.ok) return mismatch(expected, parsed.reason);
  if (expected !== undefined && sameAddress(format, address, expected)) return { kind: 'proved' };
  const equivalent = find((text) => sameAddress(format, address, text));
  return equivalent ? { kind: 'other_reading', reading: equivalent.name } : mismatch(expected);
}

function mismatch(expected?: string, refusal?: Refusal): Mismatch {
  return {
    kind: 'mismatch',
    ...(expected === undefined ? {} : { expected }),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

/** One line of a checked reply. */
export type ProofLine = {
  readonly format: string;
  /** Missing if the reply doesn't list the format. */
  readonly address?: string;
  readonly isRequested: boolean;
  readonly proof: Proof | { readonly kind: 'missing' };
};

/** Checks a whole reply against the key: requested formats in their order, then any others. */
export function proveReply(
  publicKey: PublicKey,
  requestedFormats: readonly string[],
  reply: readonly ListedAddress[],
): readonly ProofLine[] {
  const key = demandKey(publicKey);
  const toLine = (listed: ListedAddress): ProofLine => ({
    ...listed,
    isRequested: requestedFormats.includes(listed.format),
    proof: proveByKey(key, listed),
  });
  const requestedLines = [...new Set(requestedFormats)].flatMap((format): readonly ProofLine[] => {
    const listedHere = reply.filter((one) => one.format === format);
    return listedHere.length > 0
      ? listedHere.map(toLine)
      : [{ format, isRequested: true, proof: { kind: 'missing' } }];
  });
  return [
    ...requestedLines,
    ...reply.filter(({ format }) => !requestedFormats.includes(format)).map(toLine),
  ];
}

type Finding =
  /** The public key comes from this address: nothing confirms or contradicts it. */
  | { readonly kind: 'source' }
  | { readonly kind: 'consistent'; readonly reading?: ReadingName }
  | Mismatch
  | { readonly kind: 'cannot_check' };

export type CrossDerivation = {
  /**
   * `consistent` only if at least one address was derived from another and none is left over.
   * `mismatch` if any of them is wrong.
   */
  readonly verdict: 'consistent' | 'mismatch' | 'cannot_check';
  readonly lines: readonly (ListedAddress & { readonly finding: Finding })[];
};

/** Formats whose text is the whole public key and needs no decompression. */
const PUBLIC_KEY_FORMATS: readonly Format[] = [
  'ADDRESS_FORMAT_COMPRESSED',
  'ADDRESS_FORMAT_UNCOMPRESSED',
  'ADDRESS_FORMAT_SOLANA',
  'ADDRESS_FORMAT_XLM',
];

/**
 * Checks the reply for an unknown key against itself: reads the public key from one of its
 * addresses, and derives the others from it.
 */
export function crossDerive(curve: Curve, reply: readonly ListedAddress[]): CrossDerivation {
  const extractedKeys = PUBLIC_KEY_FORMATS.filter((format) =>
    addressFormatsOf(curve).includes(format),
  ).flatMap((format) =>
    reply
      .filter((one) => one.format === format)
      .map((listed) => ({ listed, ...extractKey(curve, listed) })),
  );
  const source = extractedKeys.find(({ key }) => key);
  const lines = reply.map((listed) => {
    const refusal = extractedKeys.find((one) => one.listed === listed)?.refusal;
    if (refusal) return { ...listed, finding: mismatch(undefined, refusal) };
    if (listed === source?.listed) return { ...listed, finding: { kind: 'source' } as const };
    return { ...listed, finding: compareWithDerived(source?.key, listed) };
  });
  return { verdict: verdictOf(lines.map((line) => line.finding)), lines };
}

type ExtractedKey = { readonly key?: ValidPublicKey; readonly refusal?: Refusal };

function extractKey(curve: Curve, { format, address }: ListedAddress): ExtractedKey {
  if (!isFormat(format)) return {};
  const parsed = parseAddress(format, address);
  if (!parsed.ok) return { refusal: parsed.reason };
  const key = readKey({ curve, bytes: toCompressed(parsed.payload) });
  // An uncompressed text must be the whole point, not just start with its X.
  const isWhole = key !== undefined && sameAddress(format, address, addressOfKey(format, key));
  return isWhole ? { key } : { refusal: 'not_a_key' };
}

/** 02 or 03 and the X of an uncompressed key. Other bytes stay as they are. */
function toCompressed(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== 65) return bytes;
  const sign = 2 + ((bytes[64] ?? 0) & 1);
  return Uint8Array.from([sign, ...bytes.subarray(1, 33)]);
}

function compareWithDerived(key: ValidPublicKey | undefined, listed: ListedAddress): Finding {
  if (!key) return { kind: 'cannot_check' };
  const proof = proveByKey(key, listed);
  if (proof.kind === 'proved') return { kind: 'consistent' };
  if (proof.kind === 'other_reading') return { kind: 'consistent', reading: proof.reading };
  return proof;
}

function verdictOf(findings: readonly Finding[]): CrossDerivation['verdict'] {
  const has = (kind: Finding['kind']) => findings.some((finding) => finding.kind === kind);
  if (has('mismatch')) return 'mismatch';
  return has('consistent') && !has('cannot_check') ? 'consistent' : 'cannot_check';
}
