import { addWords } from '../../i18n.ts';
import { createLazyScreen } from '../../components/lazy-screen.tsx';

/** What a policy says, read by the evaluator's parser: its code and words load with the first one shown. */
export const PolicyWords = createLazyScreen(async () => {
  const [module, { policyScreenWords }] = await Promise.all([
    import('./policy-words.tsx'),
    import('../../words/en/policy-screen.ts'),
  ]);
  addWords(policyScreenWords);
  return module.PolicyWords;
}, null);
