import { fromUtf8, type Bytes } from '../crypto/bytes.ts';
import { bytesOfHex, hexOf } from './hex.ts';

/*
 * What a contract gives for undoing a call: Solidity's Error(string) and Panic(uint256), nothing, or an
 * error of the contract's own, which only its interface names.
 */

export type Revert =
  | { readonly is: 'error'; readonly message: string }
  | { readonly is: 'panic'; readonly code: bigint }
  | { readonly is: 'nothing' }
  | { readonly is: 'unknown'; readonly selector: string; readonly data: string };

const ERROR = '0x08c379a0';
const PANIC = '0x4e487b71';
/** A message and foreign bytes are cut here: choices. */
const MAX_MESSAGE_BYTES = 200;
const MAX_SHOWN_BYTES = 400;

/** Reads 0x and hex digits. What isn't exactly one of Solidity's own errors is unknown. */
export function readRevert(data: string): Revert {
  const bytes = bytesOfHex(data, 'data');
  if (bytes.length === 0) return { is: 'nothing' };
  const selector = hexOf(bytes.subarray(0, 4));
  const body = bytes.slice(4);
  if (selector === PANIC && body.length === 32) return { is: 'panic', code: wordAt(body, 0) };
  const message = selector === ERROR ? messageIn(body) : undefined;
  if (message !== undefined) return { is: 'error', message };
  return { is: 'unknown', selector, data: hexOf(bytes.subarray(0, MAX_SHOWN_BYTES)) };
}

const wordAt = (bytes: Bytes, at: number) => BigInt(hexOf(bytes.subarray(at, at + 32)));

/** The text of `(string)` in the contract ABI: where it is, its length, its bytes and zeros to a word. */
function messageIn(body: Bytes): string | undefined {
  if (body.length < 64 || wordAt(body, 0) !== 32n) return undefined;
  const length = wordAt(body, 32);
  if (length > BigInt(body.length - 64)) return undefined;
  try {
    return fromUtf8(body.slice(64, 64 + Number(length))).slice(0, MAX_MESSAGE_BYTES);
  } catch {
    return undefined;
  }
}
