import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { strengthOf } from '../../src/client/password-strength.ts';

describe('strengthOf', () => {
  const refused = [
    ['', 'start'],
    ['a', 'longer'],
    ['password', 'common'],
    ['P@ssw0rd', 'common'],
    ['P@ssw0rd123', 'common'],
    ['pa$$word', 'common'],
    ['dr4gon', 'common'],
    ['dr@gon', 'common'],
    ['pa55word', 'common'],
    ['!loveyou', 'common'],
    ['1loveyou', 'common'],
    ['s3cret', 'common'],
    ['7est', 'common'],
    ['Password2024!', 'common'],
    ['letmeinletmeinletmein', 'common'],
    ['aaaaaaaaaaaaaaaaaaaaaaaa', 'repeat'],
    ['abababababababababab', 'repeat'],
    ['abcdefghijklmnopqrstuvwxyz', 'sequence'],
    ['zyxwvutsrqponm', 'sequence'],
    ['qwertyuiopasdfghjkl', 'common'],
    ['poiuytrewq', 'sequence'],
    ['1q2w3e4r5t6y7u8i', 'sequence'],
    ['20241987', 'year'],
    ['Tr0ub4dor&3', 'longer'],
    ['correcthorsebatterystaple', 'common'],
    ['hunter2hunter2', 'common'],
    ['marmalade', 'longer'],
  ] as const;
  test.each(refused)('behavior: %j is too easy, advice %s', (password, advice) => {
    expect(strengthOf(password)).toMatchObject({ level: 'weak', advice });
  });

  const accepted = [
    ['kT9#vR2x', 'fair'],
    ['aK3vXq7LmZ', 'good'],
    ['aK3vXq7LmZ2p', 'strong'],
    ['walnut carpet thunder bicycle', 'good'],
    ['WalnutCarpetThunderBicycle', 'good'],
    ['walnut carpet thunder bicycle lantern velvet', 'strong'],
    ['grün Ofen Brücke Wolke zehn', 'good'],
  ] as const;
  test.each(accepted)('behavior: %j is %s', (password, level) => {
    expect(strengthOf(password).level).toBe(level);
  });

  test('behavior: random passwords of 16 characters are never refused', () => {
    const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
    for (let round = 0; round < 500; round++) {
      const digest = createHash('sha256').update(`password ${round}`).digest();
      const chosen = Array.from(digest.subarray(0, 16), (byte) => alphabet[byte % alphabet.length]);
      expect(strengthOf(chosen.join('')).level, chosen.join('')).not.toBe('weak');
    }
  });

  test('behavior: any text gets a finite number of bits, at least 0, however long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const { bits } = strengthOf(text);
        expect(Number.isFinite(bits) && bits >= 0).toBe(true);
      }),
    );
    expect(strengthOf('ab'.repeat(50_000)).bits).toBeGreaterThan(0);
  });
});
