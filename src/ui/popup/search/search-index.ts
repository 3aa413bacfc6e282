import type { RecordKind } from '../../../protocol/fields.ts';
import type { Item, Items, KnownRecords } from '../../forms/pickable-records.ts';
import type { ObjectPlace } from '../route.ts';

/*
 * One index over everything that has a name, an address or an id, so that a few keystrokes find any
 * object of the organization.
 */

/** A record that can be found. */
export type Found = {
  readonly place: ObjectPlace;
  readonly name: string;
  /** What else is shown of it: an address, an e-mail address. */
  readonly detail: string;
  /** Lower case: the name alone, and everything that is searched. */
  readonly start: string;
  readonly text: string;
};

/** The kinds that are searched, in the order of the results. */
export const SEARCHED_KINDS: readonly RecordKind[] = [
  'wallet',
  'user',
  'walletAccount',
  'privateKey',
  'userTag',
  'contractInterface',
  'apiKey',
  'policy',
];

/** Members that are searched besides name and id; the first one that a record has is its detail. */
const MEMBERS: Readonly<Partial<Record<RecordKind, readonly string[]>>> = {
  user: ['userEmail', 'userPhoneNumber'],
  walletAccount: ['address', 'path', 'addressFormat'],
  contractInterface: ['smartContractAddress', 'notes'],
  privateKey: ['publicKey'],
};
/** The member with the id of the record that a record is a part of. */
const WHOLE_ID: Readonly<Partial<Record<RecordKind, string>>> = { walletAccount: 'walletId' };
/** In place of a name that is an address. */
const NAME_MEMBER: Readonly<Partial<Record<RecordKind, string>>> = { walletAccount: 'name' };

const textOf = (item: Item, member: string): string => {
  const value = item.record[member];
  return typeof value === 'string' ? value : '';
};

function addressesOf(item: Item): readonly string[] {
  const { addresses } = item.record;
  if (!Array.isArray(addresses)) return [];
  return addresses.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'address' in one ? [String(one.address)] : [],
  );
}

function foundOf(kind: RecordKind, item: Item, known: KnownRecords): Found {
  const whole = WHOLE_ID[kind];
  const within = whole === undefined ? undefined : textOf(item, whole);
  const wholeName = within === undefined ? '' : (known.wallet?.get(within)?.name ?? '');
  const named = NAME_MEMBER[kind] === undefined ? item.name : textOf(item, NAME_MEMBER[kind]);
  const others = (MEMBERS[kind] ?? []).map((member) => textOf(item, member));
  const name = named || wholeName || item.name;
  const searched = [name, wholeName, item.id, ...others, ...addressesOf(item)];
  return {
    place: within === undefined ? { kind, id: item.id } : { kind, id: item.id, within },
    name,
    detail: others.find(Boolean) ?? addressesOf(item)[0] ?? '',
    start: name.toLowerCase(),
    text: searched.join('\n').toLowerCase(),
  };
}

/** Indexed lists by identity: a list that did not change is not indexed again. */
const indexed = new WeakMap<
  Items,
  { readonly wallets: Items | undefined; readonly all: Found[] }
>();

function indexOf(kind: RecordKind, items: Items, known: KnownRecords): readonly Found[] {
  const before = indexed.get(items);
  if (before && before.wallets === known.wallet) return before.all;
  const all = [...items.values()].map((item) => foundOf(kind, item, known));
  indexed.set(items, { wallets: known.wallet, all });
  return all;
}

/** Everything that can be found, by kind. */
export function searchIndexOf(known: KnownRecords): readonly Found[] {
  return SEARCHED_KINDS.flatMap((kind) => {
    const items = known[kind];
    return items ? indexOf(kind, items, known) : [];
  });
}

/** The records whose text has every word that was typed; names that start with it come first. */
export function searchRecords(
  index: readonly Found[],
  typed: string,
  limit: number,
): { readonly shown: readonly Found[]; readonly count: number } {
  const query = typed.trim().toLowerCase();
  const words = query.split(/\s+/).filter(Boolean);
  if (words.length === 0) return { shown: [], count: 0 };
  const first: Found[] = [];
  const others: Found[] = [];
  for (const found of index) {
    if (!words.every((word) => found.text.includes(word))) continue;
    (found.start.startsWith(query) ? first : others).push(found);
  }
  const shown = [...first.slice(0, limit), ...others.slice(0, Math.max(0, limit - first.length))];
  return { shown, count: first.length + others.length };
}
