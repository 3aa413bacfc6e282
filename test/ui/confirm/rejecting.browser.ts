import { h, render } from 'preact';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/components/components.css';
import '../../../src/ui/popup/popup.css';
import '../../../src/ui/confirm/confirm.css';
import type { PendingRequestView } from '../../../src/protocol/pending-request.ts';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { QueueView } from '../../../src/ui/confirm/queue-view.tsx';
import { addQueueWords } from '../../../src/ui/confirm/queue-words.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { confirmWords } from '../../../src/ui/words/en/confirm.ts';
import { unlocked } from '../popup/world.ts';
import { queueWorld, request, settle } from './world.ts';

/*
 * A site that replaces its request faster than a hand presses a button, in a real Chromium: it can't
 * keep the user from rejecting, and gets no other request approved.
 */

let root: HTMLElement;
let disposeQueue: () => void = () => undefined;

beforeAll(async () => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  document.documentElement.classList.add('popup', 'confirm');
  addWords(confirmWords);
  addQueueWords();
  await page.viewport(400, 640);
});

afterEach(() => {
  render(null, root);
  root.remove();
  disposeQueue();
});

async function show(items: PendingRequestView[]) {
  const { world, worker, queue, publish } = queueWorld(items);
  disposeQueue = queue.dispose;
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const effects = { ...world.effects, authenticator: null };
  const placement = { finish: () => undefined };
  render(h(QueueView, { queue, effects, placement, state: unlocked }), root);
  await settle();
  await expect.element(reject()).toBeVisible();
  const replaceWith = async (...next: PendingRequestView[]) => {
    worker.items = next;
    await publish();
  };
  return { worker, replaceWith };
}

const reject = () =>
  page.getByRole('button', { name: confirmWords['confirm.refuse'], exact: true });
const more = () => page.getByRole('button', { name: confirmWords['confirm.refuseMore'] });
const approveButton = () => root.querySelector('[data-act="approve"]');
const connection = { kind: 'connect', operations: ['update_wallet'], reason: null } as const;
const otherSite = { origin: 'https://other.example', group: 'other.example' } as const;

test('behavior: the buttons that reject stay through the site’s next request, of whatever kind', async () => {
  const { worker, replaceWith } = await show([request(1)]);
  const [button, menu] = [reject().element(), more().element()];
  await replaceWith(request(2, { requested: connection }));
  await replaceWith(request(3));
  expect(reject().element()).toBe(button);
  expect(more().element()).toBe(menu);
  await userEvent.click(button);
  await expect.poll(() => worker.items).toEqual([]);
});

test('error: a press that began over another site’s request rejects nothing', async () => {
  const { replaceWith } = await show([request(1)]);
  const button = reject().element();
  await replaceWith(request(2, otherSite));
  expect(reject().element()).not.toBe(button);
  expect(button.isConnected).toBe(false);
});

test('error: the button that approves belongs to one request, and the next has its own', async () => {
  const { replaceWith } = await show([request(1)]);
  await expect.poll(approveButton).not.toBeNull();
  const first = approveButton();
  await replaceWith(request(2));
  await expect.poll(approveButton).not.toBeNull();
  expect(first?.isConnected).toBe(false);
  expect(root.querySelectorAll('[data-act="approve"]')).toHaveLength(1);
  expect(approveButton()?.getAttribute('data-armed')).toBe('false');
});

test('behavior: after a rejection the next request’s heading has the focus', async () => {
  await show([request(1), request(2, otherSite), request(3, otherSite)]);
  for (const origin of ['https://other.example', 'https://other.example']) {
    reject().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => document.activeElement?.getAttribute('data-origin'), { timeout: 2000 })
      .toBe(origin);
  }
});

test('behavior: a request that is replaced leaves the focus on the button that rejects', async () => {
  const { replaceWith } = await show([request(1)]);
  reject().element().focus();
  await replaceWith(request(2));
  await expect.element(reject()).toHaveFocus();
  await expect.element(page.getByRole('alert')).toHaveTextContent(confirmWords['confirm.gone']);
});
