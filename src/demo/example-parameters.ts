import type { AddressFormat } from '../protocol/enums.ts';
import type { Field, Fields, RecordKind } from '../protocol/fields.ts';
import { isOptional } from '../protocol/fields.ts';
import type { Row } from '../protocol/operation-row.ts';
import { ROWS } from '../protocol/operations.ts';
import { ASK, type Ask } from '../sdk/sdk.ts';
import type { Values } from '../protocol/parse.ts';

/*
 * The editors' initial parameters, as suggested by the fields of the operations table.
 */

/** Ids that the visitor pasted, by kind of record; ASK leaves the choice to Keystamp's user. */
export type Ids = Readonly<Partial<Record<RecordKind, string | Ask>>>;

/** Operations that a page may request, in the table's order. */
export const PAGE_ROWS: readonly Row[] = ROWS.filter(({ pageAccess: page }) => page !== 'never');

/** An operation that no page may request. */
export const CLOSED_ROW: Row | undefined = ROWS.find(({ pageAccess: page }) => page === 'never');

/** The ways to request an operation: a version's label and its fields. */
export function versionsOf(
  row: Row,
): readonly { readonly label: string; readonly fields: Fields }[] {
  if (row.kind === 'query') return [{ label: 'query', fields: row.fields }];
  return row.versions.map(({ type, fields }) => ({
    label: type.replace('ACTIVITY_TYPE_', ''),
    fields,
  }));
}

/** The kinds of ids that these rows take, in order of first use. */
export function requiredIdKinds(rows: readonly Row[]): readonly RecordKind[] {
  const kinds = rows.flatMap(versionsOf).flatMap(({ fields }) => idKindsOf(fields));
  return [...new Set(kinds)];
}

function idKindsOf(fields: Fields): readonly RecordKind[] {
  return Object.values(fields).flatMap(({ control }) => {
    if (control.kind === 'record-list') return idKindsOf(control.item);
    return control.kind === 'pick' ? [control.recordKind] : [];
  });
}

/** Looks like an id, but nothing has it. */
export const UNUSED_ID = '00000000-0000-4000-8000-000000000000';

const ABI = JSON.stringify([
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    stateMutability: 'nonpayable',
  },
]);

/** Of the chains' own standards: BIP-173, EIP-55, and Solana's form of a key in RFC 8032. */
const ADDRESSES: Readonly<Partial<Record<AddressFormat, string>>> = {
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ADDRESS_FORMAT_ETHEREUM: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ADDRESS_FORMAT_SOLANA: 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z',
};

/** Initial parameters: the required ones, and the ones that forms fill in by themselves. */
export function exampleOf(fields: Fields, ids: Ids = {}): Values {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (isOptional(field) && !isWorthShowing(field)) continue;
    values[name] = exampleValue(name, field, values, ids);
  }
  return values;
}

/** A flag with an initial value, or an optional text that replaces another, is the row's point. */
function isWorthShowing({ initial, replaces, advanced }: Field): boolean {
  return !advanced && (initial !== undefined || replaces !== undefined);
}

function exampleValue(name: string, field: Field, values: Values, ids: Ids): unknown {
  const { control, initial, address } = field;
  if (address) return address.formats(values).flatMap((format) => ADDRESSES[format] ?? [])[0];
  if (control.kind === 'pick') {
    const id = ids[control.recordKind] || UNUSED_ID;
    return control.many && id !== ASK ? [id] : id;
  }
  if (initial !== undefined) return control.kind === 'choices' ? firstOf(control, values) : initial;
  switch (control.kind) {
    case 'text':
    case 'lines':
    case 'clause':
      return control.example ?? `Demo ${spacedName(name)}`;
    case 'choice':
    case 'choices':
      return control.kind === 'choice' ? control.options(values)[0] : firstOf(control, values);
    case 'contract-interface':
      return ABI;
    case 'flag':
      return false;
    case 'record-list':
      return control.min === 0 ? [] : [exampleOf(control.item, ids)];
    case 'page':
      return {};
    case 'code':
      return '123456';
    // Of an API key, which no page may ask for.
    case 'public-key':
    case 'lifetime':
      return undefined;
  }
}

type Choices = Extract<Field['control'], { readonly kind: 'choices' }>;
const firstOf = ({ options }: Choices, values: Values) => options(values).slice(0, 1);

/** `walletName` -> `wallet name`. */
function spacedName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The contents of a parameters editor, or why they can't be used. */
export type ParametersResult =
  { readonly ok: true; readonly values: Values } | { readonly ok: false; readonly reason: string };

/** Parses the JSON of an editor. */
export function readParameters(text: string): ParametersResult {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { ok: true, values: { ...value } };
    }
    return { ok: false, reason: 'Parameters are one JSON object: { "name": value, … }.' };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : 'This is not JSON.' };
  }
}
