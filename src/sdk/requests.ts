import type { Outcome, Provider } from '../protocol/page-api.ts';
import { abortable } from './abortable.ts';
import { abortedError, KeystampError, toKeystampError } from './keystamp-error.ts';
import type { PageEffects } from './page-effects.ts';
import { createPendingStore } from './pending-store.ts';
import { watchUntilEnd } from './watch-request.ts';
import type { Answer, Completed, RequestOptions, WaitOptions } from './public-api.ts';

/** Errors after which a request may still be running. */
const NON_FINAL_CODES: ReadonlySet<string> = new Set([
  'unavailable',
  'extension_gone',
  'locked',
  'outcome_unknown',
]);

/**
 * The id of a request with an idempotency key. The SDK gives every request a key, so it knows the
 * id before it asks, and a page that reloads at that moment still has it.
 */
const requestIdOf = (key: string) => `key:${key}`;

/** The error for an answer that only a provider of another kind or version would give. */
export function unknownAnswer(id?: string): KeystampError {
  return new KeystampError(
    'unavailable',
    'Keystamp gave an unknown kind of answer.',
    undefined,
    id,
  );
}

type Parameters = Readonly<Record<string, unknown>>;

/** A page's requests, and which of them are unfinished. */
export function createRequests(provider: Provider, effects: PageEffects) {
  const pendingStore = createPendingStore(effects.store);

  const forgetIfEnded = (id: string, { code }: KeystampError) => {
    if (code !== 'aborted' && !NON_FINAL_CODES.has(code)) pendingStore.forget(id);
  };
  provider.on('activity', (reply) => {
    const { id } = reply;
    if (!reply.ok) return forgetIfEnded(id, toKeystampError(reply.error, id));
    if ((reply.answer as Outcome).kind === 'completed') pendingStore.forget(id);
  });

  /** Passes on an outcome in the SDK's form and forgets requests that have ended. */
  const trackOutcome = async <T extends Outcome>(
    id: string,
    work: Promise<T>,
  ): Promise<T & Answer> => {
    try {
      const outcome = await work;
      if (outcome.kind === 'completed') pendingStore.forget(id);
      if (outcome.kind === 'completed' || outcome.kind === 'pending') return outcome as T & Answer;
      throw unknownAnswer(id);
    } catch (error) {
      const sdkError = toKeystampError(error, id);
      forgetIfEnded(id, sdkError);
      throw sdkError;
    }
  };

  return {
    pending: pendingStore.list,
    request: (
      operation: string,
      parameters: Parameters,
      { idempotencyKey = effects.uuid(), signal }: RequestOptions = {},
    ): Promise<Answer> => {
      if (signal?.aborted) return Promise.reject(abortedError());
      const id = requestIdOf(idempotencyKey);
      pendingStore.add(id);
      const work = provider.request({ operation, parameters, idempotencyKey });
      return abortable(trackOutcome(id, work), signal, id);
    },
    resume: async (id: string, { signal }: WaitOptions = {}): Promise<Completed> => {
      const { ended, stop } = watchUntilEnd(provider, effects, id);
      return abortable(trackOutcome(id, ended), signal, id).finally(stop);
    },
  };
}
