// Which methods may stamp an operation: the profile's rules and the organization's, one by one.
import { describe, expect, test } from 'vitest';
import {
  demandMethod,
  demandDestination,
  demandProfile,
} from '../../src/activities/authorization.ts';
import { NO_POLICY, type ManagedPolicy } from '../../src/protocol/managed-policy.ts';
import type { Profile } from '../../src/protocol/profile.ts';

const PASSKEYS = { rpId: null, userId: 'u', credentials: [{ id: 'c', transports: [] }] };

const profile = (change: object = {}): Profile =>
  ({
    id: 'one',
    organizationId: 'aaaaaaaa-0000-4000-8000-000000000001',
    baseUrl: 'https://a.example',
    keyId: 'key-1',
    passkeys: PASSKEYS,
    authorization: { usual: 'key', passkeyOnly: ['update_user_email'] },
    trust: { signer: 'signer-1' },
    ...change,
  }) as unknown as Profile;

const depsWith = (policy: Partial<ManagedPolicy> = {}) => ({
  managed: async () => ({ ...NO_POLICY, ...policy }),
});
const codeOf = (work: Promise<void>) =>
  work.then(
    () => null,
    (error: unknown) => (error as { readonly code: string }).code,
  );

describe('demandMethod', () => {
  const refusalOf = (operation: string, method: 'key' | 'passkey', change = {}, policy = {}) =>
    codeOf(demandMethod(depsWith(policy), profile(change), operation, method));

  test('behavior: without a rule, either method stamps', async () => {
    expect(await refusalOf('update_wallet', 'key')).toBeNull();
    expect(await refusalOf('update_wallet', 'passkey')).toBeNull();
  });

  test('error: a key doesn’t stamp what the user reserved for passkeys', async () => {
    expect(await refusalOf('update_user_email', 'key')).toBe('passkey_required');
    expect(await refusalOf('update_user_email', 'passkey')).toBeNull();
  });

  test('error: the error says that the organization reserved it for passkeys', async () => {
    const policy = { passkeyOnly: ['update_wallet'] };
    expect(await refusalOf('update_wallet', 'key', {}, policy)).toBe('managed_passkey');
    expect(await refusalOf('update_wallet', 'passkey', {}, policy)).toBeNull();
    expect(await refusalOf('update_wallet', 'passkey', { passkeys: null }, policy)).toBe(
      'passkey_missing',
    );
    expect(await refusalOf('update_wallet', 'key', { passkeys: null }, policy)).toBe(
      'managed_passkey',
    );
    // The user's own rule is still the user's.
    expect(await refusalOf('update_user_email', 'key', {}, policy)).toBe('passkey_required');
  });

  test('error: a method that the profile doesn’t have is named', async () => {
    expect(await refusalOf('update_wallet', 'passkey', { passkeys: null })).toBe('passkey_missing');
    expect(await refusalOf('update_wallet', 'key', { keyId: null })).toBe('key_missing');
    expect(await refusalOf('update_user_email', 'key', { keyId: null })).toBe('passkey_required');
    expect(await refusalOf('update_wallet', 'key', { keyId: null, passkeys: null })).toBe(
      'passkey_missing',
    );
  });

  test('error: a profile that the organization doesn’t allow stamps nothing', async () => {
    for (const policy of [
      { baseUrl: 'https://b.example' },
      { organizationId: 'bbbbbbbb-0000-4000-8000-000000000001' },
      { importSigner: 'signer-2' },
    ]) {
      expect(await refusalOf('update_wallet', 'key', {}, policy)).toBe('managed_profile');
      expect(await codeOf(demandProfile(depsWith(policy), profile()))).toBe('managed_profile');
    }
    const own = {
      baseUrl: 'https://a.example',
      organizationId: 'aaaaaaaa-0000-4000-8000-000000000001',
      importSigner: 'signer-1',
    };
    expect(await refusalOf('update_wallet', 'key', {}, own)).toBeNull();
    expect(await codeOf(demandProfile(depsWith(own), profile()))).toBeNull();
  });
});

describe('demandDestination', () => {
  const { baseUrl, organizationId } = profile();

  test('error: a request stamped for another service is no longer sent there', async () => {
    const refusalOfDestination = (policy: Partial<ManagedPolicy>) =>
      codeOf(demandDestination(depsWith(policy), { baseUrl, organizationId }));
    expect(await refusalOfDestination({})).toBeNull();
    expect(await refusalOfDestination({ baseUrl, organizationId })).toBeNull();
    // The signer of imports says nothing about where requests go.
    expect(await refusalOfDestination({ importSigner: 'signer-2' })).toBeNull();
    expect(await refusalOfDestination({ baseUrl: 'https://b.example' })).toBe('managed_profile');
    expect(await refusalOfDestination({ organizationId: 'b' })).toBe('managed_profile');
  });

  test('behavior: ids are the same in upper and lower case', async () => {
    const upper = organizationId.toUpperCase();
    const place = { baseUrl, organizationId: upper };
    expect(await codeOf(demandDestination(depsWith({ organizationId }), place))).toBeNull();
  });
});
