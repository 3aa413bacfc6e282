import { addressesOf, type Address } from '../../addresses/address.ts';
import { parseAddress, sameAddress } from '../../addresses/codecs.ts';
import { isFormat } from '../../addresses/formats.ts';
import type { PublicKey } from '../../addresses/points.ts';
import {
  crossDerive,
  proveReply,
  type CrossDerived,
  type Listed,
  type ProvedLine,
} from '../../addresses/proof.ts';
import type { Refusal } from '../../addresses/text.ts';
import { CURVE, type AddressFormat } from '../../protocol/enums.ts';

/*
 * What pages say of addresses: before an import, of the service's answer, and later. Lazily loaded,
 * with the curves and hashes of all chains.
 */

/** The addresses that a key will have, in the formats' order. */
export function preview(
  publicKey: PublicKey,
  formats: readonly AddressFormat[],
): readonly Address[] {
  return addressesOf(formats, publicKey);
}

/**
 * - `proved`: every asked address is there and is the key's
 * - `other_reading`: all are the key's, some by another reading of the format's rule
 * - `cannot_check`: nothing is wrong, but not everything can be checked
 * - `mismatch`: an address is not the key's, or one that was asked for is missing
 */
export type Verdict = 'proved' | 'other_reading' | 'cannot_check' | 'mismatch';

export type ProvedReply = { readonly verdict: Verdict; readonly lines: readonly ProvedLine[] };

/** The service's answer against the key, the worst line deciding. */
export function proveAnswer(
  publicKey: PublicKey,
  asked: readonly string[],
  reply: readonly Listed[],
): ProvedReply {
  const lines = proveReply(publicKey, asked, reply);
  const has = (kind: ProvedLine['proof']['kind']) => lines.some(({ proof }) => proof.kind === kind);
  if (has('mismatch') || has('missing')) return { verdict: 'mismatch', lines };
  // An answer without a single address proves nothing of the key.
  if (has('cannot_check') || lines.length === 0) return { verdict: 'cannot_check', lines };
  return { verdict: has('other_reading') ? 'other_reading' : 'proved', lines };
}

/** {@link proveAnswer} of what is listed later: everything counts as asked for. */
export function proveListed(publicKey: PublicKey, reply: readonly Listed[]): ProvedReply {
  return proveAnswer(
    publicKey,
    reply.map(({ format }) => format),
    reply,
  );
}

/**
 * Addresses of a key that is not known here, against each other. `publicKey` is what the service
 * says beside them, in hex; like an address it is only a statement.
 */
export function crossCheck(
  curve: string,
  reply: readonly Listed[],
  publicKey?: string,
): CrossDerived {
  const known = CURVE.find((one) => one === curve);
  if (!known) {
    const lines = reply.map((one) => ({ ...one, finding: { kind: 'cannot_check' } as const }));
    return { verdict: 'cannot_check', lines };
  }
  const said = publicKey === undefined ? undefined : statement(publicKey);
  if (!said) return crossDerive(known, reply);
  const { verdict, lines } = crossDerive(known, [...reply, said]);
  return { verdict, lines: lines.slice(0, -1) };
}

/** A public key as the format that writes it so; undefined for a text that is none. */
function statement(publicKey: string): Listed | undefined {
  const address = publicKey.toLowerCase().replace(/^0x/, '');
  if (!/^(?:[0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{130})$/.test(address)) return undefined;
  const whole = address.length === 130;
  return { format: `ADDRESS_FORMAT_${whole ? 'UNCOMPRESSED' : 'COMPRESSED'}`, address };
}

/** What a pasted address is, held against the listed ones. */
export type Comparison =
  | { readonly kind: 'same'; readonly listed: Listed }
  /** An address in order, of one of the listed formats; the list has another one there. */
  | { readonly kind: 'different'; readonly listed: readonly Listed[] }
  /** Not an address of any listed format. `refusal` when only one is listed. */
  | { readonly kind: 'unreadable'; readonly refusal?: Refusal };

/** Whether a pasted address is one of those listed, compared by what it encodes. */
export function compare(pasted: string, reply: readonly Listed[]): Comparison {
  const text = pasted.trim();
  const read = reply.flatMap((listed) =>
    isFormat(listed.format) ? [{ listed, format: listed.format }] : [],
  );
  const exact = reply.find(({ address }) => address === text);
  const found =
    exact ?? read.find(({ listed, format }) => sameAddress(format, text, listed.address))?.listed;
  if (found) return { kind: 'same', listed: found };
  const parsed = read.map(({ listed, format }) => ({ listed, parsed: parseAddress(format, text) }));
  const readable = parsed.filter((one) => one.parsed.ok).map(({ listed }) => listed);
  if (readable.length > 0) return { kind: 'different', listed: readable };
  const [only, ...others] = parsed;
  const alone = others.length === 0 && only && !only.parsed.ok ? only.parsed : undefined;
  return alone ? { kind: 'unreadable', refusal: alone.reason } : { kind: 'unreadable' };
}
