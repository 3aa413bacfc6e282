// The refusal of an address format that a curve doesn't have; it names both.
import { addressFormatsOf } from '../protocol/curve-formats.ts';
import { ADDRESS_FORMAT, CURVE } from '../protocol/enums.ts';
import { membersOf, type JsonObject } from './request-body.ts';
import { badRequest, invalid, type Refusal } from './refusal.ts';

/**
 * 400 for parameters that broke the rule `format_curve` at `field`: `addressFormats` of an import,
 * `accounts.0` of a wallet. It repeats nothing but names from the closed lists.
 */
export function curveMismatch(parameters: JsonObject, field: string): Refusal {
  const [list = '', index = ''] = field.split('.');
  const rows = parameters[list];
  const account: unknown = Array.isArray(rows) ? rows[Number.parseInt(index, 10)] : undefined;
  const { curve, addressFormat, addressFormats } = membersOf(account ?? parameters);
  const knownCurve = CURVE.find((candidate) => candidate === curve);
  const requestedFormats: readonly unknown[] = Array.isArray(addressFormats)
    ? addressFormats
    : [addressFormat];
  const fittingFormats: readonly unknown[] =
    knownCurve === undefined ? [] : addressFormatsOf(knownCurve);
  const mismatch = requestedFormats.find((candidate) => !fittingFormats.includes(candidate));
  const format = ADDRESS_FORMAT.find((candidate) => candidate === mismatch);
  if (knownCurve === undefined || format === undefined) return badRequest('invalid address format');
  return invalid(
    `invalid address format: ${format} is not derived from a key of ${knownCurve}`,
    'REQUEST_INVALID',
  );
}
