import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { KeystampError } from '../../../src/protocol/errors.ts';
import type { PendingRequestView } from '../../../src/protocol/pending-request.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { confirmWords } from '../../../src/ui/words/en/confirm.ts';
import { errorWords } from '../../../src/ui/words/en/errors.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { home, id, unlocked, type Answers } from '../page/world.ts';
import { useQueueWindow } from './queue-window.ts';
import { openedRequest, openedVote, ownRequest, queueWorld, request } from './world.ts';

/*
 * What keeps a decision from being made by accident, or on anything but what is shown: in the window and
 * in the popup, by the same assertions, in a real Chromium.
 */

const drawWindow = useQueueWindow();
let root: HTMLElement;
let opened: (string | undefined)[];

beforeAll(() => page.viewport(400, 640));
beforeEach(() => {
  opened = [];
});
afterEach(() => root.remove());

const prompter = {
  isAvailable: true,
  assert: () => Promise.reject(new KeystampError('passkey_cancelled')),
  register: () => Promise.reject(new KeystampError('passkey_cancelled')),
  forget: () => Promise.resolve(),
  cancel: () => undefined,
};

const IN_BOTH: Answers = { keys_list: () => [], sites_list: () => [], query: () => ({}) };

/** The queue in the window that alone prompts for passkeys. */
function showInWindow(items: PendingRequestView[], answers: Answers) {
  const { world, queue } = queueWorld(items, { ...IN_BOTH, ...answers }, prompter);
  const effects = { ...world.effects, authenticator: prompter };
  const placement = { finish: () => undefined };
  root = drawWindow({ queue, effects, placement, state: unlocked });
  return world;
}

/** The queue as a screen of the popup. */
function showInPopup(items: PendingRequestView[], answers: Answers) {
  const { world, queue } = queueWorld(items, {
    ...IN_BOTH,
    state: () => ({ ...unlocked, requests: { count: items.length, own: 0, revision: 1 } }),
    home: () => home,
    requests_show: ({ id: shown }: { readonly id?: string }) => void opened.push(shown),
    ...answers,
  });
  queue.dispose();
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  world.effects.hash.set('#/requests');
  startPopup(world.effects, root);
  return world;
}

const approve = () => root.querySelector<HTMLButtonElement>('[data-act="approve"]');
const canPress = () => approve()?.getAttribute('aria-disabled') === 'false';

/** As a person does without a pointer: onto the button once it is armed, then a key. */
async function pressApprove(): Promise<void> {
  await expect.poll(() => approve()?.dataset['armed']).toBe('true');
  // Arrived before it was armed, the focus has to come again.
  approve()?.blur();
  approve()?.focus();
  await expect.poll(canPress).toBe(true);
  await expect.poll(() => approve()?.dataset['armed']).toBe('true');
  await userEvent.keyboard('{Enter}');
}

