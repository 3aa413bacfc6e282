import {
  ClauseFault,
  COMPARISONS,
  ELEMENT_METHODS,
  type Comparison,
  type Expression,
  type FaultReason,
  type JoinOperator,
  type Span,
  type StructMember,
} from './syntax-tree.ts';
import { MAX_DEPTH, MAX_LENGTH } from './limits.ts';
import { readTokens, type Token } from './tokens.ts';

/*
 * Text to tree (docs/policies.md, Grammar). A member binds tighter than a comparison, and a comparison
 * tighter than `&&` and `||`. What binds how tight beyond that isn't published: a tree has `&&` beside
 * `||` as it stands there, and `!` before a comparison is refused.
 */

type Reader = { readonly tokens: readonly Token[]; at: number; depth: number };

const spanOver = (first: Span, last: Span): Span => ({ from: first.from, to: last.to });

function peek(reader: Reader): Token {
  const token = reader.tokens[reader.at] ?? reader.tokens.at(-1);
  if (!token) throw new Error('a clause always has an end');
  return token;
}

function next(reader: Reader): Token {
  const token = peek(reader);
  reader.at += 1;
  return token;
}

const isSign = ({ kind, text }: Token, sign: string): boolean => kind === 'sign' && text === sign;

function takeSign(reader: Reader, sign: string): Token | undefined {
  return isSign(peek(reader), sign) ? next(reader) : undefined;
}

function unexpected({ kind, text, span }: Token, expected?: string): ClauseFault {
  const reason: FaultReason = kind === 'end' ? 'unexpected_end' : 'unexpected_word';
  return new ClauseFault(reason, span, text || undefined, expected);
}

function expectSign(reader: Reader, sign: string): Token {
  const token = takeSign(reader, sign);
  if (!token) throw unexpected(peek(reader), sign);
  return token;
}

function expectName(reader: Reader): Token {
  const token = next(reader);
  if (token.kind !== 'name') throw unexpected(token);
  return token;
}

function deeper<T>(reader: Reader, read: () => T): T {
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) throw new ClauseFault('too_deep', peek(reader).span);
  const value = read();
  reader.depth -= 1;
  return value;
}

function takeJoin(reader: Reader): JoinOperator | undefined {
  if (takeSign(reader, '&&')) return '&&';
  return takeSign(reader, '||') ? '||' : undefined;
}

function readJoined(reader: Reader): Expression {
  const first = readComparison(reader);
  const terms = [first];
  const operators: JoinOperator[] = [];
  for (let found = takeJoin(reader); found; found = takeJoin(reader)) {
    operators.push(found);
    terms.push(readComparison(reader));
  }
  const [operator] = operators;
  if (!operator) return first;
  const span = spanOver(first.span, (terms.at(-1) ?? first).span);
  return operators.every((one) => one === operator)
    ? { kind: 'join', operator, terms, span }
    : { kind: 'mixed', operators, terms, span };
}

/** A whole expression, as it stands at the beginning and between brackets. */
const readWhole = (reader: Reader): Expression => deeper(reader, () => readJoined(reader));

function takeComparison(reader: Reader): Comparison | 'in' | undefined {
  const { kind, text } = peek(reader);
  const found =
    kind === 'name' && text === 'in'
      ? 'in'
      : COMPARISONS.find((sign) => kind === 'sign' && sign === text);
  if (found) next(reader);
  return found;
}

function readComparison(reader: Reader): Expression {
  const first = peek(reader);
  const left = readNot(reader);
  const operator = takeComparison(reader);
  if (!operator) return left;
  const second = peek(reader);
  const right = readNot(reader);
  for (const { kind, text, span } of [first, second]) {
    if (kind === 'sign' && text === '!') throw new ClauseFault('negation_unclear', span, operator);
  }
  const after = peek(reader);
  if (takeComparison(reader)) throw new ClauseFault('chained_comparison', after.span, after.text);
  return { kind: 'compare', operator, left, right, span: spanOver(left.span, right.span) };
}

function readNot(reader: Reader): Expression {
  const sign = takeSign(reader, '!');
  if (!sign) return readMembers(reader);
  const of = deeper(reader, () => readNot(reader));
  return { kind: 'not', of, span: spanOver(sign.span, of.span) };
}

/** An expression with what hangs on it: members, methods, indexes. */
function readMembers(reader: Reader): Expression {
  let expression = readPrimary(reader);
  for (let depth = 1; ; depth += 1) {
    const { span } = peek(reader);
    const dot = takeSign(reader, '.');
    const bracket = dot ? undefined : takeSign(reader, '[');
    if (!dot && !bracket) return expression;
    if (depth > MAX_DEPTH) throw new ClauseFault('too_deep', span);
    expression = dot ? readMember(reader, expression) : readIndex(reader, expression);
  }
}

