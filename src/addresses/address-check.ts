// Whether a text is an address that can be used in a place, and if not, why: in the rules that forms,
// the service and pages have words for.
import type { AddressFormat } from '../protocol/enums.ts';
import type { AddressRule } from '../protocol/rules.ts';
import { CODECS, formatsOfText, MAX_ADDRESS_LENGTH } from './codecs.ts';
import { CHAINS, FORMATS, isFormat } from './formats.ts';
import type { Format } from './formats.ts';
import type { Refusal } from './text-codecs.ts';

export type AddressCheck =
  /** `hasChecksum`: false if a typo would go unnoticed. */
  | { readonly ok: true; readonly hasChecksum: boolean }
  | {
      readonly ok: false;
      readonly rule: AddressRule;
      /** Names of the chains that have this address, if it is one of other chains. */
      readonly chains: readonly string[];
    };

/** What a text that is no address at all breaks, the most telling first. */
const RULE_OF_REFUSAL: readonly (readonly [Refusal, AddressRule])[] = [
  ['checksum', 'address_checksum'],
  ['case', 'address_case'],
  ['length', 'address_length'],
];

/**
 * Checks a text against the formats that a place takes. The caller trims whitespace. Doesn't tell
 * who holds the key, nor whether anyone does.
 */
export function checkAddress(text: string, accepted: readonly AddressFormat[]): AddressCheck {
  const formats = accepted.filter(isFormat);
  const matches = formatsOfText(text);
  const fitting = matches.find((format) => formats.includes(format));
  if (fitting) return { ok: true, hasChecksum: CODECS[fitting].hasChecksum?.(text) ?? true };
  const others = matches.filter((format) => FORMATS[format].chain !== 'none');
  const chains = [...new Set(others.map((format) => CHAINS[FORMATS[format].chain].name))];
  if (matches.length > 0) return { ok: false, rule: ruleOfMatches(others), chains };
  return { ok: false, rule: ruleOfText(text, formats), chains };
}

/** What a text breaks that is no address of any format. */
function ruleOfText(text: string, formats: readonly Format[]): AddressRule {
  if (text.length > MAX_ADDRESS_LENGTH) return 'address_length';
  const reasons = formats.map((format) => {
    const parsed = CODECS[format].parse(text);
    return parsed.ok ? undefined : parsed.reason;
  });
  return RULE_OF_REFUSAL.find(([reason]) => reasons.includes(reason))?.[1] ?? 'address';
}

/** What a valid address of other formats breaks; without any, it is only a key. */
function ruleOfMatches(others: readonly Format[]): AddressRule {
  if (others.length === 0) return 'address_key';
  const isTest = others.every((format) => FORMATS[format].network !== 'mainnet');
  return isTest ? 'address_network' : 'address_chain';
}
