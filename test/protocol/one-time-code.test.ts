import { describe, expect, test } from 'vitest';
import { isTokenRefusal, readCodeRefusal } from '../../src/protocol/one-time-code.ts';
import type { ErrorDetail, WireError } from '../../src/protocol/errors.ts';

const refusal = (detail: ErrorDetail, code: WireError['code'] = 'service_error'): WireError => ({
  code,
  message: code,
  detail,
});

describe('readCodeRefusal', () => {
  test.each([
    ['a wrong code', { status: 400, serviceMessage: 'invalid OTP code' }, 'wrong'],
    ['a failed activity', { serviceMessage: 'invalid OTP code' }, 'wrong'],
    ['401 of the second generation', { status: 401 }, 'wrong'],
    ['401 by its name', { status: 401, serviceCode: 'UNAUTHENTICATED' }, 'wrong'],
    ['an expired code', { status: 400, serviceMessage: 'this OTP code has expired' }, 'expired'],
    [
      'a locked code',
      { serviceMessage: 'this OTP code is locked after 3 wrong tries: start a new one' },
      'locked',
    ],
    ['a used code', { status: 400, serviceMessage: 'this OTP code was used already' }, 'used'],
    ['409', { status: 409 }, 'used'],
  ] as const)('behavior: %s', (_, detail, expected) => {
    expect(readCodeRefusal(refusal(detail))).toBe(expected);
  });

  test.each([
    [
      'an expired key',
      { status: 401, serviceCode: 'API_KEY_EXPIRED', serviceMessage: 'expired api key' },
    ],
    ['a bad stamp', { status: 401, serviceCode: 'SIGNATURE_INVALID' }],
    ['no permission', { status: 403 }],
    ['an expired anything', { status: 400, serviceMessage: 'expired' }],
    ['nothing known', {}],
  ] as const)('error: %s says nothing of the code', (_, detail) => {
    expect(readCodeRefusal(refusal(detail, 'unauthenticated'))).toBeUndefined();
    expect(readCodeRefusal({ code: 'internal', message: 'internal' })).toBeUndefined();
  });
});

describe('isTokenRefusal', () => {
  test.each([
    ['used before', { status: 409, serviceMessage: 'it was used already' }, true],
    [
      'for another contact',
      {
        status: 400,
        serviceMessage: 'invalid verification token: it attests another contact than the new one',
      },
      true,
    ],
    ['no such user', { status: 404, serviceMessage: 'unable to find user' }, false],
    ['nothing known', {}, false],
  ] as const)('behavior: %s', (_, detail, expected) => {
    expect(isTokenRefusal(refusal(detail))).toBe(expected);
  });
});
