import { pathOf } from './clause-meaning.ts';
import { allOf, partsOf, type Expression, type Span } from './syntax-tree.ts';

/** A text that a name of the language is compared with, or looked for in. */
export type Literal = { readonly path: string; readonly text: string; readonly span: Span };

/** What the variables of `any`, `all` and `filter` stand for: the lists that they go through. */
type Variables = ReadonlyMap<string, string>;

function textsIn(expression: Expression): readonly Pick<Literal, 'text' | 'span'>[] {
  if (expression.kind === 'string') return [{ text: expression.value, span: expression.span }];
  return expression.kind === 'list' ? expression.items.flatMap(textsIn) : [];
}

/** A path with the list in the place of its variable: `user.id` of approvers is `approvers.id`. */
function resolved(path: string, variables: Variables): string {
  const [first = '', ...rest] = path.split('.');
  return [variables.get(first) ?? first, ...rest].join('.');
}

function within(expression: Expression, variables: Variables): readonly Literal[] {
  const pair =
    expression.kind === 'compare'
      ? [expression.left, expression.right]
      : expression.kind === 'contains'
        ? [expression.of, expression.item]
        : [];
  const path = pair.map(pathOf).find((found) => found !== undefined);
  const own =
    path === undefined
      ? []
      : pair.flatMap(textsIn).map((text) => ({ ...text, path: resolved(path, variables) }));
  const list = expression.kind === 'each' ? pathOf(expression.of) : undefined;
  const inside =
    expression.kind === 'each' && list !== undefined
      ? new Map([...variables, [expression.variable, resolved(list, variables)]])
      : variables;
  return [...own, ...partsOf(expression).flatMap((part) => within(part, inside))];
}

/** Every such text of a clause, in the order in which they stand there. */
export const literalsOf = (tree: Expression): readonly Literal[] => within(tree, new Map());

/** Whether a clause reads a name, or a member of it. */
export const reads = (tree: Expression, path: string): boolean =>
  allOf(tree).some((part) => pathOf(part) === path);
