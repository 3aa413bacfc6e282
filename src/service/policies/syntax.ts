// The text of a policy's clause as a tree (docs/policies.md, Grammar).

/** A clause that can't be read, or whose types don't fit. The message may be sent. */
export class PolicyTextError extends Error {
  override readonly name = 'PolicyTextError';
}

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** What a clause says. Integers are exact. */
export type Expression =
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'struct'; readonly members: readonly (readonly [string, Expression])[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'field'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly at: Expression }
  | {
      readonly kind: 'slice';
      readonly of: Expression;
      readonly from: Expression;
      readonly to: Expression;
    }
  | {
      readonly kind: 'method';
      readonly of: Expression;
      readonly name: string;
      readonly args: readonly Expression[];
    }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'and'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'in'; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'compare';
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    };

/** Longer texts and deeper trees are refused: reading one must not take the service's thread. */
const MAX_CLAUSE_LENGTH = 16_384;
const MAX_DEPTH = 64;

type Token = {
  readonly kind: 'name' | 'int' | 'string' | 'mark' | 'end';
  readonly text: string;
  /** Where it begins, in UTF-16 units from 0. */
  readonly at: number;
};

/** The longer marks first: `<=` is not `<`. */
const TOKEN =
  /\s*(?:([A-Za-z_]\w*)|(\d+)|'([^']*)'|(&&|\|\||==|!=|<=|>=|\.\.|[<>()[\]{},.:!-])|($))/y;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (;;) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new PolicyTextError(`Unexpected character at ${skipSpace(text, start)}`);
    const [whole, name, int, string, mark] = match;
    const at = start + whole.length - whole.trimStart().length;
    if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
    else if (int !== undefined) tokens.push({ kind: 'int', text: int, at });
    else if (string !== undefined) tokens.push({ kind: 'string', text: string, at });
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark, at });
    else {
      tokens.push({ kind: 'end', text: '', at });
      return tokens;
    }
  }
}

const skipSpace = (text: string, from: number) =>
  from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);

const COMPARISONS: readonly string[] = ['==', '!=', '<', '<=', '>', '>='] satisfies Comparison[];
const isComparison = (text: string): text is Comparison => COMPARISONS.includes(text);

/** The tokens of a text, one ahead. */
type Tokens = {
  readonly peek: () => Token;
  readonly take: () => Token;
  /** Takes the mark or word if it comes next. */
  readonly skip: (text: string, kind?: Token['kind']) => boolean;
  readonly demand: (text: string) => void;
  readonly unexpected: (expected?: string) => PolicyTextError;
  /** Counts how deep the reading is. */
  readonly nested: (read: () => Expression) => Expression;
};

const END: Token = { kind: 'end', text: '', at: 0 };

function createTokens(text: string): Tokens {
  const tokens = tokensOf(text);
  let next = 0;
  let depth = 0;
  const peek = () => tokens[next] ?? END;
  const take = () => tokens[next++] ?? END;
  const skip: Tokens['skip'] = (wanted, kind = 'mark') => {
    const isNext = peek().kind === kind && peek().text === wanted;
    if (isNext) next += 1;
    return isNext;
  };
  const unexpected: Tokens['unexpected'] = (expected) => {
    const { kind, text: found, at } = peek();
    const problem =
      kind === 'end' ? `Unrecognized EOF found at ${at}` : `Unexpected ${found} at ${at}`;
    return new PolicyTextError(
      expected === undefined ? problem : `${problem}, expected ${expected}`,
    );
  };
  return {
    peek,
    take,
    skip,
    unexpected,
    demand: (wanted) => {
      if (!skip(wanted)) throw unexpected(wanted);
    },
    nested: (read) => {
      depth += 1;
      if (depth > MAX_DEPTH) throw new PolicyTextError('The expression is nested too deeply');
      const expression = read();
      depth -= 1;
      return expression;
    },
  };
}

function readOr(tokens: Tokens): Expression {
  return tokens.nested(() => {
    let left = readAnd(tokens);
    while (tokens.skip('||')) left = { kind: 'or', left, right: readAnd(tokens) };
    return left;
  });
}

