const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  b: 'ƀ',
  c: 'ç',
  d: 'ð',
  e: 'é',
  f: 'ƒ',
  g: 'ĝ',
  h: 'ĥ',
  i: 'î',
  j: 'ĵ',
  k: 'ķ',
  l: 'ļ',
  m: 'ɱ',
  n: 'ñ',
  o: 'ö',
  p: 'þ',
  q: 'ɋ',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'û',
  v: 'ṽ',
  w: 'ŵ',
  x: 'ẋ',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  B: 'Ɓ',
  C: 'Ç',
  D: 'Ð',
  E: 'É',
  F: 'Ƒ',
  G: 'Ĝ',
  H: 'Ĥ',
  I: 'Î',
  J: 'Ĵ',
  K: 'Ķ',
  L: 'Ļ',
  M: 'Ṁ',
  N: 'Ñ',
  O: 'Ö',
  P: 'Þ',
  Q: 'Ɋ',
  R: 'Ŕ',
  S: 'Š',
  T: 'Ţ',
  U: 'Û',
  V: 'Ṽ',
  W: 'Ŵ',
  X: 'Ẋ',
  Y: 'Ý',
  Z: 'Ž',
};
/** Translations run about a third longer than English; layouts must bear that. */
const GROWTH_RATIO = 0.3;
/** Letters of a made-up word; lines must break as they do between real ones. */
const WORD_LENGTH = 7;

/**
 * English as a made-up language: accented letters, a third longer, in brackets that show where a
 * text was cut or glued together. `{placeholders}` stay.
 */
export function pseudolocalize(text: string): string {
  const accented = text
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? part : accent(part)))
    .join('');
  const extraLength = Math.ceil(text.replace(/\{\w+\}/g, '').length * GROWTH_RATIO);
  const padding = '~'
    .repeat(extraLength)
    .replace(new RegExp(`(.{${WORD_LENGTH}})(?=.)`, 'g'), '$1 ');
  return `⟦${accented} ${padding}⟧`;
}

function accent(text: string): string {
  return Array.from(text, (letter) =>
    Object.hasOwn(ACCENTED, letter) ? (ACCENTED[letter] ?? letter) : letter,
  ).join('');
}
