import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { LOGO_KEY, LOGO_OUTLINE } from '../../src/ui/components/logo-path.ts';
import { ROOT } from '../tool.ts';

const GALLERY = join(ROOT, 'test', 'gallery', 'pictures');

/** The Chrome Web Store's size; addons.mozilla.org accepts it as well. */
const SIZE = { width: 1280, height: 800 };

/** The Chrome Web Store's promotional tile. */
const TILE = { width: 440, height: 280 };
const TILE_NAME = 'tile-440x280.png';

/** A picture of the tour or of the gallery, and the text next to it. */
type Picture = {
  readonly name: string;
  readonly from: 'tour' | 'gallery';
  readonly title: string;
  readonly text: string;
};

/** In the order of the store listing. The gallery's organization is one with wallets of many uses. */
const PICTURES: readonly Picture[] = [
  {
    name: 'popup-demo-home',
    from: 'gallery',
    title: 'Your organization’s wallets at hand',
    text: 'Wallets with their accounts, users, keys and contracts, in one popup.',
  },
  {
    name: 'confirm-demo',
    from: 'gallery',
    title: 'Sites ask. You decide.',
    text: 'Who asks, what will happen, and every value. Nothing is signed before you approve.',
  },
  {
    name: 'popup-demo-wallet',
    from: 'gallery',
    title: 'Receive, send and buy',
    text: 'Accounts by chain, each with its address to copy and to scan.',
  },
  {
    name: 'wallet-review',
    from: 'tour',
    title: 'Every request in one sentence',
    text: 'Current and new value, before you sign.',
  },
  {
    name: 'import-done',
    from: 'tour',
    title: 'Import a private key',
    text: 'Encrypted to your service. You see every address that it derives.',
  },
];

/**
 * Puts the pictures on canvases of the stores' size, into `store` in the tour's folder. Returns the
 * paths; throws when the tour didn't take one of its pictures.
 */
export async function storePictures(context: BrowserContext, folder: string): Promise<string[]> {
  const target = join(folder, 'store');
  mkdirSync(target, { recursive: true });
  const taken = readdirSync(folder).map((name) => join(folder, name));
  const page = await context.newPage();
  const paths: string[] = [];
  const take = async (name: string): Promise<void> => {
    const path = join(target, name);
    await page.screenshot({ path, animations: 'disabled' });
    paths.push(path);
  };
  try {
    await page.setViewportSize(SIZE);
    await page.emulateMedia({ colorScheme: 'light' });
    for (const [index, picture] of PICTURES.entries()) {
      const end = `${picture.name}-light.png`;
      const path =
        picture.from === 'gallery'
          ? join(GALLERY, end)
          : taken.find((name) => name.endsWith(`-${end}`));
      if (!path) throw new Error(`the tour took no picture ${picture.name}`);
      await page.setContent(canvas(picture, readFileSync(path)));
      await page.locator('img').evaluate((image) => (image as HTMLImageElement).decode());
      await take(`${index + 1}-${picture.name}.png`);
    }
    await page.setViewportSize(TILE);
    await page.setContent(tile());
    await take(TILE_NAME);
  } finally {
    await page.close();
  }
  return paths;
}

/** In the store it is shown at half its size, among others: the logo, the name, and little else. */
const tile = (): string => `<!doctype html>
<meta charset="utf-8">
<style>
  body { margin: 0; width: ${TILE.width}px; height: ${TILE.height}px; display: flex; align-items: center;
    justify-content: center; gap: 26px; background: ${PAPER}; color: #fff; ${FONT} }
  svg { inline-size: 104px; }
  h1 { font-size: 42px; line-height: 1; margin: 0 0 12px; }
  p { font-size: 20px; line-height: 1.3; margin: 0; color: ${PALE}; }
</style>
<svg viewBox="0 0 32 32"><path fill="#fff" d="${LOGO_OUTLINE}"/><path fill="${PAPER}" fill-rule="evenodd" d="${LOGO_KEY}"/></svg>
<section><h1>Keystamp</h1><p>Your organization’s<br>keys and wallets</p></section>`;

/** Colors of the extension's own pages (src/ui/components/base.css). */
const PAPER = '#1b4f9e';
const PALE = '#e6edf8';
const FONT = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;";

const canvas = ({ title, text }: Picture, png: Buffer): string => `<!doctype html>
<meta charset="utf-8">
<style>
  body { margin: 0; width: ${SIZE.width}px; height: ${SIZE.height}px; display: flex; align-items: center;
    justify-content: space-evenly; background: ${PAPER}; color: #fff;
    ${FONT} }
  section { width: 380px; }
  h1 { font-size: 44px; line-height: 1.15; margin: 0 0 20px; text-wrap: balance; }
  p { font-size: 22px; line-height: 1.4; margin: 0; color: ${PALE}; text-wrap: pretty; }
  img { max-width: 720px; max-height: 700px; border-radius: 10px; box-shadow: 0 16px 48px rgb(0 0 0 / 35%); }
</style>
<section><h1>${title}</h1><p>${text}</p></section>
<img src="data:image/png;base64,${png.toString('base64')}" alt="">`;
