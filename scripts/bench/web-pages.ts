import type { CDPSession, Page } from 'playwright-core';
import type { Keystamp } from '../../test/e2e/browser.ts';
import { html, type Sites } from '../../test/e2e/dapp.ts';
import { against, figure, type Figure } from './figures.ts';

/*
 * What Keystamp costs a web page that never asks for it: the same page, in turn in a browser with
 * Keystamp and in one with an extension that has no content script.
 */

const LOAD = 'A web page that never asks, navigation to DOMContentLoaded';
const SCRIPT = 'A web page that never asks, time in scripts';
const PATH = '/plain';
/** Some text and a script of its own, as pages have. */
const PLAIN = html(
  `${'<p>A paragraph of a plain page.</p>'.repeat(200)}<script>document.title += '.'</script>`,
);

type Sample = { readonly loadMs: number; readonly scriptMs: number };

type Visitor = { readonly page: Page; readonly session: CDPSession };

async function visitor({ context }: Keystamp, url: string): Promise<Visitor> {
  const page = await context.newPage();
  await page.goto(url);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  return { page, session };
}

/** Since the page's document was opened: the browser counts anew for each. */
async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'ScriptDuration');
  if (!found) throw new Error('the browser does not tell ScriptDuration');
  return found.value;
}

async function load({ page, session }: Visitor, url: string): Promise<Sample> {
  await page.goto(url);
  // Read before anything is evaluated in the page: that would count as its script.
  const scriptMs = (await scriptSeconds(session)) * 1000;
  const loadMs = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return entry ? entry.domContentLoadedEventEnd - entry.startTime : Number.NaN;
  });
  return { loadMs, scriptMs };
}

const atMost = (ms: number) => ({
  words: `p50 ≤ ${ms} ms`,
  holds: ({ median }: Figure) => median <= ms,
});

function compared(group: string, without: number[], withIt: number[], mostMs: number): Figure[] {
  const added = withIt.map((value, at) => value - (without[at] ?? Number.NaN));
  return [
    ...against('without Keystamp', [
      figure(group, 'without Keystamp', 'ms', without),
      figure(group, 'with Keystamp', 'ms', withIt),
    ]),
    figure(group, 'added, pair by pair', 'ms', added, atMost(mostMs)),
  ];
}

/** Load time and script time of a page, with and without Keystamp, in turn. */
export async function idlePageFigures(
  keystamp: Keystamp,
  empty: Keystamp,
  sites: Sites,
  loads: number,
): Promise<Figure[]> {
  sites.serve(PATH, { body: PLAIN });
  const url = sites.one + PATH;
  const [bare, laden] = [await visitor(empty, url), await visitor(keystamp, url)];
  const without: Sample[] = [];
  const withIt: Sample[] = [];
  for (let round = 0; round < loads + 5; round++) {
    // Who comes first changes, so that neither always finds the machine warm.
    const pair = round % 2 === 0 ? [bare, laden] : [laden, bare];
    for (const one of pair) {
      await one.page.bringToFront();
      const sample = await load(one, `${url}?${round}`);
      if (round >= 5) (one === bare ? without : withIt).push(sample);
    }
  }
  await Promise.all([bare.page.close(), laden.page.close()]);
  const loadsOf = (samples: readonly Sample[]) => samples.map(({ loadMs }) => loadMs);
  const scriptsOf = (samples: readonly Sample[]) => samples.map(({ scriptMs }) => scriptMs);
  return [
    ...compared(LOAD, loadsOf(without), loadsOf(withIt), 1),
    ...compared(SCRIPT, scriptsOf(without), scriptsOf(withIt), 0.3),
  ];
}
