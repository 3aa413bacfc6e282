/*
 * What QR codes of addresses have: the address alone, or a URI of EIP-681, whose parts after the address change
 * what is paid.
 */

/** The address, or why there is none that can be taken: none at all, or more is asked for than that. */
export type AddressCode =
  { readonly kind: 'address'; readonly address: string } | { readonly kind: 'other' | 'more' };

/**
 * Reads the text of a code for a chain, such as `eip155:1`. The address isn't checked further. A URI may name
 * that chain (`@1`); another chain, a function or a parameter, as of an amount, is more than an address.
 */
export function readAddressCode(text: string, chain: string): AddressCode {
  const [, address, rest = ''] =
    /^(?:ethereum:(?:pay-)?)?(0x[0-9a-f]{40})(?![0-9a-z])(.*)$/is.exec(text.trim()) ?? [];
  if (address === undefined) return { kind: 'other' };
  const isPlain = rest === '' || `eip155:${rest.slice(1)}` === chain;
  return isPlain && (rest === '' || rest.startsWith('@'))
    ? { kind: 'address', address }
    : { kind: 'more' };
}
