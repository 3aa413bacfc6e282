import { addWords } from '../i18n.ts';
import { createLazyScreen } from '../components/lazy-screen.tsx';

/** The evaluator and its words load with the first policy that is shown. */
async function loadModule() {
  const [
    { PolicyWords, PolicyWarnings },
    { PolicyTrial, TypedPolicyTrial },
    { PolicyConsequence },
    { policyScreenWords },
  ] = await Promise.all([
    import('./policy-words.tsx'),
    import('./policy-trial.tsx'),
    import('./policy-consequence.tsx'),
    import('../words/en/policy-screen.ts'),
  ]);
  addWords(policyScreenWords);
  return { PolicyConsequence, PolicyWords, PolicyWarnings, PolicyTrial, TypedPolicyTrial };
}

/** What a policy says. */
export const PolicyWords = createLazyScreen(async () => (await loadModule()).PolicyWords, null);

/** What is worth a second look in it. */
export const PolicyWarnings = createLazyScreen(
  async () => (await loadModule()).PolicyWarnings,
  null,
);

/** What follows from a change of policies. */
export const PolicyConsequence = createLazyScreen(
  async () => (await loadModule()).PolicyConsequence,
  null,
);

/** What it would have said to the organization's newest activities. */
export const PolicyTrial = createLazyScreen(async () => (await loadModule()).PolicyTrial, null);

/** What the policy of a form would have said, as it is typed. */
export const TypedPolicyTrial = createLazyScreen(
  async () => (await loadModule()).TypedPolicyTrial,
  null,
);

/** A policy in parts that are chosen, with the texts of these behind them. */
export const PolicyBuilder = createLazyScreen(async () => {
  const [module, { policyScreenWords }, { policyBuilderWords }] = await Promise.all([
    import('../forms/policy-builder.tsx'),
    import('../words/en/policy-screen.ts'),
    import('../words/en/policy-builder.ts'),
  ]);
  addWords(policyScreenWords);
  addWords(policyBuilderWords);
  return module.PolicyBuilder;
}, null);
