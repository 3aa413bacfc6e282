import { h, render, type ComponentChildren } from 'preact';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { DEFAULT_SETTINGS } from '../../../src/protocol/app-state.ts';
import type { SubmitRow } from '../../../src/protocol/operation-row.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { Screen, TopBar } from '../../../src/ui/components/layout.tsx';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { SingleField } from '../../../src/ui/forms/form-fields.tsx';
import { createFormSession, type FormSession } from '../../../src/ui/forms/form-session.ts';
import { findNameError, NameField, TypedName } from '../../../src/ui/forms/name-field.tsx';
import { createRecords } from '../../../src/ui/records/records.ts';
import { Changes } from '../../../src/ui/review/changes.tsx';
import { loadPhoneLibrary } from '../../../src/ui/forms/typed-values.ts';
import { addRowWords, labelText } from '../../../src/ui/forms/words.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { axeFaults, rulesIn } from '../axe.ts';
import { LANGUAGES, speak, type Language } from '../languages.ts';
import { takePicture } from '../picture.ts';

/*
 * What a field says of a pasted text, in a real Chromium at the popup's size: each message in both
 * languages, light and dark, with nothing cut off and no fault that axe-core knows.
 */

const USER = '7f1a3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c';
let root: HTMLElement;

beforeAll(async () => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
  addRowWords();
  addWords(appWords);
  addWords(popupWords);
  await loadPhoneLibrary();
  await page.viewport(380, 600);
});

afterEach(async () => {
  render(null, root);
  root.remove();
  await speak('en');
});

function sessionOf(row: SubmitRow, draft: Readonly<Record<string, string>>): FormSession {
  return createFormSession(
    {
      records: createRecords({ query: async () => Promise.resolve({ users: [] }), now: () => 0 }),
      randomId: () => 'id',
      randomBytes,
      save: () => undefined,
    },
    { row, generation: 'legacy', self: undefined, saved: { draft, prerequisiteId: null } },
  );
}

function draw(...children: ComponentChildren[]): void {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const top = h(TopBar, { title: 'Keystamp' });
  render(h(Screen, { top, children: h('div', { class: 'form-fields' }, ...children) }), root);
}

type Row = 'update_user_email' | 'update_user_phone_number' | 'update_user_name' | 'verify_otp';
const FIELDS: Readonly<Record<Row, string>> = {
  update_user_email: 'userEmail',
  update_user_phone_number: 'userPhoneNumber',
  update_user_name: 'userName',
  verify_otp: 'otpCode',
};

function fieldOf(row: Row, typed: string): ComponentChildren {
  const name = FIELDS[row];
  const draft = row === 'verify_otp' ? {} : { userId: USER };
  const session = sessionOf(OPERATIONS[row], draft);
  session.set(name, typed);
  session.validateField(name);
  return h(SingleField, { session, name, label: labelText(OPERATIONS[row], name) });
}

/** What stands under the field that is drawn, without the marks that isolate a value. */
const said = (selector: string) =>
  root.querySelector(selector)?.textContent.replaceAll(/[\u2066-\u2069]/g, '');

const SPACES = {
  en: 'Special spaces become ordinary ones.',
  de: 'Besondere Leerzeichen werden zu gewöhnlichen.',
};

const NOTES: readonly (readonly [Row, string, Readonly<Record<Language, string>>])[] = [
  [
    'update_user_phone_number',
    '+49 (0)170 1234567',
    {
      en: 'Sent as +491701234567. The 0 is left out: it’s dialed only within the country.',
      de: 'Wird als +491701234567 gesendet. Die 0 fällt weg: Man wählt sie nur innerhalb des Landes.',
    },
  ],
  [
    'update_user_phone_number',
    '\u202a+49\u2011170\u20111234567\u202c',
    {
      en: 'Sent as +491701234567. Invisible characters are left out.',
      de: 'Wird als +491701234567 gesendet. Unsichtbare Zeichen fallen weg.',
    },
  ],
  [
    'update_user_phone_number',
    '+54 11 15 1234 5678',
    {
      en: 'Sent as +5491112345678. It’s written the way it’s dialed from abroad.',
      de: 'Wird als +5491112345678 gesendet. Sie steht so da, wie man sie aus dem Ausland wählt.',
    },
  ],
  [
    'update_user_phone_number',
    '+1650253',
    {
      en: 'Check it: numbers in this country have another length.',
      de: 'Prüfe sie: Nummern dieses Landes haben eine andere Länge.',
    },
  ],
  [
    'update_user_email',
    'моя@россия.рф',
    {
      en: 'Sent as моя@xn--h1alffa9f.xn--p1ai. The domain is sent in its ASCII form.',
      de: 'Wird als моя@xn--h1alffa9f.xn--p1ai gesendet. Die Domain wird in ihrer ASCII-Form gesendet.',
    },
  ],
  [
    'update_user_email',
    'mailto:a@x.co',
    {
      en: 'Sent as a@x.co. “mailto:” is left out.',
      de: 'Wird als a@x.co gesendet. „mailto:“ fällt weg.',
    },
  ],
  [
    'verify_otp',
    '\u2066123 456\u2069',
    {
      en: 'Invisible characters are left out. Spaces and dashes are left out.',
      de: 'Unsichtbare Zeichen fallen weg. Leerzeichen und Striche fallen weg.',
    },
  ],
  ['update_user_name', '山田\u3000太郎', SPACES],
];

