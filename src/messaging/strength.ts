// An honest, rough guess of how hard a password is to guess by someone who has the vault file and
// knows how people choose: lists first, then patterns, then brute force.

export type StrengthLevel = 'weak' | 'fair' | 'good' | 'strong';
export type Advice = 'start' | 'common' | 'repeat' | 'sequence' | 'year' | 'longer' | 'enough';

export type Strength = {
  /** Guesses as a power of two. */
  readonly bits: number;
  readonly level: StrengthLevel;
  readonly advice: Advice;
};

/**
 * Bits from which a level starts. At Argon2id's floor a graphics card makes some 2,000 guesses a
 * second (docs/platform.md, Strength of the key derivation): 2^40 is about 9 card-years, 2^55 about
 * 300,000, 2^70 beyond reach.
 */
const LEVELS = [
  ['strong', 70],
  ['good', 55],
  ['fair', 40],
] as const;

/** The most used passwords and their stems; letters only where digits are mere endings. */
const COMMON = new Set(
  `password passwort passw0rd passphrase 123456 12345678 123456789 1234567890 12345 1234567 111111 000000
  123123 654321 666666 121212 qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm 1q2w3e 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx qazwsx q1w2e3r4 abc123 a1b2c3 abcdef abcd1234 letmein welcome admin administrator root
  login master monkey dragon shadow sunshine princess football baseball basketball superman batman
  starwars pokemon iloveyou trustno1 whatever freedom hello secret hunter hunter2 killer charlie michael
  jessica jordan thomas daniel andrew joshua matthew ashley jennifer michelle nicole amanda summer
  winter spring autumn january december monday flower cookie cheese banana orange purple ginger pepper
  maggie buster tigger soccer hockey ranger harley mustang ferrari mercedes porsche corvette yamaha liverpool
  arsenal chelsea barcelona juventus google facebook samsung computer internet changeme default test test123
  guest access biteme fuckyou blink182 lovely love loveme money god jesus christ ninja solo bailey
  silver golden diamond bitcoin ethereum satoshi wallet keystamp metamask turnkey crypto hodl tothemoon
  correcthorsebatterystaple donald trump merlin matrix phoenix zaq12wsx zaq1zaq1 mynoob p@ssw0rd p@ssword
  pass word user temp temporary demo example sample`.split(/\s+/),
);

