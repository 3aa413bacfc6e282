// Draws public/icon/*.png from the logo's outlines: run node scripts/icons.ts after the logo
// changes.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { perforatedOutline, LOGO_KEY, LOGO_OUTLINE } from '../src/ui/components/logo-path.ts';
import { findChromium } from './chromium.mjs';
import { ROOT } from './tool.ts';

/** Between the accents of the light and the dark theme, because toolbars come in both. */
const PAPER = '#2f6fd6';
const INK = '#ffffff';
/** At 16 px the key is drawn on whole pixels. */
const SMALL_KEY = 'M5 3h6v6H9v1h2v2H9v2H7V9H5zM7 5v2h2V5z';
const FRAME_FROM = 48;
/**
 * The Chrome Web Store's icon is a picture of 96 pixels with a transparent margin of 16 on each side
 * (developer.chrome.com/docs/webstore/images).
 */
const STORE_ICON = { size: 128, picture: 96 };

function icon(size: number): string {
  const small = size === 16;
  const box = small ? 16 : 32;
  const picture = size === STORE_ICON.size ? STORE_ICON.picture : size;
  const margin = (size - picture) / 2;
  const outline = small ? perforatedOutline([0, 0], 4, 4, 4) : LOGO_OUTLINE;
  const frame =
    size >= FRAME_FROM
      ? `<path fill="none" stroke="${INK}" stroke-opacity=".6" stroke-width=".8" d="M4 4h24v24H4z"/>`
      : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}"><g transform="translate(${margin} ${margin}) scale(${picture / box})"><path fill="${PAPER}" d="${outline}"/>${frame}<path fill="${INK}" fill-rule="evenodd" d="${small ? SMALL_KEY : LOGO_KEY}"/></g></svg>`;
}

const { found } = findChromium();
if (!found) throw new Error('No usable Chromium: run node scripts/setup.mjs');
const browser = await chromium.launch({
  executablePath: found.path,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const page = await browser.newPage();
const folder = join(ROOT, 'public', 'icon');
mkdirSync(folder, { recursive: true });
for (const size of [16, 32, 48, STORE_ICON.size]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>*{margin:0}svg{display:block}</style>${icon(size)}`);
  await page.screenshot({ path: join(folder, `${size}.png`), omitBackground: true });
}
await browser.close();
