import { expect } from 'vitest';
import { toHex } from '../../src/crypto/bytes.ts';
import { parsePrivateKey, type ParsedPrivateKey } from '../../src/keys/private-key.ts';
import { KeyRefusal } from '../../src/keys/refusal.ts';
import type { KeyReadOptions } from '../../src/keys/encoding-reader.ts';

type Input = string | Uint8Array;

/** The refusal that a text gets. Throws if the text is read, or if anything else is thrown. */
export function refusalOf(input: Input, options?: KeyReadOptions): KeyRefusal {
  const outcome = outcomeOf(input, options);
  if (outcome instanceof KeyRefusal) return outcome;
  throw new Error(`read as ${outcome.encoding}`);
}

/** What reading returns or throws. Only a {@link KeyRefusal} is caught. */
export function outcomeOf(input: Input, options?: KeyReadOptions): ParsedPrivateKey | KeyRefusal {
  try {
    return parsePrivateKey(input, options);
  } catch (error) {
    if (error instanceof KeyRefusal) return error;
    throw error;
  }
}

/** A text with several keys: counted, and each read by its number. */
export function expectList(
  text: string,
  encoding: string,
  secrets: readonly (string | null)[],
): void {
  const { reason, facts } = refusalOf(text);
  expect([reason, facts]).toEqual(['several_keys', { encoding, count: secrets.length }]);
  for (const [entry, secret] of secrets.entries()) {
    if (secret === null) expect(outcomeOf(text, { entry })).toBeInstanceOf(KeyRefusal);
    else expect(toHex(parsePrivateKey(text, { entry }).privateKey)).toBe(secret);
  }
}
