import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { ROOT } from '../../scripts/tool.ts';

/** Pictures are for people: a whole `npm test`, which nobody looks through, takes none. */
const takesPictures = process.env['KEYSTAMP_PICTURES'] !== 'none';

export const SCREENSHOTS = join(ROOT, '.output', 'screenshots');

export type ShootOptions = {
  readonly schemes?: readonly ('light' | 'dark')[];
  readonly folder?: string;
  /** The whole scroll height instead of the visible part. */
  readonly fullPage?: boolean;
  /** `allow` for a picture in the middle of one. */
  readonly animations?: 'allow' | 'disabled';
  /** Also where no pictures are taken: something is made of it. */
  readonly always?: boolean;
};

/**
 * Saves the page as `<folder>/<name>-<scheme>.png` in each color scheme, with animations finished
 * unless they are the subject, and the text caret hidden. The page is left in the last scheme; in its own if no pictures are taken.
 */
export async function shoot(
  page: Page,
  name: string,
  {
    schemes = ['light', 'dark'],
    folder = SCREENSHOTS,
    fullPage = false,
    animations = 'disabled',
    always = false,
  }: ShootOptions = {},
): Promise<void> {
  if (!takesPictures && !always) return;
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme });
    const path = join(folder, `${name}-${scheme}.png`);
    mkdirSync(dirname(path), { recursive: true });
    await page.screenshot({ path, fullPage, animations, caret: 'hide' });
  }
}
