import { beforeAll, describe, expect, test } from 'vitest';
import {
  ERROR_CODES,
  ERROR_REASONS,
  fromWire,
  KeystampError,
  toWire,
  type WireError,
} from '../../../src/protocol/errors.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { errorWords, reasonWords } from '../../../src/ui/words/en/errors.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { ruleWords } from '../../../src/ui/words/en/rules.ts';
import { serviceErrorWords } from '../../../src/ui/words/en/service-errors.ts';
import { toReadError } from '../../../src/ui/components/errors.ts';
import { errorText } from '../../../src/ui/components/states.tsx';

beforeAll(() => {
  addWords(appWords);
  addWords(errorWords, 'error.');
  addWords(reasonWords, 'reason.');
  addWords(ruleWords, 'rule.');
  addWords(serviceErrorWords, 'service.');
});

const refused = (serviceCode: string): WireError => ({
  code: 'unauthenticated',
  message: '',
  detail: { status: 401, serviceCode },
});

describe('errorText', () => {
  const explained: [string, string][] = [
    ['PUBLIC_KEY_NOT_FOUND', 'Register its public key'],
    ['SIGNATURE_INVALID', 'doesn’t match the request'],
    ['API_KEY_EXPIRED', 'has expired'],
    ['ORGANIZATION_NOT_FOUND', 'Check the organization ID'],
    ['ORGANIZATION_MISMATCH', 'different organization'],
    ['CREDENTIAL_NOT_FOUND', 'passkey'],
    ['SIGNATURE_MISSING', 'without a readable stamp'],
  ];
  test.each(explained)('behavior: 401 %s is explained', (code, words) => {
    expect(errorText(refused(code))).toMatch(/^The service didn’t accept the signature\. /);
    expect(errorText(refused(code))).toContain(words);
    expect(errorText(fromWire(refused(code)))).toBe(errorText(refused(code)));
  });

  test('behavior: a code that nobody knows adds nothing', () => {
    expect(errorText(refused('constructor'))).toBe('The service didn’t accept the signature.');
  });

  test('behavior: every error gets the words of its code', () => {
    const wire: WireError = { code: 'vault_locked', message: '' };
    expect(errorText(wire)).toBe(errorWords.vault_locked);
    expect(errorText(toWire(fromWire(wire)))).toBe(errorWords.vault_locked);
  });

  test('behavior: a refused value is told by its field and rule', () => {
    const detail = { field: 'parameters.userId', rule: 'uuid' } as const;
    expect(errorText({ code: 'invalid_input', message: '', detail })).toMatch(
      /^parameters\.userId: An ID has 36 characters/,
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
    expect(errorText(wire)).toContain(
      `${errorWords.time_refused} This computer’s clock is ${words}`,
    );
    expect(errorText({ ...refused('INVALID_TIME'), detail: { status: 401, skewMs } })).toContain(
      words,
    );
  });

  test('behavior: a technical sentence is not in the place of the words', () => {
    const error = new KeystampError('malformed', 'Expected hex digits in pairs, got 5 characters.');
    expect(errorText(error)).toBe(errorWords.malformed);
  });

  test('behavior: a reason says more than its code, with names and limits', () => {
    const exists = { reason: 'key_exists', field: 'publicKey', names: ['Laptop'] } as const;
    expect(errorText(new KeystampError('invalid_input', undefined, exists))).toBe(
      'Keystamp already has this key: “Laptop”.',
    );
    const many = { reason: 'too_many_keys', limit: 100 } as const;
    expect(errorText(new KeystampError('invalid_input', undefined, many))).toContain(
      '100 API keys',
    );
  });

  test('behavior: a question that got no answer is not said to be kept', () => {
    addWords(popupWords);
    const lost = new KeystampError('service_timeout');
    expect(errorText(lost)).toContain('keeps the request');
    expect(errorText(toReadError(lost))).toBe(popupWords['popup.read.service_timeout']);
    const locked = new KeystampError('vault_locked');
    expect(toReadError(locked)).toBe(locked);
  });

  test('error: no code and no reason is without words', () => {
    for (const code of ERROR_CODES) expect(errorText({ code, message: '' })).not.toBe(code);
    for (const reason of ERROR_REASONS) {
      const error = { code: 'invalid_input', message: '', detail: { reason } } as const;
      expect(errorText(error)).not.toBe(errorWords.invalid_input);
    }
  });
});
