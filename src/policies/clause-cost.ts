import { ASSUMED_LENGTH, CRON_STEPS } from './limits.ts';
import { partsOf, type Expression } from './syntax-tree.ts';

/*
 * How many steps a clause takes at most, where no list of the request is longer than ASSUMED_LENGTH.
 * Evaluators count the same: a step for each node, and one for each element that is compared.
 */

/** `length` of a list, and of the longest list within it. */
type Cost = { readonly steps: number; readonly length: number; readonly inner: number };
/** Of the variables in scope: how long each may be, if it is a list or has one. */
type Lengths = ReadonlyMap<string, number>;

/** A node made of others, without what it does itself. */
function together(parts: readonly Expression[], lengths: Lengths): Cost {
  const costs = parts.map((part) => costOf(part, lengths));
  const steps = costs.reduce((total, one) => total + one.steps, 1);
  const inner = costs.reduce((longest, one) => Math.max(longest, one.length, one.inner), 0);
  return { steps, length: Math.max(ASSUMED_LENGTH, inner), inner: Math.max(ASSUMED_LENGTH, inner) };
}

/** The steps of one node and all beneath it. */
function costOf(expression: Expression, lengths: Lengths): Cost {
  const whole = () => together(partsOf(expression), lengths);
  switch (expression.kind) {
    case 'name': {
      const length = lengths.get(expression.name) ?? ASSUMED_LENGTH;
      return { steps: 1, length, inner: length };
    }
    case 'list':
      return { ...whole(), length: expression.items.length };
    case 'slice':
    case 'index': {
      const { length, inner } = costOf(expression.of, lengths);
      const { steps } = whole();
      return { steps, inner, length: expression.kind === 'slice' ? length : inner };
    }
    case 'each': {
      const { steps, length, inner } = costOf(expression.of, lengths);
      const within = new Map(lengths).set(expression.variable, inner);
      const each = costOf(expression.predicate, within).steps;
      return { steps: 1 + steps + length * each, length, inner };
    }
    case 'contains':
      return found(whole(), costOf(expression.of, lengths));
    case 'compare':
      if (expression.operator !== 'in') return whole();
      return found(whole(), costOf(expression.right, lengths));
    case 'cron-span':
      return { ...whole(), steps: CRON_STEPS };
    default:
      return whole();
  }
}

const found = (whole: Cost, list: Cost): Cost => ({ ...whole, steps: whole.steps + list.length });

/** The most steps that a clause takes. */
export function stepsOf(expression: Expression): number {
  return costOf(expression, new Map()).steps;
}
