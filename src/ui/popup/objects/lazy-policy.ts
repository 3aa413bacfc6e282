import { addWords } from '../../i18n.ts';
import { createLazyScreen } from '../../components/lazy-screen.tsx';

/** The evaluator's parser and its words load with the first policy that is shown. */
async function loadModule() {
  const [module, { policyScreenWords }] = await Promise.all([
    import('./policy-words.tsx'),
    import('../../words/en/policy-screen.ts'),
  ]);
  addWords(policyScreenWords);
  return module;
}

/** What a policy says. */
export const PolicyWords = createLazyScreen(async () => (await loadModule()).PolicyWords, null);

/** What is worth a second look in it. */
export const PolicyWarnings = createLazyScreen(
  async () => (await loadModule()).PolicyWarnings,
  null,
);