describe.each([
  ['window', showInWindow],
  ['popup', showInPopup],
] as const)('a site’s request in the %s', (_, show) => {
  test('error: a press before the button is armed approves nothing', async () => {
    const world = show([request(1)], {});
    await expect.poll(approve).not.toBeNull();
    approve()?.click();
    approve()?.focus();
    await userEvent.keyboard('{Enter}');
    expect(world.calls('requests_decide')).toEqual([]);
    await pressApprove();
    await expect.poll(() => world.calls('requests_decide')).toHaveLength(1);
  });

  test('behavior: a press approves by the digest of what is shown, once', async () => {
    const world = show([request(1)], { requests_decide: () => new Promise(() => undefined) });
    await pressApprove();
    await userEvent.keyboard('{Enter}');
    const { digest } = openedRequest(1);
    await expect
      .poll(() => world.calls('requests_decide'))
      .toMatchObject([{ input: { id: id(1), decision: { kind: 'approve', digest } } }]);
  });

  test('error: a text that its digest isn’t of can’t be approved', async () => {
    show([request(1)], {
      requests_open: () => ({ ...openedRequest(1), digest: openedRequest(2).digest }),
    });
    await expect.element(page.getByText(errorWords.approval_changed)).toBeVisible();
    expect(approve()?.dataset['armed']).toBe('false');
    expect(root.innerText).not.toContain('Cold');
  });

  test('error: what the worker has no more is shown anew, and armed anew', async () => {
    let name = 'Cold';
    const world = show([request(1)], {
      requests_open: () => openedRequest(1, name),
      requests_decide: () => {
        name = 'Warm';
        throw new KeystampError('approval_changed');
      },
    });
    await pressApprove();
    await expect.element(page.getByText(confirmWords['confirm.changed'])).toBeVisible();
    await expect.poll(() => root.innerText).toContain('Warm');
    approve()?.focus();
    await userEvent.keyboard('{Enter}');
    expect(world.calls('requests_decide')).toHaveLength(1);
  });

  test('error: no approval while the page that asked is away', async () => {
    show([request(1, { state: 'away' })], {});
    await expect.element(page.getByText(confirmWords['confirm.away'])).toBeVisible();
    await expect.poll(() => root.innerText).toContain('Cold');
    expect(approve()?.dataset['armed']).toBe('false');
  });

  test('error: no approval where nothing may stamp it', async () => {
    const none = { methods: [], prompt: null, requiresPasskey: true, managed: false };
    show([request(1)], { requests_open: () => ({ ...openedRequest(1), stampChoice: none }) });
    await expect.element(page.getByText(popupWords['popup.method.none'])).toBeVisible();
    expect(approve()?.dataset['armed']).toBe('false');
  });
});

const byPasskey = openedVote(1, 'x').stampChoice;
const useButton = () => root.querySelector<HTMLButtonElement>('.decide-passkey .button-primary');

describe('the user’s own request', () => {
  test('behavior: in the popup it leads to its window and decides nothing', async () => {
    const world = showInPopup([ownRequest(1)], {
      requests_open: () => ({ ...openedRequest(1), stampChoice: byPasskey }),
    });
    await expect.poll(useButton).not.toBeNull();
    useButton()?.click();
    await expect.poll(() => opened).toEqual([id(1)]);
    expect(world.calls('requests_decide')).toEqual([]);
  });

  test('error: a text that its digest isn’t of offers only to discard it', async () => {
    showInWindow([ownRequest(1)], {
      requests_open: () => ({ ...openedRequest(1), digest: openedRequest(2).digest }),
    });
    await expect.element(page.getByText(errorWords.approval_changed)).toBeVisible();
    expect(root.innerText).not.toContain('Cold');
    expect(useButton()?.textContent).toBe('Close');
  });

  test('behavior: discarding it is asked about first, outside the bar at the bottom', async () => {
    const world = showInWindow([ownRequest(1)], {});
    await userEvent.click(page.getByRole('button', { name: 'Discard', exact: true }));
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    expect(root.querySelector('footer dialog')).toBeNull();
    expect(world.calls('requests_decide')).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Discard', exact: true }));
    await expect
      .poll(() => world.calls('requests_decide'))
      .toMatchObject([{ input: { id: id(1), decision: { kind: 'refuse' } } }]);
  });

  test('error: a canceled prompt decides nothing and says so; two clicks are one prompt', async () => {
    const world = showInWindow([ownRequest(1)], {
      requests_open: () => ({ ...openedRequest(1), stampChoice: byPasskey }),
    });
    await expect.poll(useButton).not.toBeNull();
    useButton()?.click();
    useButton()?.click();
    await expect.element(page.getByText(errorWords.passkey_cancelled)).toBeVisible();
    expect(world.calls('requests_decide')).toEqual([]);
  });

  test.each([
    ['isn’t known yet', () => new Promise(() => undefined)],
    [
      'can’t be read',
      () => {
        throw new KeystampError('service_unreachable');
      },
    ],
  ])('error: a vote whose subject %s can’t be approved', async (_, check) => {
    const vote = openedVote(1, `sha256:${'0'.repeat(64)}`);
    showInWindow([ownRequest(1, 'approve_activity')], {
      requests_open: () => vote,
      activities_check: check,
    });
    await expect.poll(useButton).not.toBeNull();
    expect(useButton()?.disabled).toBe(true);
  });
});
