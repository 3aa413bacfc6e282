import { ANNOUNCE, DISCOVER, type Announcement } from '../protocol/page.ts';
import { createKeystamp } from './keystamp.ts';
import { aborted } from './keystamp-error.ts';
import type { PageEffects } from './page-effects.ts';
import type { DiscoverOptions, Keystamp } from './surface.ts';

/** Asks the page for Keystamp; null when nothing answers in time. @throws KeystampError `aborted` */
export function discoverIn(
  effects: PageEffects,
  { timeoutMs = 500, signal }: DiscoverOptions,
): Promise<Keystamp | null> {
  const { target } = effects;
  return new Promise((resolve, reject) => {
    const end = () => {
      cancel();
      target.removeEventListener(ANNOUNCE, hear);
      signal?.removeEventListener('abort', abort);
    };
    const abort = () => {
      end();
      reject(aborted());
    };
    const hear = (event: Event) => {
      const { name, provider } = { ...(event as CustomEvent<Partial<Announcement>>).detail };
      if (name !== 'Keystamp' || !provider) return;
      end();
      resolve(createKeystamp(provider, effects));
    };
    const cancel = effects.after(timeoutMs, () => {
      end();
      resolve(null);
    });
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    target.addEventListener(ANNOUNCE, hear);
    target.dispatchEvent(new Event(DISCOVER));
  });
}
