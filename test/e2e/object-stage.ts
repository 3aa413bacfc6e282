import type { Locator, Page } from 'playwright';
import { demandFits } from './appearance.ts';
import { demandAccessible } from './axe.ts';
import { test } from './environment.ts';
import { openHome, openPopup } from './pages.ts';
import { shoot } from './screenshots.ts';

/*
 * Where the walks through an organization's objects begin: the popup of a Keystamp that is set up,
 * and a count of the clicks since its first screen.
 */

export type ObjectStage = {
  /** The popup, once the hooks have run. */
  readonly page: () => Page;
  readonly link: (name: string | RegExp) => Locator;
  /** Clicks and counts. */
  readonly click: (target: Locator) => Promise<void>;
  /** The clicks since `goHome`. */
  readonly clicks: () => number;
  readonly goHome: () => Promise<void>;
  /** Pictures in both schemes, no fault that axe knows, nothing wider than the popup. */
  readonly check: (name: string) => Promise<void>;
};

/** Starts one environment for the file that calls this. */
export function useObjectStage(): ObjectStage {
  let popup: Page;
  let count = 0;
  test.beforeAll(async ({ environments }) => {
    const { keystamp, options } = await environments.start();
    await options.close();
    popup = await openPopup(keystamp);
  });
  const link = (name: string | RegExp) => popup.getByRole('link', { name });
  return {
    page: () => popup,
    link,
    click: async (target) => {
      count += 1;
      await target.click();
    },
    clicks: () => count,
    goHome: async () => {
      await openHome(popup);
      await link(/^Payroll/).waitFor();
      count = 0;
    },
    check: async (name) => {
      await popup.evaluate(async () => {
        const ends = document.getAnimations().map(({ finished }) => finished.catch(() => null));
        await Promise.all(ends);
      });
      await shoot(popup, `object-${name}`);
      await demandAccessible(popup, name);
      await demandFits(popup, name);
    },
  };
}
