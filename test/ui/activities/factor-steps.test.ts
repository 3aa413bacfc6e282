import { describe, expect, test } from 'vitest';
import type { MfaStatus, UserRecord } from '../../../src/protocol/service-records.ts';
import {
  stampersFor,
  stepsOf,
  type OwnCredentials,
} from '../../../src/ui/activities/factors/factor-steps.ts';
import { id, profile } from '../page/world.ts';

const method = (type: string, of?: string) => ({
  type: `AUTHENTICATION_TYPE_${type}`,
  ...(of !== undefined && { id: of }),
});
const KEY = method('API_KEY');
const PASSKEY = method('PASSKEY');

const status = (facts: Partial<MfaStatus>): MfaStatus => ({
  mfaPolicyId: id(1),
  userId: id(4),
  satisfied: false,
  satisfiedMethods: [],
  requiredMethods: [],
  ...facts,
});
const shown = (facts: Partial<MfaStatus>) => stepsOf([status(facts)]).map((one) => one.isShown);

describe('stepsOf', () => {
  test('behavior: a step is done when one of its methods was shown', () => {
    const requiredMethods = [{ any: [KEY] }, { any: [method('EMAIL_OTP'), PASSKEY] }];
    expect(shown({ requiredMethods, satisfiedMethods: [KEY] })).toEqual([true, false]);
    expect(shown({ requiredMethods, satisfiedMethods: [PASSKEY] })).toEqual([false, true]);
    expect(shown({ requiredMethods, satisfiedMethods: [] })).toEqual([false, false]);
    expect(shown({ requiredMethods, satisfied: true })).toEqual([true, true]);
  });

  test('behavior: another id, and no id, do not show the one that is asked for', () => {
    const requiredMethods = [{ any: [method('PASSKEY', id(7))] }];
    expect(shown({ requiredMethods, satisfiedMethods: [method('PASSKEY', id(8))] })).toEqual([
      false,
    ]);
    expect(shown({ requiredMethods, satisfiedMethods: [PASSKEY] })).toEqual([false]);
    const upper = method('PASSKEY', id(7).toUpperCase());
    expect(shown({ requiredMethods, satisfiedMethods: [upper] })).toEqual([true]);
    // The other way round: any passkey is enough.
    expect(
      shown({
        requiredMethods: [{ any: [PASSKEY] }],
        satisfiedMethods: [method('PASSKEY', id(8))],
      }),
    ).toEqual([true]);
  });

  test('behavior: policies that ask for the same step ask once', () => {
    const both = [
      status({ requiredMethods: [{ any: [KEY] }, { any: [PASSKEY] }] }),
      status({ mfaPolicyId: id(2), requiredMethods: [{ any: [PASSKEY] }] }),
    ];
    expect(stepsOf(both).map(({ methods }) => methods)).toEqual([[KEY], [PASSKEY]]);
  });
});

describe('stampersFor', () => {
  const user: UserRecord = {
    userId: id(4),
    userName: 'Ada',
    apiKeys: [
      {
        apiKeyId: id(20),
        apiKeyName: 'Laptop key',
        credential: { publicKey: '02aa', type: 'CREDENTIAL_TYPE_API_KEY_P256' },
        createdAt: '1',
        updatedAt: '1',
      },
    ],
    authenticators: [
      {
        authenticatorId: id(21),
        authenticatorName: 'YubiKey',
        credentialId: 'known',
        transports: [],
        credential: { publicKey: 'k', type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' },
      },
    ],
    userTags: [],
    mfaPolicies: [],
  };
  const passkeys = {
    rpId: null,
    credentials: [{ id: 'known', name: 'YubiKey', transports: [] }],
  };
  const own = (facts: Partial<OwnCredentials> = {}): OwnCredentials => ({
    profile: { keyId: profile.keyId, passkeys },
    publicKey: '02AA',
    user,
    ...facts,
  });
  const stampers = (methods: readonly ReturnType<typeof method>[], credentials = own()) =>
    stampersFor([{ methods, isShown: false }], credentials);

  test('behavior: what the profile has, each kind once', () => {
    expect(stampers([KEY])).toEqual(['key']);
    expect(stampers([PASSKEY, KEY, PASSKEY])).toEqual(['passkey', 'key']);
    expect(stampersFor([{ methods: [KEY], isShown: true }], own())).toEqual([]);
    for (const type of ['EMAIL_OTP', 'SMS_OTP', 'OAUTH', 'SESSION', 'NEWER']) {
      expect(stampers([method(type)])).toEqual([]);
    }
  });

  test('behavior: nothing that it lacks', () => {
    const without = own({ profile: { keyId: null, passkeys: null } });
    expect(stampers([KEY, PASSKEY], without)).toEqual([]);
  });

  test('behavior: an id is one of its own credentials, or no use', () => {
    expect(stampers([method('API_KEY', id(20))])).toEqual(['key']);
    expect(stampers([method('API_KEY', id(22))])).toEqual([]);
    expect(stampers([method('API_KEY', id(20))], own({ publicKey: '02bb' }))).toEqual([]);
    expect(stampers([method('API_KEY', id(20))], own({ publicKey: undefined }))).toEqual([]);
    expect(stampers([method('PASSKEY', id(21))])).toEqual(['passkey']);
    expect(stampers([method('PASSKEY', id(23))])).toEqual([]);
    const anyOne = own({ profile: { keyId: null, passkeys: { rpId: null, credentials: [] } } });
    expect(stampers([method('PASSKEY', id(23))], anyOne)).toEqual(['passkey']);
  });
});
