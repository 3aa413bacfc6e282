import type { Descriptor, Field, Format } from './descriptor.ts';

/*
 * The renderer gives fields by label, so that of two with one label a reader can't tell which is which. Here each
 * field gets a label of its own before, and its own words back afterwards.
 */

/** A field that shows a value, as its author wrote it. */
export type Leafy = {
  readonly label: string;
  /** Between the items of a list; `{index}` is the item's number. */
  readonly separator: string | undefined;
  /** From the data's root; undefined for a constant. */
  readonly path: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  /** Paths of what its format needs besides, such as a token's contract. */
  readonly besides: readonly string[];
  /** For which values it is drawn at all, and as what it is: an encrypted one is a word of the author's. */
  readonly shows: 'each' | 'some' | 'none';
};

export type Prepared = { readonly format: Format; readonly fields: readonly Leafy[] };

/** Fields of one format, and groups in groups. */
const MAX_FIELDS = 300;
const MAX_DEPTH = 8;

/** A descriptor that can't be rendered as it is. */
export class DescriptorFault extends Error {}

const DEFINITION = /^\$\.display\.definitions\.([\w$-]+)$/;

/** With what it refers to; its own members come first. */
function resolve(field: Field, { display }: Descriptor): Field {
  if (field.$ref === undefined) return field;
  const name = DEFINITION.exec(field.$ref)?.[1] ?? '';
  const definition = Object.hasOwn(display.definitions, name)
    ? display.definitions[name]
    : undefined;
  if (!definition) throw new DescriptorFault(`no definition ${field.$ref}`);
  const { $ref: _, ...own } = field;
  return { ...definition, ...own, params: { ...definition.params, ...own.params } };
}

const isRooted = (path: string) => /^[#@$]/.test(path);
const under = (base: string, path: string) =>
  base === '' || isRooted(path) ? path : `${base}.${path}`;

function readLeaf(field: Field, base: string): Leafy {
  const { label = '', separator, path, params = {}, visible, encryption } = field;
  const besides = Object.entries(params).flatMap(([name, value]) =>
    name.endsWith('Path') && typeof value === 'string' ? [under(base, value)] : [],
  );
  const isConditional = typeof visible === 'object' && visible !== null;
  const shows = encryption !== undefined ? 'none' : isConditional ? 'some' : 'each';
  const whole = path === undefined ? undefined : under(base, path);
  return { label, separator, path: whole, params, besides, shows };
}

/** The name of a field while it is rendered. Not a number: an object would sort those. */
const nameOf = (at: number) => `f${at}`;

/** @throws DescriptorFault */
export function prepareFormat(format: Format, descriptor: Descriptor): Prepared {
  const leaves: Leafy[] = [];
  const prepare = (list: readonly Field[], base: string, depth: number): Field[] => {
    if (depth > MAX_DEPTH) throw new DescriptorFault('groups in too many groups');
    return list.map((one) => {
      const { separator, ...field } = resolve(one, descriptor);
      if (field.fields) {
        const inner = field.path === undefined ? base : under(base, field.path);
        return { ...field, fields: prepare(field.fields, inner, depth + 1) };
      }
      if (leaves.length >= MAX_FIELDS) throw new DescriptorFault('too many fields');
      leaves.push(readLeaf({ ...field, separator }, base));
      return { ...field, label: nameOf(leaves.length - 1) };
    });
  };
  return { format: { ...format, fields: prepare(format.fields, '', 0) }, fields: leaves };
}

/** Which field a rendered label is of, and which item of its list, from 0. */
export function readName(label: string): { readonly at: number; readonly item: number } {
  const [, at = '', item] = /^f(\d+)(?: (\d+))?$/.exec(label) ?? [];
  return { at: at === '' ? -1 : Number(at), item: item === undefined ? 0 : Number(item) - 1 };
}
