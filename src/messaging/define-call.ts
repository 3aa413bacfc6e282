import * as v from 'valibot';
import type { CallAccess } from './call-access.ts';

/** Carries the type of an answer; has no value. */
type AnswerMarker<T> = { readonly answer?: T };

export type Call<I, S, A> = {
  /** What the call needs before its handler runs. */
  readonly access: CallAccess<never>;
  readonly input: v.GenericSchema<unknown, I>;
  readonly secret: v.GenericSchema<unknown, S> | null;
} & AnswerMarker<A>;

/** A row of the calls table. */
export function defineCall<I, A, S = null>(
  access: CallAccess<I>,
  input: v.GenericSchema<unknown, I>,
  secret: v.GenericSchema<unknown, S> | null = null,
): Call<I, S, A> {
  return { access, input, secret };
}

/** For calls without input. */
export const noInput = v.strictObject({});
