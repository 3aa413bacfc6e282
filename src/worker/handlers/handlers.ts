import type { AnswerOf, CallName, InputOf, SecretOf } from '../../messaging/calls.ts';

/** One handler for each call of the table. */
export type Handlers = {
  readonly [N in CallName]: (input: InputOf<N>, secret: SecretOf<N>) => Promise<AnswerOf<N>>;
};
