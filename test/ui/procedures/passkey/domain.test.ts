import { describe, expect, test } from 'vitest';
import {
  requestDomainPermission,
  canClaimDomain,
  readDomain,
} from '../../../../src/ui/procedures/passkey/domain.ts';

describe('readDomain', () => {
  test.each([
    ['example.com', 'example.com'],
    ['  Login.Example.COM ', 'login.example.com'],
    ['https://app.example.com/account?x=1', 'app.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['localhost', 'localhost'],
  ])('behavior: %j is %s', (text, domain) => {
    expect(readDomain(text)).toEqual({ ok: true, domain });
  });

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['example', 'malformed'],
    ['com.', 'malformed'],
    ['example.com/login', 'malformed'],
    ['example.com:8443', 'malformed'],
    ['user@example.com', 'malformed'],
    ['http://example.com', 'malformed'],
    ['chrome-extension://abcdefgh', 'malformed'],
    ['a b.com', 'malformed'],
    ['127.0.0.1', 'address'],
    ['[::1]', 'address'],
    ['2130706433', 'address'],
  ])('error: %j is none: %s', (text, fault) => {
    expect(readDomain(text)).toEqual({ ok: false, fault: `authorization.domain.${fault}` });
  });
});

describe('canClaim', () => {
  test.each([
    [{ family: 'chromium', version: 122 }, true],
    [{ family: 'chromium', version: 121 }, false],
    [{ family: 'firefox', version: 150 }, true],
    [{ family: 'firefox', version: 149 }, false],
    [null, true],
  ] as const)('behavior: %o: %s', (browser, can) => {
    expect(canClaimDomain(browser)).toBe(can);
  });
});

describe('allowDomain', () => {
  const browser = (yes: boolean) => {
    const asked: string[] = [];
    const requestOriginPermission = async (origin: string) => {
      asked.push(origin);
      return yes;
    };
    return { asked, requestOriginPermission };
  };

  test('behavior: asks for that domain alone, and at once', () => {
    const { asked, requestOriginPermission } = browser(true);
    void requestDomainPermission({ requestOriginPermission }, 'example.com');
    expect(asked).toEqual(['https://example.com']);
  });

  test('behavior: asks nothing for the extension itself and for this computer', async () => {
    const { asked, requestOriginPermission } = browser(false);
    await requestDomainPermission({ requestOriginPermission }, null);
    await requestDomainPermission({ requestOriginPermission }, 'localhost');
    expect(asked).toEqual([]);
  });

  test('error: a no is an error that names the field', async () => {
    const refused = requestDomainPermission(browser(false), 'example.com');
    await expect(refused).rejects.toMatchObject({
      code: 'host_permission_missing',
      detail: { field: 'passkeys.rpId', reason: 'host_declined' },
    });
  });
});
