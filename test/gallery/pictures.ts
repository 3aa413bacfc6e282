import { expect, inject, test, type TestContext } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFaults, rulesIn } from '../ui/axe.ts';
import { draw, pageSize, pressAll } from './draw.ts';
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
  try {
    draw(scene, root, theme);
    await pressAll(scene, root);
    await expect.poll(() => root.innerText.replaceAll(/\s+/g, ' ')).toContain(scene.says);
    // A button that approves is armed a moment later.
    await expect.poll(() => root.querySelector('[data-armed="false"]')).toBeNull();
    // A part of the page that loads later may be what is pictured.
    await expect.poll(() => root.querySelector('.skeleton, p[aria-busy="true"]')).toBeNull();
    await quiet(root);
    expect(await axeFaults({ rules: rulesIn(theme) })).toEqual([]);
    await expect(page).toMatchScreenshot(`${name}-${theme}`);
  } finally {
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
