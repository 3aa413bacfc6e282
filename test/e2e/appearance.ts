import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { demandAccessible } from './axe.ts';
import { POPUP_SIZE } from './pages.ts';
import { shoot, type ShootOptions } from './screenshots.ts';

/**
 * Nothing makes a page scroll sideways. It draws itself anew once it hears of its window's size, so it may take a
 * moment. `name` says in a failure which screen it is.
 */
export async function demandFits(page: Page, name: string): Promise<void> {
  const excess = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      null,
    );
  await expect
    .poll(excess, { message: `pixels that ${name} is wider than its window` })
    .toBeLessThanOrEqual(0);
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
