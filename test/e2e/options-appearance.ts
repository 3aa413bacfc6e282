import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { demandAccessible } from './axe.ts';
import { shoot } from './screenshots.ts';

const WIDE = { width: 1000, height: 760 };
const NARROW = { width: 320, height: 700 };

/**
 * A screen of the options: pictures in both schemes and narrow, no fault that axe knows, no sideways
 * scrolling at 320 px. `name` is the pictures' path in .output/screenshots.
 */
export async function checkOptionsScreen(page: Page, name: string): Promise<void> {
  await shoot(page, name, { fullPage: true });
  await demandAccessible(page, name);
  await page.setViewportSize(NARROW);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${name} at ${NARROW.width} px`).toBeLessThanOrEqual(0);
  await shoot(page, `${name}-narrow`, { fullPage: true, schemes: ['light'] });
  await page.setViewportSize(WIDE);
}
