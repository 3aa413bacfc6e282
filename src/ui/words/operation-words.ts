import type { OperationName, Operations, SubmitName } from '../../protocol/operations.ts';

/*
 * Which words an operation needs, from its row in the operations table: a language that leaves one out,
 * or has one too many, does not compile.
 */

type FieldWords = {
  readonly label: string;
  readonly help?: string;
};

type FieldNames<F> = F extends unknown ? keyof F & string : never;
type FieldNamed<F, N extends string> = F extends { readonly [K in N]: infer One } ? One : never;

/** The fields of a row, by version. */
type FieldsOf<R> = R extends { readonly versions: readonly (infer D)[] }
  ? D extends { readonly fields: infer F }
    ? F
    : never
  : R extends { readonly fields: infer F }
    ? F
    : never;

/** The fields of a list's records; nothing for a field that is no list of records. */
type ItemOf<F> = F extends { readonly control: { readonly item: infer I } } ? I : never;

/** A value that can be taken away: the name of doing that, and word that it was done. */
type RemovalWords<F> = F extends { readonly removable: true }
  ? { readonly remove: string; readonly removed: string }
  : unknown;

type WordsOfField<F> = [ItemOf<F>] extends [never]
  ? FieldWords & RemovalWords<F>
  : FieldWords & {
      /** One record of the list, as it stands within a sentence: `API key`, `account`. */
      readonly item: string;
      readonly fields: FieldLabels<ItemOf<F>>;
    };

/** One entry a field, whatever its version, and nothing if there are no fields. */
type FieldLabels<F> = [FieldNames<F>] extends [never]
  ? Readonly<Record<string, never>>
  : { readonly [N in FieldNames<F>]: WordsOfField<FieldNamed<F, N>> };

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

/** What each further fact of an answer is called. */
type FactWords<W> = W extends { readonly facts: infer F }
  ? { readonly facts: Readonly<Record<keyof F & string, string>> }
  : unknown;

type FollowUpWords<R> = R extends { readonly followUp?: infer W }
  ? [W & object] extends [never]
    ? unknown
    : {
        readonly followUp: {
          /** What goes on: `Purchase`. */
          readonly title: string;
          readonly states: Readonly<
            Record<W extends { readonly states: infer S } ? keyof S & string : never, string>
          >;
        } & FactWords<W>;
      }
  : unknown;

/** Button and completion of a row that takes several records, for a single one: `Delete this user`. */
type SingleWords = { readonly action: string; readonly done: string };

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
  readonly single?: SingleWords;
} & AffectsWords<R> &
  PrerequisiteWords<R> &
  FollowUpWords<R>;

/** The words of all rows. */
export type OperationWords = { readonly [N in OperationName]: RowWords<Operations[N]> };

/** The summaries of all that changes something, in the past tense: what was done. */
export type PastWords = { readonly [N in SubmitName]: RowWords<Operations[N]>['summary'] };

/** Any field's words; a list of records also has those of its records. */
export type AnyFieldWords = FieldWords & {
  readonly remove?: string;
  readonly removed?: string;
  readonly item?: string;
  readonly fields?: Readonly<Record<string, AnyFieldWords>>;
};

/** Any row's words, for code that takes rows by name. */
export type AnyRowWords = {
  readonly title: string;
  readonly about: string;
  readonly summary: Readonly<Record<string, string>>;
  readonly action: string;
  readonly done: string;
  readonly fields: Readonly<Record<string, AnyFieldWords>>;
  readonly single?: SingleWords;
  readonly affects?: { readonly some: string; readonly none: string };
  readonly prerequisite?: string;
  readonly followUp?: {
    readonly title: string;
    readonly states: Readonly<Record<string, string>>;
    readonly facts?: Readonly<Record<string, string>>;
  };
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
 * `op.<name>.single.action|single.done|affects.some|affects.none|prerequisite`, `op.<name>.followUp.title|states.<value>|facts.<name>`,
 * `field.<name>.<field>.label|help|remove|removed`; for a list of records `field.<name>.<list>.item` and
 * `field.<name>.<list>.fields.<field>.label|help`.
 */
export function operationTexts(
  words: Readonly<Record<string, AnyRowWords>>,
): Readonly<Record<string, string>> {
  const rows = Object.entries(words);
  return Object.fromEntries(
    rows.flatMap(([name, { fields, ...texts }]) => [
      ...flatten(`op.${name}`, texts),
      ...flatten(`field.${name}`, fields),
    ]),
  );
}

/** The same words as the keys `op.<name>.past.<variant>`. */
export function pastTexts(words: PastWords): Readonly<Record<string, string>> {
  const rows = Object.entries(words);
  return Object.fromEntries(rows.flatMap(([name, texts]) => flatten(`op.${name}.past`, texts)));
}

type Tree = { readonly [key: string]: string | Tree };

function flatten(prefix: string, tree: Tree): (readonly [string, string])[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}.${key}`, value] as const]
      : flatten(`${prefix}.${key}`, value),
  );
}
