import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { axeViolations, describeViolations } from './axe.ts';
import { shoot } from './screenshots.ts';

/*
 * A screen of the popup in light and dark, as pictures in .output/screenshots, without any fault
 * that axe-core knows, and not too wide.
 */

const NARROW = 320;
const POPUP = { width: 380, height: 600 };

/** By how many pixels the page is wider than its window. */
export function widerThanItself(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Two frames later, and after every fade. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null)));
  });
}

/** Pictures in both schemes; axe in both; no sideways scrolling at both widths. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await page.setViewportSize(POPUP);
  await shoot(page, `popup-${name}`);
  for (const colorScheme of ['dark', 'light'] as const) {
    // Colors that are still fading between the schemes aren't our colors.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled(page);
    const found = await axeViolations(page, colorScheme === 'dark' ? 'color' : 'all');
    expect(describeViolations(found), `${name}, ${colorScheme}`).toEqual([]);
  }
  expect(await widerThanItself(page), `${name} at ${POPUP.width}`).toBe(0);
  await page.setViewportSize({ ...POPUP, width: NARROW });
  expect(await widerThanItself(page), `${name} at ${NARROW}`).toBe(0);
  await shoot(page, `popup-${name}-narrow`, { schemes: ['light'] });
  await page.setViewportSize(POPUP);
}
