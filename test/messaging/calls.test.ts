// Keys and digests as calls take them: neither shorter, nor longer, nor with anything around them.
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { CALLS } from '../../src/messaging/calls.ts';

const KEY = 'A'.repeat(43);
const DIGEST = 'a'.repeat(64);

/** Lines around it are what an expression without both anchors would accept. */
const spoilt = (text: string) => [
  text.slice(1),
  `${text}${text[0]}`,
  `${text[0]}${text}`,
  `${text}\n`,
  `\n${text}`,
  `${text.slice(1)}=`,
];

describe('a call’s key', () => {
  const { secret } = CALLS.vault_unlock;

  test('behavior: is 32 bytes in base64url', () => {
    if (!secret) throw new Error('nothing is sealed');
    expect(v.is(secret, { keks: [KEY] })).toBe(true);
    for (const kek of spoilt(KEY))
      expect([kek, v.is(secret, { keks: [kek] })]).toEqual([kek, false]);
  });
});

describe('a decision’s digest', () => {
  const { input } = CALLS.requests_decide;
  const approve = (digest: string) => ({
    id: crypto.randomUUID(),
    decision: { kind: 'approve', digest, by: { method: 'key' }, grant: null },
  });

  test('behavior: is SHA-256 in lower-case hex', () => {
    expect(v.is(input, approve(DIGEST))).toBe(true);
    for (const digest of [...spoilt(DIGEST), DIGEST.toUpperCase()]) {
      expect([digest, v.is(input, approve(digest))]).toEqual([digest, false]);
    }
  });
});
