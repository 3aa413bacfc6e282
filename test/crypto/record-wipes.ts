import { vi } from 'vitest';
import { toHex } from '../../src/crypto/bytes.ts';

/**
 * What was overwritten with zeros while `act` ran, as hex of the earlier contents: of each array that
 * was, in this order, whoever wiped it.
 */
export async function recordWipes(act: () => unknown): Promise<readonly string[]> {
  const seen: string[] = [];
  const fill = vi.spyOn(Uint8Array.prototype, 'fill').mockImplementation(function (
    this: Uint8Array,
    ...input
  ) {
    if (input[0] === 0) seen.push(toHex(this));
    this.set(Array.from(this).fill(...input));
    return this;
  });
  try {
    await act();
  } finally {
    fill.mockRestore();
  }
  return seen;
}
