/*
 * Punycode, which writes names with any letters in ASCII (RFC 3492). Decoding only: browsers do the
 * encoding themselves.
 */

/** RFC 3492 section 5: the parameters of Punycode. */
const BASE = 36;
const TMIN = 1;
const TMAX = 26;
const SKEW = 38;
const DAMP = 700;
const MAX_CODE_POINT = 0x10ffff;

/** RFC 3492 section 6.1. */
function adapt(delta: number, points: number, first: boolean): number {
  let rest = first ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((BASE - TMIN) * TMAX) >> 1; k += BASE) rest = Math.floor(rest / (BASE - TMIN));
  return k + Math.floor(((BASE - TMIN + 1) * rest) / (rest + SKEW));
}

/** Decodes one label without its `xn--` (RFC 3492 section 6.2). Undefined if it isn't Punycode. */
export function decodePunycode(label: string): string | undefined {
  const cut = label.lastIndexOf('-');
  const points = Array.from(
    label.slice(0, Math.max(cut, 0)),
    (character) => character.codePointAt(0) ?? 0,
  );
  const digits = label.slice(cut + 1);
  let [n, i, bias, position] = [128, 0, 72, 0];
  while (position < digits.length) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = Number.parseInt(toBase36Digit(digits[position++]), BASE);
      i += digit * weight;
      // Also true if the text ends in the middle of a number: NaN compares as false.
      if (!(i <= MAX_CODE_POINT * 64)) return undefined;
      const threshold = Math.min(Math.max(k - bias, TMIN), TMAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    bias = adapt(i - before, points.length + 1, before === 0);
    n += Math.floor(i / (points.length + 1));
    i %= points.length + 1;
    if (n > MAX_CODE_POINT) return undefined;
    points.splice(i++, 0, n);
  }
  return String.fromCodePoint(...points);
}

/** Punycode counts a to z, then 0 to 9. parseInt does it the other way round. */
function toBase36Digit(digit = ''): string {
  const code = digit.charCodeAt(0);
  if (code >= 97 && code <= 122) return (code - 97).toString(BASE);
  return code >= 48 && code <= 57 ? (code - 48 + 26).toString(BASE) : '';
}
