import type { EventData, Outcome, PageErrorCode, Provider } from '../protocol/page.ts';
import { keystampError } from './keystamp-error.ts';
import type { PageEffects } from './page-effects.ts';

/** Answers to a question after a request that tell nothing of the request. */
const PASSING: ReadonlySet<string> = new Set<PageErrorCode>([
  'rate_limited',
  'unavailable',
  'locked',
  'not_active',
]);
const RETRY_MS = 2000;
const LONGEST_RETRY_MS = 60_000;

type Completed = Extract<Outcome, { kind: 'completed' }>;

/**
 * Waits until a request has ended, however often its page was reloaded meanwhile: by its events, and
 * by asking whenever one may have been missed. `stop` gives up.
 */
export function watchUntilEnd(provider: Provider, effects: PageEffects, id: string) {
  const stops: (() => void)[] = [];
  const stop = () => {
    for (const one of stops.splice(0)) one();
  };
  const ended = new Promise<Completed>((resolve, reject) => {
    let retryMs = RETRY_MS;
    let cancelRetry = () => {};

    const take = (outcome: Outcome) => {
      if (outcome.kind !== 'completed') return;
      stop();
      resolve(outcome);
    };
    const refuse = (reason: unknown) => {
      const error = keystampError(reason, id);
      if (PASSING.has(error.code)) {
        cancelRetry();
        cancelRetry = effects.after(Math.max(error.detail?.waitMs ?? 0, retryMs), ask);
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
        return;
      }
      stop();
      reject(error);
    };
    const ask = () => void provider.status(id).then(take, refuse);
    const hear = (settlement: EventData['activity']) => {
      if (settlement.id !== id) return;
      // The answer is of the worker's own making, like that of `status`.
      if (settlement.ok) take(settlement.answer as Outcome);
      else refuse(settlement.error);
    };

    provider.on('activity', hear);
    stops.push(
      () => provider.off('activity', hear),
      effects.onReturn(ask),
      () => cancelRetry(),
    );
    ask();
  });
  return { ended, stop };
}
