import { placeOfFormat } from '../../client/account-address.ts';
import { formatDate, formatList, formatNumber, isoTime, t } from '../i18n.ts';
import { formatText } from '../components/address-line.tsx';
import type { Item, Items } from './pickable-records.ts';
import { choiceWord, memberText } from '../forms/words.ts';
import { credentialText, endOf, membersOf, textOf, textsOf, timeOf } from './record-members.ts';
import type { TableKind } from '../kinds.ts';

/** What other lists say of a table's records, as far as they were read. */
export type Related = {
  readonly tags: Items | undefined;
  /** By the wallet's id. */
  readonly accounts: ReadonlyMap<string, readonly Item[]> | undefined;
};

/** A fact of a record: as a person reads it, as a file has it, and what it is sorted by. */
type Cell = {
  readonly text: string;
  readonly inFile: string;
  readonly order: string | number | undefined;
};

/** A column of a table. Without a cell the fact isn't known yet. */
export type Column = {
  readonly name: string;
  readonly label: () => string;
  readonly cellOf: (item: Item, related: Related) => Cell | undefined;
  /** How it is drawn: names lead to the record, bytes have a font of their own, numbers are on the right. */
  readonly look?: 'name' | 'bytes' | 'number' | 'time';
  /** Only files have it. */
  readonly isOnlyInFile?: boolean;
};

const asText = (text: string): Cell => ({ text, inFile: text, order: text || undefined });
const asNumber = (value: number): Cell => ({
  text: formatNumber(value),
  inFile: String(value),
  order: value,
});

function asTime(at: number | undefined): Cell {
  if (at === undefined) return asText('');
  return { text: formatDate(at), inFile: isoTime(at), order: at };
}

/** A column of a member of the record, by what the member is. */
const member = (
  name: string,
  cellOf: (item: Item) => Cell,
  look?: 'bytes' | 'number' | 'time',
): Column => ({
  name,
  label: () => memberText(name),
  cellOf,
  ...(look && { look }),
});

const text = (name: string, look?: 'bytes') =>
  member(name, (item) => asText(textOf(item, name)), look);
const choice = (name: string) => member(name, (item) => asText(choiceWord(textOf(item, name))));
const count = (name: string) =>
  member(name, (item) => asNumber(membersOf(item, name).length), 'number');
const ID: Column = {
  name: 'id',
  label: () => memberText('id'),
  cellOf: ({ id }) => asText(id),
  look: 'bytes',
};
const NAME: Column = {
  name: 'name',
  label: () => memberText('name'),
  cellOf: ({ name }) => asText(name),
  look: 'name',
};
const CREATED = member('createdAt', ({ record }) => asTime(timeOf(record, 'createdAt')), 'time');

/** A member of the credential in an API key's record. */
const credential = (name: 'type' | 'publicKey', read: (value: string) => string, look?: 'bytes') =>
  member(name, ({ record }) => asText(read(credentialText(record, name))), look);

/** When it ends: the record has a life in seconds (docs/protocol.md, Records). */
const EXPIRY: Column = {
  name: 'expirationSeconds',
  label: () => t('object.expiry'),
  cellOf: ({ record }) => {
    const at = endOf(record);
    return at === undefined ? { ...asText(t('object.neverExpires')), order: Infinity } : asTime(at);
  },
  look: 'time',
};

const USER_TAGS: Column = {
  name: 'userTags',
  label: () => memberText('userTags'),
  cellOf: (item, { tags }) => {
    const names = textsOf(item, 'userTags').map((id) => tags?.get(id)?.name || id);
    return { ...asText(formatList(names)), inFile: names.join('; ') };
  },
};

const addressLine = (format: string, address: string): string =>
  [formatText(format), address].join(' ');

const ADDRESSES: Column = {
  name: 'addresses',
  label: () => memberText('addresses'),
  cellOf: (item) => {
    const lines = membersOf(item, 'addresses').map(({ format, address }) =>
      addressLine(String(format), String(address)),
    );
    return { ...asText(formatList(lines)), inFile: lines.join('; ') };
  },
};

/** Columns of what a wallet's accounts say. */
const ofAccounts = (
  name: string,
  label: () => string,
  cellOf: (accounts: readonly Item[]) => Cell,
  more: Pick<Column, 'look' | 'isOnlyInFile'> = {},
): Column => ({
  name,
  label,
  cellOf: ({ id }, { accounts }) => accounts && cellOf(accounts.get(id) ?? []),
  ...more,
});

function chainsOf(accounts: readonly Item[]): Cell {
  const names = accounts.map((one) => placeOfFormat(textOf(one, 'addressFormat'))?.name);
  const known = [...new Set(names.filter((name) => name !== undefined))];
  return { ...asText(formatList(known)), inFile: known.join('; ') };
}

const ACCOUNT_COLUMNS: readonly Column[] = [
  ofAccounts(
    'accounts',
    () => t('object.accounts'),
    (all) => asNumber(all.length),
    {
      look: 'number',
    },
  ),
  ofAccounts('chains', () => t('table.chains'), chainsOf),
  ofAccounts(
    'accountAddresses',
    () => memberText('addresses'),
    (all) => {
      const lines = all.map((one) =>
        addressLine(textOf(one, 'addressFormat'), textOf(one, 'address')),
      );
      return asText(lines.join('; '));
    },
    { isOnlyInFile: true },
  ),
];

/** What a table of each kind shows, after the record's name and before its ID. */
const COLUMNS: Readonly<Record<TableKind, readonly Column[]>> = {
  wallet: [...ACCOUNT_COLUMNS, CREATED],
  user: [
    text('userEmail'),
    text('userPhoneNumber'),
    USER_TAGS,
    count('apiKeys'),
    count('authenticators'),
    CREATED,
  ],
  apiKey: [
    credential('type', choiceWord),
    credential('publicKey', String, 'bytes'),
    EXPIRY,
    CREATED,
  ],
  privateKey: [choice('curve'), ADDRESSES, text('publicKey', 'bytes'), CREATED],
  userTag: [CREATED],
  contractInterface: [
    text('smartContractAddress', 'bytes'),
    choice('type'),
    text('notes'),
    CREATED,
  ],
};

/** The columns of a kind's table. */
export const columnsOf = (kind: TableKind): readonly Column[] => [NAME, ...COLUMNS[kind], ID];
