import { signal } from '@preact/signals';
import { blankSource } from './blank.ts';

/** A stretch of text to draw: as it is, or as the escape of one character that would not show. */
export type Piece = { readonly text: string; readonly hidden: boolean };

/**
 * What a reader cannot see, or what moves other text about (docs/threats.md, 15): all
 * that draws blank, marks stacked more than three high, and spaces at the ends of a line.
 */
const STACKED_MARKS = String.raw`\p{M}(?<=\p{M}{4})`;
const EDGE_SPACES = String.raw`^ +|(?<! ) +$`;

/** In lines, line breaks and tabs are seen, and indents. */
const HIDDEN = {
  line: (blank: string) => `${blank}|${STACKED_MARKS}|${EDGE_SPACES}`,
  lines: (blank: string) => String.raw`(?![\n\t])(?:${blank})|${STACKED_MARKS}`,
} as const;

type Layout = keyof typeof HIDDEN;

const NONE = '(?!)';
/**
 * Which joiners are seen, where their script needs them: tables that come with the first text that has
 * one. Until then every joiner is an escape; whatever shows one draws again when they are there.
 */
const neededJoiner = signal(NONE);

/** Rejects if the file can't be read; the next text with a joiner tries again. */
export async function loadJoiners(): Promise<void> {
  const { NEEDED_JOINER_SOURCE } = await import('../../protocol/joiners.ts');
  expressions.clear();
  neededJoiner.value = NEEDED_JOINER_SOURCE;
}

function neededJoinerIn(text: string): string {
  if (!/[\u200C\u200D]/.test(text)) return neededJoiner.peek();
  if (neededJoiner.value === NONE) loadJoiners().catch(() => undefined);
  return neededJoiner.value;
}

/** ASCII of which all is seen. */
const SEEN = { line: /^[!-~]+(?: +[!-~]+)*$/, lines: /^[\n\t -~]+$/ } as const;

const expressions = new Map<Layout, RegExp>();
/** Made with the first text that isn't plain: browsers take 3 ms to read them and to run one. */
function hiddenIn(layout: Layout, text: string): RegExp {
  const joiner = neededJoinerIn(text);
  const found = expressions.get(layout) ?? new RegExp(HIDDEN[layout](blankSource(joiner)), 'gu');
  expressions.set(layout, found);
  return found;
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `\\u{${code.toString(16).toUpperCase().padStart(4, '0')}}`;
}

/**
 * Cuts a text into pieces, in order and with nothing left out, so that every character is seen: the
 * hidden ones as `\u{202E}`. With `lines`, line breaks and tabs stay as they are.
 */
export function splitVisible(text: string, layout: Layout = 'line'): readonly Piece[] {
  if (SEEN[layout].test(text)) return [{ text, hidden: false }];
  const pieces: Piece[] = [];
  let position = 0;
  for (const match of text.matchAll(hiddenIn(layout, text))) {
    if (match.index > position)
      pieces.push({ text: text.slice(position, match.index), hidden: false });
    for (const character of match[0]) pieces.push({ text: escapeOf(character), hidden: true });
    position = match.index + match[0].length;
  }
  if (position < text.length) pieces.push({ text: text.slice(position), hidden: false });
  return pieces;
}

/** {@link splitVisible} as plain text, for titles and accessible names. */
export function visibleText(text: string): string {
  return splitVisible(text)
    .map((piece) => piece.text)
    .join('');
}
