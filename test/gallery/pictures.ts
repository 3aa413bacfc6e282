import { expect, inject, test, vi, type TestContext } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fromHex } from '../../src/crypto/bytes.ts';
import { axeFaults, rulesIn } from '../ui/axe.ts';
import { draw, pageSize, pressMain } from './draw.ts';
import { SCENES, themesOf, type Scene } from './scenes.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to Vitest's
  interface ProvidedContext {
    /** By vitest.config.ts: in continuous integration with Debian's Chromium, which draws the pictures. */
    readonly mustCompare: boolean;
  }
}

/** Every kind of letter that the screens have, in both fonts. */
const LETTERS = 'Keystamp 0123456789 äöüß ✓ “…” محفظة';

let fault: Promise<string | undefined> | undefined;

/** What is wrong with this machine's letters: with other fonts every picture is another one. */
function faultOfLetters(): Promise<string | undefined> {
  fault ??= compareLetters();
  return fault;
}

async function compareLetters(): Promise<string | undefined> {
  await page.viewport(400, 120);
  const root = document.createElement('div');
  for (const font of ['--font', '--mono']) {
    const line = document.createElement('p');
    line.style.font = `16px var(${font})`;
    line.textContent = LETTERS;
    root.append(line);
  }
  document.body.append(root);
  try {
    await expect(page).toMatchScreenshot('letters');
    return undefined;
  } catch (error) {
    return `This machine draws letters otherwise (fonts, browser), so no screen is compared: ${String(error)}`;
  } finally {
    root.remove();
  }
}

/** So many frames without a change: what a scene reads comes in the same turn or the next few. */
const QUIET_FRAMES = 6;

/** Resolves when nothing in it changes any more. */
async function quiet(root: HTMLElement): Promise<void> {
  let shown = '';
  for (let frames = 0; frames < QUIET_FRAMES; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (root.innerHTML !== shown) frames = 0;
    shown = root.innerHTML;
  }
}

/** The base point of P-256, in place of the key that an export makes anew each time. */
const POINT =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
  '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

async function fixedKeyPair(): Promise<CryptoKeyPair> {
  const ecdh = { name: 'ECDH', namedCurve: 'P-256' };
  const publicKey = await crypto.subtle.importKey('raw', fromHex(POINT), ecdh, true, []);
  return { publicKey, privateKey: publicKey };
}

async function compare(name: string, scene: Scene, theme: 'light' | 'dark', context: TestContext) {
  const found = await faultOfLetters();
  if (found !== undefined && inject('mustCompare')) throw new Error(found);
  if (found !== undefined) context.skip(found);
  const [width, height] = pageSize(scene);
  await page.viewport(width, height);
  const root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  // Where an earlier file's tests left the mouse, a row or a tab would be drawn under it.
  await userEvent.hover(document.body, { position: { x: 0, y: 0 }, force: true });
  const keys = vi.spyOn(crypto.subtle, 'generateKey').mockImplementation(fixedKeyPair as never);
  try {
    draw(scene, root, theme);
    await pressMain(scene, root);
    await expect.poll(() => root.innerText.replaceAll(/\s+/g, ' ')).toContain(scene.says);
    // A button that approves is armed a moment later.
    await expect.poll(() => root.querySelector('[data-armed="false"]')).toBeNull();
    // A part of the page that loads later may be what is pictured.
    await expect.poll(() => root.querySelector('.skeleton, p[aria-busy="true"]')).toBeNull();
    await quiet(root);
    expect(await axeFaults({ rules: rulesIn(theme) })).toEqual([]);
    await expect(page).toMatchScreenshot(`${name}-${theme}`);
  } finally {
    keys.mockRestore();
    root.remove();
  }
}

/** Compares the scenes of these pages with their pictures; the file that calls it has their style sheets. */
export function comparePictures(pages: readonly Scene['page'][]): void {
  for (const [name, scene] of Object.entries(SCENES)) {
    if (!pages.includes(scene.page)) continue;
    for (const theme of themesOf(scene)) {
      test(`behavior: ${name}, ${theme}`, (context) => compare(name, scene, theme, context));
    }
  }
}
