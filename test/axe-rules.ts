import type { RunOptions } from 'axe-core';

/** WCAG 2.0 to 2.2, levels A and AA. */
export const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** These, and axe's own best practices. */
export const AXE_TAGS = [...WCAG_TAGS, 'best-practice'];
/** Those of them that look at colors. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Nobody reads what passed. No rule here needs sheets and media to be loaded: nothing plays by itself. */
export const AXE_OPTIONS: RunOptions = { resultTypes: ['violations'], preload: false };

/**
 * Which rules to check. `color` is for a page that was checked whole in another color scheme: it
 * takes a third of the time.
 */
export type AxeRules = 'all' | 'color';

/** Runs in the page: finishes animations that have an end; a spinner has none. */
export function endTransitions(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
}
