import { splitContainer } from './container.ts';
import { decodePunycode } from './punycode.ts';

/*
 * Reads an origin as the browser writes it, to show it to the user: what its name really says, and
 * what is odd about it (docs/threats.md, 16). Knows nothing about public suffixes or any site.
 */

/**
 * - `punycode`: the name contains non-ASCII letters; `unicode` is how they look
 * - `mixed_script`: a part of the name mixes alphabets that no language mixes (UTS 39, "highly
 *   restrictive")
 * - `lookalike`: letters that look like Latin ones, where Latin ones are expected
 * - `ip`: an address instead of a name, outside this computer
 * - `loopback`: a program on this computer
 * - `plain_http`: not encrypted; loopback only
 */
export type OriginWarning =
  'punycode' | 'mixed_script' | 'lookalike' | 'ip' | 'loopback' | 'plain_http';

export type ParsedOrigin = {
  readonly scheme: 'https' | 'http';
  /** ASCII, as the browser compares it. IPv6 in brackets. */
  readonly host: string;
  /** Null for the scheme's default port. */
  readonly port: string | null;
  /** The host in its own letters, if they differ from `host`. */
  readonly unicode: string | null;
  /** The container of Firefox that the site is in; null outside of any. */
  readonly container: string | null;
  readonly warnings: readonly OriginWarning[];
};

/** The longest host, with room for scheme and port. */
const MAX_ORIGIN_LENGTH = 300;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])\.?$/;

function isAddress(host: string): boolean {
  return host.startsWith('[') || IPV4.test(host);
}

/**
 * Reads exactly what a browser writes as the origin of an https page, or of an http page on this
 * computer, and the key of such a site in a container. Undefined for every other text.
 */
export function readOrigin(key: string): ParsedOrigin | undefined {
  const { origin, container } = splitContainer(key);
  if (container === '' || origin.length > MAX_ORIGIN_LENGTH || !URL.canParse(origin))
    return undefined;
  const { protocol, hostname: host, port, origin: written } = new URL(origin);
  // Upper case, paths, credentials and default ports would change the text.
  if (written !== origin || host === '') return undefined;
  const loopback = LOOPBACK.test(host);
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback)) return undefined;
  const unicode = decodeHost(host);
  // No name has them (IDNA 2008), but engines have accepted such an `xn--` label.
  if (FORBIDDEN_CHARACTERS.test(unicode)) return undefined;
  const warnings: OriginWarning[] = [];
  if (/(?:^|\.)xn--/.test(host)) warnings.push('punycode');
  if (unicode.split('.').some(mixesScripts)) warnings.push('mixed_script');
  if (imitatesLatin(unicode)) warnings.push('lookalike');
  if (isAddress(host) && !loopback) warnings.push('ip');
  if (loopback) warnings.push('loopback');
  if (protocol === 'http:') warnings.push('plain_http');
  return {
    scheme: protocol === 'https:' ? 'https' : 'http',
    host,
    port: port === '' ? null : port,
    unicode: unicode === host ? null : unicode,
    container,
    warnings,
  };
}

/** The loopback hosts whose pages have Keystamp over http. */
const PAGE_LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost\.?)(?::\d+)?$/;

/** Whether a web page of this origin can have Keystamp: https, or http on this computer. */
export function isPageOrigin(origin: string): boolean {
  return origin.startsWith('https://') || PAGE_LOOPBACK.test(origin);
}

/** Control characters, private use characters, surrogates and spaces. */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Co}\p{Cs}\p{Z}]/u;

/** Anything outside ASCII. */
const NON_ASCII = /[^\0-\x7f]/;

/**
 * A host with its `xn--` labels decoded. Labels that decode to nothing or to plain ASCII stay: they
 * aren't such names.
 */
function decodeHost(host: string): string {
  const decoded = (label: string) => {
    const text = label.startsWith('xn--') ? decodePunycode(label.slice(4)) : undefined;
    return text !== undefined && NON_ASCII.test(text) ? text : label;
  };
  return host.split('.').map(decoded).join('.');
}

/**
 * The scripts that living languages write names in (UAX 31, table 5), as far as they are
 * distinguished.
 */
const SCRIPTS = [
  'Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Han Hiragana Katakana Hangul Bopomofo',
  'Bengali Devanagari Ethiopic Gujarati Gurmukhi Kannada Khmer Lao Malayalam Myanmar Oriya',
  'Sinhala Tamil Telugu Thaana Thai Tibetan',
].flatMap((line) => line.split(' '));
let letters: readonly (readonly [name: string, letters: RegExp])[] | undefined;
/** Made with the first name that isn't ASCII: browsers read 29 expressions for half a millisecond. */
const scriptLetters = () =>
  (letters ??= SCRIPTS.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const));

/** Digits, hyphens, marks: what belongs to no script. */
const SHARED_CHARACTERS = /[\p{Script=Common}\p{Script=Inherited}]/u;
const RARE = 'rare';

/** UTS 39, section 5.2: combinations allowed in addition to a single script. */
const ALLOWED_COMBINATIONS: readonly (readonly string[])[] = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

