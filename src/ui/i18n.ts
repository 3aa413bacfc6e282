/*
 * Every word a person reads comes from here: the catalogues in src/ui/words, one folder per language.
 *
 * - A message is one or more whole sentences with `{name}` for values. Never glue a sentence from
 *   parts: other languages order and inflect them differently.
 * - A message that depends on a number is an object of plural forms by CLDR category (zero, one, two,
 *   few, many, other). `Intl.PluralRules` chooses the form by the value `count`; `other` stands for a
 *   category that the message leaves out.
 * - Where an element belongs into a sentence (a time, a badge, a name in bold), the message has a
 *   `{name}` for it and `richText` puts the element there. `t` is the same for plain text.
 * - `Intl` writes numbers, dates, durations and lists as the language does.
 * - English is always here. Another language loads when someone chooses it: first the words of the first
 *   frame, which a page waits for (`drawInLanguage`), then all of them, which what loads later waits for
 *   (`allWords`). When someone changes the language later, for keys it lacks, and if the load fails, English stands.
 *
 * To add a language: translate src/ui/words/en into a folder of its own (`Translation` and
 * `OperationWords` name each text it needs), join the files with `catalogueOf` as de/german.ts and
 * de/first-frame.ts do, add the tag to `LOCALES` and the imports to `LOADERS`, and its name to `options.language.<tag>`.
 */
import { computed, signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Areas, Message, PluralForms, Words } from './words/translation.ts';
import { pseudolocalize } from './pseudolocale.ts';

export type Values = Readonly<Record<string, string | number>>;

/** All members of a union in one type. */
type Merged<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void
  ? A
  : never;
type Catalogue = Merged<Areas[keyof Areas]>;
export type MessageKey = keyof Catalogue;

type Placeholders<S> = S extends `${string}{${infer N}}${infer Rest}`
  ? N | Placeholders<Rest>
  : never;
type PlaceholdersOf<M> = M extends string
  ? Placeholders<M>
  : M extends { other: infer O }
    ? Placeholders<O> | 'count'
    : never;
type Arguments<K extends MessageKey> = [PlaceholdersOf<Catalogue[K]>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholdersOf<Catalogue[K]>, string | number>>];

/** What can stand in a message that is drawn. Only a number chooses the plural form. */
export type RichValues<K extends MessageKey> = {
  readonly [P in PlaceholdersOf<Catalogue[K]>]: P extends 'count'
    ? number
    : string | number | VNode;
};

/** English, its translations, and a machine-made locale in which a text that bypassed this file stands out. */
export const LOCALES = ['en', 'de', 'en-XA'] as const;
export type Locale = (typeof LOCALES)[number];

type Load = () => Promise<Words>;

/** What isn't English loads when someone chooses it: what the first frame says, then everything. */
const LOADERS = {
  de: [
    async () => (await import('./words/de/first-frame.ts')).firstFrame,
    async () => (await import('./words/de/german.ts')).german,
  ],
} as const satisfies Readonly<Record<Exclude<Locale, 'en' | 'en-XA'>, readonly Load[]>>;

/** A language in use: what it has of its own; all else is English. */
type ShownLanguage = { readonly locale: string; readonly words: ReadonlyMap<string, Message> };
const ENGLISH: ShownLanguage = { locale: 'en', words: new Map() };
const PSEUDO: ShownLanguage = { locale: 'en-XA', words: new Map() };

// Locale and words change together: a page never shows one language with the numbers of another.
const language = signal(ENGLISH);

/** The language of the pages; components that call `t` while rendering follow it. */
export const locale = computed(() => language.value.locale);

/** A language that someone chose, and its loads that haven't ended, in order. */
type Choice = { readonly tag: string; pending: readonly Promise<void>[] };
/** The last one: a load that ends after another choice was made changes nothing. */
let choice: Choice = { tag: 'en', pending: [] };

/**
 * Takes a stored locale; an unknown one falls back to English. A language that isn't bundled loads
 * first. Never rejects: when a load fails, English stays.
 */
