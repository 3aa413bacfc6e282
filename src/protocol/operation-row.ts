import type * as v from 'valibot';
import type { Fields, RecordKind } from './fields.ts';
import { strictSchema, type Check, type ValuesOf } from './record-list.ts';
import type { PolicyFacts } from './policy-facts.ts';
import type { Values } from './parse.ts';

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
  /**
   * It takes a code or token that lives for minutes: the service says `DEADLINE_EXCEEDED` of an expired
   * one, and has then done nothing (docs/protocol.md, One-time codes).
   */
  readonly takesExpiring?: true;
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
  /** It takes a code or token that may have expired: `DEADLINE_EXCEEDED` says so, and is a refusal. */
  readonly takesExpiring: boolean;
};

/** Which records of the organization change besides the named ones: shown before the second yes. */
export type AffectedRecords = {
  readonly recordKind: RecordKind;
  /** List member of the affected record that names ids … */
  readonly member: string;
  /** … which stand in this field. */
  readonly idsField: string;
};

/** An operation that must run first and hands over some of its result (of the same generation). */
export type Prerequisite = {
  readonly operation: string;
  /** Field here -> result member there. */
  readonly fieldsFromResult: Readonly<Record<string, string>>;
};

/**
 * How a value that this operation sets is proved to be somebody's: a code is sent to it, another
 * operation checks the code, and its result goes into a field here.
 */
export type Verification = {
  /** The operation that checks the code. Its prerequisite sends it. */
  readonly by: string;
  /** The field here with the contact, and the one of the prerequisite that it is sent to. */
  readonly contactField: string;
  readonly sentTo: string;
  /** What else the prerequisite is asked for, as its form holds it. */
  readonly request: Readonly<Record<string, string | boolean>> & { readonly otpLength: string };
  /** Field here -> result member of `by`. */
  readonly fieldsFromResult: Readonly<Record<string, string>>;
};

/** A state that goes on after the activity: where to ask, and what its values mean. */
export type FollowUp = {
  readonly query: string;
  /** Query parameter -> result member. */
  readonly parametersFromResult: Readonly<Record<string, string>>;
  /** Query parameters that are always the same. */
  readonly parameters: Values;
  readonly member: string;
  /** The values that are known. It goes on at any other, too. */
  readonly states: Readonly<Record<string, 'open' | 'success' | 'failure'>>;
  /** What else the answer says, by name: where it stands, member by member. */
  readonly facts?: Readonly<Record<string, readonly string[]>>;
  /** Member with why it went wrong: also in a state that ends well, where it didn't do what it should. */
  readonly problem?: string;
};

/**
 * What a web page may do: never; ask, and the user decides each time; or `grant`: ask, and the user
 * may allow further ones in advance.
 */
export type PageAccess = 'never' | 'ask' | 'grant';

type SharedFacts<P extends PageAccess> = {
  readonly risk: Risk;
  readonly pageAccess: P;
  /** Whether it is one of the ten (docs/protocol.md, The ten operations). */
  readonly core?: boolean;
  /**
   * It brings a key or a user in, lets a key out, or moves where a user is reached: among the first that a person wants to be
   * asked for their passkey. The words of the preset's button (`authorization.rules.preset`) name them.
   */
  readonly sensitive?: boolean;
  /** No form asks for it: a page of Keystamp makes what it needs. */
  readonly formless?: boolean;
  /**
   * No record's screen and no list offers it, though it picks or makes such records: it is about several,
   * or about all of them.
   */
  readonly standalone?: boolean;
};

type OtherVersionDrafts = readonly VersionDraft<Fields, unknown>[];

export type SubmitDraft<
  F extends Fields,
  R,
  P extends PageAccess = PageAccess,
  O extends OtherVersionDrafts = OtherVersionDrafts,
  V extends string = string,
  A extends AffectedRecords | undefined = AffectedRecords | undefined,
  B extends Prerequisite | undefined = Prerequisite | undefined,
  W extends FollowUp | undefined = FollowUp | undefined,
