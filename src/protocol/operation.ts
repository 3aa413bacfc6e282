import * as v from 'valibot';
import type { Fields, Source } from './fields.ts';
import type { Rule } from './rules.ts';

/*
 * What one operation is, and what derives from its name. The table itself is operations.ts; code
 * below the border receives a resolved row and never compares names.
 */

/** One-time codes exist in two generations that must never be mixed (docs/protocol.md, One-time codes). */
export type Generation = 'legacy' | 'enclave';
export const GENERATIONS = ['legacy', 'enclave'] as const satisfies readonly Generation[];

/** What the worker does to a parameter after the person gave it and before the stamp. */
export type Preparation = { readonly how: 'seal-code'; readonly field: string };

/** How bad a wrong decision is; `irreversible` asks twice. */
export type Risk = 'read' | 'low' | 'high' | 'irreversible';

type Values = Readonly<Record<string, unknown>>;

/** A rule over several fields; a break is reported at `field`. */
export type Check = {
  readonly field: string;
  readonly rule: Rule;
  readonly holds: (values: Values) => boolean;
};

type Schemas<F extends Fields> = { -readonly [K in keyof F]: F[K]['schema'] };
export type ValuesOf<F extends Fields> = v.InferOutput<v.StrictObjectSchema<Schemas<F>, undefined>>;

type VersionDraft<F extends Fields, R> = {
  /** `''`, `'V2'`, ...: the suffix of activity type and intent key. */
  readonly suffix?: string;
  /** Where the result key's suffix differs from the intent's. */
  readonly resultSuffix?: string;
  readonly generation?: Generation;
  readonly prepare?: Preparation;
  readonly fields: F;
  readonly checks?: readonly Check[];
  readonly result: v.GenericSchema<unknown, R>;
  /** Members of the result that open something for whoever holds them. */
  readonly secretResult?: readonly string[];
};

/** One version of a submit operation, resolved: wire names and schemas. */
export type Version<F extends Fields = Fields, R = unknown> = {
  /** Such as `ACTIVITY_TYPE_UPDATE_WALLET`. */
  readonly type: string;
  /** Such as `updateWalletIntent`. */
  readonly intentKey: string;
  /** Such as `updateWalletResult`. */
  readonly resultKey: string;
  readonly generation: Generation | undefined;
  readonly prepare: Preparation | undefined;
  readonly fields: F;
  /** Strict: unknown members are refused. */
  readonly parameters: v.GenericSchema<unknown, ValuesOf<F>>;
  /** Liberal: unknown members are dropped. */
  readonly result: v.GenericSchema<unknown, R>;
  /** Members of the result that open something for whoever holds them: for the submitter's eyes alone. */
  readonly secretResult: readonly string[];
};

/** The words of a row, English; translations go by `op.<name>.<member>` (see texts.ts). */
type Words = {
  /** The form's title and the name in lists: `Rename a wallet`. */
  readonly title: string;
  /** One sentence of what it is for. */
  readonly about: string;
  /**
   * What will happen, with `{field}` for values, by variant. `default` always exists;
   * `variant` chooses another one from the values.
   */
  readonly summary: Readonly<Record<string, string>> & { readonly default: string };
  readonly variant?: (values: Values) => string;
  /** The primary button: `Rename wallet`. */
  readonly action: string;
  /** After completion: `Wallet renamed`. */
  readonly done: string;
};

/** Which records of the organization change besides the named ones: shown before the second yes. */
export type Affects = {
  readonly of: Source;
  /** List member of the affected record that names ids … */
  readonly member: string;
  /** … which stand in this field. */
  readonly by: string;
  /** Sentence with `{names}` and `{count}`; `none` when nobody is affected. */
  readonly sentence: string;
  readonly none: string;
};

/** An operation that must run first and hands over some of its result (of the same generation). */
export type Begins = {
  readonly with: string;
  /** Field here -> result member there. */
  readonly take: Readonly<Record<string, string>>;
  readonly explain: string;
};

/** A state that goes on after the activity: where to ask, and which words end it. */
export type Follows = {
  readonly query: string;
  /** Query parameter -> result member. */
  readonly give: Readonly<Record<string, string>>;
  readonly member: string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
};

/**
 * What a web page may do: never; ask, and the user decides each time; or `grant`: ask, and the user
 * may allow further ones in advance.
 */
export type Reach = 'never' | 'ask' | 'grant';

type Shared<P extends Reach> = Words & {
  readonly risk: Risk;
  readonly page: P;
  /** Whether it is one of the ten (docs/protocol.md, The ten operations). */
  readonly core?: boolean;
  /**
   * It brings a key in, or moves where a user is reached: among the first that a person wants to be
   * asked for their passkey.
   */
  readonly guarded?: boolean;
  /** No form asks for it: a page of Keystamp makes what it needs. */
  readonly formless?: boolean;
};

type OtherDrafts = readonly VersionDraft<Fields, unknown>[];

export type SubmitDraft<
  F extends Fields,
  R,
  P extends Reach = Reach,
  O extends OtherDrafts = OtherDrafts,
> = Shared<P> & {
  readonly kind: 'submit';
  readonly versions: readonly [VersionDraft<F, R>, ...O];
  readonly affects?: Affects;
  readonly begins?: Begins;
  /** Result member that holds a web address to open in a tab on a click. */
  readonly opens?: string;
  readonly follows?: Follows;
};

