import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { EntryState, EntryView } from '../../../src/protocol/outbox-entry.ts';
import { KeystampError } from '../../../src/protocol/errors.ts';
import type { OwnOutcome, PendingRequestView } from '../../../src/protocol/pending-request.ts';
import type { QueuePlacement } from '../../../src/ui/review/queue-frame.tsx';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { confirmWords } from '../../../src/ui/words/en/confirm.ts';
import { entry, id, unlocked, type Answers } from '../page/world.ts';
import { settle, useQueueWindow } from './queue-window.ts';
import { openedRequest, ownRequest, queueWorld, request } from './world.ts';

/*
 * What the confirm window does by itself after a decision, in a real Chromium with a clock that the
 * test moves: it closes after the last good end, and stays for everything that somebody may want to read.
 */

const SEEN_MS = 1500;
const HINT = confirmWords['confirm.closing'];

const draw = useQueueWindow();
let root: HTMLElement;

beforeAll(() => page.viewport(400, 640));

/** The timers that a page has set and not cancelled. */
function createTimers() {
  const timers = new Set<{ readonly ms: number; readonly act: () => void }>();
  return {
    later: (ms: number, act: () => void) => {
      const timer = { ms, act };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    /** Waits until one of a length is set: the page sets it after it has drawn. */
    isSet: (ms: number) =>
      expect.poll(() => [...timers].some((timer) => timer.ms === ms)).toBe(true),
    /** Lets the ones of a length run out. */
    runOut: async (ms: number) => {
      for (const timer of timers) {
        if (timer.ms !== ms) continue;
        timers.delete(timer);
        timer.act();
      }
      await settle();
    },
  };
}

type Scene = {
  readonly items?: PendingRequestView[];
  readonly answers?: Answers;
  /** Of the decision: an activity by default. */
  readonly entryId?: string | null;
  readonly outcome?: OwnOutcome | null;
  readonly state?: EntryState;
  readonly result?: EntryView['result'];
  readonly placement?: Partial<QueuePlacement>;
};

/** The window right after the request in front was approved. */
async function approve(scene: Scene = {}) {
  const { items = [request(1)], entryId = id(900), outcome = null, state = 'completed' } = scene;
  const { result = null } = scene;
  const { world, worker, queue } = queueWorld(items, {
    requests_decide: ({ id: decided }: { readonly id: string }) => {
      worker.items = worker.items.filter((item) => item.id !== decided);
      return { queue: { items: [...worker.items] }, entryId, outcome };
    },
    activities_get: ({ id: asked }: { readonly id: string }) => ({
      ...entry,
      id: asked,
      state,
      result,
    }),
    ...scene.answers,
  });
  const timers = createTimers();
  const finished: number[] = [];
  const placement = { finish: () => void finished.push(1), ...scene.placement };
  const effects = { ...world.effects, authenticator: null, later: timers.later };
  root = draw({ queue, effects, placement, state: unlocked });
  await settle();
  const [front] = items;
  if (!front) throw new Error('nothing to approve');
  const { digest } = openedRequest(1);
  await queue.decide(front, { kind: 'approve', digest, by: { method: 'key' }, grant: null });
  await settle();
  return { world, worker, queue, timers, finished, text: () => root.innerText };
}

describe('after a good end', () => {
  test.each([
    ['of an activity', {}],
    ['of what a site only reads', { entryId: null }],
    [
      'of the user’s own activity',
      {
        items: [ownRequest(1)],
        outcome: { kind: 'activity', entry: { ...entry, state: 'completed' } } as const,
        result: { walletId: id(5) },
      },
    ],
    [
      'of the user’s own read session',
      { items: [ownRequest(1)], outcome: { kind: 'read-session', until: 2_000_000 } as const },
    ],
  ])('behavior: %s, the window says that it closes, and closes', async (_, scene) => {
    const { timers, finished, text } = await approve(scene);
    await expect.poll(text).toContain(HINT);
    expect(root.querySelector('footer [role="status"]')?.textContent).toBe(HINT);
    expect(finished).toEqual([]);
    await timers.isSet(SEEN_MS);
    await timers.runOut(SEEN_MS);
    await expect.poll(() => finished).toEqual([1]);
  });

  test('behavior: the next request takes its place where one is pending', async () => {
    const { queue, timers, finished, text } = await approve({ items: [request(1), request(2)] });
    await expect.poll(text).toContain(confirmWords['confirm.next']);
    expect(text()).not.toContain(HINT);
    await timers.isSet(SEEN_MS);
    await timers.runOut(SEEN_MS);
    await expect.poll(() => queue.following.value).toBeUndefined();
    expect(queue.current.value?.id).toBe(id(2));
    expect(finished).toEqual([]);
  });

  test('behavior: a request that comes in the meantime is shown, not closed unseen', async () => {
    const { worker, queue, timers, finished, text } = await approve();
    await expect.poll(text).toContain(HINT);
    worker.items = [request(3)];
    await timers.isSet(SEEN_MS);
    await timers.runOut(SEEN_MS);
    await expect.poll(() => queue.current.value?.id).toBe(id(3));
    expect(queue.following.value).toBeUndefined();
    expect(finished).toEqual([]);
  });

  test('behavior: in the popup it leads back without a word about a window', async () => {
    const { timers, finished, text } = await approve({ placement: { back: () => undefined } });
    await expect.poll(text).toContain(appWords['app.close']);
    expect(text()).not.toContain(HINT);
    await timers.isSet(SEEN_MS);
    await timers.runOut(SEEN_MS);
    await expect.poll(() => finished).toEqual([1]);
  });

  const signs: readonly (readonly [string, () => Promise<unknown> | boolean])[] = [
    ['a key', () => userEvent.keyboard('{ArrowDown}')],
    ['a focus', () => userEvent.tab()],
    ['a press', () => page.getByRole('main').click()],
    [
      'a turn of the wheel',
      () => document.body.dispatchEvent(new WheelEvent('wheel', { bubbles: true })),
    ],
    [
      'a pointer on what can be copied',
      () => page.getByRole('button', { name: /Copy/ }).first().hover(),
    ],
  ];
  for (const [name, use] of signs) {
    test(`behavior: stays after ${name}`, async () => {
      const { timers, finished, text } = await approve({
        items: [ownRequest(1)],
        outcome: { kind: 'activity', entry: { ...entry, state: 'completed' } },
        result: { walletId: id(5) },
      });
      await expect.poll(text).toContain(HINT);
      await use();
      await expect.poll(text).not.toContain(HINT);
      await timers.runOut(SEEN_MS);
      expect(finished).toEqual([]);
    });
  }

  test('behavior: a pointer that crosses the text, and a modifier alone, hold nothing', async () => {
    const { timers, finished, text } = await approve();
    await expect.poll(text).toContain(HINT);
    await page.getByRole('main').hover();
    await userEvent.keyboard('{Shift}');
    expect(text()).toContain(HINT);
    await timers.runOut(SEEN_MS);
    await expect.poll(() => finished).toEqual([1]);
  });

  test('error: stays when the list can’t be loaded', async () => {
    let isReachable = true;
    const { timers, finished, text } = await approve({
      answers: {
        requests_list: () => {
          if (!isReachable) throw new KeystampError('worker_unreachable');
          return { items: [request(1)] };
        },
      },
    });
    await expect.poll(text).toContain(HINT);
    isReachable = false;
    await timers.runOut(SEEN_MS);
    await expect.poll(text).not.toContain(HINT);
    expect(finished).toEqual([]);
  });
});

describe('after any other end', () => {
  const ends = [
    'sending',
    'waiting',
    'pending',
    'unknown',
    'mismatch',
    'rejected',
    'refused',
  ] as const;
  for (const state of ends) {
    test(`behavior: ${state} stays until it is left`, async () => {
      const { timers, finished, text } = await approve({ state });
      await expect.poll(text).toContain(appWords['app.close']);
      expect(text()).not.toContain(HINT);
      await timers.runOut(SEEN_MS);
      expect(finished).toEqual([]);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      expect(finished).toEqual([1]);
    });
  }

  test('behavior: the answer to a query stays', async () => {
    const { timers, finished, text } = await approve({
      items: [ownRequest(1, 'list_wallets')],
      entryId: null,
      outcome: { kind: 'query', result: { wallets: [{ walletId: id(5), walletName: 'Cold' }] } },
    });
    await expect.poll(text).toContain('Cold');
    expect(text()).not.toContain(HINT);
    await timers.runOut(SEEN_MS);
    expect(finished).toEqual([]);
  });
});
