import { askForKeystamp } from './announced.ts';
import { createKeystamp } from './keystamp.ts';
import { abortedError } from './keystamp-error.ts';
import type { PageEffects } from './page-effects.ts';
import type { DiscoverOptions, Keystamp } from './public-api.ts';

/**
 * The interval at which it asks: a page that is just replacing its document has taken Keystamp's
 * listener away, and gets it back.
 */
const ASK_MS = 100;

/**
 * Asks the page for Keystamp; null when nothing answers in time. Of several copies it takes the one
 * that answers first, which is the same each time. @throws KeystampError `aborted`
 */
export function discoverIn(
  effects: PageEffects,
  { timeoutMs = 500, signal }: DiscoverOptions,
): Promise<Keystamp | null> {
  return new Promise((resolve, reject) => {
    let isDone = false;
    let cancelNext = () => {};
    const finish = () => {
      isDone = true;
      cancelNext();
      cancelTimeout();
      signal?.removeEventListener('abort', onAbort);
    };
    const onAbort = () => {
      finish();
      reject(abortedError());
    };
    const ask = () => {
      askForKeystamp(effects.target, ({ name, provider }) => {
        if (isDone || name !== 'Keystamp' || !provider) return;
        finish();
        resolve(createKeystamp(provider, effects));
      });
      if (!isDone) cancelNext = effects.after(ASK_MS, ask);
    };
    const cancelTimeout = effects.after(timeoutMs, () => {
      finish();
      resolve(null);
    });
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort);
    ask();
  });
}
