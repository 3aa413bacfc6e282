import axe from 'axe-core';
import { h, render } from 'preact';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { RecordView } from '../../../src/ui/records/record-view.tsx';
import { popupWords } from '../../../src/ui/words/en/popup.ts';

test('behavior: several long values of one member have names of their own', async () => {
  startOwnPage({ now: () => 0, root: document.documentElement });
  addWords(popupWords);
  document.title = 'Keystamp';
  const root = document.createElement('main');
  document.body.append(root);
  const addresses = ['a', 'b'].map((letter) => `0x${letter.repeat(40)}`);
  const record = { addresses, walletAddress: addresses[0] };
  render([h('h1', {}, 'Keystamp'), h(RecordView, { record })], root);
  await expect.element(page.getByRole('group', { name: 'Addresses 2' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy Addresses 1' })).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Wallet address' })).toBeVisible();
  const { violations } = await axe.run(document);
  expect(violations.map(({ id }) => id)).toEqual([]);
  render(null, root);
  root.remove();
});
