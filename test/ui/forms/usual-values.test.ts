import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { currencyOf, usualValues } from '../../../src/ui/forms/usual-values.ts';
import { entry } from '../page/world.ts';

const row = OPERATIONS.init_fiat_on_ramp;
const used = (fiatCurrencyCode: unknown) => ({
  ...entry,
  operation: row.name,
  parameters: { fiatCurrencyCode },
});

describe('currencyOf', () => {
  test.each([
    ['de', 'EUR'],
    ['de-CH', 'CHF'],
    ['en-US', 'USD'],
    ['en', 'USD'],
    ['pt', 'BRL'],
    ['is-IS', undefined],
  ])('behavior: %s pays in %s', (locale, currency) => {
    expect(currencyOf(locale)).toBe(currency);
  });
});

describe('usualValues', () => {
  test('behavior: what was used last, before what the region uses', () => {
    const entries = [used(undefined), used('FIAT_ON_RAMP_CURRENCY_AUD')];
    expect(usualValues(row, [], 'en-GB')).toEqual({
      fiatCurrencyCode: 'FIAT_ON_RAMP_CURRENCY_GBP',
    });
    expect(usualValues(row, entries, 'en-GB')).toEqual({
      fiatCurrencyCode: 'FIAT_ON_RAMP_CURRENCY_AUD',
    });
  });

  test('error: a stored value that is no choice is not one', () => {
    expect(usualValues(row, [used('constructor')], 'is-IS')).toEqual({});
  });

  test('behavior: a row where nothing is usual starts empty', () => {
    expect(usualValues(OPERATIONS.update_wallet, [], 'de')).toEqual({});
  });
});
