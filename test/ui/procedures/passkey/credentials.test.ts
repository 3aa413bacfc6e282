import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../../src/protocol/profile.ts';
import {
  credentialOf,
  isLastStampMethod,
  withCredential,
  withDomain,
  withoutCredential,
  withoutPasskeys,
} from '../../../../src/ui/procedures/passkey/credentials.ts';
import { profile } from '../../page/world.ts';

const laptop = { id: 'AAAA', name: 'Laptop', transports: ['internal'] } as const;
const phone = { id: 'BBBB', name: 'Phone', transports: [] } as const;
const profileWith = (
  keyId: string | null,
  rpId: string | null,
  ...credentials: object[]
): Profile => ({ ...profile, keyId, passkeys: { rpId, credentials } }) as Profile;
const key = profile.keyId;

describe('withCredential', () => {
  test('behavior: the first one is of the extension’s own origin', () => {
    const { passkeys } = withCredential(profile, { ...laptop, transports: ['internal'] });
    expect(passkeys).toEqual({ rpId: null, credentials: [laptop] });
  });

  test('behavior: keeps the domain; the same one again takes its new name', () => {
    const before = profileWith(key, 'example.com', laptop, phone);
    const { passkeys } = withCredential(before, { id: 'AAAA', name: 'Desk', transports: [] });
    expect(passkeys).toEqual({
      rpId: 'example.com',
      credentials: [phone, { id: 'AAAA', name: 'Desk', transports: [] }],
    });
  });
});

describe('withoutCredential', () => {
  test('behavior: the others stay', () => {
    expect(
      withoutCredential(profileWith(key, null, laptop, phone), 'AAAA').passkeys?.credentials,
    ).toEqual([phone]);
  });

  test('behavior: without the last one a profile with a key uses none', () => {
    expect(withoutCredential(profileWith(key, 'example.com', laptop), 'AAAA').passkeys).toBeNull();
  });

  test('behavior: without a key it takes what the authenticator offers', () => {
    const { passkeys } = withoutCredential(profileWith(null, 'example.com', laptop), 'AAAA');
    expect(passkeys).toEqual({ rpId: 'example.com', credentials: [] });
  });

  test('behavior: of a profile without passkeys nothing changes', () => {
    expect(withoutCredential(profile, 'AAAA')).toBe(profile);
    expect(withoutPasskeys(profileWith(key, null, laptop)).passkeys).toBeNull();
  });
});

describe('withDomain', () => {
  test('behavior: another domain drops what was made for the old one, the same one does not', () => {
    const before = profileWith(key, null, laptop);
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
    ['the only passkey of a profile without a key', profileWith(null, null, laptop), true],
    ['one of two', profileWith(null, null, laptop, phone), false],
    ['one beside a key', profileWith(key, null, laptop), false],
  ])('behavior: %s: %s', (_, given, last) => {
    expect(isLastStampMethod(given, 'AAAA')).toBe(last);
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
