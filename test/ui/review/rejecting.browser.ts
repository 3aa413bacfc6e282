import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PendingRequestView } from '../../../src/protocol/pending-request.ts';
import { confirmWords } from '../../../src/ui/words/en/confirm.ts';
import { unlocked } from '../page/world.ts';
import { settle, useQueueWindow } from './queue-window.ts';
import { queueWorld, request } from './world.ts';

/*
 * A site that replaces its request faster than a hand presses a button, in a real Chromium: it can't
 * keep the user from rejecting, and gets no other request approved.
 */

const draw = useQueueWindow();
let root: HTMLElement;

beforeAll(() => page.viewport(400, 640));

async function show(items: PendingRequestView[]) {
  const { world, worker, queue, publish } = queueWorld(items);
  const effects = { ...world.effects, authenticator: null };
  const placement = { finish: () => undefined };
  root = draw({ queue, effects, placement, state: unlocked });
  await settle();
  await expect.element(reject()).toBeVisible();
  const replaceWith = async (...next: PendingRequestView[]) => {
    worker.items = next;
    publish();
    await settle();
  };
  return { worker, replaceWith };
}

const reject = () =>
  page.getByRole('button', { name: confirmWords['confirm.reject'], exact: true });
const more = () => page.getByRole('button', { name: confirmWords['confirm.rejectMore'] });
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
