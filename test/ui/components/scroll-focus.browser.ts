import { h, render } from 'preact';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import { Dialog } from '../../../src/ui/components/dialog.tsx';
import { Screen } from '../../../src/ui/components/layout.tsx';
import { axeFaults } from '../axe.ts';

/* What scrolls is in a keyboard's reach before there is anything in it to focus, and is no stop once there is. */

const LINES = Array.from({ length: 60 }, (_, line) => h('p', { key: line }, `Line ${line}`));
const PLACES = {
  screen: ['.screen-body', (content: preact.ComponentChildren) => h(Screen, null, content)],
  dialog: [
    '.dialog-body',
    (content: preact.ComponentChildren) =>
      h(Dialog, { open: true, title: 'Dialog', onClose: () => undefined, children: content }),
  ],
} as const;

let root: HTMLElement;

beforeAll(async () => {
  document.documentElement.classList.add('popup');
  await page.viewport(380, 600);
});

afterEach(() => {
  render(null, root);
  root.remove();
});

test.each(Object.entries(PLACES))('behavior: a %s that scrolls', async (_, [part, draw]) => {
  root = document.createElement('div');
  document.body.append(root);
  const body = () => root.querySelector<HTMLElement>(part);
  const isStop = () => body()?.tabIndex === 0;
  const show = (content: preact.ComponentChildren) => render(draw(content), root);

  show('short');
  await expect.poll(() => body()?.scrollHeight).toBe(body()?.clientHeight);
  expect(isStop()).toBe(false);
  show(LINES);
  await expect.poll(isStop).toBe(true);
  const faults = await axeFaults({ place: root });
  expect(faults.map(([id]) => id)).not.toContain('scrollable-region-focusable');
  body()?.focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => body()?.scrollTop).toBeGreaterThan(0);

  // Whoever reads keeps the place; afterwards the control alone is the stop.
  show([...LINES, h('button', { key: 'copy' }, 'Copy')]);
  await expect.poll(() => body()?.querySelector('button')).not.toBeNull();
  expect(document.activeElement).toBe(body());
  body()?.blur();
  await expect.poll(isStop).toBe(false);
});
