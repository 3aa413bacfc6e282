import { beforeAll, describe, expect, test } from 'vitest';
import { fromWire, KeystampError, toWire, type WireError } from '../../../src/protocol/errors.ts';
import { errorTexts, ruleTexts } from '../../../src/protocol/texts.ts';
import { addMessages } from '../../../src/ui/i18n.ts';
import { errorText } from '../../../src/ui/kit/states.tsx';

beforeAll(() => addMessages({ ...errorTexts(), ...ruleTexts() }));

const refused = (serviceCode: string): WireError => ({
  code: 'unauthenticated',
  message: '',
  detail: { status: 401, serviceCode },
});

describe('errorText', () => {
  const explained: [string, string][] = [
    ['PUBLIC_KEY_NOT_FOUND', 'Register its public key'],
    ['SIGNATURE_INVALID', 'does not match the request'],
    ['API_KEY_EXPIRED', 'has expired'],
    ['ORGANIZATION_NOT_FOUND', 'Check the organization id'],
    ['ORGANIZATION_MISMATCH', 'another organization'],
    ['CREDENTIAL_NOT_FOUND', 'passkey'],
    ['SIGNATURE_MISSING', 'without a readable stamp'],
  ];
  test.each(explained)('behavior: 401 %s is explained', (code, words) => {
    expect(errorText(refused(code))).toMatch(/^The service did not accept the stamp\. /);
    expect(errorText(refused(code))).toContain(words);
    expect(errorText(fromWire(refused(code)))).toBe(errorText(refused(code)));
  });

  test('behavior: a code that nobody knows adds nothing', () => {
    expect(errorText(refused('constructor'))).toBe('The service did not accept the stamp.');
  });

  test('behavior: a wire without words gets the catalogue’s', () => {
    const wire: WireError = { code: 'vault_locked', message: '' };
    expect(errorText(wire)).toBe(new KeystampError('vault_locked').message);
    expect(toWire(fromWire(wire)).message).toBe(new KeystampError('vault_locked').message);
  });

  test('behavior: a refused value is told by its field and rule', () => {
    const detail = { field: 'parameters.userId', rule: 'uuid' } as const;
    expect(errorText({ code: 'invalid_input', message: '', detail })).toMatch(
      /^parameters\.userId: An id has 36 characters/,
    );
  });

  test('behavior: a message that says more stays as it is', () => {
    const message = 'The service did not accept the stamp. Your clock is late.';
    expect(errorText({ ...refused('INVALID_TIME'), message })).toBe(message);
  });
});
