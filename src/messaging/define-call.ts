import * as v from 'valibot';
import type { CallAccess } from './call-access.ts';

/** What of the worker is loaded by the first call that needs it. */
export type WorkerPart = 'backup' | 'history' | 'keys' | 'profiles' | 'requests';

/** What a row says; what it leaves out is in `defineCall`. */
type CallRow<I, S> = {
  readonly access?: CallAccess<NoInfer<I>>;
  readonly input?: v.GenericSchema<unknown, I>;
  readonly secret?: v.GenericSchema<unknown, S>;
  readonly retry?: 'once';
  readonly timeoutMs?: number;
};

export type Call<I = unknown, S = unknown, A = unknown> = {
  /** What the call needs before its handler runs (call-access.ts). */
  readonly access: CallAccess<never>;
  readonly input: v.GenericSchema;
  /** Of the part that travels sealed. */
  readonly secret: v.GenericSchema | null;
  /** What a page does without an answer. `repeat`: calling again does no harm. */
  readonly retry?: 'once';
  /** Milliseconds until a page stops waiting; some answers take this long by design. */
  readonly timeoutMs?: number;
  /** The part of the worker that answers it; its core, if the row doesn't say. */
  readonly part?: WorkerPart;
  /** For the compiler alone: has no value. */
  readonly types?: { readonly input: I; readonly secret: S; readonly answer: A };
};

/**
 * A row of the calls table, by the type of its answer. What a row doesn't say: it needs an unlocked
 * vault, has no input and no secret, and a page repeats it after 10 seconds without an answer.
 */
export function defineCall<A>() {
  return <I = object, S = null>(row: CallRow<I, S> = {}): Call<I, S, A> => ({
    access: 'unlocked',
    input: noInput,
    secret: null,
    ...row,
  });
}

/** Rows whose handlers come with a part of the worker. */
export function inPart<P extends WorkerPart, T extends Readonly<Record<string, Call>>>(
  part: P,
  rows: T,
) {
  type Rows = { readonly [N in keyof T]: T[N] & { readonly part: P } };
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, { ...row, part }]),
  ) as Rows;
}

const noInput = v.strictObject({});

/** 32 bytes, base64url. */
export const key32 = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));
/** Password parameters travel as JSON; the vault checks their minimums and maximums. */
export const kdf = v.record(v.string(), v.union([v.string(), v.number()]));
export type Kdf = v.InferOutput<typeof kdf>;

/** The worker asks the service before it answers: its own timeout and one retry fit in. */
export const SERVICE_MS = 40_000;
