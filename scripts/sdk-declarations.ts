import * as enums from '../src/protocol/enums.ts';
import type { Fields } from '../src/protocol/fields.ts';
import { ROWS } from '../src/protocol/operations.ts';
import { ASK } from '../src/protocol/page-api.ts';
import type { Row } from '../src/protocol/operation-row.ts';
import { operationWords } from '../src/ui/words/en/operations.ts';
import { wordsOf, type AnyRowWords } from '../src/ui/words/operation-words.ts';

/** The parts of a valibot schema that determine its type. */
type Shape = {
  readonly kind?: string;
  readonly type: string;
  /** The schema itself, and what comes after it: checks, and schemas that narrow the type. */
  readonly pipe?: readonly Shape[];
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly value?: Shape;
  readonly options?: readonly unknown[];
  readonly default?: unknown;
};

/** Rows that pages may request, in the table's order. */
export const PAGE_ROWS: readonly Row[] = ROWS.filter(({ pageAccess: page }) => page !== 'never');

/** `update_wallet` as the SDK's method: `updateWallet`. */
export function methodOf({ name }: Pick<Row, 'name'>): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * What pages may request as plain TypeScript, without valibot: `src/sdk/operations.ts` for the
 * package. A test checks that both are the same types.
 * @throws Error for a schema that it can't express
 */
export function operationTypes(): string {
  const lists = new Set<readonly unknown[]>();
  const rows = PAGE_ROWS.map((row) => rowType(row, lists)).join('\n');
  const named = [...lists].map((list) => `export type ${nameOf(list)} = ${union(list)};`);
  return [
    '/* Written by scripts/sdk.ts from the operations table. */',
    `${doc('In place of an ID: the user picks the record in Keystamp.')}
type Ask = Readonly<${JSON.stringify(ASK)}>;`,
    ...named,
    `${doc('Every operation that a page may ask for, with its parameters and its result.')}
export type PageOperations = {\n${rows}\n};`,
    `${doc('The name of an operation that pages may ask for.')}
export type PageOperation = keyof PageOperations;`,
    '',
  ].join('\n\n');
}

type Lists = Set<readonly unknown[]>;

function rowType(row: Row, lists: Lists): string {
  const words = wordsOf(operationWords, row.name);
  const versions = row.kind === 'submit' ? row.versions : [row];
  const parameters = versions.map(({ fields }) => fieldsType(fields, words, lists)).join(' | ');
  const result = typeOf(shapeOf(versions[0].result), lists);
  return [
    doc(words.about),
    `readonly ${row.name}: {`,
    `readonly parameters: ${parameters};`,
    `readonly result: ${result};`,
    '};',
  ].join('\n');
}

function fieldsType(fields: Fields, words: AnyRowWords, lists: Lists): string {
  const members = Object.entries(fields).map(([name, { schema, control }]) => {
    const { label, help } = known(words.fields[name], shapeOf(schema));
    const text = help ? `${label}. ${help}` : `${label}.`;
    const orAsk = control.kind === 'pick' ? ' | Ask' : '';
    return [doc(text), member(name, shapeOf(schema), lists, orAsk)].join('\n');
  });
  return `{\n${members.join('\n')}\n}`;
}

function member(name: string, shape: Shape, lists: Lists, orAsk = ''): string {
  const type = `${typeOf(shape, lists)}${orAsk}`;
  // With a default it's always there after parsing, and only results have defaults.
  const absent = shape.type === 'optional' && shape.default === undefined;
  return `readonly ${name}${absent ? `?: ${type} | undefined` : `: ${type}`};`;
}

function typeOf(piped: Shape, lists: Lists): string {
  const shape = piped.pipe?.findLast(({ kind }) => kind === 'schema') ?? piped;
  if (shape !== piped) return typeOf(shape, lists);
  const inner = (one: Shape | undefined) => typeOf(known(one, shape), lists);
  switch (shape.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
      return shape.type;
    case 'picklist':
      return listType(known(shape.options, shape), lists);
    case 'array':
      return `readonly (${inner(shape.item)})[]`;
    case 'optional':
      return inner(shape.wrapped);
    case 'nullable':
      return `(${inner(shape.wrapped)} | null)`;
    case 'union':
      return known(shape.options, shape)
        .map((one) => inner(one as Shape))
        .join(' | ');
    case 'record':
      return `Readonly<Record<string, ${inner(shape.value)}>>`;
    case 'object':
    case 'strict_object': {
      const members = Object.entries(known(shape.entries, shape));
      return `{\n${members.map(([name, one]) => member(name, one, lists)).join('\n')}\n}`;
    }
    default:
      throw new Error(`The SDK’s types know no schema of type ${shape.type}.`);
  }
}

function listType(list: readonly unknown[], lists: Lists): string {
  const name = nameOf(list);
  if (name === undefined) return union(list);
  lists.add(list);
  return name;
}

/** `ADDRESS_FORMAT` as `AddressFormat`; undefined for a list that isn't in enums.ts. */
function nameOf(list: readonly unknown[]): string | undefined {
  const found = Object.entries(enums).find(([, one]: [string, unknown]) => one === list)?.[0];
  return found
    ?.toLowerCase()
    .replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const union = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).join(' | ');
const doc = (text: string) => `/** ${text} */`;
const shapeOf = (schema: unknown) => schema as Shape;

function known<T>(value: T | undefined, { type }: Shape): T {
  if (value === undefined) throw new Error(`A schema of type ${type} lacks a part.`);
  return value;
}
