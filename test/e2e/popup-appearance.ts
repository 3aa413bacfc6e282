import type { Page } from 'playwright';
import { checkShown, demandFits } from './appearance.ts';
import { POPUP_SIZE } from './pages.ts';
import { shoot } from './screenshots.ts';

/*
 * A screen of the popup in light and dark, as pictures in .output/screenshots, without any fault
 * that axe-core knows, and not too wide.
 */

const NARROW = 320;

/** Pictures in both schemes, no fault that axe knows, no sideways scrolling at both widths. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await page.setViewportSize(POPUP_SIZE);
  await checkShown(page, `popup-${name}`);
  await demandFits(page, `${name} at ${POPUP_SIZE.width}`);
  await page.setViewportSize({ ...POPUP_SIZE, width: NARROW });
  await demandFits(page, `${name} at ${NARROW}`);
  await shoot(page, `popup-${name}-narrow`, { schemes: ['light'] });
  await page.setViewportSize(POPUP_SIZE);
}
