// BIP-39: words to entropy, with its checksum.
import { sha256 } from '@noble/hashes/sha2.js';
import { wipe, type Bytes } from '../../crypto/bytes.ts';
import type { WordList } from './languages.ts';

/** The numbers of words that BIP-39 has: 128 to 256 bits of entropy in steps of 32. */
export const WORD_COUNTS = [12, 15, 18, 21, 24] as const;

export function isWordCount(count: number): boolean {
  return WORD_COUNTS.some((known) => known === count);
}

const BITS_PER_WORD = 11;

/**
 * The entropy (16 to 32 bytes) of words that are all in the list; undefined if their checksum is
 * wrong. The caller wipes it.
 */
export function entropyOf(words: readonly string[], { places }: WordList): Bytes | undefined {
  const bits = words.length * BITS_PER_WORD;
  const length = (words.length / 3) * 4;
  const all = new Uint8Array(Math.ceil(bits / 8));
  for (const [at, word] of words.entries()) {
    const place = places.get(word) ?? 0;
    for (let bit = 0; bit < BITS_PER_WORD; bit++) {
      if ((place >> (BITS_PER_WORD - 1 - bit)) % 2 === 0) continue;
      const position = at * BITS_PER_WORD + bit;
      all[position >> 3] = (all[position >> 3] ?? 0) | (0x80 >> (position & 7));
    }
  }
  const entropy = all.slice(0, length);
  const digest = sha256(entropy);
  // The checksum has as many bits as the entropy has words of 32.
  const mask = (0xff << (8 - length / 4)) & 0xff;
  const isRight = (((digest[0] ?? 0) ^ (all[length] ?? 0)) & mask) === 0;
  wipe(all, digest);
  if (isRight) return entropy;
  wipe(entropy);
  return undefined;
}

/** Whether words are all in the list and have the right number and checksum. */
export function isValidPhrase(words: readonly string[], list: WordList): boolean {
  if (!isWordCount(words.length) || !words.every((word) => list.places.has(word))) return false;
  const entropy = entropyOf(words, list);
  if (entropy) wipe(entropy);
  return entropy !== undefined;
}
