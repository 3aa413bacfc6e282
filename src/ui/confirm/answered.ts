import { ADDRESS_FORMAT, CURVE } from '../../protocol/enums.ts';
import type { EntryView } from '../../protocol/entry.ts';
import { versionOfType, type SubmitRow } from '../../protocol/operation.ts';
import type { Values } from '../forms/draft.ts';
import { choiceFields, sealedFields } from './sealed.ts';

type Listed = { readonly format: string; readonly address: string };

/** Addresses that the service answered for something that nobody here could see. */
export type Answered = {
  readonly curve: string;
  readonly addresses: readonly Listed[];
  /** Formats that were asked for and are not in the answer. */
  readonly missing: readonly string[];
};

/**
 * The addresses in the result of a completed activity with a sealed parameter, and the curve that
 * was sent beside it; undefined for any other activity.
 */
export function answeredAddresses(entry: EntryView, row: SubmitRow): Answered | undefined {
  const fields = versionOfType(row, entry.type)?.fields;
  const { parameters, result } = entry;
  if (!fields || !parameters || !result) return undefined;
  if (sealedFields(fields, parameters).length === 0) return undefined;
  const addresses = Object.values(result).find(isListing);
  if (!addresses) return undefined;
  const chosen = choiceFields(fields, parameters).flatMap((name) => [parameters[name]].flat());
  const asked = ADDRESS_FORMAT.filter((format) => chosen.includes(format));
  return {
    curve: CURVE.find((curve) => chosen.includes(curve)) ?? '',
    addresses,
    missing: asked.filter((format) => addresses.every((one) => one.format !== format)),
  };
}

function isListing(value: unknown): value is readonly Listed[] {
  return Array.isArray(value) && value.every(isListed);
}

function isListed(value: unknown): value is Listed {
  if (typeof value !== 'object' || value === null) return false;
  const { format, address }: Values = { ...value };
  return typeof format === 'string' && typeof address === 'string';
}
