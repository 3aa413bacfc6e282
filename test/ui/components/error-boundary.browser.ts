import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { h, render, type ComponentChildren } from 'preact';
import {
  ErrorBoundary,
  RecordBoundary,
  ScreenBoundary,
} from '../../../src/ui/components/error-boundary.tsx';
import { RelativeTime } from '../../../src/ui/components/values.tsx';
import { addWords } from '../../../src/ui/i18n.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';

/* A record that can't be drawn takes nothing else with it (threat 60). */

const SECRET = 'hidden words of a record';

function Row({ text }: { readonly text: string | null }) {
  if (text === null) throw new Error(SECRET);
  return h('li', {}, text);
}

let root: HTMLElement;
beforeEach(() => {
  addWords(appWords);
  root = document.createElement('div');
  document.body.append(root);
});
afterEach(() => {
  render(null, root);
  root.remove();
});

const draw = (children: ComponentChildren) => render(children, root);
const buttonOf = (text: string) =>
  [...root.querySelectorAll('button')].find(({ innerText }) => innerText === text);

describe('a damaged record', () => {
  test('behavior: in a list it is named and can be removed, and the others are there (threat 60)', async () => {
    const removed: string[] = [];
    const rows = ['one', null, 'three'].map((text, at) =>
      h(
        RecordBoundary,
        { key: at, name: `record ${at}`, onRemove: () => removed.push(`record ${at}`) },
        h(Row, { text }),
      ),
    );
    draw(h('ul', {}, rows));
    await expect.poll(() => root.innerText).toContain('damaged and can’t be shown: record 1');
    expect(root.innerText).toContain('one');
    expect(root.innerText).toContain('three');
    expect(root.innerHTML).not.toContain(SECRET);
    buttonOf('Remove it')?.click();
    expect(removed).toEqual(['record 1']);
  });

  test('behavior: alone on a screen, the screen says so, and another place is drawn (threat 60)', async () => {
    const screen = (place: string, text: string | null) =>
      h('div', {}, [
        h('nav', { key: 'nav' }, 'menu'),
        h(ScreenBoundary, { key: place, action: h('a', { href: '#/' }, 'home') }, h(Row, { text })),
      ]);
    draw(screen('damaged', null));
    await expect.poll(() => root.innerText).toContain('This screen can’t be shown');
    expect(root.innerText).toContain('menu');
    expect(root.querySelector('a')?.innerText).toBe('home');
    expect(root.innerHTML).not.toContain(SECRET);
    draw(screen('other', 'whole'));
    await expect.poll(() => root.innerText).toContain('whole');
    expect(root.innerText).not.toContain('can’t be shown');
  });

  test('behavior: what draws again after it was mended is drawn on a click', async () => {
    let text: string | null = null;
    const Mended = () => h(Row, { text });
    draw(h(ScreenBoundary, {}, h(Mended, {})));
    await expect.poll(() => buttonOf('Try again')).toBeDefined();
    text = 'mended';
    buttonOf('Try again')?.click();
    await expect.poll(() => root.innerText).toContain('mended');
  });

  test('behavior: a time that is none is a text, not an error (threat 60)', async () => {
    draw(h(ErrorBoundary, { fallback: () => 'broken' }, h(RelativeTime, { at: 1e300 })));
    await expect.poll(() => root.innerText).toBe('an impossible time');
  });
});
