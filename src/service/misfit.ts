// The refusal of an address format that a curve does not have: it names both.
import { formatsOf } from '../protocol/curves.ts';
import { ADDRESS_FORMAT, CURVE } from '../protocol/enums.ts';
import { membersOf, type JsonObject } from './body.ts';
import { badRequest, invalid, type Refusal } from './refusal.ts';

/**
 * 400 for parameters that broke the rule `format_curve` at `field`: `addressFormats` of an import,
 * `accounts.0` of a wallet. Nothing is repeated but names of the closed lists.
 */
export function misfit(parameters: JsonObject, field: string): Refusal {
  const [list = '', at = ''] = field.split('.');
  const rows = parameters[list];
  const account: unknown = Array.isArray(rows) ? rows[Number.parseInt(at, 10)] : undefined;
  const { curve, addressFormat, addressFormats } = membersOf(account ?? parameters);
  const known = CURVE.find((one) => one === curve);
  const asked: readonly unknown[] = Array.isArray(addressFormats)
    ? addressFormats
    : [addressFormat];
  const fitting: readonly unknown[] = known === undefined ? [] : formatsOf(known);
  const stranger = asked.find((one) => !fitting.includes(one));
  const format = ADDRESS_FORMAT.find((one) => one === stranger);
  if (known === undefined || format === undefined) return badRequest('invalid address format');
  return invalid(
    `invalid address format: ${format} is not derived from a key of ${known}`,
    'REQUEST_INVALID',
  );
}
