// An honest, rough estimate of how hard a password is to guess for someone who has the vault file
// and knows how people choose passwords: lists first, then patterns, then brute force.

type StrengthLevel = 'weak' | 'fair' | 'good' | 'strong';
type Advice = 'start' | 'common' | 'repeat' | 'sequence' | 'year' | 'longer' | 'enough';

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

/** The most used passwords and their stems; letters only where digits are just endings. */
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

/** Keyboard rows in both directions, plus the alphabet and the digits. */
const KEY_SEQUENCES = [
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
].flatMap((sequence) => [sequence, Array.from(sequence).toReversed().join('')]);
const MIN_SEQUENCE_LENGTH = 3;

const LEET_LETTERS: Readonly<Record<string, string>> = {
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

/** Bits of one character of a kind, if every character of the kind were equally likely. */
const CHARACTER_KINDS = [
  { pattern: /[a-z]/, size: 26 },
  { pattern: /[A-Z]/, size: 26 },
  { pattern: /\d/, size: 10 },
  { pattern: /[ !-/:-@[-`{-~]/, size: 33 },
  { pattern: /[^\x20-\x7e]/u, size: 80 },
] as const;
/**
 * People don't choose letters at random: English text has 1 to 2 bits per letter (Shannon 1951),
 * about 12 bits per common word. Stretches that read like a word count this way.
 */
const LETTER_BITS = 2;
/** One substitution (0 for o) or capital letter inside a word, and one separator used again. */
const SUBSTITUTION_BITS = 1;
/** More substitutions inside one word than anyone remembers: then it isn't a word. */
const MAX_SUBSTITUTIONS = 2;
/** What a list entry, a run, a year or a repetition is worth, however long it is. */
const PATTERN_BITS = { common: 8, sequence: 5, year: 6, repeat: 3 } as const;
type Pattern = keyof typeof PATTERN_BITS;

const YEAR = /^(?:19|20)\d\d/;
const REPEAT = /^(.{1,4}?)\1{2,}|^(.)\2\2+/su;

type Segment = { readonly length: number; readonly pattern: Pattern | null };

/** The bits, the level they reach, and the one change that would help most. */
export function strengthOf(password: string): Strength {
  const text = password.normalize('NFKC').slice(0, 256);
  if (text === '') return { bits: 0, level: 'weak', advice: 'start' };
  const { bits, patterns } = countBits(text);
  const level = LEVELS.find(([, from]) => bits >= from)?.[0] ?? 'weak';
  return { bits: Math.round(bits), level, advice: adviceFor(level, patterns) };
}

function adviceFor(level: StrengthLevel, patterns: ReadonlySet<Pattern>): Advice {
  if (level === 'good' || level === 'strong') return 'enough';
  const firstPattern = (['common', 'repeat', 'sequence', 'year'] as const).find((pattern) =>
    patterns.has(pattern),
  );
  return firstPattern ?? 'longer';
}

function countBits(text: string): { bits: number; patterns: Set<Pattern> } {
  const patterns = new Set<Pattern>();
  const plainParts: string[] = [];
  let bits = 0;
  for (let at = 0; at < text.length;) {
    const part = partAt(text, at);
    if (part.pattern) {
      // Attackers try the same pattern twice right after trying it once.
      bits += patterns.has(part.pattern)
        ? PATTERN_BITS[part.pattern] / 2
        : PATTERN_BITS[part.pattern];
      patterns.add(part.pattern);
      plainParts.push('\n');
    } else {
      plainParts.push(text.slice(at, at + part.length));
    }
    at += part.length;
  }
  return { bits: bits + freeBits(plainParts.join('')), patterns };
}

/** The part that starts here: a pattern with its length, or one plain character. */
function partAt(text: string, at: number): Segment {
  const rest = text.slice(at);
  const repeat = REPEAT.exec(rest);
  if (repeat) return { length: repeat[0].length, pattern: 'repeat' };
  const word = commonLength(rest);
  const sequence = sequenceLength(rest);
  if (word >= Math.max(4, sequence)) return { length: word, pattern: 'common' };
  if (YEAR.test(rest)) return { length: 4, pattern: 'year' };
  if (sequence >= MIN_SEQUENCE_LENGTH) return { length: sequence, pattern: 'sequence' };
  return { length: 1, pattern: null };
}

function undoLeet(text: string): string {
  return Array.from(text.toLowerCase(), (character) =>
    Object.hasOwn(LEET_LETTERS, character) ? (LEET_LETTERS[character] ?? character) : character,
  ).join('');
}

const MAX_COMMON_LENGTH = Math.max(...Array.from(COMMON, (word) => word.length));

function commonLength(rest: string): number {
  const lower = rest.toLowerCase();
  for (let length = Math.min(MAX_COMMON_LENGTH, rest.length); length >= 4; length--) {
    const head = lower.slice(0, length);
    if (COMMON.has(head) || COMMON.has(undoLeet(head))) return length;
  }
  return 0;
}

function sequenceLength(rest: string): number {
  const lower = rest.toLowerCase();
  let length = 1;
  while (
    length < rest.length &&
    KEY_SEQUENCES.some((sequence) => sequence.includes(lower.slice(0, length + 1)))
  ) {
    length++;
  }
  return length;
}

/**
 * Bits of text without a pattern: words by how people use letters, the rest by kind of character.
 */
function freeBits(text: string): number {
  const letters = Array.from(text);
  const characters = letters.filter((character) => character !== '\n');
  const present = CHARACTER_KINDS.filter(({ pattern }) =>
    characters.some((character) => pattern.test(character)),
  );
  const pool = Math.log2(present.reduce((sum, { size }) => sum + size, 0) || 1);
  const seen = new Set<string>();
  let bits = 0;
  for (const word of splitWords(letters)) {
    const [first = '\n'] = word;
    if (word.length > 1) bits += wordBits(word) ?? word.length * pool;
    else if (first !== '\n')
      bits += seen.has(first) && !LETTER.test(first) ? SUBSTITUTION_BITS : pool;
    seen.add(first);
  }
  return bits * distinctFactor(characters);
}

const LETTER = /\p{L}|\d/u;

/** Where a word of `OneWordAfterAnother` starts. */
const CAMEL = /^\p{Lu}\p{Ll}\p{Ll}/u;

/** Runs of four or more letters (leet counted as letters); everything else one by one. */
function splitWords(letters: readonly string[]): string[][] {
  const parts: string[][] = [];
  let current: string[] = [];
  const closeCurrent = () => {
    if (current.length >= 4) parts.push(current);
    else parts.push(...current.map((character) => [character]));
    current = [];
  };
  for (const [index, character] of letters.entries()) {
    const isLetter = /\p{L}/u.test(undoLeet(character));
    if (!isLetter || CAMEL.test(letters.slice(index, index + 3).join(''))) closeCurrent();
    if (isLetter) current.push(character);
    else parts.push([character]);
  }
  closeCurrent();
  return parts;
}

/** Bits of a stretch that reads like a word, or undefined when it doesn't. */
function wordBits(word: readonly string[]): number | undefined {
  const base = undoLeet(word.join(''));
  const vowels = base.match(/[aeiouyäöüéèáàíóú]/gu)?.length ?? 0;
  const substitutions = word.filter(
    (character, index) =>
      undoLeet(character) !== character && (index > 0 || !/\p{L}/u.test(character)),
  ).length;
  const readsLikeWord = vowels * 4 >= word.length && !/[^aeiouyäöüéèáàíóú]{5}/u.test(base);
  if (!readsLikeWord || substitutions > MAX_SUBSTITUTIONS || substitutions * 3 > word.length)
    return undefined;
  const capital = /\p{Lu}/u.test(word[0] ?? '') ? SUBSTITUTION_BITS : 0;
  return word.length * LETTER_BITS + substitutions * SUBSTITUTION_BITS + capital;
}

/** Few different characters mean few choices, however many there are. */
function distinctFactor(letters: readonly string[]): number {
  if (letters.length < 6) return 1;
  return Math.min(1, (new Set(letters).size / letters.length) * 2.5);
}
