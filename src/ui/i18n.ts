// Every word a person reads comes from here: the catalogues in src/ui/words.
import { computed, signal } from '@preact/signals';
import type { authorizationWords } from './words/en/authorization.ts';
import type { confirmWords } from './words/en/confirm.ts';
import type { importWords } from './words/en/import.ts';
import type { kitWords } from './words/en/kit.ts';
import type { managedWords } from './words/en/managed.ts';
import type { optionsWords } from './words/en/options.ts';
import type { passkeyWords } from './words/en/passkey.ts';
import type { popupWords } from './words/en/popup.ts';
import type { unlockWords } from './words/en/unlock.ts';
import { pseudolocalize } from './pseudolocale.ts';

/** One text, or its plural forms, chosen by the value `count`. */
export type Message = string | { readonly one: string; readonly other: string };
/** An area's texts. Declare them `as const`: keys and values of `t` are typed from them. */
export type Words = Readonly<Record<string, Message>>;
export type Values = Readonly<Record<string, string | number>>;

type Catalogue = typeof authorizationWords &
  typeof confirmWords &
  typeof importWords &
  typeof kitWords &
  typeof managedWords &
  typeof optionsWords &
  typeof passkeyWords &
  typeof popupWords &
  typeof unlockWords;
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

/** English, and a machine-made locale in which a text that bypassed this file stands out. */
export const LOCALES = ['en', 'en-XA'] as const;
export type Locale = (typeof LOCALES)[number];

/** The language of the pages; components that call `t` while rendering follow it. */
export const locale = signal<Locale>('en');

/** Takes a stored locale; an unknown one falls back to English. */
export function setLocale(tag: string): void {
  locale.value = LOCALES.find((supported) => supported === tag) ?? 'en';
}

const catalogue = new Map<string, Message>();

/**
 * Adds an area's texts. Each page adds what it shows, so that the popup does not carry the options
 * page's words. `prefix` goes before each key.
 */
export function addWords(words: Words, prefix = ''): void {
  for (const [key, message] of Object.entries(words)) catalogue.set(prefix + key, message);
}

const pluralRules = computed(() => new Intl.PluralRules(locale.value));
const numberFormat = computed(() => new Intl.NumberFormat(locale.value));

function formatMessage(message: Message, values: Values): string {
  const text = typeof message === 'string' ? message : choosePlural(message, values['count']);
  const localized = locale.value === 'en-XA' ? pseudolocalize(text) : text;
  return localized.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return whole;
    return typeof value === 'number' ? numberFormat.value.format(value) : value;
  });
}

function choosePlural(forms: Exclude<Message, string>, count: string | number | undefined): string {
  return pluralRules.value.select(Number(count)) === 'one' ? forms.one : forms.other;
}

/**
 * The text of `key` in the page's language with `{name}` replaced by `values`; numbers are written
 * as the language writes them. The key itself when its area was not added.
 */
export function t<K extends MessageKey>(key: K, ...rest: Arguments<K>): string {
  const message = catalogue.get(key);
  return message === undefined ? key : formatMessage(message, rest[0] ?? {});
}

/**
 * Like {@link t} for keys made at run time from the tables (`op.<name>.title`, `rule.<rule>`,
 * `error.<code>`); undefined when nothing has that key.
 */
export function findText(key: string, values: Values = {}): string | undefined {
  const message = catalogue.get(key);
  return message === undefined ? undefined : formatMessage(message, values);
}

const dateTimeFormat = computed(
  () => new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'medium' }),
);
const relativeTimeFormat = computed(
  () => new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' }),
);

/** Date and time of day of milliseconds since the epoch. */
export function formatDateTime(at: number): string {
  return dateTimeFormat.value.format(at);
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
  const difference = at - now;
  if (Math.abs(difference) < 5000) return relativeTimeFormat.value.format(0, 'second');
  const [unit, size] = UNITS.find(([, unitMs]) => Math.abs(difference) >= unitMs) ?? [
    'second',
    1000,
  ];
  return relativeTimeFormat.value.format(Math.trunc(difference / size), unit);
}

/** "a, b and c" as the language joins a list. */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(locale.value).format(items);
}

/** A number as the language writes it. */
export function formatNumber(value: number): string {
  return numberFormat.value.format(value);
}
