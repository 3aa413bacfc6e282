import type { OperationName, Operations } from '../../protocol/operations.ts';

/*
 * Which words an operation needs, from its row in the operations table: a language that leaves one out,
 * or has one too many, does not compile.
 */

type FieldWords = {
  readonly label: string;
  readonly help?: string;
};

type FieldNames<F> = F extends unknown ? keyof F & string : never;

/** The names of all fields of a row, whatever their version. */
type FieldsOf<R> = R extends { readonly versions: readonly (infer D)[] }
  ? D extends { readonly fields: infer F }
    ? FieldNames<F>
    : never
  : R extends { readonly fields: infer F }
    ? FieldNames<F>
    : never;

/** One entry a field, and nothing for a row without any. */
type FieldLabels<N extends string> = [N] extends [never]
  ? Readonly<Record<string, never>>
  : Readonly<Record<N, FieldWords>>;

/** The summaries that a row can choose; `default` is always one. */
type SummariesOf<R> = R extends { readonly variant?: (values: never) => infer S }
  ? (S & string) | 'default'
  : 'default';

type AffectsWords<R> = R extends { readonly affects?: infer A }
  ? [A & object] extends [never]
    ? unknown
    : {
        /** With `{names}` and `{count}` of the records that change too; `none` when there are none. */
        readonly affects: { readonly some: string; readonly none: string };
      }
  : unknown;

type PrerequisiteWords<R> = R extends { readonly prerequisite?: infer B }
  ? [B & object] extends [never]
    ? unknown
    : {
        /** Why another operation runs first. */
        readonly prerequisite: string;
      }
  : unknown;

/** The words of one row. */
export type RowWords<R> = {
  /** The form's title and the name in lists: `Rename a wallet`. */
  readonly title: string;
  /** One sentence of what it is for. */
  readonly about: string;
  /** What will happen, with `{field}` for values, by what the row's `variant` chooses. */
  readonly summary: Readonly<Record<SummariesOf<R>, string>>;
  /** The primary button: `Rename wallet`. */
  readonly action: string;
  /** After completion: `Wallet renamed`. */
  readonly done: string;
  readonly fields: FieldLabels<FieldsOf<R>>;
} & AffectsWords<R> &
  PrerequisiteWords<R>;

/** The words of all rows. */
export type OperationWords = { readonly [N in OperationName]: RowWords<Operations[N]> };

/** Any row's words, for code that takes rows by name. */
export type AnyRowWords = {
  readonly title: string;
  readonly about: string;
  readonly summary: Readonly<Record<string, string>>;
  readonly action: string;
  readonly done: string;
  readonly fields: Readonly<Record<string, FieldWords>>;
  readonly affects?: { readonly some: string; readonly none: string };
  readonly prerequisite?: string;
};

/** A row's words by its name. @throws Error for a name that is no operation's */
export function wordsOf(words: OperationWords, name: string): AnyRowWords {
  const rows: Readonly<Record<string, AnyRowWords>> = words;
  const found = Object.hasOwn(rows, name) ? rows[name] : undefined;
  if (!found) throw new Error(`${name} is no operation.`);
  return found;
}

/**
 * The words as the keys of a catalogue: `op.<name>.title|about|action|done|summary.<variant>`,
 * `op.<name>.affects.some|affects.none|prerequisite`, `field.<name>.<field>.label|help`.
 */
export function operationTexts(words: OperationWords): Readonly<Record<string, string>> {
  const rows: readonly (readonly [string, AnyRowWords])[] = Object.entries(words);
  return Object.fromEntries(
    rows.flatMap(([name, { fields, ...texts }]) => [
      ...flatten(`op.${name}`, texts),
      ...flatten(`field.${name}`, fields),
    ]),
  );
}

type Tree = { readonly [key: string]: string | Tree };

function flatten(prefix: string, tree: Tree): (readonly [string, string])[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}.${key}`, value] as const]
      : flatten(`${prefix}.${key}`, value),
  );
}
