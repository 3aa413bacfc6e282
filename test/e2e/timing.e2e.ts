import { expect } from 'playwright/test';
import type { Locator, Page } from 'playwright';
import type { Keystamp } from './browser.ts';
import { test } from './environment.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { FOREIGN } from './bad-answers.ts';
import type { Oracle } from './oracle.ts';
import { openHome, openPopup } from './pages.ts';
import { button, waitForState, textFor } from './user-actions.ts';
import { approveButton, RENAME, startTrial, type Trial } from './activity-trials.ts';
import { errorWords } from '../../src/ui/words/en/errors.ts';

/*
 * What the popup shows about time: a service that demands a day's pause, a clock that was ahead,
 * and an answer that didn't match; and the one click that fixes each.
 */

const { row } = RENAME;
const HOUR_MS = 3_600_000;

let proxy: FaultProxy;
let oracle: Oracle;
let keystamp: Keystamp;
let page: Page;
const repairs: (() => void)[] = [];

test.beforeAll(async ({ environments }) => {
  const { options, ...environment } = await environments.start({ through: 'proxy' });
  ({ proxy, oracle, keystamp } = environment);
  await options.close();
  page = await openPopup(keystamp);
});

test.afterEach(() => {
  for (const one of repairs.splice(0)) one();
});

async function prepareTrial(): Promise<Trial> {
  await RENAME.prepare(page, oracle);
  return startTrial(RENAME, { proxy, oracle });
}

const banner = (title: string): Locator =>
  page.locator('.banner.tone-warn[role="alert"]').filter({ hasText: textFor(title) });

const home = () => openHome(page);

/** The seconds that a pause's banner counts down; 0 without one. */
async function shownSeconds(): Promise<number> {
  const told = await banner('popup.pause.title').allInnerTexts();
  return Number(/(\d+) seconds?\./.exec(told.join(' '))?.[1] ?? 0);
}

test.describe('a service that keeps refusing', () => {
  test('behavior: shown with the remaining seconds, and lifted by a click', async () => {
    const trial = await prepareTrial();
    const body = '{"code":8,"message":"Too many requests.","turnkeyErrorCode":""}';
    const mend = proxy.always(row.path, { kind: 'answer', status: 429, body });
    repairs.push(mend);
    await approveButton(page, row).click();
    await waitForState(page, 'waiting');
    // Each pause is longer than the last one: this leaves time to read and click.
    await expect.poll(shownSeconds, { timeout: 45_000 }).toBeGreaterThanOrEqual(6);
    expect(await shownSeconds()).toBeLessThanOrEqual(60);
    mend();
    // The first screen shows it, too.
    const place = page.url();
    await home();
    await banner('popup.pause.title').waitFor();
    await page.goto(place);
    await button(page, 'popup.pause.action').click();
    await trial.demandOnce(page);
    await banner('popup.pause.title').waitFor({ state: 'detached' });
  });
});

test.describe('an answer that didn’t match', () => {
  test('behavior: one click asks the service, and what it lists is adopted, with a mark', async () => {
    const trial = await prepareTrial();
    const [, fault] = FOREIGN[0] ?? [];
    if (!fault) throw new Error('no fault');
    repairs.push(proxy.always(row.path, fault));
    await approveButton(page, row).click();
    await waitForState(page, 'mismatch');
    await button(page, 'popup.activity.check').click();
    await waitForState(page, 'completed');
    await banner('popup.activity.mismatched').waitFor();
    expect(await trial.effects()).toBe(1);
    expect(trial.sends()).toHaveLength(1);
  });
});

/** The last time of every profile as a clock that was ahead left it. */
async function clockWasAhead(ms: number): Promise<void> {
  await page.evaluate(
    (last) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('keystamp');
        opening.addEventListener('error', () => reject(new Error('open')));
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('meta', 'readwrite');
          const store = transaction.objectStore('meta');
          const listing = store.getAllKeys();
          listing.addEventListener('success', () => {
            for (const key of listing.result) {
              if (typeof key !== 'string' || !key.startsWith('timestamp:')) continue;
              store.put({ last, highest: last, seam: -1 }, key);
            }
          });
          transaction.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    Date.now() + ms,
  );
  await keystamp.stopWorker();
  await page.reload();
}

test.describe('a clock that was ahead', () => {
  test('behavior: shown on the first screen and at the review, and repaired by a click', async () => {
    await home();
    await clockWasAhead(HOUR_MS);
    await banner('popup.clockAhead.title').waitFor();
    const trial = await prepareTrial();
    await approveButton(page, row).click();
    const errors = page.locator('.banner.tone-danger[role="alert"]');
    await errors.filter({ hasText: errorWords.clock_ahead }).waitFor();
    expect(trial.sends()).toHaveLength(0);
    await button(page, 'popup.clockAhead.action').click();
    await banner('popup.clockAhead.title').waitFor({ state: 'detached' });
    await approveButton(page, row).click();
    await trial.demandOnce(page);
  });
});
