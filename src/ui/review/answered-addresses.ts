import { ADDRESS_FORMAT, CURVE } from '../../protocol/enums.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import { versionOfType, type SubmitRow } from '../../protocol/operation-row.ts';
import { choiceFields, sealedFields } from './sealed-parameters.ts';
import type { Values } from '../../protocol/parse.ts';

type FormattedAddress = { readonly format: string; readonly address: string };

/** Addresses in a result, of a key that nobody here has seen. */
export type AnsweredAddresses = {
  readonly curve: string;
  readonly addresses: readonly FormattedAddress[];
  /** Formats that were requested and are not in the result. */
  readonly missing: readonly string[];
};

/**
 * The addresses in the result of a completed activity with a sealed parameter, and the curve that
 * was sent beside it; undefined for any other activity.
 */
export function readAnsweredAddresses(
  entry: EntryView,
  row: SubmitRow,
): AnsweredAddresses | undefined {
  const fields = versionOfType(row, entry.type)?.fields;
  const { parameters, result } = entry;
  if (!fields || !parameters || !result) return undefined;
  if (sealedFields(fields, parameters).length === 0) return undefined;
  const addresses = Object.values(result).find(isAddressList);
  if (!addresses) return undefined;
  const chosen = choiceFields(fields, parameters).flatMap((name) => [parameters[name]].flat());
  const requestedFormats = ADDRESS_FORMAT.filter((format) => chosen.includes(format));
  return {
    curve: CURVE.find((curve) => chosen.includes(curve)) ?? '',
    addresses,
    missing: requestedFormats.filter((format) =>
      addresses.every((listed) => listed.format !== format),
    ),
  };
}

function isAddressList(value: unknown): value is readonly FormattedAddress[] {
  return Array.isArray(value) && value.every(isFormattedAddress);
}

function isFormattedAddress(value: unknown): value is FormattedAddress {
  if (typeof value !== 'object' || value === null) return false;
  const { format, address }: Values = { ...value };
  return typeof format === 'string' && typeof address === 'string';
}
