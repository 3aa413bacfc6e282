import { signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import { KeystampError } from '../../protocol/errors.ts';

/** Asks for the password or a passkey again before a protected change. */
export type Reauthentication = {
  /** Calls the worker. If it requires proof, asks the user to confirm and calls again. */
  readonly client: Client;
  /** Whether the user is being asked. */
  readonly isAsking: ReadonlySignal<boolean>;
  /** The worker accepted the password or passkey: the waiting calls continue. */
  readonly confirm: () => void;
  /** The user cancels or can't confirm anymore: the waiting calls fail and nothing was changed. */
  readonly cancel: () => void;
};

type Answer = 'proved' | 'left';

/** Created once per page. Calls made while the question is open wait for its answer. */
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
