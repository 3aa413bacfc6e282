import { expect } from 'playwright/test';
import { test } from './environment.ts';
import type { Page } from 'playwright';
import { NEEDED_JOINER_SOURCE } from '../../src/protocol/joiners.ts';
import { blankSource } from '../../src/ui/forms/blank.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { openConfirm } from './pages.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * Compares the list of characters that draw nothing (src/ui/forms/blank.ts) with what the real
 * browser draws with this machine's fonts: every code point of Unicode, one by one. A character
 * that no font has is drawn as a box and is visible. Of ideographs and Hangul syllables, a hundred
 * thousand in all, every 64th is drawn; KEYSTAMP_GLYPHS=all draws all of them, which takes half a
 * minute.
 */

const { KEYSTAMP_GLYPHS: glyphs } = process.env;

/** Code points per picture. */
const CHUNK = 4096;

/** Every code point that is drawn white on white and that the list lets through. */
function unseen(page: Page, font: string) {
  return page.evaluate(
    ([source, family, chunk, all]) => {
      const [cell, columns] = [48, 64];
      const alike = /[\p{Unified_Ideograph}\uAC00-\uD7A3]/u;
      const listed = new RegExp(source, 'u');
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [cell * columns, (cell * chunk) / columns];
      const pen = canvas.getContext('2d', { willReadFrequently: true });
      if (!pen) throw new Error('no canvas');
      const draw = (codes: readonly number[]): number[] => {
        pen.fillStyle = '#fff';
        pen.fillRect(0, 0, canvas.width, canvas.height);
        pen.fillStyle = '#000';
        pen.font = `16px ${family}`;
        codes.forEach((code, n) => {
          const [x, y] = [(n % columns) * cell, Math.floor(n / columns) * cell];
          // Wide characters must not reach into the next cell.
          pen.save();
          pen.beginPath();
          pen.rect(x, y, cell, cell);
          pen.clip();
          pen.fillText(String.fromCodePoint(code), x + 16, y + 32);
          pen.restore();
        });
        const { data, width } = pen.getImageData(0, 0, canvas.width, canvas.height);
        const pixels = new Uint32Array(data.buffer);
        return codes.filter((_, n) => {
          const start = Math.floor(n / columns) * cell * width + (n % columns) * cell;
          for (let row = 0; row < cell; row++) {
            for (let at = start + row * width; at < start + row * width + cell; at++) {
              if (pixels[at] !== 0xffffffff) return false;
            }
          }
          return true;
        });
      };
      const blank: number[] = [];
      let [drawn, hidden] = [0, 0];
      let codes: number[] = [];
      const flush = () => {
        drawn += codes.length;
        blank.push(...draw(codes));
        codes = [];
      };
      for (let code = 0; code <= 0x10ffff; code++) {
        if (code >= 0xd800 && code <= 0xdfff) continue;
        const character = String.fromCodePoint(code);
        if (code !== 0x20 && listed.test(character)) hidden += 1;
        else if (all || code % 64 === 0 || !alike.test(character)) codes.push(code);
        if (codes.length === chunk) flush();
      }
      flush();
      return { drawn, hidden, blank, known: draw([0x2003, 0x200b, 0x41]) };
    },
    [blankSource(NEEDED_JOINER_SOURCE), font, CHUNK, glyphs === 'all'] as const,
  );
}

test.describe('every code point, drawn by the browser', () => {
  let keystamp: Keystamp;
  let page: Page;
  test.beforeAll(async () => {
    keystamp = await launchKeystamp();
    page = await openConfirm(keystamp);
  });
  test.afterAll(() => keystamp.close());

  /** The fonts of the extension's pages, for text and for values. */
  const fontOf = (name: string) =>
    page.evaluate((one) => {
      const place = document.createElement('span');
      place.style.fontFamily = one;
      document.body.append(place);
      return getComputedStyle(place).fontFamily;
    }, name);

  for (const name of ['inherit', 'monospace']) {
    const details = trialUnless(name === 'inherit');
    test(`behavior: in ${name}, everything that isn’t escaped is visible`, details, async () => {
      const { drawn, hidden, blank, known } = await unseen(page, await fontOf(name));
      // All of Unicode's letters and signs, and more than a million code points that are neither.
      expect(drawn).toBeGreaterThan(glyphs === 'all' ? 150_000 : 40_000);
      expect(hidden).toBeGreaterThan(900_000);
      // Blanks among the drawn ones would be found; a letter isn't blank.
      expect(known).toEqual([0x2003, 0x200b]);
      // The space itself shows that the canvas works; at the ends of a line it is escaped, too.
      expect(blank.map((code) => `U+${code.toString(16).toUpperCase()}`)).toEqual(['U+20']);
    });
  }
});
