import { signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../messaging/client.ts';
import { KeystampError } from '../../protocol/errors.ts';

/** The question for the password or a passkey, once more, that stands before a guarded change. */
export type Reauthentication = {
  /** Asks the worker, and the person where the worker wants proof; then the worker once more. */
  readonly client: Client;
  /** Whether the person is being asked. */
  readonly asked: ReadonlySignal<boolean>;
  /** The worker has taken the proof: what waited for it goes on. */
  readonly proved: () => void;
  /** The person does not want to, or cannot any more: what waited fails, and nothing was changed. */
  readonly cancel: () => void;
};

type Answer = 'proved' | 'left';

/** Made once per page: calls that come while the question is open wait for its answer. */
export function createReauthentication(client: Client): Reauthentication {
  const asked = signal(false);
  let question: Promise<Answer> | undefined;
  let settle: ((answer: Answer) => void) | undefined;

  const ask = (): Promise<Answer> =>
    (question ??= new Promise((resolve) => {
      settle = resolve;
      asked.value = true;
    }));

  const end = (answer: Answer): void => {
    settle?.(answer);
    settle = undefined;
    question = undefined;
    asked.value = false;
  };

  return {
    client: {
      call: async (name, input, secret) => {
        try {
          return await client.call(name, input, secret);
        } catch (error) {
          const wanted = error instanceof KeystampError && error.code === 'reauthentication_needed';
          if (!wanted || (await ask()) === 'left') throw error;
          return client.call(name, input, secret);
        }
      },
    },
    asked,
    proved: () => end('proved'),
    cancel: () => end('left'),
  };
}
