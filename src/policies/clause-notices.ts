import { parseCron } from './moments.ts';
import { firesAtChange } from './cron-windows.ts';
import type { Clause } from './read-clause.ts';
import { partsOf, type Expression, type ExpressionOf, type Span } from './syntax-tree.ts';

/*
 * What a clause says that isn't published (docs/policies.md, Not published). It is stored, and nobody
 * can tell what it means there: the form asks for another way to write it.
 */

export const NOTICES = [
  'mixed_joins',
  'letter_case',
  'int_width',
  'text_in_list',
  'slice_end',
  'changing_clocks',
] as const;

export type ClauseNotice = {
  readonly kind: (typeof NOTICES)[number];
  readonly span: Span;
  /** The text that it is about. */
  readonly subject: string;
};

type Found = Pick<ClauseNotice, 'kind' | 'subject'>;

function textsIn(expression: Expression): readonly string[] {
  if (expression.kind === 'string') return [expression.value];
  return partsOf(expression).flatMap(textsIn);
}

/** A text with a capital letter that is compared where case may not count. */
function letterCase(expression: Expression): readonly Found[] {
  const subject = textsIn(expression).find((text) => text !== text.toLowerCase());
  return subject === undefined ? [] : [{ kind: 'letter_case', subject }];
}

const literal = (expression: Expression | undefined): string =>
  expression?.kind === 'string' ? expression.value : '';

function changingClocks({ texts }: ExpressionOf<'cron-span'>): readonly Found[] {
  const [cron, zone] = [parseCron(literal(texts[0])), literal(texts[2])];
  return cron && firesAtChange(cron, zone) ? [{ kind: 'changing_clocks', subject: zone }] : [];
}

/** `errorMatters`: it makes a difference whether a part is false or an error. */
function noticesAt(
  { notes }: Clause,
  expression: Expression,
  errorMatters: boolean,
): readonly Found[] {
  switch (notes.get(expression)) {
    case 'letter_case':
      return letterCase(expression);
    case 'int_width':
      return [{ kind: 'int_width', subject: '' }];
    case 'text_in_list':
      return [{ kind: 'text_in_list', subject: '' }];
    default:
      break;
  }
  if (expression.kind === 'mixed') return [{ kind: 'mixed_joins', subject: '' }];
  if (expression.kind === 'cron-span') return changingClocks(expression);
  const isSlice = expression.kind === 'slice' && expression.of.kind !== 'string';
  return isSlice && errorMatters ? [{ kind: 'slice_end', subject: '' }] : [];
}

function within(
  clause: Clause,
  expression: Expression,
  errorMatters: boolean,
): readonly ClauseNotice[] {
  const { span } = expression;
  const own = noticesAt(clause, expression, errorMatters).map((one) => ({ ...one, span }));
  const isAlternative = expression.kind === 'join' && expression.operator === '||';
  const matters = errorMatters || isAlternative || ['mixed', 'not'].includes(expression.kind);
  return [...own, ...partsOf(expression).flatMap((part) => within(clause, part, matters))];
}

/** What isn't published of a clause, in the order in which it stands there. */
export const noticesOf = (clause: Clause): readonly ClauseNotice[] =>
  within(clause, clause.tree, false);
