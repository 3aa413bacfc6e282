import type { HomeView, NamedItem } from '../protocol/app-state.ts';
import type { RecordKind } from '../protocol/fields.ts';
import type { IconName } from './components/icon.tsx';
import type { GuidePage } from './page/guide-pages.ts';

/*
 * One row for each kind of record: list, table, object screen, picker, search, home screen and menus
 * derive from it. Its queries and its actions are in the table of operations, its words under
 * `object.KIND` (one) and `app.place.KIND` (all of them). Rows are plain data: the first paint reads them.
 */

/** What a record says at a member, and how that is read and drawn. Each fact is a column of its table. */
export type Fact = {
  /** `credential.type` is the member `type` of the member `credential`. */
  readonly member: string;
  /** `text`, `choice` and `bytes` are one text; `lines` a long one; `count` is how many are in the list. */
  readonly as:
    | 'text'
    | 'lines'
    | 'choice'
    | 'bytes'
    | 'time'
    /** A life in seconds, shown as its end. */
    | 'end'
    | 'count'
    /** Names of the records that `related` lists. */
    | 'names'
    | 'addresses'
    /** Of the parts that `related` lists: how many, on which chains, and their addresses. */
    | 'accounts'
    | 'chains'
    | 'account-addresses';
};

/** Members of the home screen's data with such values. */
type KeysOf<Value> = {
  [Key in keyof HomeView]-?: HomeView[Key] extends Value ? Key : never;
}[keyof HomeView];

type KindRow = {
  readonly icon: IconName;
  /** The page of the guide about it. */
  readonly guide: GuidePage;
  /** Where its list is: the first screen, a tab of its own, or under "More". Others have none. */
  readonly place?: 'home' | 'tab' | 'more';
  /** Where the home screen has its first records, those that were opened last before others, and their count. */
  readonly atHome?: {
    readonly items: KeysOf<readonly NamedItem[]>;
    readonly count: KeysOf<number>;
  };
  /** Its list is a screen of its own. */
  readonly listedAt?: 'activities';
  /** The kind of the record that it is a part of. */
  readonly partOf?: RecordKind;
  /** It is found within that record alone. */
  readonly isOnlyWithin?: true;
  /** In a list its parts stand under its name. */
  readonly listsParts?: true;
  /** The member with the id of that record. */
  readonly wholeId?: string;
  /** The member with its name, where what the service lists it by is an address. */
  readonly nameMember?: string;
  /** Its screen is called by its kind: what the service lists it by is an address or a type. */
  readonly isUnnamed?: true;
  /** What its screen shows after what can be changed, and its table in this order. */
  readonly facts?: readonly Fact[];
  /** The list beside its own that its facts need. */
  readonly related?: RecordKind;
  /** Members that stand under its name, and are searched with it. */
  readonly details?: readonly string[];
  /** Members that are searched besides. */
  readonly searched?: readonly string[];
  /** Everything is searched through but this. */
  readonly isNotSearched?: true;
  readonly hasTable?: true;
  /** The words say that one of these got a new name; of others only which name. */
  readonly isRenamed?: true;
  /** Its key material can be exported. */
  readonly isExportable?: true;
  /** What a request to sign calls it by: the id that it is listed by, or this member. */
  readonly signsBy?: 'id' | 'address';
  /** The page that imports one by its secret. */
  readonly importPage?: 'import' | 'import-wallet';
  /** It holds what was asked for, which may be secret later: it is read again each time. */
  readonly isNeverStored?: true;
};

const CREATED = { member: 'createdAt', as: 'time' } as const;

