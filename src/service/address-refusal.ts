// The refusal of an address that can't be used in its place; it tells whose address it is instead.
import { checkAddress } from '../addresses/address-check.ts';
import { addressFields, type Fields } from '../protocol/fields.ts';
import { badRequest, type Refusal } from './refusal.ts';
import type { JsonObject } from './request-body.ts';
import { RULE_MESSAGES } from './rule-messages.ts';

/**
 * 400 for the first address among parsed parameters that can't be used, or undefined. Repeats nothing
 * of the text but the names of the chains that it is an address of.
 */
export function addressRefusal(
  fields: Fields,
  parameters: JsonObject,
  parentPath: string,
): Refusal | undefined {
  for (const [name, { formats }] of addressFields(fields)) {
    const text = parameters[name];
    const check = typeof text === 'string' ? checkAddress(text, formats(parameters)) : undefined;
    if (!check || check.ok) continue;
    const path = [parentPath, name].filter(Boolean).join('.');
    const owners =
      check.chains.length > 0 ? ` It is an address of ${check.chains.join(' or ')}.` : '';
    return badRequest(`invalid request body: ${path}: ${RULE_MESSAGES[check.rule]}${owners}`);
  }
  return undefined;
}
