import type { RecordKind } from '../../protocol/fields.ts';
import { placeOfFormat } from '../../client/account-address.ts';
import { formatDate, formatList, formatNumber, isoTime, t } from '../i18n.ts';
import { formatText } from '../components/address-line.tsx';
import type { Item, Items } from './pickable-records.ts';
import { choiceWord, memberText } from '../forms/words.ts';
import { endOf, membersOf, textAt, textOf, textsOf, timeOf } from './record-members.ts';
import { kindRow, type Fact } from '../kinds.ts';
import { factLabel } from './object-facts.tsx';

/** What other lists say of a table's records, as far as they were read. */
export type Related = {
  readonly tags: Items | undefined;
  /** By the wallet's id. */
  readonly accounts: ReadonlyMap<string, readonly Item[]> | undefined;
};

/** A fact of a record: as a person reads it, as a file has it, and what it is sorted by. */
type ColumnCell = {
  readonly text: string;
  readonly inFile: string;
  readonly order: string | number | undefined;
};

/** A column of a table. Without a cell the fact isn't known yet. */
export type Column = {
  readonly name: string;
  readonly label: () => string;
  readonly cellOf: (item: Item, related: Related) => ColumnCell | undefined;
  /** How it is drawn: names lead to the record, bytes have a font of their own, numbers are on the right. */
  readonly look?: 'name' | 'bytes' | 'number' | 'time';
  /** Only files have it. */
  readonly isOnlyInFile?: boolean;
};

const asText = (text: string): ColumnCell => ({ text, inFile: text, order: text || undefined });
const asNumber = (value: number): ColumnCell => ({
  text: formatNumber(value),
  inFile: String(value),
  order: value,
});

function asTime(at: number | undefined): ColumnCell {
  if (at === undefined) return asText('');
  return { text: formatDate(at), inFile: isoTime(at), order: at };
}

const addressLine = (format: string, address: string): string =>
  [formatText(format), address].join(' ');

const listCell = (lines: readonly string[]): ColumnCell => ({
  ...asText(formatList(lines)),
  inFile: lines.join('; '),
});

function endCell(item: Item): ColumnCell {
  const at = endOf(item.record);
  return at === undefined ? { ...asText(t('app.lifetime.never')), order: Infinity } : asTime(at);
}

function chainsCell(accounts: readonly Item[]): ColumnCell {
  const names = accounts.map((one) => placeOfFormat(textOf(one, 'addressFormat'))?.name);
  return listCell([...new Set(names.filter((name) => name !== undefined))]);
}

type CellOf = (item: Item, related: Related) => ColumnCell | undefined;

/** A cell of what a wallet's accounts say. */
const ofAccounts =
  (cellOf: (accounts: readonly Item[]) => ColumnCell): CellOf =>
  ({ id }, { accounts }) =>
    accounts && cellOf(accounts.get(id) ?? []);

/** How each kind of fact reads in a table. */
const READINGS: Readonly<
  Record<Fact['as'], Pick<Column, 'look' | 'isOnlyInFile'> & { cell: (member: string) => CellOf }>
> = {
  text: { cell: (member) => (item) => asText(textAt(item.record, member)) },
  lines: { cell: (member) => (item) => asText(textAt(item.record, member)) },
  choice: { cell: (member) => (item) => asText(choiceWord(textAt(item.record, member))) },
  bytes: { cell: (member) => (item) => asText(textAt(item.record, member)), look: 'bytes' },
  time: { cell: (member) => (item) => asTime(timeOf(item.record, member)), look: 'time' },
  end: { cell: () => endCell, look: 'time' },
  count: { cell: (member) => (item) => asNumber(membersOf(item, member).length), look: 'number' },
  names: {
    cell:
      (member) =>
      (item, { tags }) =>
        listCell(textsOf(item, member).map((id) => tags?.get(id)?.name || id)),
  },
  addresses: {
    cell: (member) => (item) =>
      listCell(
        membersOf(item, member).map(({ format, address }) =>
          addressLine(String(format), String(address)),
        ),
      ),
  },
  accounts: { cell: () => ofAccounts((all) => asNumber(all.length)), look: 'number' },
  chains: { cell: () => ofAccounts(chainsCell) },
  'account-addresses': {
    cell: () =>
      ofAccounts((all) => {
        const lines = all.map((one) =>
          addressLine(textOf(one, 'addressFormat'), textOf(one, 'address')),
        );
        return asText(lines.join('; '));
      }),
    isOnlyInFile: true,
  },
};

function columnOf(fact: Fact): Column {
  const { cell, ...more } = READINGS[fact.as];
  const name = fact.member.split('.').at(-1) ?? '';
  return { name, label: () => factLabel(fact), cellOf: cell(fact.member), ...more };
}

const NAME: Column = {
  name: 'name',
  label: () => memberText('name'),
  cellOf: ({ name }) => asText(name),
  look: 'name',
};
const ID: Column = {
  name: 'id',
  label: () => memberText('id'),
  cellOf: ({ id }) => asText(id),
  look: 'bytes',
};

/** The columns of a kind's table: its facts, after the record's name and before its ID. */
export const columnsOf = (kind: RecordKind): readonly Column[] => [
  NAME,
  ...(kindRow(kind).facts ?? []).map(columnOf),
  ID,
];
