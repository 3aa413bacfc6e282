import {
  contact,
  email,
  emailOrNone,
  label,
  phone,
  phoneOrNone,
  type Field,
  type Fields,
} from '../../protocol/fields.ts';
import { NEEDED_JOINER_SOURCE } from '../../protocol/joiners.ts';
import type { Rule } from '../../protocol/rules.ts';
import type * as PhoneLibrary from './phone-library.ts';

/*
 * What a field reads out of a typed or pasted text, and what it did to it. A value is never changed
 * without a word: the form and the review say each change (`typed-notes.tsx`), but for spaces at the
 * ends. What a reader returns it returns again, unchanged, when it's given that.
 */

/**
 * - `invisible`: characters that draw nothing, such as the marks of direction around a copied number
 * - `separators`: spaces and dashes of a code
 * - `spaces`: spaces of a name that aren't U+0020, and are now
 * - `around`: what stood around an address or number; `text` is that
 * - `written`: spaces, brackets, dashes, dots and slashes of a phone number; digits of other scripts
 * - `domain`: the domain of an e-mail address is now in ASCII
 * - `trunk`: digits that are only dialed within a country; `text` are those
 * - `rewritten`: a number that is written differently for calls from abroad
 * - `unusual`: no change, but no number of its country is as long, or begins so
 */
