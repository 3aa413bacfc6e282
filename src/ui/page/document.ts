import { readStoredSettings, watchSettings } from '../../client/own-page-effects.ts';
import { applySettings, startOwnPage } from '../components/own-page.ts';
import { drawInLanguage } from '../i18n.ts';

/**
 * Draws a document of Keystamp's own, with theme and language set before the first paint.
 * @param words what its first frame needs of a language that loads
 */
export function startDocument(
  now: () => number,
  draw: (root: HTMLElement) => void,
  words: Parameters<typeof drawInLanguage>[1] = 'first-frame',
): void {
  const root = document.getElementById('app');
  if (!root) throw new Error('The page has no place for its content.');
  startOwnPage({ now, root: document.documentElement });
  watchSettings(applySettings);
  applySettings(readStoredSettings());
  drawInLanguage(() => draw(root), words);
}