> = SharedFacts<P> & {
  readonly kind: 'submit';
  readonly policy: PolicyFacts;
  /** It votes on another activity, and is answered with that one. */
  readonly vote?: 'approve' | 'reject';
  /** Made when something first asks for it: a table of all of them takes longer than a stamp. */
  readonly versions: () => readonly [VersionDraft<F, R>, ...O];
  /** Chooses the summary by the values; a row without it has one, `default`. */
  readonly variant?: (values: Values) => V;
  /** The kind of record that it makes. */
  readonly creates?: RecordKind;
  readonly affects?: A;
  readonly prerequisite?: B;
  readonly verifies?: Verification;
  /** Result member that holds a web address to open in a tab on a click. */
  readonly linkMember?: string;
  /** It moves what an account has: an account's screen leads to a form of its own for it (src/ui/procedures/send). */
  readonly sends?: true;
  readonly followUp?: W;
};

/** A query that lists records: where they are in its answer, and what names each. */
type Listing = {
  readonly recordKind: RecordKind;
  /** Member of the answer with the list. */
  readonly member: string;
  /** Members of each record. */
  readonly id: string;
  readonly name: string;
  /** Optional parameter that narrows the list to what belongs to one other record. */
  readonly within?: { readonly field: string; readonly recordKind: RecordKind };
  /** It answers a page at a time: the parameter `paginationOptions` asks for the others. */
  readonly paged?: true;
};

/** A query that shows one record: the parameter with its id, and where it is in the answer. */
type Showing = {
  readonly recordKind: RecordKind;
  /** Member of the answer with the record. */
  readonly member: string;
  /** Parameter with the record's id. */
  readonly id: string;
};

export type QueryDraft<F extends Fields, R, P extends PageAccess = PageAccess> = SharedFacts<P> & {
  readonly kind: 'query';
  /** Made when something first asks for them, as the versions of a submit operation. */
  readonly fields: () => F;
  readonly checks?: readonly Check[];
  readonly result: () => v.GenericSchema<unknown, R>;
  readonly lists?: Listing;
  readonly shows?: Showing;
};

type ResolvedName<N extends string> = { readonly name: N; readonly path: string };

/**
 * `O`: the fields of its other versions, if there are any. `V`, `A`, `B` and `W` say which sentences
 * the row needs: `src/ui/words` is complete by them.
 */
export type SubmitRow<
  N extends string = string,
  F extends Fields = Fields,
  R = unknown,
  P extends PageAccess = PageAccess,
  O extends Fields = Fields,
  V extends string = string,
  A extends AffectedRecords | undefined = AffectedRecords | undefined,
  B extends Prerequisite | undefined = Prerequisite | undefined,
  W extends FollowUp | undefined = FollowUp | undefined,
> = Omit<SubmitDraft<F, R, P, OtherVersionDrafts, V, A, B, W>, 'versions'> &
  ResolvedName<N> & { readonly versions: readonly [Version<F, R>, ...Version<O>[]] };

export type QueryRow<
  N extends string = string,
  F extends Fields = Fields,
  R = unknown,
  P extends PageAccess = PageAccess,
> = Omit<QueryDraft<F, R, P>, 'fields' | 'result'> &
  ResolvedName<N> & {
    readonly fields: F;
    readonly parameters: v.GenericSchema<unknown, ValuesOf<F>>;
    readonly result: v.GenericSchema<unknown, R>;
  };

export type Row = SubmitRow | QueryRow;

/** Whether an operation signs with a key that the service keeps. */
export const signsWithKey = (row: Row): boolean =>
  row.kind === 'submit' && typeof row.policy === 'object' && row.policy.action === 'SIGN';

type RowOf<N extends string, D> =
  D extends SubmitDraft<infer F, infer R, infer P, infer O, infer V, infer A, infer B, infer W>
    ? SubmitRow<N, F, R, P, O[number]['fields'], V, A, B, W>
    : D extends QueryDraft<infer F, infer R, infer P>
      ? QueryRow<N, F, R, P>
      : never;

