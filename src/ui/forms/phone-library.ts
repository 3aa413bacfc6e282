/*
 * What a number of a country is, by Google's rules for all of them. They are 29 KB gzipped: only
 * typed-values.ts imports this file, once a form asks for a number.
 */
import { ParseError, parsePhoneNumberWithError } from 'libphonenumber-js/min';

export type Numbered = {
  /** E.164. */
  readonly number: string;
  /** The typed digits that are only dialed within the country: they were left out. */
  readonly trunk?: string;
  /** Other digits changed too: some countries write a number differently for calls within them. */
  readonly isRewritten?: boolean;
  /** A number of its country by all that is known; another may still be one. */
  readonly isValid: boolean;
  /** No number of the country has this length. */
  readonly isUnusual: boolean;
};

/**
 * Reads `+` and digits, with or without the zero that some countries dial before a number within them.
 * Undefined if no country has the code.
 */
export function readInternational(text: string): Numbered | undefined {
  try {
    const parsed = parsePhoneNumberWithError(text);
    const { number, countryCallingCode, nationalNumber } = parsed;
    const typed = text.slice(1 + countryCallingCode.length);
    const read = { number, isValid: parsed.isValid(), isUnusual: !parsed.isPossible() };
    if (typed === nationalNumber) return read;
    return typed.endsWith(nationalNumber)
      ? { ...read, trunk: typed.slice(0, -nationalNumber.length) }
      : { ...read, isRewritten: true };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const hasNoCountry = error.message === 'INVALID_COUNTRY';
    return hasNoCountry ? undefined : { number: text, isValid: false, isUnusual: true };
  }
}
