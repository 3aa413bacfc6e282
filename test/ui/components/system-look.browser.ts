import { afterEach, describe, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import '../../../src/ui/style.css';
import '../../../src/ui/settings/settings.css';
import '../../../src/ui/records/table.css';
import { takePicture } from '../picture.ts';

/*
 * What a user has set in their system: its own few colors, more contrast, no motion. A real Chromium
 * emulates each, and what told a state by a color alone must tell it all the same.
 */

let root: HTMLElement;

async function show(html: string, features: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.viewport(380, 300);
  const list = Object.entries(features).map(([name, value]) => ({ name, value }));
  await cdp().send('Emulation.setEmulatedMedia', { features: list });
  root = document.createElement('main');
  root.innerHTML = html;
  document.body.append(root);
}

afterEach(async () => {
  root.remove();
  await cdp().send('Emulation.setEmulatedMedia', { features: [] });
});

/** Everything of a part that a state can be told by; what is as the page behind it tells nothing. */
function lookOf(selector: string): string {
  const part = root.querySelector(selector);
  if (!part) throw new Error(`no ${selector}`);
  root.style.backgroundColor = 'Canvas';
  const canvas = getComputedStyle(root).backgroundColor;
  const isPage = (color: string) => color === canvas || /^rgba.*, 0\)$/.test(color);
  return [null, '::before', '::after']
    .map((pseudo) => {
      const { outlineStyle, outlineWidth, borderWidth, backgroundColor } = getComputedStyle(
        part,
        pseudo,
      );
      const back = isPage(backgroundColor) ? 'page' : backgroundColor;
      return [outlineStyle, outlineWidth, borderWidth, back].join(' ');
    })
    .join('; ');
}

const TOGGLES =
  '<label class="toggle"><input id="on" type="checkbox" role="switch" checked> On</label>' +
  '<label class="toggle"><input id="off" type="checkbox" role="switch"> Off</label>';
const SEGMENTS =
  '<div class="segments"><button class="segment current" id="on">All</button><button class="segment" id="off">Mine</button></div>';
const OPTIONS =
  '<ul class="picker-list"><li class="picker-option active" id="on">Ada</li><li class="picker-option" id="off">Bob</li></ul>';
const SWATCHES =
  '<label class="swatch" id="on"><input type="radio" name="a" checked> Blue</label><label class="swatch" id="off"><input type="radio" name="a"> Red</label>';
const ROWS =
  '<table class="records-table"><tr class="table-row selected" id="on"><td>Ada</td></tr><tr class="table-row" id="off"><td>Bob</td></tr></table>';
const STRENGTH =
  '<div class="strength strength-weak"><div class="strength-bar"><span class="on" id="on"></span><span id="off"></span></div></div>';
const HOLDING =
  '<button class="approve" id="on" data-holding="true">Approve</button><button class="approve" id="off">Approve</button>';

describe('the system’s own colors', () => {
  test.each([
    ['a switch', TOGGLES],
    ['a segment', SEGMENTS],
    ['an option', OPTIONS],
    ['a color', SWATCHES],
    ['a row', ROWS],
    ['a password’s strength', STRENGTH],
    ['a button that is held', HOLDING],
  ])('behavior: %s shows its state', async (name, html) => {
    await show(html, { 'forced-colors': 'active' });
    expect(matchMedia('(forced-colors: active)').matches).toBe(true);
    expect(lookOf('#on')).not.toBe(lookOf('#off'));
    await takePicture(`system-look/${name.replaceAll(' ', '-')}`);
  });

  test('behavior: the knob of a switch is no hole', async () => {
    await show(TOGGLES, { 'forced-colors': 'active' });
    for (const id of ['#on', '#off']) {
      const input = root.querySelector(id);
      if (!input) throw new Error('no switch');
      const knob = getComputedStyle(input, '::before').backgroundColor;
      expect(knob).not.toBe(getComputedStyle(input).backgroundColor);
    }
  });
});

describe('more contrast', () => {
  const BOTH = '<p class="muted">Quiet</p><p>Text</p><div class="card">Card</div>';
  const colourOf = (selector: string) =>
    getComputedStyle(root.querySelector(selector) ?? root).color;
  const border = () => getComputedStyle(root.querySelector('.card') ?? root).borderTopWidth;

  test('behavior: quiet text is as dark as the rest, and lines are thicker', async () => {
    await show(BOTH);
    expect(colourOf('.muted')).not.toBe(colourOf('p:not(.muted)'));
    expect(border()).toBe('1px');
    root.remove();
    await show(BOTH, { 'prefers-contrast': 'more' });
    expect(colourOf('.muted')).toBe(colourOf('p:not(.muted)'));
    expect(border()).toBe('2px');
  });
});

describe('less motion', () => {
  const MOVING =
    '<span class="spinner"></span><div class="skeleton-row"></div><button class="button">A</button>' +
    '<button class="approve" data-holding="true">Approve</button>';
  const seconds = (text: string) =>
    Math.max(...text.split(',').map((one) => Number.parseFloat(one)));
  const longest = () =>
    Math.max(
      ...[...root.querySelectorAll('*')].flatMap((element) =>
        [null, '::before', '::after'].map((pseudo) => {
          const { animationName, animationDuration, transitionDuration } = getComputedStyle(
            element,
            pseudo,
          );
          const animated = animationName === 'none' ? 0 : seconds(animationDuration);
          return Math.max(animated, seconds(transitionDuration));
        }),
      ),
    );

  test('behavior: nothing moves longer than an instant', async () => {
    await show(MOVING);
    expect(longest()).toBeGreaterThan(0.5);
    root.remove();
    await show(MOVING, { 'prefers-reduced-motion': 'reduce' });
    expect(longest()).toBeLessThan(0.001);
  });
});
