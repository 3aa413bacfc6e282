import { loadPart } from './load-part.ts';
import type { Rule } from './rules.ts';

/*
 * Rules of texts that need tables or a lot of code: names that aren't plain ASCII, e-mail addresses,
 * phone numbers. The worker's core has none of them (docs/platform.md, Parts of the worker).
 */

type TextRule = (value: string) => Rule | undefined;

/** One for each kind of text, in `text-rules.ts`. */
export type LateRules = Readonly<Record<'label' | 'email' | 'phone' | 'contact', TextRule>>;

let late: LateRules | undefined;

/** Called by `text-rules.ts` as soon as it is there. */
export function provideRules(rules: LateRules): void {
  late = rules;
}

/** Thrown out of a schema that can't judge a text yet. */
class RulesMissing extends Error {}

/** Why a text isn't one of its kind. Throws while the rules aren't there: nothing passes unjudged. */
export const lateRule =
  (kind: keyof LateRules): TextRule =>
  (value) => {
    if (!late) throw new RulesMissing(`text-rules.ts isn't loaded: ${kind}`);
    return late[kind](value);
  };

/**
 * What `judge` gives, which runs again with the rules if it asked for them before they were there.
 * @throws `part_missing`, and whatever `judge` throws
 */
export async function withLateRules<T>(judge: () => T): Promise<T> {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof RulesMissing)) throw error;
  }
  await loadPart(() => import('./text-rules.ts'));
  return judge();
}