/** Declares a submit operation; see {@link createOperationsTable}. */
export function submit<
  F extends Fields,
  R,
  const P extends PageAccess,
  O extends OtherVersionDrafts,
  V extends string = 'default',
  A extends AffectedRecords | undefined = undefined,
  B extends Prerequisite | undefined = undefined,
  const W extends FollowUp | undefined = undefined,
>(
  draft: Omit<SubmitDraft<F, R, P, O, V, A, B, W>, 'kind'>,
  // The table's own type must not widen what a row leaves out.
): SubmitDraft<F, R, P, O, NoInfer<V>, NoInfer<A>, NoInfer<B>, NoInfer<W>> {
  return { ...draft, kind: 'submit' };
}

/** Declares a query; see {@link createOperationsTable}. */
export function query<F extends Fields, R, const P extends PageAccess>(
  draft: Omit<QueryDraft<F, R, P>, 'kind'>,
): QueryDraft<F, R, P> {
  return { ...draft, kind: 'query' };
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function resolveVersion(name: string, draft: VersionDraft<Fields, unknown>): Version {
  const suffix = draft.suffix ?? '';
  return {
    type: `ACTIVITY_TYPE_${name.toUpperCase()}${suffix && `_${suffix}`}`,
    intentKey: `${camel(name)}Intent${suffix}`,
    resultKey: `${camel(name)}Result${draft.resultSuffix ?? suffix}`,
    generation: draft.generation,
    prepare: draft.prepare,
    fields: draft.fields,
    parameters: strictSchema(draft.fields, draft.checks),
    result: draft.result,
    secretResult: draft.secretResult ?? [],
    takesExpiring: draft.takesExpiring ?? false,
  };
}

type Draft = SubmitDraft<Fields, unknown> | QueryDraft<Fields, unknown>;

function resolveRow(name: string, draft: Draft): Row {
  const path = `/public/v1/${draft.kind}/${name}`;
  if (draft.kind === 'query') {
    const fields = once(draft.fields);
    const parameters = once(() => strictSchema(fields(), draft.checks));
    const result = once(draft.result);
    return {
      ...draft,
      name,
      path,
      get fields() {
        return fields();
      },
      get parameters() {
        return parameters();
      },
      get result() {
        return result();
      },
    };
  }
  const versions = once(() => {
    const [first, ...others] = draft.versions();
    return [
      resolveVersion(name, first),
      ...others.map((versionDraft) => resolveVersion(name, versionDraft)),
    ] as const;
  });
  return {
    ...draft,
    name,
    path,
    get versions() {
      return versions();
    },
  };
}

/** What `make` returns, made at the first call. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/**
 * Stamps every row with its key, so that each name is written once, and derives path, activity
 * type, intent key and result key from it. The record has no prototype: a look-up by outside text
 * can never hit an inherited name.
 */
export function createOperationsTable<const T extends Readonly<Record<string, Draft>>>(
  drafts: T,
): { readonly [N in keyof T & string]: RowOf<N, T[N]> } {
  const rows: unknown = Object.freeze(
    Object.assign(
      Object.create(null),
      Object.fromEntries(
        Object.entries(drafts).map(([name, draft]) => [name, resolveRow(name, draft)]),
      ),
    ),
  );
  return rows as { readonly [N in keyof T & string]: RowOf<N, T[N]> };
}

/**
 * The version of an operation that a profile uses: rows with generations by the profile's, others
 * their first (the types of the reference pages).
 */
export function versionFor(row: SubmitRow, generation: Generation): Version {
  return row.versions.find((version) => version.generation === generation) ?? row.versions[0];
}

/** The version with this activity type, or undefined. */
export function versionOfType(row: SubmitRow, type: string): Version | undefined {
  return row.versions.find((version) => version.type === type);
}
