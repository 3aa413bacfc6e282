import { afterEach, beforeAll, expect, test } from 'vitest';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { startTab } from '../../../src/ui/page/tab.tsx';
import { tabEffects } from './tab-effects.ts';
import { popupWorld } from './world.ts';

/*
 * A page that is opened at a place asks for that place's screen at once, beside the worker: here the
 * worker never answers. A module loads once in a page, so each case has a screen of its own.
 */

let root: HTMLElement;

beforeAll(() => {
  // The browser keeps 250 of them, which the modules of this file may be already.
  performance.clearResourceTimings();
  performance.setResourceTimingBufferSize(5000);
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
});
afterEach(() => root.remove());

const isLoaded = (module: string) =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes(`/src/ui/${module}`));

const CASES = [
  { page: 'popup', hash: '#/operations', modules: ['forms/operations-screen.tsx'] },
  {
    page: 'tab',
    hash: '#/activities',
    modules: ['activities/activities-screen.tsx', 'page/panes.tsx'],
  },
  { page: 'tab', hash: '#/backup', modules: ['settings/backup/backup-section.tsx'] },
] as const;

test.each(CASES)('behavior: the $page at $hash loads it before the worker answers', async (one) => {
  root = document.body.appendChild(document.createElement('div'));
  const { effects } = popupWorld({ state: () => new Promise(() => undefined) });
  effects.hash.set(one.hash);
  expect(one.modules.filter(isLoaded)).toEqual([]);
  if (one.page === 'popup') startPopup(effects, root);
  else startTab(tabEffects(effects), root);
  await expect.poll(() => one.modules.filter(isLoaded)).toEqual(one.modules);
});
