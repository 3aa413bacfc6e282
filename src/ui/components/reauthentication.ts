import { signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import { KeystampError } from '../../protocol/errors.ts';

/** The question for the password or a passkey, once more, that stands before a guarded change. */
export type Reauthentication = {
  /** Asks the worker, and the person where the worker wants proof; then the worker once more. */
  readonly client: Client;
  /** Whether the person is being asked. */
  readonly isAsking: ReadonlySignal<boolean>;
  /** The worker has taken the proof: what waited for it goes on. */
  readonly confirm: () => void;
  /** The person does not want to, or cannot any more: what waited fails, and nothing was changed. */
  readonly cancel: () => void;
};

type Answer = 'proved' | 'left';

/** Made once per page: calls that come while the question is open wait for its answer. */
export function createReauthentication(client: Client): Reauthentication {
  const isAsking = signal(false);
  let pendingAnswer: Promise<Answer> | undefined;
  let resolveAnswer: ((answer: Answer) => void) | undefined;

  const ask = (): Promise<Answer> =>
    (pendingAnswer ??= new Promise((resolve) => {
      resolveAnswer = resolve;
      isAsking.value = true;
    }));

  const answerWith = (answer: Answer): void => {
    resolveAnswer?.(answer);
    resolveAnswer = undefined;
    pendingAnswer = undefined;
    isAsking.value = false;
  };

  return {
    client: {
      call: async (name, input, secret) => {
        try {
          return await client.call(name, input, secret);
        } catch (error) {
          const needsProof =
            error instanceof KeystampError && error.code === 'reauthentication_needed';
          if (!needsProof || (await ask()) === 'left') throw error;
          return client.call(name, input, secret);
        }
      },
    },
    isAsking,
    confirm: () => answerWith('proved'),
    cancel: () => answerWith('left'),
  };
}
