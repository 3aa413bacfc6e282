import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { checkShown, widerThanItself } from './appearance.ts';
import { shoot } from './screenshots.ts';

const WIDE = { width: 1000, height: 760 };
const NARROW = { width: 320, height: 700 };

/**
 * A screen of the options: pictures in both schemes and narrow, no fault that axe knows, no sideways
 * scrolling at 320 px. `name` is the pictures' path in .output/screenshots.
 */
export async function checkOptionsScreen(page: Page, name: string): Promise<void> {
  await checkShown(page, name, { fullPage: true });
  await page.setViewportSize(NARROW);
  expect(await widerThanItself(page), `${name} at ${NARROW.width} px`).toBeLessThanOrEqual(0);
  await shoot(page, `${name}-narrow`, { fullPage: true, schemes: ['light'] });
  await page.setViewportSize(WIDE);
}