/** Rows of keyboards, both ways, and the alphabet and the digits. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  '!@#$%^&*()',
].flatMap((run) => [run, Array.from(run).toReversed().join('')]);
const RUN_FROM = 3;

const UNLEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Bits of one character of a kind, if all of the kind were equally likely. */
const KINDS = [
  { of: /[a-z]/, size: 26 },
  { of: /[A-Z]/, size: 26 },
  { of: /\d/, size: 10 },
  { of: /[ !-/:-@[-`{-~]/, size: 33 },
  { of: /[^\x20-\x7e]/u, size: 80 },
] as const;
/**
 * People do not choose letters at random: English runs at 1 to 2 bits a letter in text (Shannon
 * 1951), about 12 bits a common word. Stretches that read like a word count by this.
 */
const LETTER_BITS = 2;
/** One substitution (0 for o) or capital letter inside a word, and one separator used again. */
const TWIST_BITS = 1;
/** More of them inside one word than anyone remembers: it is no word. */
const MOST_TWISTS = 2;
/** What a list entry, a run, a year or a repetition is worth, however long it is. */
const PATTERN_BITS = { common: 8, sequence: 5, year: 6, repeat: 3 } as const;
type Pattern = keyof typeof PATTERN_BITS;

const YEAR = /^(?:19|20)\d\d/;
const REPEAT = /^(.{1,4}?)\1{2,}|^(.)\2\2+/su;

type Part = { readonly length: number; readonly pattern: Pattern | null };

/** The bits, the level they reach, and the one thing that would help most. */
export function strengthOf(password: string): Strength {
  const text = password.normalize('NFKC').slice(0, 256);
  if (text === '') return { bits: 0, level: 'weak', advice: 'start' };
  const { bits, patterns } = count(text);
  const level = LEVELS.find(([, from]) => bits >= from)?.[0] ?? 'weak';
  return { bits: Math.round(bits), level, advice: advise(level, patterns) };
}

function advise(level: StrengthLevel, patterns: ReadonlySet<Pattern>): Advice {
  if (level === 'good' || level === 'strong') return 'enough';
  const found = (['common', 'repeat', 'sequence', 'year'] as const).find((one) =>
    patterns.has(one),
  );
  return found ?? 'longer';
}

function count(text: string): { bits: number; patterns: Set<Pattern> } {
  const patterns = new Set<Pattern>();
  const free: string[] = [];
  let bits = 0;
  for (let at = 0; at < text.length;) {
    const part = partAt(text, at);
    if (part.pattern) {
      // The same pattern a second time is the first thing tried after once.
      bits += patterns.has(part.pattern)
        ? PATTERN_BITS[part.pattern] / 2
        : PATTERN_BITS[part.pattern];
      patterns.add(part.pattern);
      free.push('\n');
    } else {
      free.push(text.slice(at, at + part.length));
    }
    at += part.length;
  }
  return { bits: bits + freeBits(free.join('')), patterns };
}

/** What starts at this place: a pattern with its length, or one plain character. */
function partAt(text: string, at: number): Part {
  const rest = text.slice(at);
  const repeat = REPEAT.exec(rest);
  if (repeat) return { length: repeat[0].length, pattern: 'repeat' };
  const word = commonLength(rest);
  const run = runLength(rest);
  if (word >= Math.max(4, run)) return { length: word, pattern: 'common' };
  if (YEAR.test(rest)) return { length: 4, pattern: 'year' };
  if (run >= RUN_FROM) return { length: run, pattern: 'sequence' };
  return { length: 1, pattern: null };
}

function plain(text: string): string {
  return Array.from(text.toLowerCase(), (one) =>
    Object.hasOwn(UNLEET, one) ? (UNLEET[one] ?? one) : one,
  ).join('');
}

const LONGEST_COMMON = Math.max(...Array.from(COMMON, (word) => word.length));

function commonLength(rest: string): number {
  const lower = rest.toLowerCase();
  for (let length = Math.min(LONGEST_COMMON, rest.length); length >= 4; length--) {
    const head = lower.slice(0, length);
    if (COMMON.has(head) || COMMON.has(plain(head))) return length;
  }
  return 0;
}

function runLength(rest: string): number {
  const lower = rest.toLowerCase();
  let length = 1;
  while (length < rest.length && RUNS.some((run) => run.includes(lower.slice(0, length + 1)))) {
    length++;
  }
  return length;
}

/** Bits of what is no pattern: words by how people use letters, the rest by kind of character. */
function freeBits(text: string): number {
  const letters = Array.from(text);
  const chosen = letters.filter((one) => one !== '\n');
  const present = KINDS.filter(({ of }) => chosen.some((one) => of.test(one)));
  const pool = Math.log2(present.reduce((sum, { size }) => sum + size, 0) || 1);
  const seen = new Set<string>();
  let bits = 0;
  for (const stretch of stretches(letters)) {
    const [first = '\n'] = stretch;
    if (stretch.length > 1) bits += wordBits(stretch) ?? stretch.length * pool;
    else if (first !== '\n') bits += seen.has(first) && !LETTER.test(first) ? TWIST_BITS : pool;
    seen.add(first);
  }
  return bits * distinctness(chosen);
}

const LETTER = /\p{L}|\d/u;

/** Where a word of `OneWordAfterAnother` starts. */
const CAMEL = /^\p{Lu}\p{Ll}\p{Ll}/u;

/** Runs of letters (leet counted as letters) of four and more; everything else one by one. */
function stretches(letters: readonly string[]): string[][] {
  const found: string[][] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length >= 4) found.push(open);
    else found.push(...open.map((one) => [one]));
    open = [];
  };
  for (const [at, one] of letters.entries()) {
    const letter = /\p{L}/u.test(plain(one));
    if (!letter || CAMEL.test(letters.slice(at, at + 3).join(''))) close();
    if (letter) open.push(one);
    else found.push([one]);
  }
  close();
  return found;
}

/** Bits of a stretch that reads like a word, or undefined when it does not. */
function wordBits(stretch: readonly string[]): number | undefined {
  const base = plain(stretch.join(''));
  const vowels = base.match(/[aeiouyäöüéèáàíóú]/gu)?.length ?? 0;
  const twists = stretch.filter(
    (one, at) => plain(one) !== one && (at > 0 || !/\p{L}/u.test(one)),
  ).length;
  const reads = vowels * 4 >= stretch.length && !/[^aeiouyäöüéèáàíóú]{5}/u.test(base);
  if (!reads || twists > MOST_TWISTS || twists * 3 > stretch.length) return undefined;
  const capital = /\p{Lu}/u.test(stretch[0] ?? '') ? TWIST_BITS : 0;
  return stretch.length * LETTER_BITS + twists * TWIST_BITS + capital;
}

/** Few different characters mean few choices, whatever their number. */
function distinctness(letters: readonly string[]): number {
  if (letters.length < 6) return 1;
  return Math.min(1, (new Set(letters).size / letters.length) * 2.5);
}
