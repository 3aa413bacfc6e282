import { demandMap, membersOf, type StrictJson } from './strict-json.ts';
import { refuse } from './refusal.ts';

/*
 * The types of typed data (EIP-712). What readers differ about is refused: aliases, members twice, names
 * that would end a type's encoding early.
 */

export type Member = { readonly name: string; readonly type: FieldType };
export type FieldType =
  | { readonly is: 'atom'; readonly name: string }
  | { readonly is: 'struct'; readonly name: string }
  /** `length` undefined: as many as there are. */
  | {
      readonly is: 'array';
      readonly name: string;
      readonly of: FieldType;
      readonly length: number | undefined;
    };
export type Types = ReadonlyMap<string, readonly Member[]>;

/** How many types, members of one, and dimensions of an array there may be: choices. */
const MAX_TYPES = 100;
const MAX_MEMBERS = 100;
const MAX_DIMENSIONS = 8;

/** Names go into the text that is hashed. A colon stands in names of exchanges in use. */
const TYPE_NAME = /^[A-Za-z_$][\w$:]{0,99}$/;
const MEMBER_NAME = /^[A-Za-z_$][\w$]{0,99}$/;
const ATOM =
  /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?|u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256))$/;
/** What is no atom but would be taken for one by some reader: aliases, and types that EIP-712 has not. */
const LIKE_ATOM = /^(?:address|bool|string|function|byte|bytes\d*|u?int\d*|u?fixed(?:\d+x\d+)?)$/;
const ARRAY = /^(.+)\[(|[1-9]\d{0,4})\]$/;

/** Such as `constructor`: some readers find one in any object. */
const isInherited = (name: string) => name in Object.prototype;

export const DOMAIN = 'EIP712Domain';

/** @throws SigningRefusal */
export function readTypes(value: StrictJson): Types {
  const named = demandMap(value, 'types');
  if (named.size > MAX_TYPES) refuse(`types: more than ${MAX_TYPES}`);
  for (const name of named.keys()) {
    if (!TYPE_NAME.test(name) || LIKE_ATOM.test(name) || isInherited(name)) {
      refuse(`types: ${JSON.stringify(name.slice(0, 50))} is no name of a struct`);
    }
  }
  const types = new Map<string, readonly Member[]>();
  for (const [name, members] of named) types.set(name, readMembers(name, members, named));
  return types;
}

function readMembers(
  struct: string,
  value: StrictJson,
  named: ReadonlyMap<string, unknown>,
): readonly Member[] {
  const what = `types.${struct}`;
  if (!Array.isArray(value)) return refuse(`${what}: this is no list of members`);
  const items: readonly StrictJson[] = value;
  if (items.length > MAX_MEMBERS) refuse(`${what}: more than ${MAX_MEMBERS} members`);
  const members = items.map((item): Member => {
    const { name, type } = membersOf(item, what, ['name', 'type']);
    if (typeof name !== 'string' || !MEMBER_NAME.test(name) || isInherited(name)) {
      return refuse(`${what}: a member's name is an identifier`);
    }
    if (typeof type !== 'string') return refuse(`${what}.${name}: a type is a text`);
    return { name, type: readType(type, `${what}.${name}`, named, 0) };
  });
  if (new Set(members.map(({ name }) => name)).size < members.length) {
    refuse(`${what}: two members have one name`);
  }
  return members;
}

function readType(
  name: string,
  what: string,
  named: ReadonlyMap<string, unknown>,
  dimensions: number,
): FieldType {
  if (dimensions > MAX_DIMENSIONS) refuse(`${what}: more than ${MAX_DIMENSIONS} dimensions`);
  const [, item, length] = ARRAY.exec(name) ?? [];
  if (item !== undefined) {
    const of = readType(item, what, named, dimensions + 1);
    return { is: 'array', name, of, length: length === '' ? undefined : Number(length) };
  }
  if (ATOM.test(name)) return { is: 'atom', name };
  if (named.has(name)) return { is: 'struct', name };
  return refuse(`${what}: there is no type ${JSON.stringify(name.slice(0, 50))}`);
}

const structOf = (type: FieldType): string | undefined =>
  type.is === 'array' ? structOf(type.of) : type.is === 'struct' ? type.name : undefined;

/** The struct and all that it refers to, in the order found. @throws SigningRefusal for a circle */
function reachedFrom(
  types: Types,
  name: string,
  path: readonly string[],
  found: Set<string>,
): void {
  if (path.includes(name)) refuse(`types.${name}: it contains itself`);
  if (found.has(name)) return;
  for (const { type } of types.get(name) ?? []) {
    const inner = structOf(type);
    if (inner !== undefined) reachedFrom(types, inner, [...path, name], found);
  }
  found.add(name);
}

/** EIP-712's encodeType: the struct, then those that it refers to by name. @throws SigningRefusal */
export function encodeType(types: Types, name: string): string {
  const found = new Set<string>();
  reachedFrom(types, name, [], found);
  found.delete(name);
  return [name, ...[...found].toSorted()]
    .map((one) => {
      const members = (types.get(one) ?? []).map((member) => `${member.type.name} ${member.name}`);
      return `${one}(${members.join(',')})`;
    })
    .join('');
}
