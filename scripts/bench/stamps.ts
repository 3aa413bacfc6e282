import { launchKeystamp } from '../../test/e2e/browser.ts';
import { relativeTo, figure, type Figure } from './figures.ts';
import { buildWorker } from './worker.ts';

const GROUP = 'Stamps in an extension service worker';

/**
 * Stamps per second of our code, the vendor's, noble and the bare native signature, in one worker.
 */
export async function stampFigures(rounds: number, ms: number): Promise<Figure[]> {
  const extensionDir = await buildWorker('stamps');
  const browser = await launchKeystamp({ extensionDir });
  try {
    const worker = await browser.worker();
    const results = await worker.evaluate(
      ([r, m]) =>
        (
          Reflect.get(globalThis, 'bench') as (
            r: number,
            m: number,
          ) => Promise<Record<string, number[]>>
        )(r, m),
      [rounds, ms] as const,
    );
    const figures = Object.entries(results).map(([name, rates]) =>
      figure(GROUP, name, 'stamps/s', rates, name === 'Keystamp' ? 'stamps' : undefined),
    );
    return relativeTo('raw Web Crypto signature', figures);
  } finally {
    await browser.close();
  }
}