export type QueryDraft<F extends Fields, R, P extends Reach = Reach> = Shared<P> & {
  readonly kind: 'query';
  readonly fields: F;
  readonly result: v.GenericSchema<unknown, R>;
  /** This query lists things a form can pick from. */
  readonly lists?: {
    readonly of: Source;
    readonly member: string;
    readonly id: string;
    readonly name: string;
  };
};

type Resolved<N extends string> = { readonly name: N; readonly path: string };

/** `O`: the fields of its other versions, if there are any. */
export type SubmitRow<
  N extends string = string,
  F extends Fields = Fields,
  R = unknown,
  P extends Reach = Reach,
  O extends Fields = Fields,
> = Omit<SubmitDraft<F, R, P>, 'versions'> &
  Resolved<N> & { readonly versions: readonly [Version<F, R>, ...Version<O>[]] };

export type QueryRow<
  N extends string = string,
  F extends Fields = Fields,
  R = unknown,
  P extends Reach = Reach,
> = QueryDraft<F, R, P> &
  Resolved<N> & { readonly parameters: v.GenericSchema<unknown, ValuesOf<F>> };

export type Row = SubmitRow | QueryRow;

type RowOf<N extends string, D> =
  D extends SubmitDraft<infer F, infer R, infer P, infer O>
    ? SubmitRow<N, F, R, P, O[number]['fields']>
    : D extends QueryDraft<infer F, infer R, infer P>
      ? QueryRow<N, F, R, P>
      : never;

/** Declares a submit operation; see {@link table}. */
export function submit<F extends Fields, R, const P extends Reach, O extends OtherDrafts>(
  draft: Omit<SubmitDraft<F, R, P, O>, 'kind'>,
): SubmitDraft<F, R, P, O> {
  return { ...draft, kind: 'submit' };
}

/** Declares a query; see {@link table}. */
export function query<F extends Fields, R, const P extends Reach>(
  draft: Omit<QueryDraft<F, R, P>, 'kind'>,
): QueryDraft<F, R, P> {
  return { ...draft, kind: 'query' };
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function strict<F extends Fields>(fields: F, checks: readonly Check[] = []) {
  // Without a prototype: members such as `constructor` must be refused as unknown like any other.
  const schemas = Object.create(null) as Record<string, v.GenericSchema>;
  for (const [key, one] of Object.entries(fields)) schemas[key] = one.schema;
  const shape = v.strictObject(schemas);
  const whole = v.pipe(
    shape,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      for (const check of checks.filter((one) => !one.holds(input))) {
        const value = input[check.field];
        const path = { type: 'object', origin: 'value', input, key: check.field, value } as const;
        addIssue({ message: check.rule, path: [path] });
      }
    }),
  );
  // The registry's derive step: the entries above are F's own schemas, keyed as in F.
  return whole as v.GenericSchema<unknown> as v.GenericSchema<unknown, ValuesOf<F>>;
}

function resolve(name: string, draft: VersionDraft<Fields, unknown>): Version {
  const suffix = draft.suffix ?? '';
  return {
    type: `ACTIVITY_TYPE_${name.toUpperCase()}${suffix && `_${suffix}`}`,
    intentKey: `${camel(name)}Intent${suffix}`,
    resultKey: `${camel(name)}Result${draft.resultSuffix ?? suffix}`,
    generation: draft.generation,
    prepare: draft.prepare,
    fields: draft.fields,
    parameters: strict(draft.fields, draft.checks),
    result: draft.result,
    secretResult: draft.secretResult ?? [],
  };
}

type Draft = SubmitDraft<Fields, unknown> | QueryDraft<Fields, unknown>;

function row(name: string, draft: Draft): Row {
  const path = `/public/v1/${draft.kind}/${name}`;
  if (draft.kind === 'query') return { ...draft, name, path, parameters: strict(draft.fields) };
  const [first, ...others] = draft.versions;
  const versions = [resolve(name, first), ...others.map((one) => resolve(name, one))] as const;
  return { ...draft, name, path, versions };
}

/**
 * Stamps every row with its key, so that each name is written once, and derives path, activity
 * type, intent key and result key from it. The record has no prototype: a look-up by outside text
 * can never hit an inherited name.
 */
export function table<const T extends Readonly<Record<string, Draft>>>(
  drafts: T,
): { readonly [N in keyof T & string]: RowOf<N, T[N]> } {
  const rows: unknown = Object.freeze(
    Object.assign(
      Object.create(null),
      Object.fromEntries(Object.entries(drafts).map(([name, draft]) => [name, row(name, draft)])),
    ),
  );
  return rows as { readonly [N in keyof T & string]: RowOf<N, T[N]> };
}

/**
 * The version of an operation that a profile uses: rows with generations by the profile's, others
 * their first (the types of the reference pages).
 */
export function versionFor(one: SubmitRow, generation: Generation): Version {
  return one.versions.find((version) => version.generation === generation) ?? one.versions[0];
}

/** The version with this activity type, or undefined. */
export function versionOfType(one: SubmitRow, type: string): Version | undefined {
  return one.versions.find((version) => version.type === type);
}