const CHANGE_KINDS = [
  'around',
  'invisible',
  'separators',
  'spaces',
  'written',
  'domain',
  'trunk',
  'rewritten',
  'unusual',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
export type Change = { readonly kind: ChangeKind; readonly text: string };

/** A value as it is sent. */
export type TypedReading = {
  readonly value: string;
  readonly changes: readonly Change[];
  /** What its schema doesn't know: why it isn't sent. */
  readonly rule?: Rule;
};

export type Reader = (text: string) => TypedReading;

/** No value has as many characters, with all that may stand around them. */
const MAX_TYPED = 1000;

/** A longer text is left as it is, for its rule to refuse. */
const bounded =
  (read: Reader): Reader =>
  (text) =>
    text.length > MAX_TYPED ? { value: text.trim(), changes: [] } : read(text);

const change = (kind: ChangeKind, text = ''): Change => ({ kind, text });
const changeIf = (happened: boolean, kind: ChangeKind, text = ''): readonly Change[] =>
  happened ? [change(kind, text)] : [];

/** Format characters that draw nothing, but for the joiners that a script needs. */
const INVISIBLE = String.raw`(?!${NEEDED_JOINER_SOURCE})(?=\p{Default_Ignorable_Code_Point})\p{Cf}`;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu');
const OUTER_INVISIBLE = new RegExp(String.raw`^(?:\s|${INVISIBLE})+|(?:\s|${INVISIBLE})+$`, 'gu');

/** A text without what draws nothing in it. */
function dropInvisible(text: string): TypedReading {
  const value = text.replace(ALL_INVISIBLE, '');
  return { value: value.trim(), changes: changeIf(value !== text, 'invisible') };
}

/** A one-time code: letters and digits stay as they are, whatever separates them goes. */
export const readCode = bounded((text) => {
  const { value, changes } = dropInvisible(text);
  const code = value.replace(/[\s\p{Dash}]/gu, '');
  return { value: code, changes: [...changes, ...changeIf(code !== value, 'separators')] };
});

/** The name of a thing. Invisible characters within it stay, so that its rule can refuse them. */
export const readName = bounded((text) => {
  const bare = text.replace(OUTER_INVISIBLE, '');
  const value = bare.replace(/[\p{Zs}\t]/gu, ' ');
  return {
    value,
    changes: [
      ...changeIf(bare !== text.trim(), 'invisible'),
      ...changeIf(value !== bare, 'spaces'),
    ],
  };
});

/** What a link says of its address: RFC 6068 writes some characters as `%40`. */
function unescapeLink(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The address in a link (`mailto:a@b.co?subject=c`), or behind a name (`Ada <a@b.co>`). */
function addressIn(text: string): { readonly address: string; readonly around: string } {
  const link = /^<?(mailto:)([^?<>]*)(\?[^<>]*)?>?$/i.exec(text);
  if (link) {
    const [, scheme = '', address = '', rest = ''] = link;
    return { address: unescapeLink(address).trim(), around: rest ? `${scheme}…${rest}` : scheme };
  }
  const named = /^([^<>@]*)<([^<>]*)>$/.exec(text);
  if (!named) return { address: text, around: '' };
  const [, name = '', address = ''] = named;
  return { address: address.trim(), around: name.trim() || '< >' };
}

/** Nothing that in a URL would be something else than a host. */
const HOST = /^[a-z0-9.\-\u{80}-\u{10FFFF}]+$/iu;

/** The domain as mail systems know it: UTS 46, which browsers apply to hosts. As it was, if it is none. */
function asciiDomain(domain: string): string {
  const isForeign = /[^\0-\x7f]/.test(domain) && HOST.test(domain);
  const url = `http://${domain}`;
  return isForeign && URL.canParse(url) ? new URL(url).hostname : domain;
}

export const readEmail = bounded((text) => {
  const visible = dropInvisible(text);
  const { address, around } = addressIn(visible.value);
  const at = address.lastIndexOf('@') + 1;
  const [local, domain] = [address.slice(0, at).normalize('NFC'), address.slice(at)];
  const ascii = at === 0 ? domain : asciiDomain(domain);
  return {
    value: local + ascii,
    changes: [
      ...changeIf(around !== '', 'around', around),
      ...visible.changes,
      ...changeIf(ascii !== domain, 'domain'),
    ],
  };
});

/** Undefined until a form has asked for a number. */
let library: typeof PhoneLibrary | undefined;

/** Loads the rules of all countries' numbers: a form that has {@link needsPhoneLibrary} waits for it. */
export async function loadPhoneLibrary(): Promise<void> {
  library ??= await import('./phone-library.ts');
}

/** Unicode's ten digits of a script stand in order. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (code - first < 9 && /\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String(code - first);
}

/** What people write between the digits of a number, besides its `+`. */
const BETWEEN_DIGITS = /[\s\p{Dash}().·/[\]（）．／]/gu;
/** A zero that isn't dialed from abroad. */
const BRACKETED_ZERO = '(0)';

/** A phone number as E.164, by the rules of its country where those are loaded. */
export const readPhone = bounded((text) => {
  const visible = dropInvisible(text);
  const [, scheme = '', given = ''] = /^(tel:)?(.*)$/isu.exec(visible.value) ?? [];
  const written = given
    .replace(/^[＋﹢]/u, '+')
    .replace(/(?!\d)\p{Nd}/gu, asciiDigit)
    .replace(/（0）/u, BRACKETED_ZERO);
  const value = written.replace(BETWEEN_DIGITS, '');
  const reading = {
    value,
    changes: [
      ...changeIf(scheme !== '', 'around', scheme),
      ...visible.changes,
      ...changeIf(value !== given, 'written'),
    ],
  };
  if (!library || !INTERNATIONAL.test(value)) return reading;
  return numbered(
    library,
    reading,
    written.replace(BRACKETED_ZERO, '').replace(BETWEEN_DIGITS, ''),
  );
});

const INTERNATIONAL = /^\+[1-9]\d+$/;

/** A number by the rules of its country. `shorter` is the same without a zero in brackets, if it had one. */
function numbered(
  { readInternational }: typeof PhoneLibrary,
  { value, changes }: TypedReading,
  shorter: string,
): TypedReading {
  const whole = readInternational(value);
  if (!whole) return { value, changes, rule: 'phone_country' };
  const bare = shorter === value || whole.isValid ? undefined : readInternational(shorter);
  const {
    number,
    trunk = '',
    isRewritten,
    isUnusual,
  } = bare?.isValid ? { ...bare, trunk: '0' } : whole;
  return {
    value: number,
    changes: [
      ...changes,
      ...changeIf(trunk !== '', 'trunk', trunk),
      ...changeIf(isRewritten === true, 'rewritten'),
      ...changeIf(isUnusual, 'unusual'),
    ],
  };
}

/** Where a code goes: what has an `@` is meant as an e-mail address. */
const readContact: Reader = (text) => (text.includes('@') ? readEmail(text) : readPhone(text));

/** By the schema of a field, so that no name and no contact goes without. */
const READERS = new Map<unknown, Reader>([
  [label, readName],
  [email, readEmail],
  [emailOrNone, readEmail],
  [phone, readPhone],
  [phoneOrNone, readPhone],
  [contact, readContact],
]);

/** How a field's text is read; undefined where it's sent as it is typed. */
export function readerOf({ control, schema }: Field): Reader | undefined {
  if (control.kind === 'code') return readCode;
  if (control.kind !== 'text') return undefined;
  return READERS.get('wrapped' in schema ? schema.wrapped : schema);
}

/** Whether any of these fields takes a phone number: then {@link loadPhoneLibrary} comes first. */
export function needsPhoneLibrary(fields: Fields): boolean {
  return Object.values(fields).some((field) => {
    const reader = readerOf(field);
    const inItems = field.control.kind === 'record-list' && needsPhoneLibrary(field.control.item);
    return reader === readPhone || reader === readContact || inItems;
  });
}
