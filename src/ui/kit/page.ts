import { effect, signal } from '@preact/signals';
import { DEFAULT_SETTINGS, type Settings } from '../../protocol/state.ts';
import { addMessages, locale, setLocale } from '../i18n.ts';
import { kitMessages } from '../messages/en/kit.ts';
import { startClock } from './clock.ts';

/** The settings that the page is drawn by. */
const shown = signal<Settings>(DEFAULT_SETTINGS);

/** Draws the page by these settings from now on. */
export function showSettings(next: Settings): void {
  shown.value = next;
}

/**
 * What every page does first: words of the kit, clock, and theme, contrast and language on the root
 * element, which the style sheet and screen readers go by. The answer undoes it.
 */
export function startPage(effects: {
  readonly now: () => number;
  readonly root: HTMLElement;
}): () => void {
  addMessages(kitMessages);
  const stopClock = startClock(effects.now);
  const { root } = effects;
  const stopLook = effect(() => {
    const { theme, contrast, locale: tag } = shown.value;
    setLocale(tag);
    root.lang = locale.value;
    if (theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
    if (contrast === 'system') delete root.dataset['contrast'];
    else root.dataset['contrast'] = contrast;
  });
  return () => {
    stopClock();
    stopLook();
  };
}
