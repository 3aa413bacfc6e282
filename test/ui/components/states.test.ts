import { beforeAll, describe, expect, test } from 'vitest';
import { fromWire, KeystampError, toWire, type WireError } from '../../../src/protocol/errors.ts';
import { errorTexts, ruleTexts } from '../../../src/protocol/texts.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { kitWords } from '../../../src/ui/words/en/kit.ts';
import { errorText } from '../../../src/ui/components/states.tsx';

beforeAll(() => addWords({ ...kitWords, ...errorTexts(), ...ruleTexts() }));

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

  test.each([
    [61_000, '61 seconds behind the service’s'],
    [-61_000, '61 seconds ahead of the service’s'],
    [3_600_000, '60 minutes behind'],
    [-86_400_000, '24 hours ahead of'],
    [-10 * 86_400_000, '10 days ahead of'],
  ])('behavior: a clock that is off by %d ms is told with a refused time', (skewMs, words) => {
    const wire: WireError = { code: 'time_refused', message: '', detail: { status: 400, skewMs } };
    const { message } = new KeystampError('time_refused');
    expect(errorText(wire)).toContain(`${message} This computer’s clock is ${words}`);
    expect(errorText({ ...refused('INVALID_TIME'), detail: { status: 401, skewMs } })).toContain(
      words,
    );
  });

  test('behavior: a message that says more stays as it is', () => {
    const message = 'The service did not accept the stamp. Your clock is late.';
    expect(errorText({ ...refused('INVALID_TIME'), message })).toBe(message);
  });
});
