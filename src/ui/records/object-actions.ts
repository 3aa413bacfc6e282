import { personalMessage } from '../../client/personal-message.ts';
import {
  encryptedBundle,
  isOptional,
  receivingFields,
  takesNone,
  type AddressFact,
  type Fields,
  type RecordKind,
} from '../../protocol/fields.ts';
import { TRANSACTION_TYPE, type TransactionType } from '../../protocol/enums.ts';
import type { SubmitRow } from '../../protocol/operation-row.ts';
import { KEY_IMPORT, ROWS, submitRowOf } from '../../protocol/operations.ts';
import { inputFields, type Draft } from '../forms/draft.ts';
import type { Item } from './pickable-records.ts';
import { asText, membersOf, textOf } from './record-members.ts';
import { kindRow, RECORD_KINDS } from '../kinds.ts';
import type { ObjectPlace } from '../page/routes.ts';

/*
 * Which operations act on a record, by the table: each has a field that picks one. So an operation is
 * found where its object is, without any list of its own.
 */

/** What a form starts with: values of the record that it is about, and others to begin with. */
export type Prefill = {
  readonly fixed: Draft;
  readonly initial: Draft;
  /** The record that these values are from. */
  readonly about?: ObjectPlace | undefined;
};

/** An operation that puts a new value in the place of a record's member. */
export type Edit = {
  readonly row: SubmitRow;
  /** The field that picks the record. */
  readonly pick: string;
  /** The field with the new value. */
  readonly field: string;
  /** The member of the record that it replaces. */
  readonly member: string;
  /** It can also take the member away. */
  readonly isRemovable: boolean;
  /** Nothing else is asked for, so the value can be typed in its place; and nothing verifies it before. */
  readonly inPlace: boolean;
};

const SUBMITS: readonly SubmitRow[] = ROWS.filter((row) => row.kind === 'submit').filter(
  (row) => !row.formless && row !== KEY_IMPORT.begin,
);

const fieldsOf = (row: SubmitRow): Fields => row.versions[0].fields;

/** The field of a row that picks records of a kind. */
export function pickFieldOf(row: SubmitRow, kind: RecordKind): string | undefined {
  const found = Object.entries(fieldsOf(row)).find(
    ([, { control, automatic }]) =>
      control.kind === 'pick' && control.recordKind === kind && !automatic,
  );
  return found?.[0];
}

function editsOfRow(row: SubmitRow, kind: RecordKind): Edit[] {
  const fields = fieldsOf(row);
  return Object.entries(fields).flatMap(([field, { replaces, removable: isRemovable = false }]) => {
    if (!replaces || pickFieldOf(row, kind) !== replaces.pick) return [];
    const others = Object.entries(fields).filter(
      ([name]) => ![field, replaces.pick].includes(name),
    );
    const asksNothing = others.every(
      ([, other]) => isOptional(other) || other.initial !== undefined,
    );
    const inPlace = asksNothing && !row.verifies;
    return [{ row, pick: replaces.pick, field, member: replaces.member, isRemovable, inPlace }];
  });
}

/** What of a record can be replaced, in the table's order. */
export function editsOf(kind: RecordKind): readonly Edit[] {
  return SUBMITS.flatMap((row) => editsOfRow(row, kind));
}

/** An operation that puts a kind of tag on records of another kind, and takes it from them. */
export type TagChange = {
  readonly row: SubmitRow;
  readonly tagKind: RecordKind;
  readonly memberKind: RecordKind;
  /** The field that picks the tag. */
  readonly pick: string;
  /** The fields with the records that get the tag, and with those that lose it. */
  readonly fields: Readonly<Record<'add' | 'remove', string>>;
  /** The list in a record with the ids of its tags. */
  readonly member: string;
};

function tagChangeOf(row: SubmitRow): TagChange | undefined {
  const fields = fieldsOf(row);
  const joining = (how: 'add' | 'remove') =>
    Object.entries(fields).find(([, { joins }]) => joins?.how === how);
  const [add, given] = joining('add') ?? [];
  const [remove] = joining('remove') ?? [];
  const tag = given?.joins && fields[given.joins.pick]?.control;
  if (!add || !remove || given?.control.kind !== 'pick' || tag?.kind !== 'pick') return undefined;
  const { joins, control } = given;
  const kinds = { tagKind: tag.recordKind, memberKind: control.recordKind };
  return (
    joins && { row, ...kinds, pick: joins.pick, member: joins.member, fields: { add, remove } }
  );
}

