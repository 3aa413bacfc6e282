/*
 * What a clause of a policy says, as a tree (docs/policies.md, Grammar). Every node knows where it
 * stands in the text, so that a fault can be shown at its place.
 */

/** Characters of the clause: the first, and the one after the last. */
export type Span = { readonly from: number; readonly to: number };

export const COMPARISONS = ['==', '!=', '<', '>', '<=', '>='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Methods that ask something of each element of a list. */
export const ELEMENT_METHODS = ['all', 'any', 'filter'] as const;
type ElementMethod = (typeof ELEMENT_METHODS)[number];

export type JoinOperator = '&&' | '||';

type Node = { readonly span: Span };

export type Expression =
  | (Node & { readonly kind: 'bool'; readonly value: boolean })
  | (Node & { readonly kind: 'int'; readonly value: bigint })
  | (Node & { readonly kind: 'string'; readonly value: string })
  | (Node & { readonly kind: 'list'; readonly items: readonly Expression[] })
  | (Node & { readonly kind: 'struct'; readonly members: readonly StructMember[] })
  | (Node & { readonly kind: 'name'; readonly name: string })
  | (Node & { readonly kind: 'member'; readonly of: Expression; readonly name: string })
  | (Node & { readonly kind: 'index'; readonly of: Expression; readonly at: Expression })
  | (Node & {
      readonly kind: 'slice';
      readonly of: Expression;
      readonly start: Expression;
      readonly end: Expression;
    })
  | (Node & {
      readonly kind: 'compare';
      readonly operator: Comparison | 'in';
      readonly left: Expression;
      readonly right: Expression;
    })
  /** Two or more terms: `a && b && c` is one node, so that a long clause is no deep tree. */
  | (Node & {
      readonly kind: 'join';
      readonly operator: JoinOperator;
      readonly terms: readonly Expression[];
    })
  /** `&&` beside `||` without parentheses: which binds tighter isn't published. */
  | (Node & {
      readonly kind: 'mixed';
      readonly terms: readonly Expression[];
      /** Between the terms, one fewer than these. */
      readonly operators: readonly JoinOperator[];
    })
  | (Node & { readonly kind: 'not'; readonly of: Expression })
  | (Node & {
      readonly kind: 'each';
      readonly method: ElementMethod;
      readonly of: Expression;
      readonly variable: string;
      readonly predicate: Expression;
    })
  | (Node & { readonly kind: 'contains'; readonly of: Expression; readonly item: Expression })
  | (Node & { readonly kind: 'count'; readonly of: Expression })
  | (Node & { readonly kind: 'timestamp'; readonly text: Expression })
  | (Node & { readonly kind: 'cron-span'; readonly texts: readonly Expression[] });

export type ExpressionOf<K extends Expression['kind']> = Extract<Expression, { readonly kind: K }>;

export type StructMember = { readonly name: string; readonly value: Expression };

/** Why a clause is refused. `src/ui/words` has a sentence for each. */
export const FAULT_REASONS = [
  'empty',
  'too_long',
  'too_deep',
  'unexpected_character',
  'unfinished_text',
  'unexpected_end',
  'unexpected_word',
  'no_arithmetic',
  'too_many_parts',
  'too_many_steps',
  'negation_unclear',
  'chained_comparison',
  'unknown_name',
  'other_clause',
  'unknown_member',
  'brackets_needed',
  'unknown_method',
  'not_bool',
  'not_int',
  'not_list',
  'not_indexable',
  'not_comparable',
  'different_types',
  'mixed_list',
  'member_twice',
  'text_needed',
  'invalid_timestamp',
  'invalid_cron',
  'invalid_duration',
  'invalid_zone',
  'int_too_large',
] as const;
export type FaultReason = (typeof FAULT_REASONS)[number];

/** A fault of a clause at its place. `subject` is the word or the types that it is about. */
export type Fault = {
  readonly reason: FaultReason;
  readonly span: Span;
  readonly subject?: string;
  /** What is there instead, where two things don't fit. */
  readonly other?: string;
};

/** Thrown within parser and type check; `readClause` makes it a value. */
export class ClauseFault extends Error {
  readonly fault: Fault;

  constructor(reason: FaultReason, span: Span, subject?: string, other?: string) {
    super(reason);
    this.name = 'ClauseFault';
    this.fault = {
      reason,
      span,
      ...(subject !== undefined && { subject }),
      ...(other !== undefined && { other }),
    };
  }
}

/** The expressions that an expression is made of. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'list':
      return expression.items;
    case 'struct':
      return expression.members.map(({ value }) => value);
    case 'member':
    case 'not':
    case 'count':
      return [expression.of];
    case 'index':
      return [expression.of, expression.at];
    case 'slice':
      return [expression.of, expression.start, expression.end];
    case 'compare':
      return [expression.left, expression.right];
    case 'join':
    case 'mixed':
      return expression.terms;
    case 'each':
      return [expression.of, expression.predicate];
    case 'contains':
      return [expression.of, expression.item];
    case 'timestamp':
      return [expression.text];
    case 'cron-span':
      return expression.texts;
    case 'bool':
    case 'int':
    case 'string':
    case 'name':
      return [];
  }
}

/** An expression and everything that it is made of. */
export const allOf = (expression: Expression): readonly Expression[] => [
  expression,
  ...partsOf(expression).flatMap(allOf),
];
