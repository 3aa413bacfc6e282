import type { Page } from 'playwright';
import { checkShown, demandFits } from './appearance.ts';
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
  await demandFits(page, `${name} at ${NARROW.width} px`);
  await shoot(page, `${name}-narrow`, { fullPage: true, schemes: ['light'] });
  await page.setViewportSize(WIDE);
}