/** How tags of this kind, or the tags of records of this kind, are changed; undefined if there are none. */
export function tagChangeFor(kind: RecordKind): TagChange | undefined {
  const changes = SUBMITS.map(tagChangeOf).filter((change) => change !== undefined);
  return changes.find(({ tagKind, memberKind }) => kind === tagKind || kind === memberKind);
}

/** A key in plain text has a page of its own that encrypts it. */
function hasOwnPage(row: SubmitRow): boolean {
  return Object.values(fieldsOf(row)).some(({ schema }) => schema === encryptedBundle);
}

/** Whether a row adds a part to records of a kind: its link stands at the list of the parts. */
const addsPart = (row: SubmitRow, kind: RecordKind): boolean =>
  row.creates !== undefined && kindRow(row.creates).partOf === kind;

/** Whether what an operation does can't be undone. */
export const isFinal = (row: SubmitRow): boolean => row.risk === 'irreversible';

/** Whether a record is what a row is about: a list that may stay empty only takes it along. */
function isObjectOf(row: SubmitRow, kind: RecordKind): boolean {
  const picking = fieldsOf(row)[pickFieldOf(row, kind) ?? ''];
  return picking !== undefined && !takesNone(picking);
}

/** Whether a row is about parts that a record has: they are its objects, one by one. */
const isAboutParts = (row: SubmitRow, kind: RecordKind): boolean =>
  Object.values(fieldsOf(row)).some(
    ({ control }) => control.kind === 'pick' && kindRow(control.recordKind).partOf === kind,
  );

/** What else can be done with a record: what cannot be undone comes last. */
export function actionsOn(kind: RecordKind): readonly SubmitRow[] {
  const rows = SUBMITS.filter(
    (row) =>
      isObjectOf(row, kind) &&
      !isAboutParts(row, kind) &&
      !row.standalone &&
      !addsPart(row, kind) &&
      !hasOwnPage(row) &&
      editsOfRow(row, kind).length === 0,
  );
  return [...rows.filter((row) => !isFinal(row)), ...rows.filter(isFinal)];
}

function pickedIn(fields: Fields, { kind, id, within }: ObjectPlace): Draft {
  const entries = Object.entries(fields).flatMap(([name, { control }]) => {
    if (control.kind !== 'pick') return [];
    const picked = control.recordKind === kind ? id : undefined;
    const value = picked ?? (control.recordKind === kindRow(kind).partOf ? within : undefined);
    return value === undefined ? [] : [[name, control.many ? [value] : value] as const];
  });
  return Object.fromEntries(entries);
}

const optionsOf = (fields: Fields, name: string, values: Draft): readonly string[] => {
  const control = fields[name]?.control;
  return control?.kind === 'choice' ? control.options(values) : [];
};

/** The networks of a row's address field on which an address of this format can be used. */
function networksFor(fields: Fields, { network, formats }: AddressFact, format: string) {
  return optionsOf(fields, network, {}).filter((option) =>
    formats({ [network]: option }).some((candidate) => candidate === format),
  );
}

/** An account's address and network, where the row takes an address like that. */
function addressIn(fields: Fields, account: Item): Draft {
  const { address, addressFormat } = account.record;
  if (typeof address !== 'string' || typeof addressFormat !== 'string') return {};
  const entries = receivingFields(fields).flatMap(([name, fact]) => {
    const [network] = networksFor(fields, fact, addressFormat);
    return network === undefined
      ? []
      : Object.entries({ [name]: address, [fact.network]: network });
  });
  return Object.fromEntries(entries);
}

/** The operations that can send something to an account's address. */
export function payoutsTo(account: Item): readonly SubmitRow[] {
  return SUBMITS.filter((row) => Object.keys(addressIn(fieldsOf(row), account)).length > 0);
}

const signerField = (row: SubmitRow): string | undefined =>
  Object.entries(fieldsOf(row)).find(([, { namesSigner }]) => namesSigner)?.[0];

/** The kind of transactions that are of the chain of a record's addresses. */
function transactionsOf(item: Item): TransactionType | undefined {
  const listed = membersOf(item, 'addresses').map(({ format }) => asText(format));
  const formats = [textOf(item, 'addressFormat'), ...listed];
  return TRANSACTION_TYPE.find((type) =>
    formats.some((format) =>
      format.startsWith(type.replace('TRANSACTION_TYPE_', 'ADDRESS_FORMAT_')),
    ),
  );
}

