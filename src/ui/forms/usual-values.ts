import type { Field } from '../../protocol/fields.ts';
import type { SubmitRow } from '../../protocol/operation-row.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import type { Draft } from './draft.ts';

/** Currencies by the regions that use them (ISO 4217, ISO 3166-1); the euro's are below. */
const CURRENCIES: Readonly<Record<string, string>> = {
  AU: 'AUD',
  BG: 'BGN',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CO: 'COP',
  CZ: 'CZK',
  DK: 'DKK',
  DO: 'DOP',
  EG: 'EGP',
  GB: 'GBP',
  HK: 'HKD',
  ID: 'IDR',
  IL: 'ILS',
  JO: 'JOD',
  KE: 'KES',
  KW: 'KWD',
  LI: 'CHF',
  LK: 'LKR',
  MX: 'MXN',
  NG: 'NGN',
  NO: 'NOK',
  NZ: 'NZD',
  OM: 'OMR',
  PE: 'PEN',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
  TH: 'THB',
  TR: 'TRY',
  TW: 'TWD',
  US: 'USD',
  VN: 'VND',
  ZA: 'ZAR',
};
const EURO_REGIONS = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');

/** The currency of a locale's region, as a value ends: `EUR`. Undefined where none is known. */
export function currencyOf(locale: string): string | undefined {
  const { region } = new Intl.Locale(locale).maximize();
  if (region === undefined) return undefined;
  return EURO_REGIONS.includes(region) ? 'EUR' : CURRENCIES[region];
}

/** What was sent last in a field of this operation. */
function lastValue(row: SubmitRow, name: string, entries: readonly EntryView[]): unknown {
  const used = entries.filter((entry) => entry.operation === row.name);
  return used.map(({ parameters }) => parameters?.[name]).find((value) => value !== undefined);
}

function usualValue(field: Field, last: unknown, locale: string): string | undefined {
  const { control } = field;
  if (control.kind !== 'choice') return undefined;
  const options = control.options({});
  const currency = currencyOf(locale);
  return (
    options.find((option) => option === last) ??
    options.find((option) => currency !== undefined && option.endsWith(`_${currency}`))
  );
}

/**
 * What a form starts with where its row says that something is usual.
 * @param entries newest first
 * @param locale of the reader's region; the browser's own if left out
 */
export function usualValues(
  row: SubmitRow,
  entries: readonly EntryView[],
  locale = new Intl.NumberFormat().resolvedOptions().locale,
): Draft {
  const usual = Object.entries(row.versions[0].fields).filter(([, field]) => field.usual);
  return Object.fromEntries(
    usual.flatMap(([name, field]) => {
      const value = usualValue(field, lastValue(row, name, entries), locale);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
