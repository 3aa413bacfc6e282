import { render } from 'preact';
import { addWords, drawInLanguage } from '../i18n.ts';
import { addRowWords } from '../forms/words.ts';
import { startOwnPage } from '../components/own-page.ts';
import { authorizationWords } from '../words/en/authorization.ts';
import { managedWords } from '../words/en/managed.ts';
import { optionsWords } from '../words/en/options.ts';
import { unlockWords } from '../words/en/unlock.ts';
import { App } from './app.tsx';
import type { OptionsEffects } from './effects.ts';
import { createStore } from './store.ts';

/** Shows the options page in `root`. */
export function startOptions(effects: OptionsEffects, root: HTMLElement): void {
  startOwnPage({ now: effects.now, root: root.ownerDocument.documentElement });
  for (const words of [optionsWords, managedWords, authorizationWords, unlockWords])
    addWords(words);
  addRowWords();
  drawInLanguage(() => render(<App store={createStore(effects)} />, root));
}
