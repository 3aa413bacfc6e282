import { effect, signal } from '@preact/signals';
import { DEFAULT_SETTINGS, type Settings } from '../../protocol/app-state.ts';
import { addWords, locale, pickLocale, setLocale } from '../i18n.ts';
import { errorWords, reasonWords } from '../words/en/errors.ts';
import { appWords } from '../words/en/app.ts';
import { startClock } from './clock.ts';

/** The settings the page currently uses. */
const currentSettings = signal<Settings>(DEFAULT_SETTINGS);

/** Applies these settings to the page. */
export function applySettings(settings: Settings): void {
  currentSettings.value = settings;
}

/**
 * What every page does first: adds the shared words, starts the clock, keeps the second click of a double
 * click from what the first one brought up, and sets theme, contrast and language on the root element for
 * the style sheet and screen readers. Returns a function that undoes it.
 */
export function startOwnPage(effects: {
  readonly now: () => number;
  readonly root: HTMLElement;
}): () => void {
  addWords(appWords);
  addWords(errorWords, 'error.');
  addWords(reasonWords, 'reason.');
  const stopClock = startClock(effects.now);
  const { root } = effects;
  const allowDoubleClicks = stopStrayDoubleClicks(root);
  // Follows what is on screen: English until the chosen language is loaded.
  const stopLanguage = effect(() => {
    root.lang = locale.value;
  });
  const stopApplying = effect(() => {
    const { theme, contrast, locale: chosen } = currentSettings.value;
    void setLocale(chosen === 'system' ? pickLocale(browserLanguages(root)) : chosen);
    if (theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
    if (contrast === 'system') delete root.dataset['contrast'];
    else root.dataset['contrast'] = contrast;
  });
  return () => {
    stopClock();
    allowDoubleClicks();
    stopLanguage();
    stopApplying();
  };
}

/** The languages that the browser's user prefers, best first. */
function browserLanguages(root: HTMLElement): readonly string[] {
  return root.ownerDocument.defaultView?.navigator.languages ?? [];
}

/*
 * Of a double click only the first click is meant for what a page draws after it. A review and the screen
 * that follows it have their buttons at the same place, and the second click must not leave that screen.
 */

const CONTROLS = 'a, button, input, select, textarea, summary, label, [role], [tabindex]';

/** What a press at this place works on; undefined for plain text. */
function controlOf(target: EventTarget | null): Element | undefined {
  if (!(target instanceof Element)) return undefined;
  const control = target.closest(CONTROLS);
  // A press on a label is one on what it names.
  return (control instanceof HTMLLabelElement ? control.control : control) ?? undefined;
}

/**
 * Stops each click that continues a double click on another control than the one it began on. Clicks
 * by keyboard or by assistive technology have no count and always work.
 * @returns a function that undoes it
 */
export function stopStrayDoubleClicks(root: HTMLElement): () => void {
  let begunOn: Element | undefined;
  let isStray = false;
  const pressed = ({ detail, target }: MouseEvent): void => {
    const control = controlOf(target);
    // The browser counts presses in quick succession at one place (`detail`, UI Events).
    if (detail <= 1) begunOn = control;
    isStray = detail > 1 && control !== begunOn;
  };
  const clicked = (event: MouseEvent): void => {
    if (!isStray || event.detail <= 1) return;
    event.preventDefault();
    event.stopPropagation();
  };
  root.addEventListener('mousedown', pressed, true);
  root.addEventListener('click', clicked, true);
  return () => {
    root.removeEventListener('mousedown', pressed, true);
    root.removeEventListener('click', clicked, true);
  };
}
