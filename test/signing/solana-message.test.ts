import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromHex, utf8 } from '../../src/crypto/bytes.ts';
import { isSolanaMessage } from '../../src/signing/solana-message.ts';
import messages from '../vectors/signing/solana-messages.json' with { type: 'json' };
import transactions from '../vectors/signing/solana-transactions.json' with { type: 'json' };

type Case = {
  readonly id: string;
  readonly note?: string;
  readonly message?: string;
  readonly payload?: string;
  readonly refuse?: boolean;
};
const TRANSACTIONS: readonly Case[] = transactions.cases;
const MESSAGES: readonly Case[] = messages.cases;
const WHOLE = TRANSACTIONS.filter(({ message }) => message !== undefined);

describe('isSolanaMessage', () => {
  test.for(WHOLE)('vectors: $id, $note, and no part of it', ({ message = '' }) => {
    const bytes = fromHex(message);
    expect(isSolanaMessage(bytes)).toBe(true);
    for (let length = 0; length < bytes.length; length++) {
      expect(isSolanaMessage(bytes.subarray(0, length)), String(length)).toBe(false);
    }
    expect(isSolanaMessage(fromHex(`${message}00`))).toBe(false);
  });

  test.for(MESSAGES.filter(({ payload }) => payload !== undefined))(
    'vectors: $id, $note',
    ({ payload = '', refuse = false }) => {
      expect(isSolanaMessage(fromHex(payload))).toBe(refuse);
    },
  );

  test('attack: a message of version 1 is one, too, and no part of it', () => {
    // SIMD-0385: one signer of three accounts, a fee (two bits of the mask), and one transfer of 12 bytes.
    const head = `81${'010001'}${'03000000'}${'09'.repeat(32)}${'0103'}`;
    const accounts = `${'d7'.repeat(32)}${'07'.repeat(32)}${'00'.repeat(32)}`;
    const message = `${head}${accounts}${'e803000000000000'}${'02020c00'}${'0001'}${'02000000e803000000000000'}`;
    const bytes = fromHex(message);
    expect(isSolanaMessage(bytes)).toBe(true);
    for (let length = 0; length < bytes.length; length++) {
      expect(isSolanaMessage(bytes.subarray(0, length)), String(length)).toBe(false);
    }
    expect(isSolanaMessage(fromHex(`${message}00`))).toBe(false);
    expect(isSolanaMessage(fromHex(message.replace('81010001', '81000001')))).toBe(false);
  });

  test('behavior: no text is one, and any bytes end', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }), (text) => {
        expect(isSolanaMessage(utf8(text))).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        expect(typeof isSolanaMessage(new Uint8Array(bytes))).toBe('boolean');
      }),
    );
    const most = new Uint8Array(1232).fill(0xff);
    expect(isSolanaMessage(most)).toBe(false);
  });
});
