import * as v from 'valibot';
import {
  sizedList,
  type Distinct,
  type Field,
  type FieldFacts,
  type Fields,
  type RecordListControl,
} from './fields.ts';
import type { Values } from './parse.ts';
import type { Rule } from './rules.ts';

/*
 * The schema of several fields together, and a field that is a list of such.
 */

/** A rule over several fields; a break is reported at `field`. */
export type Check = {
  readonly field: string;
  readonly rule: Rule;
  readonly holds: (values: Values) => boolean;
};

type Schemas<F extends Fields> = { -readonly [K in keyof F]: F[K]['schema'] };
export type ValuesOf<F extends Fields> = v.InferOutput<v.StrictObjectSchema<Schemas<F>, undefined>>;

/** Of an operation's fields, or of a record's in a list: strict, and then held against the rules over several. */
export function strictSchema<F extends Fields>(fields: F, checks: readonly Check[] = []) {
  // Without a prototype: members such as `constructor` must be refused as unknown like any other.
  const schemas = Object.create(null) as Record<string, v.GenericSchema>;
  for (const [key, part] of Object.entries(fields)) schemas[key] = part.schema;
  const shape = v.strictObject(schemas);
  const checked = v.pipe(
    shape,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      for (const check of checks.filter((part) => !part.holds(input))) {
        const value = input[check.field];
        const path = { type: 'object', origin: 'value', input, key: check.field, value } as const;
        addIssue({ message: check.rule, path: [path] });
      }
    }),
  );
  // The registry's derive step: the entries above are F's own schemas, keyed as in F.
  return checked as v.GenericSchema<unknown> as v.GenericSchema<unknown, ValuesOf<F>>;
}

type RecordListOptions<F extends Fields> = {
  /** What stands in each record. A secret has no place there: only fields of the operation itself travel sealed. */
  readonly item: F;
  readonly min: 0 | 1;
  readonly max: number;
  readonly editor?: RecordListControl['editor'];
  readonly starts?: number;
  readonly distinct?: Distinct;
  /** Rules over several fields of one record. */
  readonly checks?: readonly Check[];
} & Omit<FieldFacts, 'control' | 'secret' | 'initial'>;

/**
 * A field that is a list of records. Each field of a record is one like those of the operation, with
 * its own schema, control and words, and is refused at its own place (`list.0.field`).
 * @throws Error if a field of a record is secret, replaces something (a new record replaces nothing), or
 *   is an address, which is only checked among the fields of the operation itself
 */
export function recordList<const F extends Fields>(
  options: RecordListOptions<F>,
): Field<v.GenericSchema<unknown, ValuesOf<F>[]>, RecordListControl<F>> {
  const { item, min, max, starts, editor = 'items', distinct, checks, ...facts } = options;
  for (const [name, one] of Object.entries<Field>(item)) {
    if (one.secret || one.control.kind === 'code' || one.replaces || one.address) {
      throw new Error(
        `${name}: a record of a list holds no secret and no address, and replaces nothing.`,
      );
    }
  }
  const schema = sizedList(strictSchema(item, checks), min, max);
  const control = { kind: 'record-list', item, min, max, starts, editor, distinct } as const;
  return { ...facts, schema, control };
}