/** In the order of menus and of what a search finds. */
export const KINDS = {
  wallet: {
    icon: 'wallet',
    guide: 'wallets',
    place: 'home',
    atHome: { items: 'wallets', count: 'walletCount' },
    listsParts: true,
    facts: [
      { member: 'accounts', as: 'accounts' },
      { member: 'chains', as: 'chains' },
      { member: 'accountAddresses', as: 'account-addresses' },
      CREATED,
    ],
    related: 'walletAccount',
    hasTable: true,
    isRenamed: true,
    isExportable: true,
    importPage: 'import-wallet',
  },
  user: {
    icon: 'user',
    guide: 'people',
    place: 'tab',
    details: ['userEmail', 'userPhoneNumber'],
    facts: [
      { member: 'userEmail', as: 'text' },
      { member: 'userPhoneNumber', as: 'text' },
      { member: 'userTags', as: 'names' },
      { member: 'apiKeys', as: 'count' },
      { member: 'authenticators', as: 'count' },
      CREATED,
    ],
    related: 'userTag',
    hasTable: true,
    isRenamed: true,
  },
  walletAccount: {
    icon: 'coins',
    guide: 'wallets',
    partOf: 'wallet',
    isOnlyWithin: true,
    wholeId: 'walletId',
    nameMember: 'name',
    isUnnamed: true,
    facts: [
      { member: 'path', as: 'bytes' },
      { member: 'curve', as: 'choice' },
      { member: 'publicKey', as: 'bytes' },
    ],
    details: ['address'],
    searched: ['path', 'addressFormat'],
    isExportable: true,
    signsBy: 'address',
  },
  privateKey: {
    icon: 'lock',
    guide: 'import',
    place: 'more',
    atHome: { items: 'privateKeys', count: 'privateKeyCount' },
    searched: ['publicKey', 'curve'],
    facts: [
      { member: 'curve', as: 'choice' },
      { member: 'addresses', as: 'addresses' },
      { member: 'publicKey', as: 'bytes' },
      CREATED,
    ],
    hasTable: true,
    isExportable: true,
    signsBy: 'id',
    importPage: 'import',
  },
  apiKey: {
    icon: 'key',
    guide: 'keys',
    place: 'more',
    partOf: 'user',
    facts: [
      { member: 'credential.type', as: 'choice' },
      { member: 'credential.publicKey', as: 'bytes' },
      { member: 'expirationSeconds', as: 'end' },
      CREATED,
    ],
    hasTable: true,
  },
  userTag: {
    icon: 'tag',
    guide: 'people',
    place: 'more',
    facts: [CREATED],
    hasTable: true,
    isRenamed: true,
  },
  contractInterface: {
    icon: 'code',
    guide: 'index',
    place: 'more',
    details: ['smartContractAddress'],
    searched: ['notes'],
    facts: [
      { member: 'smartContractAddress', as: 'bytes' },
      { member: 'type', as: 'choice' },
      { member: 'notes', as: 'lines' },
      CREATED,
    ],
    hasTable: true,
  },
  policy: { icon: 'shield', guide: 'policies', place: 'more' },
  privateKeyTag: { icon: 'tag', guide: 'index', facts: [CREATED], isNotSearched: true },
  activity: {
    icon: 'history',
    guide: 'approvals',
    listedAt: 'activities',
    isUnnamed: true,
    isNotSearched: true,
    isNeverStored: true,
  },
} as const satisfies Readonly<Record<RecordKind, KindRow>>;

/** The kinds whose rows say something. */
type KindsWith<Fact extends keyof KindRow> = {
  [Kind in RecordKind]: (typeof KINDS)[Kind] extends Readonly<Record<Fact, unknown>> ? Kind : never;
}[RecordKind];
/** The kinds whose records can be shown as a table. */
export type TableKind = KindsWith<'hasTable'>;
/** The kinds whose first records stand on the home screen. */
export type HomeKind = KindsWith<'atHome'>;
/** The kinds whose key material can be exported. */
export type ExportableKind = KindsWith<'isExportable'>;

/** With more records than these, their parts are read when one is opened: each list takes many pages. */
export const MAX_WITH_PARTS = 100;

/** What there is to know of a kind. */
export const kindRow = (kind: RecordKind): KindRow => KINDS[kind];

const isKind = (name: string): name is RecordKind => Object.hasOwn(KINDS, name);
export const RECORD_KINDS: readonly RecordKind[] = Object.keys(KINDS).filter(isKind);

const kindsWith = <Fact extends keyof KindRow>(fact: Fact): readonly KindsWith<Fact>[] =>
  RECORD_KINDS.filter((kind): kind is KindsWith<Fact> => Object.hasOwn(KINDS[kind], fact));
export const LISTED_KINDS = kindsWith('place');
export const HOME_KINDS = kindsWith('atHome');
const TABLE_KINDS = kindsWith('hasTable');
const EXPORTABLE_KINDS = kindsWith('isExportable');
const RENAMED_KINDS = kindsWith('isRenamed');

/** The kind of this name, such as in a location's hash; undefined if there is none. */
export const readKind = (name: string | undefined): RecordKind | undefined =>
  RECORD_KINDS.find((kind) => kind === name);
/** The same among the kinds that have a table. */
export const readTableKind = (name: string): TableKind | undefined =>
  TABLE_KINDS.find((kind) => kind === name);
/** The same among the kinds whose key material can be exported. */
export const readExportableKind = (name: string | undefined): ExportableKind | undefined =>
  EXPORTABLE_KINDS.find((kind) => kind === name);
/** The same among the kinds with words for a new name. */
export const readRenamedKind = (name: string): KindsWith<'isRenamed'> | undefined =>
  RENAMED_KINDS.find((kind) => kind === name);