export async function setLocale(
  tag: string,
  loaders: Readonly<Record<string, readonly Load[]>> = LOADERS,
): Promise<void> {
  // `peek`, because effects call this: they must not run again when the language has loaded.
  const isShown = language.peek().locale === tag;
  if (choice.tag === tag && (isShown || choice.pending.length > 0)) return allWords();
  const chosen: Choice = { tag, pending: [] };
  choice = chosen;
  if (isShown) return;
  language.value = tag === PSEUDO.locale ? PSEUDO : ENGLISH;
  const loads = Object.hasOwn(loaders, tag) ? (loaders[tag] ?? []) : [];
  let last = Promise.resolve();
  chosen.pending = loads.map((load) => (last = loadWords(chosen, last.then(load))));
  await last;
}

async function loadWords(chosen: Choice, load: Promise<Words>): Promise<void> {
  try {
    const words = new Map(Object.entries(await load));
    if (choice === chosen) language.value = { locale: chosen.tag, words };
  } catch {
    // Every text has its English; the next choice tries again.
  }
  chosen.pending = chosen.pending.slice(1);
}

/** Waits until every word of the chosen language is here, or failed to load. */
export async function allWords(): Promise<void> {
  await choice.pending.at(-1);
}

/**
 * Calls `draw` at once if the chosen language is here, as English always is, else when it has
 * loaded or failed to: so the first frame is in the language that stays.
 * @param words what the first frame needs of it
 */
export function drawInLanguage(draw: () => void, words: 'first-frame' | 'all'): void {
  const { tag, pending } = choice;
  const isEnough = words === 'first-frame' && language.peek().locale === tag;
  const load = pending.at(words === 'all' ? -1 : 0);
  if (load && !isEnough) void load.then(draw);
  else draw();
}

/** The first of the browser's languages that Keystamp speaks; else English. */
export function pickLocale(languages: readonly string[]): Locale {
  const codes = languages.map((tag) => tag.toLowerCase().split('-')[0]);
  const known = codes.map((code) => LOCALES.find((supported) => supported === code));
  return known.find((supported) => supported !== undefined) ?? 'en';
}

const english = new Map<string, Message>();

/**
 * Adds an area's English texts. Each page adds what it shows, so that the popup does not carry the
 * options page's words. `prefix` goes before each key.
 */
export function addWords(words: Words, prefix = ''): void {
  for (const [key, message] of Object.entries(words)) english.set(prefix + key, message);
}

const englishPlurals = new Intl.PluralRules('en');
const pluralRules = computed(() => new Intl.PluralRules(locale.value));
const numberFormat = computed(() => new Intl.NumberFormat(locale.value));

/** A message cut at its `{places}`: its own words, and the names of the places. */
export type MessagePiece = { readonly words: string } | { readonly place: string };

/** Cuts a message at its `{places}`. */
export function splitMessage(text: string): readonly MessagePiece[] {
  return text.split(/(\{\w+\})/).flatMap((piece): MessagePiece[] => {
    const place = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (place !== undefined) return [{ place }];
    return piece === '' ? [] : [{ words: piece }];
  });
}

/** The message of a key in the page's language, else in English; undefined when neither has it. */
function findMessage(key: string, count: unknown): string | undefined {
  const translated = language.value.words.get(key);
  if (translated !== undefined) return chooseForm(translated, pluralRules.value, count);
  const message = english.get(key);
  // Its plural forms are English ones, whatever the page's language is.
  return message === undefined ? undefined : chooseForm(message, englishPlurals, count);
}

function chooseForm(message: Message, plurals: Intl.PluralRules, count: unknown): string {
  const text = typeof message === 'string' ? message : choosePlural(message, plurals, count);
  return locale.value === PSEUDO.locale ? pseudolocalize(text) : text;
}

function choosePlural(forms: PluralForms, plurals: Intl.PluralRules, count: unknown): string {
  return forms[plurals.select(Number(count))] ?? forms.other;
}

/** Letters of the scripts from right to left, by their blocks: older browsers don't know them all by name. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A value within plain text: one with letters from right to left is isolated, so that it moves nothing
 * around it. Where it can be an element, `VisibleText` does that.
 * https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
export function isolate(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}

/** A message's pieces with each value in its place; a place without a value stays as it is. */
function fillMessage<E extends object = never>(
  message: string,
  values: Readonly<Record<string, string | number | E>>,
): (string | E)[] {
  return splitMessage(message).map((piece) => {
    if ('words' in piece) return piece.words;
    const value = Object.hasOwn(values, piece.place) ? values[piece.place] : undefined;
    if (value === undefined) return `{${piece.place}}`;
    if (typeof value === 'string') return isolate(value);
    return typeof value === 'number' ? numberFormat.value.format(value) : value;
  });
}

