import type { Outcome, Provider } from '../protocol/page.ts';
import { abortable } from './abortable.ts';
import { aborted, KeystampError, keystampError } from './keystamp-error.ts';
import type { PageEffects } from './page-effects.ts';
import { createRemembered } from './remembered.ts';
import { watchUntilEnd } from './resuming.ts';
import type { Answer, Completed, RequestOptions, WaitOptions } from './surface.ts';

/** Errors after which a request may still go on. */
const OPEN_AFTER: ReadonlySet<string> = new Set([
  'unavailable',
  'extension_gone',
  'locked',
  'outcome_unknown',
]);

/**
 * The id of a request with an idempotency key. The SDK gives every request a key, so that it knows
 * the id before it asks, and a page that is reloaded in the same moment has it.
 */
const idOfKey = (key: string) => `key:${key}`;

/** An answer that a provider of another make or version may give. */
export function oddAnswer(id?: string): KeystampError {
  return new KeystampError(
    'unavailable',
    'Keystamp gave an unknown kind of answer.',
    undefined,
    id,
  );
}

type Parameters = Readonly<Record<string, unknown>>;

/** The requests of a page, and which of them have not ended. */
export function createRequests(provider: Provider, effects: PageEffects) {
  const remembered = createRemembered(effects.store);

  const forgetIfEnded = (id: string, { code }: KeystampError) => {
    if (code !== 'aborted' && !OPEN_AFTER.has(code)) remembered.forget(id);
  };
  provider.on('activity', (settlement) => {
    const { id } = settlement;
    if (!settlement.ok) return forgetIfEnded(id, keystampError(settlement.error, id));
    if ((settlement.answer as Outcome).kind === 'completed') remembered.forget(id);
  });

  /** An outcome as the SDK tells it; what has ended is forgotten. */
  const settled = async <T extends Outcome>(id: string, work: Promise<T>): Promise<T & Answer> => {
    try {
      const outcome = await work;
      if (outcome.kind === 'completed') remembered.forget(id);
      if (outcome.kind === 'completed' || outcome.kind === 'pending') return outcome as T & Answer;
      throw oddAnswer(id);
    } catch (error) {
      const fault = keystampError(error, id);
      forgetIfEnded(id, fault);
      throw fault;
    }
  };

  return {
    pending: remembered.list,
    request: (
      operation: string,
      parameters: Parameters,
      { idempotencyKey = effects.uuid(), signal }: RequestOptions = {},
    ): Promise<Answer> => {
      if (signal?.aborted) return Promise.reject(aborted());
      const id = idOfKey(idempotencyKey);
      remembered.add(id);
      const work = provider.request({ operation, parameters, idempotencyKey });
      return abortable(settled(id, work), signal, id);
    },
    resume: async (id: string, { signal }: WaitOptions = {}): Promise<Completed> => {
      const { ended, stop } = watchUntilEnd(provider, effects, id);
      return abortable(settled(id, ended), signal, id).finally(stop);
    },
  };
}
