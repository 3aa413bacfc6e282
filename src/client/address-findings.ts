import { checkAddress } from '../addresses/address-check.ts';
import type { AddressRule } from '../protocol/rules.ts';
import { addressFields, type AddressFact, type Fields } from '../protocol/fields.ts';
import type { Values } from '../protocol/parse.ts';

/*
 * What pages say of the addresses among an operation's values. Load lazily: it comes with the hashes
 * of all chains.
 */

/** What is to be said of one address. */
export type AddressFinding = {
  /** The field that it stands in. */
  readonly name: string;
  /** Why it can't be used; undefined if it can. */
  readonly rule: AddressRule | undefined;
  /** Names of the chains that it belongs to instead. */
  readonly chains: readonly string[];
  /** The chosen network: a value of a closed list. */
  readonly network: string;
  /** False if a typo would go unnoticed. */
  readonly hasChecksum: boolean;
};

/** Checks each address among the values; one that is left out, or has no network yet, isn't checked. */
export function findAddresses(fields: Fields, values: Values): readonly AddressFinding[] {
  return addressFields(fields).flatMap(([name, fact]) => {
    const text = values[name];
    const isChecked = typeof text === 'string' && text !== '' && fact.formats(values).length > 0;
    return isChecked ? [findingOf(name, fact, text, values)] : [];
  });
}

function findingOf(name: string, fact: AddressFact, text: string, values: Values): AddressFinding {
  const check = checkAddress(text, fact.formats(values));
  const network = String(values[fact.network]);
  return check.ok
    ? { name, network, rule: undefined, chains: [], hasChecksum: check.hasChecksum }
    : { name, network, rule: check.rule, chains: check.chains, hasChecksum: true };
}
