import * as v from 'valibot';

/*
 * Ranges of IP addresses as text, for allowlists (docs/protocol.md, Supporting operations).
 */

/** The fewest and the most bits that a range fixes. */
type RangeBits = Readonly<Record<'v4' | 'v6', readonly [least: number, most: number]>>;
const ALLOWLIST_BITS: RangeBits = { v4: [20, 32], v6: [48, 128] };

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const IPV6_CHARACTERS = /^[\da-f:.]{2,45}$/i;

/** `203.0.113.0/24` and its parts; undefined for another text, or one that fixes too few bits. */
export function readCidr(
  text: string,
  rangeBits = ALLOWLIST_BITS,
): { readonly address: string; readonly bits: number; readonly isV6: boolean } | undefined {
  const [, address = '', bitText = ''] = /^([^/]*)\/(\d{1,3})$/.exec(text) ?? [];
  const isV6 = address.includes(':');
  const [least, most] = rangeBits[isV6 ? 'v6' : 'v4'];
  const bits = Number(bitText);
  if (bits < least || bits > most || String(bits) !== bitText) return undefined;
  const isAddress = isV6
    ? IPV6_CHARACTERS.test(address) && URL.canParse(`http://[${address}]`)
    : IPV4.test(address);
  return isAddress ? { address, bits, isV6 } : undefined;
}

/** A range that an allowlist takes. */
export const cidr = v.pipe(
  v.string('missing'),
  v.check((text) => readCidr(text) !== undefined, 'cidr'),
);

/** So many ranges of IPv4, and so many of IPv6, an allowlist has at most. */
export const MAX_RANGES = 10;

/** Whether a list of `{cidr}` has no more of a family. */
export function areFewRanges(rules: unknown): boolean {
  const list = v.is(Ranges, rules) ? rules : [];
  const ofV6 = list.filter((rule) => readCidr(rule.cidr)?.isV6).length;
  return Math.max(ofV6, list.length - ofV6) <= MAX_RANGES;
}

const Ranges = v.array(v.object({ cidr: v.string() }));
