import { describe, expect, test } from 'vitest';
import { isOnThisComputer, quotaOf } from '../../../src/activities/rates/quota.ts';

const ORGANIZATION = '11111111-1111-4111-8111-11111111111A';
const quotaAt = (baseUrl: string) => quotaOf({ baseUrl, organizationId: ORGANIZATION });

describe('quotaOf', () => {
  test('behavior: one for an organization at a host, whatever path or case', () => {
    const quota = 'https://api.example 11111111-1111-4111-8111-11111111111a';
    expect(quotaAt('https://api.example')).toBe(quota);
    expect(quotaAt('https://API.example/public/v1')).toBe(quota);
  });

  test('behavior: another host, port or organization has its own', () => {
    const hosts = ['https://api.example', 'https://api.example:8443', 'http://api.example'];
    expect(new Set(hosts.map(quotaAt)).size).toBe(3);
    const other = quotaOf({ baseUrl: 'https://api.example', organizationId: 'other' });
    expect(other).not.toBe(quotaAt('https://api.example'));
  });

  test('behavior: an address that none is counts as it stands', () => {
    expect(quotaAt('nowhere')).toBe('nowhere 11111111-1111-4111-8111-11111111111a');
  });
});

describe('isOnThisComputer', () => {
  test.each(['http://127.0.0.1:7777', 'http://localhost:7777', 'http://[::1]:7777'])(
    'behavior: %s is',
    (baseUrl) => expect(isOnThisComputer(quotaAt(baseUrl))).toBe(true),
  );

  test.each([
    'https://api.example',
    'https://localhost.example',
    'https://127.0.0.1.example',
    'https://api.example/localhost',
    'nowhere',
    '',
  ])('behavior: “%s” isn’t', (baseUrl) => expect(isOnThisComputer(quotaAt(baseUrl))).toBe(false));
});
