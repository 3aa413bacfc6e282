import type { RecordKind } from '../../protocol/fields.ts';
import { isMembers, parse } from '../../protocol/parse.ts';
import { millisecondsOf, timestamp } from '../../protocol/service-records.ts';
import { endOfLife } from '../../protocol/time.ts';
import { foldTexts } from '../components/typed-text.ts';
import { kindRow } from '../kinds.ts';
import type { Item } from './pickable-records.ts';

/*
 * What a record says, read from its members as the service gave them: any of them may be missing.
 */

type Members = Item['record'];

/** A text, or an empty one in place of anything else. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The text at a member, or at a member of a member (`credential.type`); empty where there is none. */
export function textAt(record: Members, path: string): string {
  const [member = '', inner] = path.split('.', 2);
  const value = record[member];
  if (inner === undefined) return asText(value);
  return isMembers(value) ? asText(value[inner]) : '';
}

/** A text member of a record; empty where it has none. */
export const textOf = ({ record }: Item, member: string): string => asText(record[member]);

/** A list of text in a record. */
export function textsOf({ record }: Item, member: string): readonly string[] {
  const value = record[member];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The records inside a record. */
export function membersOf({ record }: Item, member: string): readonly Members[] {
  const value = record[member];
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

/** A time of a record in milliseconds since the epoch. */
export function timeOf(record: Members, member: string): number | undefined {
  const parsed = parse(timestamp, record[member]);
  return parsed.ok ? millisecondsOf(parsed.value) : undefined;
}

/**
 * When a credential ends, in milliseconds since the epoch; undefined if it never does. Its life is a
 * number of seconds from its creation (docs/protocol.md, Records).
 */
export function endOf(record: Members): number | undefined {
  const seconds = asText(record['expirationSeconds']);
  return endOfLife(timeOf(record, 'createdAt'), /^\d+$/.test(seconds) ? Number(seconds) : 0);
}

/** What stands under a record's name: an e-mail address, an address. */
export const detailsOf = (kind: RecordKind, item: Item): readonly string[] =>
  (kindRow(kind).details ?? []).map((member) => textOf(item, member)).filter(Boolean);

/** The addresses inside a record. */
const addressesOf = (item: Item): readonly string[] =>
  membersOf(item, 'addresses').flatMap((one) => [asText(one['address']), asText(one['format'])]);

/** What is searched of a record besides its name and id, most telling first. */
export function searchedOf(kind: RecordKind, item: Item): readonly string[] {
  const others = (kindRow(kind).searched ?? []).map((member) => textOf(item, member));
  return [...detailsOf(kind, item), ...others, ...addressesOf(item)].filter(Boolean);
}

const searchTexts = new WeakMap<Item, string>();

/** Everything that is searched of a record, folded, made once for all keys that are typed. */
export function searchTextOf(kind: RecordKind, item: Item): string {
  const text = searchTexts.get(item) ?? foldTexts([item.name, item.id, ...searchedOf(kind, item)]);
  searchTexts.set(item, text);
  return text;
}
