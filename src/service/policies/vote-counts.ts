// Which votes a consensus counts (docs/policies.md, Who may approve).
import { EvaluationError, evaluate, type Names } from './evaluate.ts';
import type { Expression } from './syntax.ts';

/** The lists of votes that a consensus reads. */
const VOTES: ReadonlySet<string> = new Set(['approvers', 'credentials']);

/**
 * Whether a consensus counts the only vote in `names`: some part of it that looks at votes holds for
 * this one. `approvers.any(user, user.id == 'a') && approvers.any(user, user.id == 'b')` counts the
 * votes of a and of b, and nobody else's, though neither alone makes it true.
 */
export function countsIn(expression: Expression, names: Names): boolean {
  switch (expression.kind) {
    case 'method':
      return methodCounts(expression, names);
    case 'and':
    case 'or':
    case 'in':
    case 'compare':
      return countsIn(expression.left, names) || countsIn(expression.right, names);
    case 'index':
    case 'slice':
    case 'field':
    case 'not':
      return countsIn(expression.of, names);
    case 'name':
      // Named whole, as in `approvers.count()`: every vote counts.
      return VOTES.has(expression.name);
    default:
      return false;
  }
}

type Method = Extract<Expression, { kind: 'method' }>;

/** `filter` keeps or drops the vote; `any` and `all` ask about it. */
function methodCounts({ of, name, args }: Method, names: Names): boolean {
  if (name !== 'any' && name !== 'all' && name !== 'filter') return countsIn(of, names);
  if (!countsIn(of, names)) return false;
  try {
    const asked = { kind: 'method', of, name: 'any', args } as const;
    return evaluate(asked, names) === true;
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}