function readAnd(tokens: Tokens): Expression {
  let left = readCompared(tokens);
  while (tokens.skip('&&')) left = { kind: 'and', left, right: readCompared(tokens) };
  return left;
}

/** Comparisons don't chain: `a == b == c` is refused. */
function readCompared(tokens: Tokens): Expression {
  if (tokens.skip('!')) return { kind: 'not', of: tokens.nested(() => readCompared(tokens)) };
  const left = readPostfix(tokens);
  const { kind, text } = tokens.peek();
  if (kind === 'mark' && isComparison(text)) {
    tokens.take();
    return { kind: 'compare', operator: text, left, right: readPostfix(tokens) };
  }
  return tokens.skip('in', 'name') ? { kind: 'in', left, right: readPostfix(tokens) } : left;
}

function readPostfix(tokens: Tokens): Expression {
  let of = readPrimary(tokens);
  for (;;) {
    if (tokens.skip('.')) of = readMember(tokens, of);
    else if (tokens.skip('[')) of = readElement(tokens, of);
    else return of;
  }
}

function readMember(tokens: Tokens, of: Expression): Expression {
  const name = readName(tokens);
  return tokens.skip('(')
    ? { kind: 'method', of, name, args: readItems(tokens, ')') }
    : { kind: 'field', of, name };
}

function readElement(tokens: Tokens, of: Expression): Expression {
  const from = readOr(tokens);
  const to = tokens.skip('..') ? readOr(tokens) : undefined;
  tokens.demand(']');
  return to ? { kind: 'slice', of, from, to } : { kind: 'index', of, at: from };
}

function readName(tokens: Tokens): string {
  if (tokens.peek().kind !== 'name') throw tokens.unexpected('a name');
  return tokens.take().text;
}

/** Expressions with commas between them, up to the closing mark. */
function readItems(tokens: Tokens, end: string): readonly Expression[] {
  const items: Expression[] = [];
  if (tokens.skip(end)) return items;
  do items.push(readOr(tokens));
  while (tokens.skip(','));
  tokens.demand(end);
  return items;
}

function readStruct(tokens: Tokens): Expression {
  const members: [string, Expression][] = [];
  if (tokens.skip('}')) return { kind: 'struct', members };
  do {
    const name = readName(tokens);
    tokens.demand(':');
    members.push([name, readOr(tokens)]);
  } while (tokens.skip(','));
  tokens.demand('}');
  return { kind: 'struct', members };
}

function readPrimary(tokens: Tokens): Expression {
  if (tokens.skip('(')) {
    const inner = readOr(tokens);
    tokens.demand(')');
    return inner;
  }
  if (tokens.skip('[')) return { kind: 'list', items: readItems(tokens, ']') };
  if (tokens.skip('{')) return readStruct(tokens);
  if (tokens.skip('-')) return { kind: 'int', value: -readInteger(tokens) };
  switch (tokens.peek().kind) {
    case 'int':
      return { kind: 'int', value: readInteger(tokens) };
    case 'string':
      return { kind: 'string', value: tokens.take().text };
    case 'name':
      return readNamed(tokens);
    default:
      throw tokens.unexpected();
  }
}

function readInteger(tokens: Tokens): bigint {
  if (tokens.peek().kind !== 'int') throw tokens.unexpected('a number');
  return BigInt(tokens.take().text);
}

/** `true`, `false`, a function's call, or a name. */
function readNamed(tokens: Tokens): Expression {
  const name = readName(tokens);
  if (name === 'true' || name === 'false') return { kind: 'bool', value: name === 'true' };
  return tokens.skip('(')
    ? { kind: 'call', name, args: readItems(tokens, ')') }
    : { kind: 'name', name };
}

/** @throws PolicyTextError */
export function parseClause(text: string): Expression {
  if (text.length > MAX_CLAUSE_LENGTH) throw new PolicyTextError('The expression is too long');
  const tokens = createTokens(text);
  const expression = readOr(tokens);
  if (tokens.peek().kind !== 'end') throw tokens.unexpected();
  return expression;
}
