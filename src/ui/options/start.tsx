import { render } from 'preact';
import { choiceTexts, errorTexts, rowTexts, ruleTexts } from '../../protocol/texts.ts';
import { addMessages } from '../i18n.ts';
import { startPage } from '../kit/page.ts';
import { authorizationMessages } from '../messages/en/authorization.ts';
import { managedMessages } from '../messages/en/managed.ts';
import { optionsMessages } from '../messages/en/options.ts';
import { unlockMessages } from '../messages/en/unlock.ts';
import { App } from './app.tsx';
import type { OptionsEffects } from './effects.ts';
import { createStore } from './store.ts';

/** Shows the options page in `root`. */
export function startOptions(effects: OptionsEffects, root: HTMLElement): void {
  startPage({ now: effects.now, root: root.ownerDocument.documentElement });
  const texts = [
    optionsMessages,
    managedMessages,
    authorizationMessages,
    unlockMessages,
    rowTexts(),
    ruleTexts(),
    errorTexts(),
    choiceTexts(),
  ];
  for (const some of texts) addMessages(some);
  render(<App store={createStore(effects)} />, root);
}
