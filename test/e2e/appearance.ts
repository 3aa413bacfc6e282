import type { Page } from 'playwright';
import { demandAccessible } from './axe.ts';
import { POPUP_SIZE } from './pages.ts';
import { shoot, type ShootOptions } from './screenshots.ts';

/** By how many pixels a page is wider than its window. */
export function widerThanItself(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    null,
  );
}

/** Pictures of what a page shows, and no fault that axe knows. */
export async function checkShown(page: Page, name: string, options?: ShootOptions): Promise<void> {
  await shoot(page, name, options);
  await demandAccessible(page, name);
}

/** A page that scrolls inside: a higher one shows all of it. */
const WHOLE_PX = 1500;

/** The same of all that a page shows further down. */
export async function checkWhole(page: Page, name: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? POPUP_SIZE;
  await page.setViewportSize({ width, height: WHOLE_PX });
  await shoot(page, name, { fullPage: true });
  await page.setViewportSize({ width, height });
  await demandAccessible(page, name);
}
