import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { ENTRY_STATES } from '../../../src/protocol/outbox-entry.ts';
import type { AppState, HomeView } from '../../../src/protocol/app-state.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { axeFaults, rulesIn } from '../axe.ts';
import { cutTexts, overlaps, squeezedNames } from '../layout-faults.ts';
import { entry, home, id, popupWorld, profile, unlocked, type Answers } from './world.ts';

/*
 * The popup's first screen in each state that it can be in, drawn by a real Chromium: what it says, no
 * fault that axe-core knows in any scheme, and nothing wider than the popup. The worker is a list of
 * answers, so that what seldom happens is covered, too.
 */

const WIDTHS = [380, 320];
const LONG = 'The treasury of a company with a name as long as its history '
  .repeat(4)
  .slice(0, 200);
const RIGHT_TO_LEFT = 'محفظة الرواتب الشهرية';
const never = () => new Promise(() => undefined);
const refuse = (error: KeystampError) => () => {
  throw error;
};
const at = (state: Partial<AppState>, answered: Partial<HomeView> = {}): Answers => ({
  state: () => ({ ...unlocked, ...state }),
  home: () => ({ ...home, ...answered }),
});

type ScreenCase = {
  readonly answers: Answers;
  /** What must be there to read. */
  readonly says: string | RegExp;
};

const SCREEN_CASES: Readonly<Record<string, ScreenCase>> = {
  loading: { answers: { state: never }, says: '' },
  'a worker that is not there': {
    answers: { state: refuse(new KeystampError('worker_unreachable')) },
    says: appWords['app.retry'],
  },
  'no vault': {
    answers: at({ vault: 'missing', lockAt: null, profiles: [], activeProfileId: null }),
    says: popupWords['popup.noVault.action'],
  },
  'a vault of an unreleased version': {
    answers: at({ vault: 'unreleased', lockAt: null, profiles: [], activeProfileId: null }),
    says: appWords['app.unlock.unreleasedTitle'],
  },
  'a damaged vault': {
    answers: at({ vault: 'damaged', lockAt: null, profiles: [], activeProfileId: null }),
    says: appWords['app.unlock.damagedTitle'],
  },
  locked: {
    answers: {
      ...at({ vault: 'locked', lockAt: null, profiles: [], activeProfileId: null }),
      vault_challenge: () => ({ passkeys: [] }),
    },
    says: appWords['app.unlock.action'],
  },
  'nothing there yet': { answers: at({}, { wallets: [] }), says: home.organizationName },
  'long names': {
    answers: at(
      { profiles: [{ ...profile, name: LONG }] },
      { organizationName: LONG, userName: LONG, wallets: [{ id: id(5), name: LONG }] },
    ),
    says: LONG.slice(0, 60).trim(),
  },
  'names from right to left': {
    answers: at({}, { wallets: [{ id: id(5), name: RIGHT_TO_LEFT }] }),
    says: RIGHT_TO_LEFT,
  },
  'a list that cannot be read': {
    answers: { ...at({}), home: refuse(new KeystampError('service_unreachable')) },
    says: /./,
  },
  'pending requests': {
    answers: at({ requests: { count: 3, own: 0, revision: 1 } }),
    says: /3/,
  },
  'a pause': {
    answers: at({ pauses: [{ profileId: profile.id, until: 1_030_000 }] }),
    says: popupWords['popup.pause.title'],
  },
  'a clock that was ahead': {
    answers: at({ clockAhead: [{ profileId: profile.id, until: 9_000_000 }] }),
    says: popupWords['popup.clockAhead.title'],
  },
  'activities of each state': {
    answers: at(
      {},
      {
        entries: ENTRY_STATES.map((state, n) => ({ ...entry, id: id(20 + n), state })),
      },
    ),
    says: home.organizationName,
  },
};

let root: HTMLElement;

beforeAll(() => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
});

afterEach(() => {
  document.documentElement.style.fontSize = '';
  root.remove();
});

async function show({ answers, says }: ScreenCase): Promise<void> {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  startPopup(popupWorld(answers).effects, root);
  const visibleText = () => root.innerText.replace(/\s+/g, ' ');
  await expect
    .poll(() =>
      typeof says === 'string' ? visibleText().includes(says) : says.test(visibleText()),
    )
    .toBe(true);
}

describe('the popup’s first screen', () => {
  for (const [name, state] of Object.entries(SCREEN_CASES)) {
    for (const theme of ['light', 'dark'] as const) {
      test(`behavior: ${name}, ${theme}`, async () => {
        applySettings({ ...unlocked.settings, theme });
        await page.viewport(WIDTHS[0] ?? 0, 600);
        await show(state);
        expect(await axeFaults({ rules: rulesIn(theme) })).toEqual([]);
        for (const width of WIDTHS) {
          await page.viewport(width, 600);
          const { scrollWidth, clientWidth } = document.documentElement;
          expect(scrollWidth - clientWidth, `${width}`).toBeLessThanOrEqual(0);
        }
        await page.viewport(WIDTHS[0] ?? 0, 600);
        document.documentElement.style.fontSize = '200%';
        expect(overlaps(root)).toEqual([]);
        expect(cutTexts(root)).toEqual([]);
        expect(squeezedNames(root)).toEqual([]);
      });
    }
  }
});
