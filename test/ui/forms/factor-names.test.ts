import { expect, test } from 'vitest';
import { nameOfMethod } from '../../../src/ui/forms/factor-names.ts';
import { id } from '../page/world.ts';

const AT = { seconds: '0', nanos: '0' };
const user = {
  apiKeys: [
    {
      apiKeyId: id(20),
      apiKeyName: 'Laptop key',
      createdAt: AT,
      updatedAt: AT,
      credential: { publicKey: '02aa', type: 'CREDENTIAL_TYPE_API_KEY_P256' },
    },
  ],
  authenticators: [
    {
      authenticatorId: id(21),
      authenticatorName: 'YubiKey',
      createdAt: AT,
      updatedAt: AT,
      credentialId: 'known',
      transports: [],
      credential: { publicKey: 'k', type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' },
    },
  ],
};
const method = (type: string, of?: string) => ({
  type: `AUTHENTICATION_TYPE_${type}`,
  ...(of !== undefined && { id: of }),
});

test('behavior: a credential by name, and by its id where the user has none such', () => {
  expect(nameOfMethod(method('PASSKEY'), user)).toBeUndefined();
  expect(nameOfMethod(method('PASSKEY', id(21)), user)).toBe('YubiKey');
  expect(nameOfMethod(method('API_KEY', id(20)), user)).toBe('Laptop key');
  expect(nameOfMethod(method('API_KEY', id(99)), user)).toBe(id(99));
  expect(nameOfMethod(method('API_KEY', id(99)), undefined)).toBe(id(99));
});
