import axe from 'axe-core';
import { AXE_OPTIONS, AXE_TAGS, COLOR_RULES, endTransitions, type AxeRules } from '../axe-rules.ts';

type Scope = {
  readonly place?: Document | HTMLElement;
  readonly rules?: AxeRules;
  readonly tags?: readonly string[];
};

/** A screen has the same elements in both themes: one of them is checked whole. */
export const rulesIn = (theme: 'light' | 'dark'): AxeRules => (theme === 'light' ? 'all' : 'color');

/** The faults that axe knows, each as its rule and the elements; no color is between two others. */
export async function axeFaults({ place = document, rules = 'all', tags = AXE_TAGS }: Scope = {}) {
  endTransitions();
  const { violations } = await axe.run(place, {
    ...AXE_OPTIONS,
    runOnly: rules === 'all' ? [...tags] : { type: 'rule', values: COLOR_RULES },
  });
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
