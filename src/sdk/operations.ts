import type { GenericSchema, InferOutput } from 'valibot';
import type { Fields, PickControl } from '../protocol/fields.ts';
import type { Operations } from '../protocol/operations.ts';
import type { Ask } from '../protocol/page-api.ts';
import type { ValuesOf } from '../protocol/record-list.ts';

/*
 * What pages may request, derived from the operations table by types alone: nothing of the table
 * reaches a page. The package has the same as plain TypeScript, written by scripts/sdk.ts.
 */

/** Read-only JSON; leaves alone what the SDK would not change. */
type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

type FieldsOf<T> = T extends { readonly versions: readonly { readonly fields: infer F }[] }
  ? F
  : T extends { readonly fields: infer F }
    ? F
    : never;
/** Distributes over the versions: a request has the parameters of one of them. */
type ParametersOf<F> = F extends Fields ? WithAsk<F, DeepReadonly<ValuesOf<F>>> : never;
/** A parameter that names records can be left to the user. */
type WithAsk<F extends Fields, V> = {
  readonly [N in keyof V]: V[N] | (N extends keyof F ? AskFor<F[N]['control']> : never);
};
type AskFor<C> = [C] extends [PickControl] ? Ask : never;

type ResultOf<T> = T extends {
  readonly versions: readonly [{ readonly result: infer S }, ...unknown[]];
}
  ? OutputOf<S>
  : T extends { readonly result: infer S }
    ? OutputOf<S>
    : never;
type OutputOf<S> = S extends GenericSchema ? DeepReadonly<InferOutput<S>> : never;

type PageOperationName = {
  [N in keyof Operations]: Operations[N]['pageAccess'] extends 'never' ? never : N;
}[keyof Operations];

/** Every operation that a page may request, with its parameters and result. */
export type PageOperations = {
  readonly [N in PageOperationName]: {
    readonly parameters: ParametersOf<FieldsOf<Operations[N]>>;
    readonly result: ResultOf<Operations[N]>;
  };
};

/** The name of an operation that a page may request. */
export type PageOperation = keyof PageOperations;
