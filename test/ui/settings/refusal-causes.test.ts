import { describe, expect, test } from 'vitest';
import type { ErrorDetail } from '../../../src/protocol/errors.ts';
import { SERVICE_ERROR_CODES } from '../../../src/protocol/service-errors.ts';
import { causesOf } from '../../../src/ui/settings/service-refusal.tsx';

const causesOfRefusal = (detail: ErrorDetail) =>
  causesOf({ code: 'unauthenticated', message: 'no', detail: { status: 401, ...detail } });

describe('causesOf', () => {
  test.each([
    ['PUBLIC_KEY_NOT_FOUND', 'key'],
    ['ORGANIZATION_NOT_FOUND', 'organization'],
    ['API_KEY_EXPIRED', 'expired'],
    ['INVALID_TIME', 'clock'],
    ['SIGNATURE_INVALID', 'signature'],
    ['REQUEST_NOT_AUTHORIZED', 'rights'],
  ])('behavior: %s is explained by %s first', (serviceCode, cause) => {
    expect(SERVICE_ERROR_CODES).toContain(serviceCode);
    expect(causesOfRefusal({ serviceCode })[0]).toBe(cause);
  });

  test.each([
    ['expired api key', 'expired'],
    ['timestampMs is too old', 'clock'],
    ['could not find public key in organization or its parent', 'key'],
  ])('behavior: without a code the words %j count', (serviceMessage, cause) => {
    expect(causesOfRefusal({ serviceMessage })[0]).toBe(cause);
  });

  test('behavior: a bare 401 names all four, an inherited name is no code', () => {
    const all = ['key', 'organization', 'expired', 'clock'];
    expect(causesOfRefusal({})).toEqual(all);
    expect(causesOfRefusal({ serviceCode: 'constructor' })).toEqual(all);
  });

  test('behavior: a service that does not answer is down; other errors speak for themselves', () => {
    expect(causesOf({ code: 'service_unreachable', message: 'no' })).toEqual(['down']);
    expect(causesOf({ code: 'vault_locked', message: 'no' })).toEqual([]);
    const detail = { reason: 'service_redirects' } as const;
    expect(causesOf({ code: 'service_unreachable', message: 'no', detail })).toEqual([]);
  });
});
