import { createLazyPart } from '../components/lazy-screen.tsx';

/* The evaluator and its words load with the first policy that is shown. */

const words = () => import('../words/en/policy-screen.ts');

/** What a policy says. */
export const PolicyWords = createLazyPart(
  async () => (await import('./policy-words.tsx')).PolicyWords,
  words,
);

/** What is worth a second look in it. */
export const PolicyWarnings = createLazyPart(
  async () => (await import('./policy-words.tsx')).PolicyWarnings,
  words,
);

/** What follows from a change of policies. */
export const PolicyConsequence = createLazyPart(
  async () => (await import('./policy-consequence.tsx')).PolicyConsequence,
  words,
);

/** What it would have said to the organization's newest activities. */
export const PolicyTrial = createLazyPart(
  async () => (await import('./policy-trial.tsx')).PolicyTrial,
  words,
);

/** What the policy of a form would have said, as it is typed. */
export const TypedPolicyTrial = createLazyPart(
  async () => (await import('./policy-trial.tsx')).TypedPolicyTrial,
  words,
);

/** A policy in parts that are chosen, with the texts of these behind them. */
export const PolicyBuilder = createLazyPart(
  async () => (await import('../forms/policy-builder.tsx')).PolicyBuilder,
  words,
  () => import('../words/en/policy-builder.ts'),
);
