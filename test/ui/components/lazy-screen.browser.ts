import { h, render } from 'preact';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createLazyScreen } from '../../../src/ui/components/lazy-screen.tsx';
import { addWords } from '../../../src/ui/i18n.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { errorWords } from '../../../src/ui/words/en/errors.ts';

let root: HTMLElement;

afterEach(() => {
  render(null, root);
  root.remove();
});

function draw(screen: Parameters<typeof createLazyScreen>[0]): void {
  addWords(appWords);
  addWords(errorWords, 'error.');
  root = document.body.appendChild(document.createElement('div'));
  render(h(createLazyScreen(screen), {}), root);
}

test('error: a screen whose file is gone says so, and what to do', async () => {
  const gone = '/gone-with-the-version-before.js';
  draw(async () => (await import(/* @vite-ignore */ gone)) as never);
  await expect.element(page.getByText(errorWords.unknown_call)).toBeVisible();
  expect(root.querySelector('.skeleton')).toBeNull();
});

test('behavior: until its file is here, something stands in its place', async () => {
  const file = Promise.withResolvers<() => string>();
  draw(() => file.promise);
  expect(root.querySelector('.skeleton')).not.toBeNull();
  file.resolve(() => 'here');
  await expect.element(page.getByText('here')).toBeVisible();
  expect(root.querySelector('.skeleton')).toBeNull();
});
