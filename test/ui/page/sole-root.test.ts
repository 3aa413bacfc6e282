import { describe, expect, test } from 'vitest';
import { isSoleRoot } from '../../../src/ui/page/sole-root.tsx';
import { id } from './world.ts';

const OWN = `02${'ab'.repeat(32)}`;
const at = { seconds: '1000', nanos: '0' };
const key = (n: number, publicKey: string) => ({
  apiKeyId: id(n),
  apiKeyName: 'Key',
  credential: { publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' as const },
  createdAt: at,
  updatedAt: at,
});
const passkey = {
  authenticatorId: id(40),
  authenticatorName: 'Blue',
  credentialId: 'a',
  transports: [],
  aaguid: 'a',
  credential: { publicKey: 'a', type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' as const },
  createdAt: at,
  updatedAt: at,
};
const user = (n: number, more: object = {}) => ({
  userId: id(n),
  userName: 'Ada',
  apiKeys: [key(9, OWN)],
  authenticators: [],
  userTags: [],
  mfaPolicies: [],
  ...more,
});
const sole = {
  users: [user(1), user(2, { apiKeys: [key(8, OWN.replace('ab', 'cd'))] })],
  rootQuorum: { threshold: 1, userIds: [id(1)] },
  features: [{ name: 'FEATURE_NAME_WEBHOOK' }],
};

describe('isSoleRoot', () => {
  test('behavior: one root user with this key alone, whatever other users have', () => {
    expect(isSoleRoot(sole, OWN)).toBe(true);
    expect(
      isSoleRoot({ ...sole, users: [user(1, { apiKeys: [key(9, OWN.toUpperCase())] })] }, OWN),
    ).toBe(true);
  });

  test.each([
    ['two root users', { rootQuorum: { threshold: 1, userIds: [id(1), id(2)] } }],
    ['a second key', { users: [user(1, { apiKeys: [key(9, OWN), key(8, 'ff')] })] }],
    ['a passkey', { users: [user(1, { authenticators: [passkey] })] }],
    ['another key than this one', { users: [user(1, { apiKeys: [key(8, 'ff')] })] }],
    ['no key', { users: [user(1, { apiKeys: [] })] }],
    ['a root user who isn’t listed', { users: [user(2)] }],
    ['a quorum of nobody', { rootQuorum: { threshold: 1, userIds: [] } }],
    ['a quorum that isn’t said', { rootQuorum: undefined }],
    ['recovery by email', { features: [{ name: 'FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY' }] }],
    ['a code by email', { features: [{ name: 'FEATURE_NAME_OTP_EMAIL_AUTH' }] }],
  ])('error: nothing is claimed of %s', (_, more) => {
    expect(isSoleRoot({ ...sole, ...more }, OWN)).toBe(false);
  });
});