/** The operations by which a record signs: transactions only where its chain has some. */
export function signaturesBy(kind: RecordKind, item: Item): readonly SubmitRow[] {
  if (kindRow(kind).signsBy === undefined) return [];
  return SUBMITS.filter(
    (row) => signerField(row) !== undefined && (!('type' in fieldsOf(row)) || transactionsOf(item)),
  );
}

/** What sends from an account: those whose chain the table of operations can send on. */
export const sendsFrom = (account: Item): readonly SubmitRow[] =>
  transactionsOf(account) === 'TRANSACTION_TYPE_ETHEREUM'
    ? ROWS.filter((row) => row.kind === 'submit').filter(({ sends }) => sends)
    : [];

/** What a request to sign calls a record by, and what its key and its chain leave to choose. */
function signerIn(
  row: SubmitRow,
  kind: RecordKind,
  item: Item,
): Pick<Prefill, 'fixed' | 'initial'> {
  const [name, by] = [signerField(row), kindRow(kind).signsBy];
  if (name === undefined || by === undefined) return { fixed: {}, initial: {} };
  return {
    fixed: { [name]: by === 'id' ? item.id : textOf(item, by) },
    initial: 'type' in fieldsOf(row) ? transactionStart(item) : messageStart(item),
  };
}

function transactionStart(item: Item): Draft {
  const type = transactionsOf(item);
  return type === undefined ? {} : { type };
}

/** What people sign with a key is text, as apps of its chain have it. */
function messageStart(item: Item): Draft {
  const encoding = 'PAYLOAD_ENCODING_TEXT_UTF8';
  if (textOf(item, 'curve') === 'CURVE_ED25519') {
    return { encoding, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' };
  }
  return transactionsOf(item) === 'TRANSACTION_TYPE_ETHEREUM'
    ? { encoding, hashFunction: 'HASH_FUNCTION_KECCAK256', payload: personalMessage('') }
    : {};
}

/** The first choice of each field whose choices depend on what is fixed. */
function impliedBy(fields: Fields, fixed: Draft): Draft {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    if (name in fixed || isOptional(field) || field.initial !== undefined) return [];
    const options = optionsOf(fields, name, fixed);
    const [first] = options;
    const isNarrowed = options.length < optionsOf(fields, name, {}).length;
    return first !== undefined && isNarrowed ? [[name, first] as const] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * What a form about a record starts with: the record where it is picked, and the one it is a part of;
 * the address of an account, on its network; the signer, where it signs.
 * @param item the record, where it is known
 */
export function prefillOf(row: SubmitRow, place: ObjectPlace, item?: Item): Prefill {
  const fields = fieldsOf(row);
  const signer = item && signerIn(row, place.kind, item);
  const address = item && addressIn(fields, item);
  const fixed = { ...pickedIn(fields, place), ...address, ...signer?.fixed };
  return { fixed, initial: { ...impliedBy(fields, fixed), ...signer?.initial }, about: place };
}

/** Whether a form about a record has nothing left to ask for. */
export function asksNothing(row: SubmitRow, { fixed }: Prefill): boolean {
  return !row.prerequisite && inputFields(fieldsOf(row)).every(([name]) => name in fixed);
}

/** The operations that make a record of a kind, for its list; what imports one has a page of its own. */
export function creationsOf(kind: RecordKind): readonly SubmitRow[] {
  return SUBMITS.filter((row) => row.creates === kind && !row.standalone && !hasOwnPage(row));
}

/** The kinds of records that a row makes, picks, or changes along with those. */
function kindsOf(row: SubmitRow): readonly RecordKind[] {
  const picked = Object.values(fieldsOf(row)).flatMap(({ control }) =>
    control.kind === 'pick' ? [control.recordKind] : [],
  );
  // With a record go its parts.
  const parts =
    row.risk === 'irreversible'
      ? RECORD_KINDS.filter((kind) => picked.some((whole) => whole === kindRow(kind).partOf))
      : [];
  const others = [row.creates, row.affects?.recordKind].filter((kind) => kind !== undefined);
  return [...picked, ...parts, ...others];
}

/** The kinds of records that completed operations may have changed. */
export function kindsChangedBy(operations: readonly string[]): readonly RecordKind[] {
  const rows = operations.map(submitRowOf).filter((row) => row !== undefined);
  return [...new Set(rows.flatMap(kindsOf))];
}