function scriptsOf(label: string): ReadonlySet<string> {
  const own = Array.from(label).filter((letter) => !SHARED_CHARACTERS.test(letter));
  // The letters of ASCII are Latin ones.
  const scriptOf = (letter: string) =>
    NON_ASCII.test(letter) ? scriptLetters().find(([, of]) => of.test(letter))?.[0] : 'Latin';
  return new Set(own.map((letter) => scriptOf(letter) ?? RARE));
}

/** Whether a word mixes alphabets that no language mixes (UTS 39, "highly restrictive"). */
export function mixesScripts(label: string): boolean {
  const scripts = [...scriptsOf(label)];
  const fits = (set: readonly string[]) => scripts.every((script) => set.includes(script));
  return scripts.length > 1 && !ALLOWED_COMBINATIONS.some(fits);
}

function letterMap(rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(rows).flatMap(([latin, lookalikes]) =>
      Array.from(lookalikes, (letter) => [letter, latin] as const),
    ),
  );
}

/**
 * Letters and digits of other scripts, and odd Latin ones, by the Latin letter that they look like:
 * those of UTS 39's confusables and of Chromium's IDN policy that a host name can contain.
 */
const LOOKALIKES = letterMap({
  a: 'аαɑᴀ',
  b: 'ьƅხъ',
  c: 'сςϲᴄ',
  d: 'ԁძ',
  e: 'еєҽεɛ',
  g: 'ɡԍց',
  h: 'һհ',
  i: 'іιɩıɪӏ',
  j: 'јյϳȷ',
  k: 'кκᴋ',
  l: 'ןוالլ١۱',
  m: 'мᴍო',
  n: 'пηոռղחɴ',
  o: 'оοσօიჿס०০๐໐٥ه०૦௦౦೦൦ᴏ',
  p: 'рρᴘ',
  q: 'ԛգզ',
  r: 'гʀ',
  s: 'ѕꜱ',
  t: 'тτᴛ',
  u: 'υսцμᴜ',
  v: 'ѵνᴠ',
  w: 'ѡԝшωապᴡɯ',
  x: 'хχ',
  y: 'уүγყʏ',
  z: 'ᴢ',
  '3': 'зӡ',
  '6': 'б',
});

/** Ordinary letters of Latin alphabets: nothing odd, but still mistaken for their plain form. */
const PLAIN_LETTERS = letterMap({
  o: 'ø',
  l: 'ł',
  d: 'đð',
  h: 'ħ',
  t: 'ŧ',
  p: 'þ',
  ae: 'æ',
  oe: 'œ',
  ss: 'ß',
});

/** Whether a part of a name under a Latin top-level domain is written to pass for Latin. */
function imitatesLatin(unicode: string): boolean {
  const labels = unicode.replace(/\.$/, '').split('.');
  // Under a national top-level domain, a name isn't the Latin name that it may look like.
  if (NON_ASCII.test(labels.at(-1) ?? '')) return false;
  return labels.some((label) => {
    const nonAsciiLetters = Array.from(label).filter((letter) => NON_ASCII.test(letter));
    // Rare scripts are full of such letters and have almost no names.
    if (scriptsOf(label).has(RARE)) return true;
    return nonAsciiLetters.length > 0 && nonAsciiLetters.every((letter) => LOOKALIKES.has(letter));
  });
}

/** What a hurried eye sees of a host: equal for hosts that are easily confused. */
function skeleton(host: string): string {
  return appearanceOf(decodeHost(host).replace(/\.$/, ''));
}

/** What a hurried eye sees of a text in lower case: equal for texts that are easily confused. */
export function appearanceOf(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  return Array.from(
    plain,
    (letter) => LOOKALIKES.get(letter) ?? PLAIN_LETTERS.get(letter) ?? letter,
  )
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l');
}

/**
 * Whether one letter added, removed or changed, or two swapped ones, turn `a` into `b` (Damerau
 * distance 1).
 */
function isOneEditApart(a: string, b: string): boolean {
  if (a.length > b.length) return isOneEditApart(b, a);
  if (b.length - a.length > 1) return false;
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  if (a.length < b.length) return a.slice(index) === b.slice(index + 1);
  if (a.slice(index + 1) === b.slice(index + 1)) return true;
  return (
    a[index] === b[index + 1] &&
    a[index + 1] === b[index] &&
    a.slice(index + 2) === b.slice(index + 2)
  );
}

/** Names in a series, such as app1 and app2, don't imitate each other. */
function isNumberedSeries(a: string, b: string): boolean {
  return a.replace(/\d+/g, '0') === b.replace(/\d+/g, '0');
}

/** Shorter hosts differ in one letter by chance. */
const MIN_EDIT_LENGTH = 8;

/**
 * A different host among `known` that `host` is easily mistaken for, or undefined. Hosts are in
 * ASCII, as {@link readOrigin} returns them.
 */
export function findLookalike(host: string, known: readonly string[]): string | undefined {
  if (isAddress(host)) return undefined;
  const ownSkeleton = skeleton(host);
  return known.find((other) => {
    if (isAddress(other) || isNumberedSeries(host, other)) return false;
    const otherSkeleton = skeleton(other);
    if (ownSkeleton === otherSkeleton) return true;
    const isLongEnough = Math.min(host.length, other.length) >= MIN_EDIT_LENGTH;
    return isLongEnough && isOneEditApart(ownSkeleton, otherSkeleton);
  });
}
