import { BLANK_SOURCE } from './blank.ts';

/** A stretch of text to draw: as it is, or as the escape of one character that would not show. */
export type Piece = { readonly text: string; readonly hidden: boolean };

/**
 * What a reader cannot see, or what moves other text about (SECURITY.md, Threat by threat: 15): all
 * that draws blank, marks stacked more than three high, and spaces at the ends of a line.
 */
const PILED = String.raw`\p{M}(?<=\p{M}{4})`;
const AT_ENDS = String.raw`^ +|(?<! ) +$`;
const UNSEEN = new RegExp(`${BLANK_SOURCE}|${PILED}|${AT_ENDS}`, 'gu');

/** The same, but for the line breaks and tabs of text that is shown in lines, and its indents. */
const UNSEEN_IN_LINES = new RegExp(String.raw`(?![\n\t])(?:${BLANK_SOURCE})|${PILED}`, 'gu');

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `\\u{${code.toString(16).toUpperCase().padStart(4, '0')}}`;
}

/**
 * Cuts a text into pieces, in order and with nothing left out, so that every character is seen: the
 * hidden ones as `\u{202E}`. With `lines`, line breaks and tabs stay as they are.
 */
export function visible(text: string, layout: 'line' | 'lines' = 'line'): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(layout === 'lines' ? UNSEEN_IN_LINES : UNSEEN)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), hidden: false });
    for (const character of match[0]) pieces.push({ text: escapeOf(character), hidden: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), hidden: false });
  return pieces;
}

/** {@link visible} as plain text, for titles and accessible names. */
export function visibleText(text: string): string {
  return visible(text)
    .map((piece) => piece.text)
    .join('');
}