/**
 * The text of `key` in the page's language with `{name}` replaced by `values`; numbers are written
 * as the language writes them. The key itself when its area was not added.
 */
export function t<K extends MessageKey>(key: K, ...rest: Arguments<K>): string {
  return findText(key, rest[0]) ?? key;
}

/**
 * Like {@link t} for messages with an element in a place:
 * `richText('passkey.reading', { until: <time>…</time> })`.
 */
export function richText<K extends MessageKey>(key: K, values: RichValues<K>): (string | VNode)[] {
  const given: Readonly<Record<string, string | number | VNode>> = values;
  return fillMessage<VNode>(findMessage(key, given['count']) ?? key, given);
}

/**
 * Like {@link t} for keys made at run time from the tables (`op.<name>.title`, `rule.<rule>`,
 * `error.<code>`); undefined when nothing has that key.
 */
export function findText(key: string, values: Values = {}): string | undefined {
  const message = findMessage(key, values['count']);
  return message === undefined ? undefined : fillMessage<never>(message, values).join('');
}

const dateTimeFormat = computed(
  () => new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'medium' }),
);
const relativeTimeFormat = computed(
  () => new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' }),
);

/** Date and time of day of milliseconds since the epoch. */
export function formatDateTime(at: number): string {
  return isDate(at) ? dateTimeFormat.value.format(at) : noTimeText();
}

/**
 * Whether the browser has a date for a number: its own functions throw on any other. Every border
 * refuses those (protocol/time.ts), and what gets here all the same must not take a screen with it.
 */
const isDate = (at: number): boolean => !Number.isNaN(new Date(at).getTime());
const noTimeText = (): string => t('app.noTime');

/** A moment for a machine: ISO 8601 in UTC; empty for a number that is none. */
export const isoTime = (at: number): string => (isDate(at) ? new Date(at).toISOString() : '');

const dateFormat = computed(() => new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium' }));

/** The day of milliseconds since the epoch. */
export function formatDate(at: number): string {
  return isDate(at) ? dateFormat.value.format(at) : noTimeText();
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** "40 seconds", "2 hours": of milliseconds, in the largest unit that there are two of. */
export function formatDuration(ms: number): string {
  const [unit, size] = UNITS.find(([, unitMs]) => ms >= 2 * unitMs) ?? ['second', 1000];
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(locale.value, style).format(Math.round(ms / size));
}

/** "3 minutes ago", "in 2 hours"; within five seconds "now". */
export function formatRelativeTime(at: number, now: number): string {
  if (!isDate(at)) return noTimeText();
  const difference = at - now;
  if (Math.abs(difference) < 5000) return relativeTimeFormat.value.format(0, 'second');
  const [unit, size] = UNITS.find(([, unitMs]) => Math.abs(difference) >= unitMs) ?? [
    'second',
    1000,
  ];
  return relativeTimeFormat.value.format(Math.trunc(difference / size), unit);
}

/** All of a list, or any one of it. */
export type ListType = 'conjunction' | 'disjunction';

const listFormats = computed(() => ({
  conjunction: new Intl.ListFormat(locale.value, { type: 'conjunction' }),
  disjunction: new Intl.ListFormat(locale.value, { type: 'disjunction' }),
}));

/** "a, b, and c" as the language joins a list, or "a, b, or c" where any one is meant. */
export function formatList(items: readonly string[], type: ListType = 'conjunction'): string {
  return joinList(items.map(isolate), type).join('');
}

/** The same for items that aren't text: each in its turn, and the language's words between them. */
export function joinList<T>(
  items: readonly T[],
  type: ListType = 'conjunction',
): readonly (T | string)[] {
  // Places instead of items: an empty text would have no part.
  const places = items.map((_, index) => String(index));
  const parts = listFormats.value[type].formatToParts(places);
  return parts.flatMap((part): readonly (T | string)[] => {
    if (part.type !== 'element') return [part.value];
    const index = Number(part.value);
    return items.slice(index, index + 1);
  });
}

/** A text with a capital first letter, for one that begins with a word from a table. */
export function capitalize(text: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase(locale.value) + text.slice(first.length);
}

/** A number as the language writes it. */
export function formatNumber(value: number): string {
  return numberFormat.value.format(value);
}
