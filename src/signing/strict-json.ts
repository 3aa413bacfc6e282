import { readWith, refuse } from './refusal.ts';

/*
 * JSON (RFC 8259) that every reader reads alike. A name that stands twice, a lone surrogate and a number
 * that only some readers keep are refused: what one shows, another would sign.
 */

/** A number as its text: what it means depends on the type that it is for. */
type JsonNumber = { readonly number: string };
export type StrictJson =
  null | boolean | string | JsonNumber | readonly StrictJson[] | ReadonlyMap<string, StrictJson>;

/** How deep arrays and objects nest, and how many values there are: choices. */
const MAX_DEPTH = 32;
const MAX_VALUES = 10_000;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Without alternatives between plain characters: a long text takes one step, not one for each.
const STRING = /"[^"\\]*(?:\\["\\/bfnrtu][^"\\]*)*"/y;
const SPACE = /[\t\n\r ]*/y;
const LONE_SURROGATE = /\p{Surrogate}/u;

type Place = { readonly text: string; at: number; values: number };

/** @throws SigningRefusal */
export function readStrictJson(text: string): StrictJson {
  const place: Place = { text, at: 0, values: 0 };
  const value = readValue(place, 0);
  skipSpace(place);
  if (place.at < text.length) refuse(`JSON: something follows its end at ${place.at}`);
  return value;
}

function take(place: Place, pattern: RegExp): string | undefined {
  pattern.lastIndex = place.at;
  const [found] = pattern.exec(place.text) ?? [];
  place.at += found?.length ?? 0;
  return found;
}

const skipSpace = (place: Place) => take(place, SPACE);

/** Whether the next character is this one, which is then read. */
function takes(place: Place, character: string): boolean {
  skipSpace(place);
  if (place.text[place.at] !== character) return false;
  place.at += 1;
  return true;
}

function demand(place: Place, character: string): void {
  if (!takes(place, character)) refuse(`JSON: expected ${character} at ${place.at}`);
}

function readString(place: Place): string {
  skipSpace(place);
  const token = take(place, STRING) ?? refuse(`JSON: no value at ${place.at}`);
  const value = readWith(`JSON: the text before ${place.at}`, () => String(JSON.parse(token)));
  if (LONE_SURROGATE.test(value)) refuse(`JSON: half a character before ${place.at}`);
  return value;
}

const WORDS: readonly (readonly [string, null | boolean])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
];

function readValue(place: Place, depth: number): StrictJson {
  if (depth > MAX_DEPTH) refuse(`JSON: nested more than ${MAX_DEPTH} deep`);
  if (++place.values > MAX_VALUES) refuse(`JSON: more than ${MAX_VALUES} values`);
  if (takes(place, '{')) return readObject(place, depth + 1);
  if (takes(place, '[')) return readArray(place, depth + 1);
  const word = WORDS.find(([name]) => place.text.startsWith(name, place.at));
  if (word) {
    place.at += word[0].length;
    return word[1];
  }
  const number = take(place, NUMBER);
  return number === undefined ? readString(place) : { number };
}

function readObject(place: Place, depth: number): StrictJson {
  const members = new Map<string, StrictJson>();
  if (takes(place, '}')) return members;
  do {
    const name = readString(place);
    if (members.has(name))
      refuse(`JSON: the name ${JSON.stringify(name.slice(0, 50))} stands twice`);
    demand(place, ':');
    members.set(name, readValue(place, depth));
  } while (takes(place, ','));
  demand(place, '}');
  return members;
}

function readArray(place: Place, depth: number): StrictJson {
  const items: StrictJson[] = [];
  if (takes(place, ']')) return items;
  do items.push(readValue(place, depth));
  while (takes(place, ','));
  demand(place, ']');
  return items;
}

/** The members of an object with exactly these names. @throws SigningRefusal */
export function membersOf<N extends string>(
  value: StrictJson | undefined,
  what: string,
  names: readonly N[],
): Readonly<Record<N, StrictJson>> {
  const members = demandMap(value, what);
  for (const name of members.keys()) {
    if (!names.some((one) => one === name))
      refuse(`${what}: ${name.slice(0, 50)} does not belong here`);
  }
  const read = names.map((name) => {
    const member = members.get(name);
    return [name, member === undefined ? refuse(`${what}: ${name} is missing`) : member] as const;
  });
  return Object.fromEntries(read) as Record<N, StrictJson>;
}

/** @throws SigningRefusal */
export function demandMap(
  value: StrictJson | undefined,
  what: string,
): ReadonlyMap<string, StrictJson> {
  return value instanceof Map
    ? (value as ReadonlyMap<string, StrictJson>)
    : refuse(`${what}: this is no object`);
}

const isNumber = (value: StrictJson | undefined): value is JsonNumber =>
  typeof value === 'object' && value !== null && 'number' in value;

/**
 * A whole number: a JSON number in plain form that every reader keeps exactly, or a text of decimal or
 * 0x hex digits. @throws SigningRefusal
 */
export function integerOf(value: StrictJson | undefined, what: string): bigint {
  if (isNumber(value)) {
    const isPlain = /^-?\d+$/.test(value.number) && Number.isSafeInteger(Number(value.number));
    if (!isPlain || value.number === '-0') {
      refuse(
        `${what}: ${value.number.slice(0, 80)} is no whole number that every reader keeps: send it as text`,
      );
    }
    return BigInt(value.number);
  }
  const isText = typeof value === 'string' && value.length <= 80;
  if (isText && /^(?:-?\d+|0x[0-9a-fA-F]+)$/.test(value)) return BigInt(value);
  return refuse(`${what}: this is no whole number`);
}
