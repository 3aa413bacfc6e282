import { effect, signal } from '@preact/signals';
import { DEFAULT_SETTINGS, type Settings } from '../../protocol/app-state.ts';
import { addWords, locale, setLocale } from '../i18n.ts';
import { errorWords, reasonWords } from '../words/en/errors.ts';
import { kitWords } from '../words/en/kit.ts';
import { startClock } from './clock.ts';

/** The settings the page currently uses. */
const currentSettings = signal<Settings>(DEFAULT_SETTINGS);

/** Applies these settings to the page. */
export function applySettings(settings: Settings): void {
  currentSettings.value = settings;
}

/**
 * What every page does first: adds the shared words, starts the clock, and sets theme, contrast and
 * language on the root element for the style sheet and screen readers. Returns a function that
 * undoes it.
 */
export function startOwnPage(effects: {
  readonly now: () => number;
  readonly root: HTMLElement;
}): () => void {
  addWords(kitWords);
  addWords(errorWords, 'error.');
  addWords(reasonWords, 'reason.');
  const stopClock = startClock(effects.now);
  const { root } = effects;
  const stopApplying = effect(() => {
    const { theme, contrast, locale: localeTag } = currentSettings.value;
    setLocale(localeTag);
    root.lang = locale.value;
    if (theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
    if (contrast === 'system') delete root.dataset['contrast'];
    else root.dataset['contrast'] = contrast;
  });
  return () => {
    stopClock();
    stopApplying();
  };
}
