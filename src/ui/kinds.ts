import type { RecordKind } from '../protocol/fields.ts';
import type { IconName } from './components/icon.tsx';

/*
 * One row for each kind of record: list, table, object screen, picker, search, home screen and menus
 * derive from it. Its queries and its actions are in the table of operations, its words under
 * `object.KIND`, `popup.source.KIND` and `kit.place.KIND`. Rows are plain data: the first paint reads them.
 */

type KindRow = {
  readonly icon: IconName;
  /** Where its list is: the first screen, a tab of its own, or under "More". Others have none. */
  readonly place?: 'home' | 'tab' | 'more';
  /** Its first records stand on the first screen, those that were opened last before others. */
  readonly isAtHome?: true;
  /** The kind of the record that it is a part of. */
  readonly partOf?: RecordKind;
  /** The member with the id of that record. */
  readonly wholeId?: string;
  /** The member with its name, where the service's list has none. */
  readonly nameMember?: string;
  /** Members that stand under its name, and are searched with it. */
  readonly details?: readonly string[];
  /** Members that are searched besides. */
  readonly searched?: readonly string[];
  /** Everything is searched through but this. */
  readonly isNotSearched?: true;
  readonly hasTable?: true;
  /** Its key material can be exported. */
  readonly isExportable?: true;
  /** The page that imports one by its secret. */
  readonly importPage?: 'import' | 'import-wallet';
  /** It holds what was asked for, which may be secret later: it is read again each time. */
  readonly isNeverKept?: true;
};

/** In the order of menus and of what a search finds. */
export const KINDS = {
  wallet: {
    icon: 'wallet',
    place: 'home',
    isAtHome: true,
    hasTable: true,
    isExportable: true,
    importPage: 'import-wallet',
  },
  user: {
    icon: 'user',
    place: 'tab',
    details: ['userEmail', 'userPhoneNumber'],
    hasTable: true,
  },
  walletAccount: {
    icon: 'coins',
    partOf: 'wallet',
    wholeId: 'walletId',
    nameMember: 'name',
    details: ['address'],
    searched: ['path', 'addressFormat'],
    isExportable: true,
  },
  privateKey: {
    icon: 'lock',
    place: 'more',
    isAtHome: true,
    searched: ['publicKey', 'curve'],
    hasTable: true,
    isExportable: true,
    importPage: 'import',
  },
  apiKey: { icon: 'key', place: 'more', partOf: 'user', hasTable: true },
  userTag: { icon: 'tag', place: 'more', hasTable: true },
  contractInterface: {
    icon: 'code',
    place: 'more',
    details: ['smartContractAddress'],
    searched: ['notes'],
    hasTable: true,
  },
  policy: { icon: 'shield', place: 'more' },
  privateKeyTag: { icon: 'tag', isNotSearched: true },
  activity: { icon: 'history', isNotSearched: true, isNeverKept: true },
} as const satisfies Readonly<Record<RecordKind, KindRow>>;

/** The kinds whose rows say something. */
type KindsWith<Fact> = {
  [Kind in RecordKind]: (typeof KINDS)[Kind] extends Fact ? Kind : never;
}[RecordKind];
/** The kinds whose records can be shown as a table. */
export type TableKind = KindsWith<{ readonly hasTable: true }>;
/** The kinds whose key material can be exported. */
export type ExportableKind = KindsWith<{ readonly isExportable: true }>;

/** The kinds that have a list of their own in menus. */
export type ListedKind = KindsWith<{ readonly place: string }>;

/** What there is to know of a kind. */
export const kindRow = (kind: RecordKind): KindRow => KINDS[kind];

const isKind = (name: string): name is RecordKind => Object.hasOwn(KINDS, name);
export const RECORD_KINDS: readonly RecordKind[] = Object.keys(KINDS).filter(isKind);

const isListed = (kind: RecordKind): kind is ListedKind => kindRow(kind).place !== undefined;
export const LISTED_KINDS: readonly ListedKind[] = RECORD_KINDS.filter(isListed);

/** The kind of this name, such as in a location's hash; undefined if there is none. */
export const readKind = (name: string | undefined): RecordKind | undefined =>
  RECORD_KINDS.find((kind) => kind === name);

const hasTable = (kind: RecordKind): kind is TableKind => kindRow(kind).hasTable === true;
/** The same among the kinds that have a table. */
export const readTableKind = (name: string): TableKind | undefined =>
  RECORD_KINDS.filter(hasTable).find((kind) => kind === name);

const isExportable = (kind: RecordKind): kind is ExportableKind =>
  kindRow(kind).isExportable === true;
/** The same among the kinds whose key material can be exported. */
export const readExportableKind = (name: string | undefined): ExportableKind | undefined =>
  RECORD_KINDS.filter(isExportable).find((kind) => kind === name);
