import type { EventData, Outcome, PageErrorCode, Provider } from '../protocol/page-api.ts';
import { askForKeystamp } from './announced.ts';
import { toKeystampError } from './keystamp-error.ts';
import type { PageEffects } from './page-effects.ts';

/** Errors from a status call that say nothing about the request itself. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set<PageErrorCode>([
  'rate_limited',
  'unavailable',
  'locked',
  'not_active',
]);
/** Looks this often whether Keystamp is still there: its end causes no event in a page. */
const LOOK_MS = 5000;
const RETRY_MS = 2000;
const MAX_RETRY_MS = 60_000;

type Completed = Extract<Outcome, { kind: 'completed' }>;

/**
 * Waits until a request has ended, however often its page was reloaded: it listens to events, and
 * asks whenever it may have missed one. `stop` gives up.
 */
export function watchUntilEnd(provider: Provider, effects: PageEffects, id: string) {
  const cleanups: (() => void)[] = [];
  const stop = () => {
    for (const cleanup of cleanups.splice(0)) cleanup();
  };
  const ended = new Promise<Completed>((resolve, reject) => {
    let retryMs = RETRY_MS;
    let cancelRetry = () => {};
    let cancelLook = () => {};

    const onOutcome = (outcome: Outcome) => {
      if (outcome.kind !== 'completed') return;
      stop();
      resolve(outcome);
    };
    const onError = (reason: unknown) => {
      const error = toKeystampError(reason, id);
      if (TRANSIENT_CODES.has(error.code)) {
        cancelRetry();
        cancelRetry = effects.after(Math.max(error.detail?.waitMs ?? 0, retryMs), askStatus);
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
        return;
      }
      stop();
      reject(error);
    };
    const askStatus = () => void provider.status(id).then(onOutcome, onError);
    const onActivity = (reply: EventData['activity']) => {
      if (reply.id !== id) return;
      // The worker made this answer itself, like the answer to `status`.
      if (reply.ok) onOutcome(reply.answer as Outcome);
      else onError(reply.error);
    };

    /** Stays within the page and wakes nothing, as long as Keystamp is there. */
    const look = () => {
      let isThere = false;
      askForKeystamp(effects.target, (announced) => {
        isThere ||= announced.provider === provider;
      });
      if (!isThere) askStatus();
      cancelLook = effects.after(LOOK_MS, look);
    };

    cancelLook = effects.after(LOOK_MS, look);
    provider.on('activity', onActivity);
    cleanups.push(
      () => cancelLook(),
      () => provider.off('activity', onActivity),
      effects.onReturn(askStatus),
      () => cancelRetry(),
    );
    askStatus();
  });
  return { ended, stop };
}
