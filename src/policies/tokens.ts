import { ClauseFault, type Span } from './syntax-tree.ts';

/** A word of a clause. `text` is what it says: of a text literal, what stands between the quotes. */
export type Token = {
  readonly kind: 'name' | 'int' | 'text' | 'sign' | 'end';
  readonly text: string;
  readonly span: Span;
};

/** Longest first, so that `<=` isn't read as `<`. */
const SIGNS = [
  '&&',
  '||',
  '==',
  '!=',
  '<=',
  '>=',
  '..',
  '<',
  '>',
  '!',
  '.',
  ',',
  ':',
  '-',
] as const;
const BRACKETS = '()[]{}';
const ARITHMETIC = '+*/%^';

const SPACE = /\s+/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const INT = /\d+/y;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function signAt(text: string, at: number): string | undefined {
  const char = text.charAt(at);
  return (
    SIGNS.find((sign) => text.startsWith(sign, at)) ?? (BRACKETS.includes(char) ? char : undefined)
  );
}

/** A text in single quotes. There are no escapes, so it ends at the next quote. */
function textAt(text: string, at: number): Token {
  const close = text.indexOf("'", at + 1);
  if (close < 0) throw new ClauseFault('unfinished_text', { from: at, to: text.length });
  return { kind: 'text', text: text.slice(at + 1, close), span: { from: at, to: close + 1 } };
}

function tokenAt(text: string, at: number): Token {
  if (text.charAt(at) === "'") return textAt(text, at);
  const token = (kind: Token['kind'], word: string): Token => ({
    kind,
    text: word,
    span: { from: at, to: at + word.length },
  });
  const name = matchAt(NAME, text, at);
  if (name !== undefined) return token('name', name);
  const int = matchAt(INT, text, at);
  if (int !== undefined) return token('int', int);
  const sign = signAt(text, at);
  if (sign !== undefined) return token('sign', sign);
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const span = { from: at, to: at + char.length };
  throw new ClauseFault(
    ARITHMETIC.includes(char) ? 'no_arithmetic' : 'unexpected_character',
    span,
    char,
  );
}

/**
 * The words of a clause, the last of kind `end`.
 * @throws ClauseFault at the first character that begins none
 */
export function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const space = matchAt(SPACE, text, at);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const token = tokenAt(text, at);
    tokens.push(token);
    at = token.span.to;
  }
  tokens.push({ kind: 'end', text: '', span: { from: text.length, to: text.length } });
  return tokens;
}
