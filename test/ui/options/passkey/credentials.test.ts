import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../../src/protocol/profile.ts';
import {
  credentialOf,
  isLastWay,
  withCredential,
  withDomain,
  withoutCredential,
  withoutPasskeys,
} from '../../../../src/ui/options/passkey/credentials.ts';
import { profile } from '../../popup/world.ts';

const one = { id: 'AAAA', name: 'Laptop', transports: ['internal'] } as const;
const two = { id: 'BBBB', name: 'Phone', transports: [] } as const;
const having = (keyId: string | null, rpId: string | null, ...credentials: object[]): Profile =>
  ({ ...profile, keyId, passkeys: { rpId, credentials } }) as Profile;
const key = profile.keyId;

describe('withCredential', () => {
  test('behavior: the first one is of the extension’s own origin', () => {
    const { passkeys } = withCredential(profile, { ...one, transports: ['internal'] });
    expect(passkeys).toEqual({ rpId: null, credentials: [one] });
  });

  test('behavior: keeps the domain; the same one again takes its new name', () => {
    const before = having(key, 'example.com', one, two);
    const { passkeys } = withCredential(before, { id: 'AAAA', name: 'Desk', transports: [] });
    expect(passkeys).toEqual({
      rpId: 'example.com',
      credentials: [two, { id: 'AAAA', name: 'Desk', transports: [] }],
    });
  });
});

describe('withoutCredential', () => {
  test('behavior: the others stay', () => {
    expect(withoutCredential(having(key, null, one, two), 'AAAA').passkeys?.credentials).toEqual([
      two,
    ]);
  });

  test('behavior: without the last one a profile with a key uses none', () => {
    expect(withoutCredential(having(key, 'example.com', one), 'AAAA').passkeys).toBeNull();
  });

  test('behavior: without a key it takes what the authenticator offers', () => {
    const { passkeys } = withoutCredential(having(null, 'example.com', one), 'AAAA');
    expect(passkeys).toEqual({ rpId: 'example.com', credentials: [] });
  });

  test('behavior: of a profile without passkeys nothing changes', () => {
    expect(withoutCredential(profile, 'AAAA')).toBe(profile);
    expect(withoutPasskeys(having(key, null, one)).passkeys).toBeNull();
  });
});

describe('withDomain', () => {
  test('behavior: another domain drops what was made for the old one, the same one does not', () => {
    const before = having(key, null, one);
    expect(withDomain(before, null)).toBe(before);
    expect(withDomain(before, 'example.com').passkeys).toEqual({
      rpId: 'example.com',
      credentials: [],
    });
    expect(withDomain(profile, null).passkeys).toEqual({ rpId: null, credentials: [] });
  });
});

describe('isLastWay', () => {
  test.each([
    ['the only passkey of a profile without a key', having(null, null, one), true],
    ['one of two', having(null, null, one, two), false],
    ['one beside a key', having(key, null, one), false],
  ])('behavior: %s: %s', (_, given, last) => {
    expect(isLastWay(given, 'AAAA')).toBe(last);
  });
});

describe('credentialOf', () => {
  const record = {
    authenticatorId: '1',
    authenticatorName: 'Laptop',
    credentialId: 'AAAA',
    transports: ['AUTHENTICATOR_TRANSPORT_HYBRID', 'AUTHENTICATOR_TRANSPORT_NEW'],
    credential: { publicKey: '', type: '' },
  };

  test('behavior: takes the transports that browsers know', () => {
    expect(credentialOf(record)).toEqual({ id: 'AAAA', name: 'Laptop', transports: ['hybrid'] });
  });

  test('behavior: a name that no profile takes is made to fit', () => {
    expect(credentialOf({ ...record, authenticatorName: 'x'.repeat(300) }).name).toHaveLength(100);
    expect(credentialOf({ ...record, authenticatorName: '' }).name).toBe('AAAA');
  });
});
