// Every word a person reads comes from here: the areas' catalogues under src/ui/messages, and the
// tables' own English under the keys of src/protocol/texts.ts.
import { computed, signal } from '@preact/signals';
import type { authorizationMessages } from './messages/en/authorization.ts';
import type { confirmMessages } from './messages/en/confirm.ts';
import type { importMessages } from './messages/en/import.ts';
import type { kitMessages } from './messages/en/kit.ts';
import type { managedMessages } from './messages/en/managed.ts';
import type { optionsMessages } from './messages/en/options.ts';
import type { passkeyMessages } from './messages/en/passkey.ts';
import type { popupMessages } from './messages/en/popup.ts';
import type { unlockMessages } from './messages/en/unlock.ts';
import { pseudo } from './pseudo.ts';

/** One text, or its plural forms, chosen by the value `count`. */
export type Message = string | { readonly one: string; readonly other: string };
/** An area's texts. Declare them `as const`: keys and values of `t` are typed from them. */
export type Messages = Readonly<Record<string, Message>>;
export type Values = Readonly<Record<string, string | number>>;

type Catalogue = typeof authorizationMessages &
  typeof confirmMessages &
  typeof importMessages &
  typeof kitMessages &
  typeof managedMessages &
  typeof optionsMessages &
  typeof passkeyMessages &
  typeof popupMessages &
  typeof unlockMessages;
export type MessageKey = keyof Catalogue;

type Names<S> = S extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never;
type NamesOf<M> = M extends string
  ? Names<M>
  : M extends { other: infer O }
    ? Names<O> | 'count'
    : never;
type Arguments<K extends MessageKey> = [NamesOf<Catalogue[K]>] extends [never]
  ? []
  : [values: Readonly<Record<NamesOf<Catalogue[K]>, string | number>>];

/** English, and a machine-made locale in which a text that bypassed this file stands out. */
export const LOCALES = ['en', 'en-XA'] as const;
export type Locale = (typeof LOCALES)[number];

/** The language of the pages; components that call `t` while rendering follow it. */
export const locale = signal<Locale>('en');

/** Takes a stored locale; an unknown one falls back to English. */
export function setLocale(tag: string): void {
  locale.value = LOCALES.find((known) => known === tag) ?? 'en';
}

const catalogue = new Map<string, Message>();

/**
 * Adds an area's texts. Each page adds what it shows, so that the popup does not carry the options
 * page's words.
 */
export function addMessages(messages: Messages): void {
  for (const [key, message] of Object.entries(messages)) catalogue.set(key, message);
}

const plurals = computed(() => new Intl.PluralRules(locale.value));
const numbers = computed(() => new Intl.NumberFormat(locale.value));

function write(message: Message, values: Values): string {
  const text = typeof message === 'string' ? message : pluralForm(message, values['count']);
  const base = locale.value === 'en-XA' ? pseudo(text) : text;
  return base.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return whole;
    return typeof value === 'number' ? numbers.value.format(value) : value;
  });
}

function pluralForm(forms: Exclude<Message, string>, count: string | number | undefined): string {
  return plurals.value.select(Number(count)) === 'one' ? forms.one : forms.other;
}

/**
 * The text of `key` in the page's language with `{name}` replaced by `values`; numbers are written
 * as the language writes them. The key itself when its area was not added.
 */
export function t<K extends MessageKey>(key: K, ...rest: Arguments<K>): string {
  const message = catalogue.get(key);
  return message === undefined ? key : write(message, rest[0] ?? {});
}

/**
 * Like {@link t} for keys made at run time from the tables (`op.<name>.title`, `rule.<rule>`,
 * `error.<code>`); undefined when nothing has that key.
 */
export function said(key: string, values: Values = {}): string | undefined {
  const message = catalogue.get(key);
  return message === undefined ? undefined : write(message, values);
}

const dates = computed(
  () => new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'medium' }),
);
const relative = computed(() => new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' }));

/** Date and time of day of milliseconds since the epoch. */
export function dateTime(at: number): string {
  return dates.value.format(at);
}

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** "40 seconds", "2 hours": of milliseconds, in the largest unit that there are two of. */
export function duration(ms: number): string {
  const [unit, size] = STEPS.find(([, one]) => ms >= 2 * one) ?? ['second', 1000];
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(locale.value, style).format(Math.round(ms / size));
}

/** "3 minutes ago", "in 2 hours"; within five seconds "now". */
export function ago(at: number, now: number): string {
  const distance = at - now;
  if (Math.abs(distance) < 5000) return relative.value.format(0, 'second');
  const [unit, size] = STEPS.find(([, ms]) => Math.abs(distance) >= ms) ?? ['second', 1000];
  return relative.value.format(Math.trunc(distance / size), unit);
}

/** "a, b and c" as the language joins a list. */
export function listed(items: readonly string[]): string {
  return new Intl.ListFormat(locale.value).format(items);
}

/** A number as the language writes it. */
export function number(value: number): string {
  return numbers.value.format(value);
}
