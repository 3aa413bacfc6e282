import { CODECS } from '../addresses/codecs.ts';
import { fromHex, toHex, type Bytes } from '../crypto/bytes.ts';
import { refuse } from './refusal.ts';

/** Bytes of hex digits, in either case, with or without 0x. @throws SigningRefusal */
export function bytesOfHex(text: string, what: string): Bytes {
  const digits = text.replace(/^0x/, '');
  if (!/^[0-9a-f]*$/i.test(digits)) refuse(`${what}: this is not hex`);
  if (digits.length % 2 === 1) refuse(`${what}: an odd number of hex digits`);
  return fromHex(digits.toLowerCase());
}

export const hexOf = (bytes: Uint8Array) => `0x${toHex(bytes)}`;

const { encode, parse } = CODECS.ADDRESS_FORMAT_ETHEREUM;

/** An account with EIP-55's upper and lower case. */
export const checksummed = (account: Uint8Array): string => encode(account);

/** The 20 bytes of an Ethereum address; one with both cases must be EIP-55's. @throws SigningRefusal */
export function accountOf(text: string, what: string): Bytes {
  const parsed = parse(text);
  if (parsed.ok) return Uint8Array.from(parsed.payload);
  return parsed.reason === 'checksum'
    ? refuse(`${what}: the checksum of this address is wrong`)
    : refuse(`${what}: an address has 0x and 40 hex digits`);
}
