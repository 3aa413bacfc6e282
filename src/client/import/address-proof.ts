import { addressesOf, type Address } from '../../addresses/address.ts';
import { parseAddress, sameAddress } from '../../addresses/codecs.ts';
import { isFormat } from '../../addresses/formats.ts';
import type { PublicKey } from '../../addresses/points.ts';
import {
  crossDerive,
  proveReply,
  type CrossDerivation,
  type ListedAddress,
  type ProofLine,
} from '../../addresses/proof.ts';
import type { Refusal } from '../../addresses/text-codecs.ts';
import { CURVE, type AddressFormat } from '../../protocol/enums.ts';

/*
 * What pages say about addresses: before an import, about the service's answer, and later. Load
 * lazily: it comes with the curves and hashes of all chains.
 */

/** The addresses that a key will have, in the formats' order. */
export function previewAddresses(
  publicKey: PublicKey,
  formats: readonly AddressFormat[],
): readonly Address[] {
  return addressesOf(formats, publicKey);
}

/**
 * - `proved`: every requested address is there and belongs to the key
 * - `other_reading`: all belong to the key, some by another reading of the format's rule
 * - `cannot_check`: nothing is wrong, but not everything can be checked
 * - `mismatch`: an address doesn't belong to the key, or a requested one is missing
 */
export type ProofVerdict = 'proved' | 'other_reading' | 'cannot_check' | 'mismatch';

export type ProvedReply = { readonly verdict: ProofVerdict; readonly lines: readonly ProofLine[] };

/** Checks the service's answer against the key; the worst line decides. */
export function proveAnswer(
  publicKey: PublicKey,
  requestedFormats: readonly string[],
  reply: readonly ListedAddress[],
): ProvedReply {
  const lines = proveReply(publicKey, requestedFormats, reply);
  const has = (kind: ProofLine['proof']['kind']) => lines.some(({ proof }) => proof.kind === kind);
  if (has('mismatch') || has('missing')) return { verdict: 'mismatch', lines };
  // An answer without a single address proves nothing about the key.
  if (has('cannot_check') || lines.length === 0) return { verdict: 'cannot_check', lines };
  return { verdict: has('other_reading') ? 'other_reading' : 'proved', lines };
}

/** {@link proveAnswer} for addresses listed later: all of them count as requested. */
export function proveListed(publicKey: PublicKey, reply: readonly ListedAddress[]): ProvedReply {
  return proveAnswer(
    publicKey,
    reply.map(({ format }) => format),
    reply,
  );
}

/**
 * Checks addresses of an unknown key against each other. `publicKey` is the one the service gives
 * along with them, in hex; like an address, it's only a claim.
 */
export function crossCheckAddresses(
  curve: string,
  reply: readonly ListedAddress[],
  publicKey?: string,
): CrossDerivation {
  const knownCurve = CURVE.find((line) => line === curve);
  if (!knownCurve) {
    const lines = reply.map((line) => ({ ...line, finding: { kind: 'cannot_check' } as const }));
    return { verdict: 'cannot_check', lines };
  }
  const statedKey = publicKey === undefined ? undefined : readPublicKeyStatement(publicKey);
  if (!statedKey) return crossDerive(knownCurve, reply);
  const { verdict, lines } = crossDerive(knownCurve, [...reply, statedKey]);
  return { verdict, lines: lines.slice(0, -1) };
}

/** A public key as the format that writes it so; undefined for text that isn't one. */
function readPublicKeyStatement(publicKey: string): ListedAddress | undefined {
  const address = publicKey.toLowerCase().replace(/^0x/, '');
  if (!/^(?:[0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{130})$/.test(address)) return undefined;
  const isUncompressed = address.length === 130;
  return { format: `ADDRESS_FORMAT_${isUncompressed ? 'UNCOMPRESSED' : 'COMPRESSED'}`, address };
}

/** How a pasted address compares with the listed ones. */
export type AddressComparison =
  | { readonly kind: 'same'; readonly listed: ListedAddress }
  /** A valid address of one of the listed formats, but the list has a different one there. */
  | { readonly kind: 'different'; readonly listed: readonly ListedAddress[] }
  /** Not an address of any listed format. `refusal` when only one is listed. */
  | { readonly kind: 'unreadable'; readonly refusal?: Refusal };

/** Whether a pasted address is one of the listed ones, compared by what it encodes. */
export function compareAddress(pasted: string, reply: readonly ListedAddress[]): AddressComparison {
  const text = pasted.trim();
  const parseable = reply.flatMap((listed) =>
    isFormat(listed.format) ? [{ listed, format: listed.format }] : [],
  );
  const exact = reply.find(({ address }) => address === text);
  const same =
    exact ??
    parseable.find(({ listed, format }) => sameAddress(format, text, listed.address))?.listed;
  if (same) return { kind: 'same', listed: same };
  const parsed = parseable.map(({ listed, format }) => ({
    listed,
    parsed: parseAddress(format, text),
  }));
  const readable = parsed.filter((attempt) => attempt.parsed.ok).map(({ listed }) => listed);
  if (readable.length > 0) return { kind: 'different', listed: readable };
  const [only, ...others] = parsed;
  const onlyFailure = others.length === 0 && only && !only.parsed.ok ? only.parsed : undefined;
  return onlyFailure ? { kind: 'unreadable', refusal: onlyFailure.reason } : { kind: 'unreadable' };
}
