import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { axeFaults, rulesIn } from '../axe.ts';
import { takePicture } from '../picture.ts';
import { entry, home, popupWorld, unlocked } from '../page/world.ts';

/*
 * What an activity says that isn't done: queued with its place and time, sending, waiting with the time
 * left, unknown, refused for single fields; and that the computer is offline.
 */

const NOW = 1_000_000;
/** For a screen whose module is loaded when it is first shown. */
const PATIENCE = { timeout: 15_000 };
const waiting = { code: 'service_unreachable', message: '' } as const;

type Case = { readonly entry: Partial<EntryView>; readonly says: readonly string[] };

const CASES: Readonly<Record<string, Case>> = {
  queued: {
    entry: { state: 'stamped', attempts: 0, turn: { ahead: 12, at: NOW + 13_000 } },
    says: [
      appWords['app.state.queued'],
      popupWords['popup.state.queued'],
      '12 requests go first.',
      'in about 13 seconds.',
    ],
  },
  'next in the queue': {
    entry: { state: 'stamped', attempts: 0, turn: { ahead: 0, at: NOW + 1000 } },
    says: [appWords['app.state.queued'], 'in about 1 second.'],
  },
  sending: { entry: { state: 'sending' }, says: [popupWords['popup.state.sending']] },
  'waiting to be sent again': {
    entry: { state: 'waiting', nextAt: NOW + 8000, error: waiting },
    says: [appWords['app.state.waiting'], 'in 8 seconds.'],
  },
  'waiting, and queued': {
    entry: {
      state: 'waiting',
      nextAt: NOW,
      error: { ...waiting, detail: { reason: 'offline' } },
      turn: { ahead: 1, at: NOW + 2000 },
    },
    says: ['1 request goes first.', 'in about 2 seconds.', 'You’re offline.'],
  },
  'outcome unknown': {
    entry: { state: 'unknown', error: { code: 'outcome_unknown', message: '' } },
    says: [popupWords['popup.state.unknown']],
  },
  'refused for its fields': {
    entry: {
      state: 'refused',
      error: {
        code: 'service_error',
        message: '',
        detail: {
          status: 400,
          fieldViolations: [
            { field: 'parameters.walletName', description: 'is taken' },
            { field: 'parameters.of[0].tomorrow', description: 'is <b>new</b>\u202e' },
          ],
        },
      },
    },
    says: ['Name: is taken', 'parameters.of[0].tomorrow: is <b>new</b>\\u{202E}'],
  },
};

let root: HTMLElement;

beforeAll(() => {
  startOwnPage({ now: () => NOW, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
});

afterEach(() => {
  root.remove();
  vi.restoreAllMocks();
});

const shownText = () => root.innerText.replace(/\s+/g, ' ');

async function show(hash: string, shown: EntryView, says: readonly string[]): Promise<void> {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const { effects } = popupWorld({
    state: () => unlocked,
    home: () => ({ ...home, entries: [shown] }),
    activities_get: () => shown,
  });
  const later = (ms: number, then: () => void) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  };
  effects.hash.set(hash);
  startPopup({ ...effects, later }, root);
  for (const text of says) await expect.poll(shownText, PATIENCE).toContain(text);
}

async function demandSound(theme: 'light' | 'dark'): Promise<void> {
  expect(await axeFaults({ rules: rulesIn(theme) })).toEqual([]);
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth - clientWidth).toBeLessThanOrEqual(0);
}

for (const theme of ['light', 'dark'] as const) {
  describe(`an activity that isn’t done, ${theme}`, () => {
    for (const [name, one] of Object.entries(CASES)) {
      test(`behavior: ${name}`, async () => {
        applySettings({ ...unlocked.settings, theme });
        await page.viewport(380, 600);
        const shown = { ...entry, ...one.entry };
        await show(`#/activity/${entry.id}`, shown, one.says);
        await demandSound(theme);
        const picture = `${name.replaceAll(/\W+/g, '-')}-${theme}`;
        await takePicture(`waiting/${picture}`);
      });
    }
  });

  test(`behavior: offline is said on the first screen, and goes by itself, ${theme}`, async () => {
    applySettings({ ...unlocked.settings, theme });
    await page.viewport(380, 600);
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await show('#/', { ...entry, state: 'waiting' }, [popupWords['popup.offline.title']]);
    await demandSound(theme);
    isOnline.mockReturnValue(true);
    dispatchEvent(new Event('online'));
    await expect.poll(shownText, PATIENCE).not.toContain(popupWords['popup.offline.title']);
  });
}
