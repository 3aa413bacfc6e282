// Bodies that make a service work: for each row of the operations table, values of any size in any
// of its places.
import type { Field, Fields } from '../../src/protocol/fields.ts';
import type { Row } from '../../src/protocol/operation-row.ts';
import { MAX_BODY_BYTES } from '../../src/protocol/envelope.ts';
import vectors from '../vectors/operations.json' with { type: 'json' };

/** Of this many bytes at most, and nearly as many where it can be. */
type Filler = (bytes: number) => string;

const repeated =
  (unit: string, before = '', after = ''): Filler =>
  (bytes) =>
    before +
    unit.repeat(Math.max(0, Math.floor((bytes - before.length - after.length) / unit.length))) +
    after;
const listOf = (item: string): Filler => repeated(`${item},`, '[', `${item}]`);
const textOf = (unit: string): Filler => repeated(unit, '"', '"');

const members: Filler = (bytes) => {
  const names = Array.from({ length: Math.floor(bytes / 12) }, (_, at) => `"m${at}":0`);
  return `{${names.join(',')}}`;
};

/** Each of them lacks all that it should have. */
const EMPTY_RECORDS = 'a list of empty records';

/** JSON text that fills a place: lists and objects of all kinds, and texts that patterns read. */
const FILLERS: Readonly<Record<string, Filler>> = {
  [EMPTY_RECORDS]: listOf('{}'),
  'a list of empty lists': listOf('[]'),
  'a list of numbers': listOf('0'),
  'a list of nulls': listOf('null'),
  'a list of empty texts': listOf('""'),
  'a list of records with another member': listOf('{"a":{"b":[]}}'),
  'a list of one id': listOf('"651b573c-861b-4f10-a478-cbcfe0c226af"'),
  'lists in lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'records in records': (bytes) => `${'{"a":'.repeat(bytes / 6)}0${'}'.repeat(bytes / 6)}`,
  'a record of many members': members,
  'a long number': repeated('9'),
  'white space': repeated(' ', '', '0'),
  'a text without an end': repeated('a', '"'),
  'a long text': textOf('a'),
  'a text of brackets': textOf('('),
  'a text of square brackets': textOf('[]'),
  'a text of dots': textOf('a.'),
  'a text of at signs': textOf('a@'),
  'a text of escapes': textOf(String.raw`\"`),
  'a text of code points': textOf(String.raw`\u0041`),
  'a text of spaces': textOf(' '),
  'a text of slashes': textOf("/0'"),
  'a text of operators': textOf('!a||'),
  'a text of lists': textOf('[0,'),
  'a text of records': textOf(String.raw`{\"name\":\"f\",\"type\":\"function\"},`),
  'JSON of empty records': repeated('{},', '"[', '{}]"'),
  'JSON of lists in lists': (bytes) => `"${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}"`,
  'JSON of functions': repeated(
    String.raw`{\"name\":\"f\",\"type\":\"function\",\"inputs\":[{\"name\":\"\",\"type\":\"((((a,a),a),a),a)[][][]\"}]},`,
    '"[',
    '{}]"',
  ),
};

type Vector = {
  readonly operation: string;
  readonly type: string | null;
  readonly parameters: object;
};

/** Valid parameters of a row, of one of its versions, each value as JSON text. */
function validParameters(row: Row): { readonly type: string | null; readonly texts: Texts } {
  const vector = (vectors as readonly Vector[]).find(({ operation }) => operation === row.name);
  if (!vector) throw new Error(`no vector for ${row.name}`);
  return { type: vector.type, texts: textsOf(vector.parameters) };
}

type Texts = Readonly<Record<string, string>>;
const textsOf = (value: object): Texts =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [name, JSON.stringify(one)]));
const objectText = (texts: Texts): string =>
  `{${Object.entries(texts)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',')}}`;

/** One place of a row's parameters, such as `users.*.apiKeys`, and what puts a value there. */
type Place = {
  readonly name: string;
  /** Its schema reads a list. */
  readonly isList: boolean;
  readonly fill: (filler: Filler, bytes: number) => Texts;
};

function placesOf(fields: Fields, valid: Texts): readonly Place[] {
  const inFields = Object.entries(fields).flatMap(([name, one]) => [
    {
      name,
      isList: one.control.kind === 'record-list',
      fill: (filler: Filler, bytes: number) => ({ ...valid, [name]: filler(bytes) }),
    },
    ...placesInList(name, one, valid),
  ]);
  const unknown: Place = {
    name: 'an unknown member',
    isList: false,
    fill: (filler, bytes) => ({ ...valid, constructor: filler(bytes) }),
  };
  return [...inFields, unknown];
}

/** As many records as the list may have, each with its share of the bytes in one place. */
function placesInList(name: string, { control }: Field, valid: Texts): readonly Place[] {
  if (control.kind !== 'record-list') return [];
  const given: unknown = JSON.parse(valid[name] ?? '[]');
  const first: unknown = Array.isArray(given) ? given[0] : undefined;
  const item = textsOf(typeof first === 'object' && first !== null ? first : {});
  const { max } = control;
  return placesOf(control.item, item).map((place) => ({
    name: `${name}.*.${place.name}`,
    isList: place.isList,
    fill: (filler, bytes) => {
      const record = objectText(place.fill(filler, Math.floor(bytes / max)));
      return { ...valid, [name]: `[${Array.from({ length: max }, () => record).join(',')}]` };
    },
  }));
}

/** A body of a row: what stands where, and its text. */
export type WorstCase = {
  readonly what: string;
  /** A list of records has nothing but empty ones: the most refusals for its bytes. */
  readonly isListOfRecords: boolean;
  /** Of about so many bytes. */
  readonly body: (organizationId: string, now: number, bytes: number) => string;
};

/** Every place of a row with every filler. */
export function worstCases(row: Row): readonly WorstCase[] {
  const { type, texts } = validParameters(row);
  const fields =
    row.kind === 'query'
      ? row.fields
      : (row.versions.find((version) => version.type === type) ?? row.versions[0]).fields;
  return placesOf(fields, texts).flatMap((place) =>
    Object.entries(FILLERS).map(([name, filler]) => ({
      what: `${row.name}: ${name} in ${place.name}`,
      isListOfRecords: place.isList && name === EMPTY_RECORDS,
      body: (organizationId, now, bytes) => {
        const size = Math.min(bytes, MAX_BODY_BYTES) - 4096;
        const parameters = place.fill(filler, size);
        const organization = { organizationId: JSON.stringify(organizationId) };
        if (row.kind === 'query') return objectText({ ...organization, ...parameters });
        const envelope = { type: JSON.stringify(type), timestampMs: JSON.stringify(String(now)) };
        return objectText({ ...envelope, ...organization, parameters: objectText(parameters) });
      },
    })),
  );
}