function readMember(reader: Reader, of: Expression): Expression {
  const { text, span } = expectName(reader);
  if (!takeSign(reader, '(')) {
    return { kind: 'member', of, name: text, span: spanOver(of.span, span) };
  }
  const method = ELEMENT_METHODS.find((name) => name === text);
  if (method) {
    const variable = expectName(reader).text;
    expectSign(reader, ',');
    const predicate = readWhole(reader);
    const close = expectSign(reader, ')');
    return { kind: 'each', method, of, variable, predicate, span: spanOver(of.span, close.span) };
  }
  if (text === 'contains') {
    const item = readWhole(reader);
    const close = expectSign(reader, ')');
    return { kind: 'contains', of, item, span: spanOver(of.span, close.span) };
  }
  if (text !== 'count') throw new ClauseFault('unknown_method', span, text);
  return { kind: 'count', of, span: spanOver(of.span, expectSign(reader, ')').span) };
}

function readIndex(reader: Reader, of: Expression): Expression {
  const start = readWhole(reader);
  if (!takeSign(reader, '..')) {
    const close = expectSign(reader, ']');
    return { kind: 'index', of, at: start, span: spanOver(of.span, close.span) };
  }
  const end = readWhole(reader);
  const close = expectSign(reader, ']');
  return { kind: 'slice', of, start, end, span: spanOver(of.span, close.span) };
}

/** What stands between brackets, separated by commas. */
function readList<T>(reader: Reader, close: string, readItem: () => T): { items: T[]; end: Token } {
  const items: T[] = [];
  const atOnce = takeSign(reader, close);
  if (atOnce) return { items, end: atOnce };
  do items.push(readItem());
  while (takeSign(reader, ','));
  return { items, end: expectSign(reader, close) };
}

function readStructMember(reader: Reader): StructMember {
  const name = expectName(reader).text;
  expectSign(reader, ':');
  return { name, value: readWhole(reader) };
}

function readBracketed(reader: Reader, open: Token): Expression {
  if (open.text === '(') {
    const inner = readWhole(reader);
    const close = expectSign(reader, ')');
    return { ...inner, span: spanOver(open.span, close.span) };
  }
  if (open.text === '[') {
    const { items, end } = readList(reader, ']', () => readWhole(reader));
    return { kind: 'list', items, span: spanOver(open.span, end.span) };
  }
  if (open.text !== '{') throw unexpected(open);
  const { items, end } = readList(reader, '}', () => readStructMember(reader));
  return { kind: 'struct', members: items, span: spanOver(open.span, end.span) };
}

function readNamed(reader: Reader, { text, span }: Token): Expression {
  if (text === 'true' || text === 'false') return { kind: 'bool', value: text === 'true', span };
  if (!takeSign(reader, '(')) return { kind: 'name', name: text, span };
  if (text !== 'Timestamp' && text !== 'CronSpan') {
    throw new ClauseFault('unknown_method', span, text);
  }
  const { items, end } = readList(reader, ')', () => readWhole(reader));
  const whole = spanOver(span, end.span);
  if (text === 'CronSpan' && items.length === 3)
    return { kind: 'cron-span', texts: items, span: whole };
  const [only] = items;
  if (text === 'Timestamp' && only && items.length === 1) {
    return { kind: 'timestamp', text: only, span: whole };
  }
  throw new ClauseFault('text_needed', whole, text);
}

/** A negative integer: there is no other use of the sign. */
function readNegative(reader: Reader, sign: Token): Expression {
  const { kind, text, span } = next(reader);
  if (kind !== 'int') throw new ClauseFault('no_arithmetic', sign.span, '-');
  return { kind: 'int', value: -BigInt(text), span: spanOver(sign.span, span) };
}

function readPrimary(reader: Reader): Expression {
  const token = next(reader);
  const { kind, text, span } = token;
  if (kind === 'int') return { kind: 'int', value: BigInt(text), span };
  if (kind === 'text') return { kind: 'string', value: text, span };
  if (kind === 'name' && text !== 'in') return readNamed(reader, token);
  if (isSign(token, '-')) return readNegative(reader, token);
  if (kind !== 'sign') throw unexpected(token);
  return readBracketed(reader, token);
}

/**
 * The tree of a clause. Names and types aren't checked yet.
 * @throws ClauseFault at the first word that doesn't fit
 */
export function parseClause(text: string): Expression {
  if (text.length > MAX_LENGTH)
    throw new ClauseFault('too_long', { from: MAX_LENGTH, to: text.length });
  const reader: Reader = { tokens: readTokens(text), at: 0, depth: 0 };
  const { kind, span } = peek(reader);
  if (kind === 'end') throw new ClauseFault('empty', span);
  const expression = readWhole(reader);
  const rest = peek(reader);
  if (isSign(rest, '-')) throw new ClauseFault('no_arithmetic', rest.span, '-');
  if (rest.kind !== 'end') throw unexpected(rest);
  return expression;
}
