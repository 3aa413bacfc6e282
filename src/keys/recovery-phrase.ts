// Recovery phrases, recognized by their looks alone: BIP-39 in any language, TON's, Monero's, RFC
// 1751's. Refusing them takes no word list.

/** Fewer words are prose, or a password. */
const MIN_WORDS = 6;

/** Whether a text (code points) is words separated by whitespace, numbered (`1.`) or not. */
export function isRecoveryPhrase(codes: ArrayLike<number>): boolean {
  let words = 0;
  let numerals = 0;
  let at = 0;
  while (at < codes.length) {
    const end = endOfRun(codes, at);
    const kind = classifyRun(codes, at, end);
    if (kind === 'other') return false;
    if (kind === 'word') words++;
    if (kind === 'numeral') numerals++;
    at = end + 1;
  }
  return words >= MIN_WORDS && numerals <= words;
}

function endOfRun(codes: ArrayLike<number>, from: number): number {
  let end = from;
  while (end < codes.length && !isSeparator(codes[end] ?? 0)) end++;
  return end;
}

/** Whitespace, including the ideographic space in Japanese phrases, and commas. */
function isSeparator(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0x3000 || code === 0x2c;
}

function classifyRun(codes: ArrayLike<number>, from: number, end: number) {
  if (from === end) return 'nothing';
  let letters = 0;
  let digits = 0;
  for (let at = from; at < end; at++) {
    const code = codes[at] ?? 0;
    const lower = code | 0x20;
    if ((lower >= 0x61 && lower <= 0x7a) || code > 0xbf) letters++;
    else if ((code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x29) digits++;
  }
  if (letters === end - from) return letters <= 16 ? 'word' : 'other';
  return digits === end - from && digits <= 3 ? 'numeral' : 'other';
}
