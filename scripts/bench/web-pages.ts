import type { CDPSession, Page } from 'playwright';
import type { Keystamp } from '../../test/e2e/browser.ts';
import { html, type Sites } from '../../test/e2e/dapp.ts';
import { difference, relativeTo, figure, type Figure } from './figures.ts';
import type { TargetName } from './targets.ts';

/*
 * What Keystamp costs a web page that never asks for it: the same page, in turn in a browser with
 * Keystamp, in one with an extension without content scripts, and in one whose two content scripts
 * are empty, which shows what the browser itself takes for their world.
 */

const LOAD = 'A web page that never asks, navigation to DOMContentLoaded';
const SCRIPT = 'A web page that never asks, processor time in scripts';
const PATH = '/plain';
/** Some text and a script, like most pages have. */
const PLAIN_PAGE = html(
  `${'<p>A paragraph of a plain page.</p>'.repeat(200)}<script>document.title += '.'</script>`,
);

type Sample = { readonly loadMs: number; readonly scriptMs: number };

type MeasuredPage = { readonly page: Page; readonly session: CDPSession };

async function openMeasuredPage({ context }: Keystamp, url: string): Promise<MeasuredPage> {
  const page = await context.newPage();
  await page.goto(url);
  const session = await context.newCDPSession(page);
  // Processor time: other processes on the machine don't count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, session };
}

/** Since the page's document was opened: the browser restarts the count for each. */
async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'ScriptDuration');
  if (!found) throw new Error('the browser does not tell ScriptDuration');
  return found.value;
}

async function load({ page, session }: MeasuredPage, url: string): Promise<Sample> {
  await page.goto(url);
  // Read it before evaluating anything in the page, which would count as the page's script.
  const scriptMs = (await scriptSeconds(session)) * 1000;
  const loadMs = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return entry ? entry.domContentLoadedEventEnd - entry.startTime : Number.NaN;
  });
  return { loadMs, scriptMs };
}

/** The samples of a page in each browser, visit by visit. */
type LoadSamples = {
  readonly bare: Sample[];
  readonly blank: Sample[];
  readonly keystamp: Sample[];
};

function compareFigures(
  group: string,
  { bare, blank, keystamp }: LoadSamples,
  of: (sample: Sample) => number,
  target: TargetName,
): Figure[] {
  const [baseline, floor, own] = [bare.map(of), blank.map(of), keystamp.map(of)];
  return [
    ...relativeTo('without Keystamp', [
      figure(group, 'without Keystamp', 'ms', baseline),
      figure(group, 'two empty content scripts', 'ms', floor),
      figure(group, 'with Keystamp', 'ms', own),
    ]),
    difference(group, 'added by empty scripts, pair by pair', 'ms', [baseline, floor]),
    difference(group, 'added by Keystamp, pair by pair', 'ms', [baseline, own], target),
  ];
}

/** The browsers that visit a page. */
export type Browsers = {
  /** An extension without content scripts. */
  readonly empty: Keystamp;
  /** An extension with two empty content scripts, declared like Keystamp's. */
  readonly blank: Keystamp;
  readonly keystamp: Keystamp;
};

/** Load time and script time of a page, with and without Keystamp, in turn. */
export async function idlePageFigures(
  { empty, blank, keystamp }: Browsers,
  sites: Sites,
  loads: number,
): Promise<Figure[]> {
  sites.serve(PATH, { body: PLAIN_PAGE });
  const url = sites.one + PATH;
  const visits: LoadSamples = { bare: [], blank: [], keystamp: [] };
  const turns = [
    { visitor: await openMeasuredPage(empty, url), samples: visits.bare },
    { visitor: await openMeasuredPage(blank, url), samples: visits.blank },
    { visitor: await openMeasuredPage(keystamp, url), samples: visits.keystamp },
  ];
  for (let round = 0; round < loads + 5; round++) {
    for (const { visitor: one, samples } of turns) {
      await one.page.bringToFront();
      const sample = await load(one, `${url}?${round}`);
      if (round >= 5) samples.push(sample);
    }
    // The order changes, so that none always finds the machine warm.
    turns.unshift(...turns.splice(1 + (round % 2)));
  }
  await Promise.all(turns.map(({ visitor: one }) => one.page.close()));
  return [
    ...compareFigures(LOAD, visits, ({ loadMs }) => loadMs, 'pageLoad'),
    ...compareFigures(SCRIPT, visits, ({ scriptMs }) => scriptMs, 'pageScripts'),
  ];
}
