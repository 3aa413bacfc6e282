import { render } from 'preact';
import { choiceTexts, errorTexts, rowTexts, ruleTexts } from '../../protocol/texts.ts';
import { addWords } from '../i18n.ts';
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
  const areas = [
    optionsWords,
    managedWords,
    authorizationWords,
    unlockWords,
    rowTexts(),
    ruleTexts(),
    errorTexts(),
    choiceTexts(),
  ];
  for (const words of areas) addWords(words);
  render(<App store={createStore(effects)} />, root);
}