const REFUSALS: readonly (readonly [Row, string, Readonly<Record<Language, RegExp>>])[] = [
  [
    'update_user_email',
    'a..b@x.co',
    { en: /next to another dot/, de: /neben einem anderen Punkt/ },
  ],
  ['update_user_email', 'a@x-.co', { en: /isn’t a domain/, de: /keine Domain/ }],
  ['update_user_email', 'a@x.co, b@x.co', { en: /second @/, de: /zweites @/ }],
  ['update_user_email', 'x', { en: /like name@example/, de: /wie name@example/ }],
  ['update_user_email', `${'a'.repeat(65)}@x.co`, { en: /64 of them/, de: /davon 64/ }],
  ['update_user_phone_number', '0170 1234567', { en: /Start with \+/, de: /Beginne mit \+/ }],
  ['update_user_phone_number', '+49 170 ext', { en: /only digits/, de: /nur Ziffern/ }],
  ['update_user_phone_number', '+999 1701234', { en: /No country/, de: /Kein Land/ }],
  ['update_user_phone_number', '+49 1', { en: /7 to 15/, de: /7 bis 15/ }],
  ['verify_otp', '123.456', { en: /6 to 9 letters/, de: /6 bis 9/ }],
  [
    'update_user_name',
    'Trea\u200csury',
    {
      en: /invisible character \(\\u\{200C\}\) after “Trea”/,
      de: /Nach „Trea“ steht ein unsichtbares Zeichen \(\\u\{200C\}\)/,
    },
  ],
  ['update_user_name', 'Main #1', { en: /can’t have “#”/, de: /„#“ kann in keinem/ }],
];

describe.for(LANGUAGES)('in %s', (language) => {
  test.for(NOTES)('behavior: %s says what becomes of %j', async ([row, typed, expected]) => {
    await speak(language);
    draw(fieldOf(row, typed));
    expect(said('.typed-note')).toBe(expected[language]);
    expect(said('.field-error')).toBe('');
    const described = root.querySelector('input')?.getAttribute('aria-describedby') ?? '';
    expect(described.split(' ')).toContain(root.querySelector('.typed-note')?.id);
  });

  test.for(REFUSALS)('error: %s says why it refuses %j', async ([row, typed, expected]) => {
    await speak(language);
    draw(fieldOf(row, typed));
    expect(said('.field-error')).toMatch(expected[language]);
    expect(said('.typed-note')).toBeUndefined();
  });

  test.for(['light', 'dark'] as const)('behavior: all of them fit, %s', async (theme) => {
    applySettings({ ...DEFAULT_SETTINGS, theme });
    await speak(language);
    draw(...[...NOTES, ...REFUSALS].map(([row, typed]) => fieldOf(row, typed)));
    const right = document.documentElement.clientWidth;
    const cutOff = [...root.querySelectorAll('.field *')].filter(
      (one) => one.getBoundingClientRect().right > right + 0.5,
    );
    expect(cutOff.map((one) => one.outerHTML)).toEqual([]);
    expect(await axeFaults({ rules: rulesIn(theme) })).toEqual([]);
    await page.viewport(380, 2600);
    await takePicture(`typed-notes-${language}-${theme}`);
    await page.viewport(380, 600);
  });

  test('behavior: the review has the value that is sent, and what was left out', async () => {
    applySettings({ ...DEFAULT_SETTINGS, theme: 'light' });
    await speak(language);
    const expected =
      language === 'en'
        ? ['Invisible characters are left out.', 'The 0 is left out: it’s dialed']
        : ['Unsichtbare Zeichen fallen weg.', 'Die 0 fällt weg: Man wählt'];
    const row = OPERATIONS.update_user_phone_number;
    const draft = { userId: USER, userPhoneNumber: '\u202a+49 (0)170 1234567\u202c' };
    const session = sessionOf(row, draft);
    const ready = session.submit();
    if (!ready) throw new Error(JSON.stringify(session.errors.value));
    const { parameters, secrets, changes } = ready;
    const subject = { fields: session.shape.fields, parameters, secrets, changes, known: {} };
    draw(h(Changes, { row, subject }));
    const text = said('.review-table') ?? '';
    expect(text).toContain('+491701234567');
    expect(text).toContain(expected[0]);
    expect(text).toContain(expected[1]);
    expect(text).not.toContain('(0)');
    await takePicture(`typed-notes-review-${language}`);
  });

  test('behavior: a name on the full page says the same', async () => {
    await speak(language);
    const name = (value: string) =>
      h(NameField, {
        label: 'Name',
        help: 'Help',
        value,
        onInput: () => undefined,
        error: findNameError(value),
      });
    draw(name('Main\u00a0key'));
    expect(said('.typed-note')).toBe(SPACES[language]);
    render(null, root);
    root.remove();
    draw(h(TypedName, { typed: 'Main\u00a0key' }));
    expect(said('.help')).toBe(SPACES[language]);
    render(null, root);
    root.remove();
    draw(name('Ma\u202ein'));
    expect(said('.field-error')).toContain('\\u{202E}');
  });
});
