import { effect } from '@preact/signals';
import { h } from 'preact';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addWords,
  allWords,
  drawInLanguage,
  formatRelativeTime,
  formatDateTime,
  formatList,
  isolate,
  findText,
  formatNumber,
  joinList,
  locale,
  pickLocale,
  richText,
  setLocale,
  t,
} from '../../src/ui/i18n.ts';
import { authorizationWords } from '../../src/ui/words/en/authorization.ts';
import { confirmWords } from '../../src/ui/words/en/confirm.ts';
import { importWords } from '../../src/ui/words/en/import.ts';
import { appWords } from '../../src/ui/words/en/app.ts';
import { optionsWords } from '../../src/ui/words/en/options.ts';
import { passkeyWords } from '../../src/ui/words/en/passkey.ts';
import { popupWords } from '../../src/ui/words/en/popup.ts';
import { procedureWords } from '../../src/ui/words/en/procedure.ts';
import { rotationWords } from '../../src/ui/words/en/rotation.ts';
import { unlockWords } from '../../src/ui/words/en/unlock.ts';
import { wipeWords } from '../../src/ui/words/en/wipe.ts';
import { pseudolocalize } from '../../src/ui/pseudolocale.ts';
import { choiceTexts } from '../../src/ui/words/en/choices.ts';
import type { Words } from '../../src/ui/words/translation.ts';
import { errorWords } from '../../src/ui/words/en/errors.ts';
import { operationWords } from '../../src/ui/words/en/operations.ts';
import { operationTexts } from '../../src/ui/words/operation-words.ts';
import { settled } from '../test-clock.ts';

const AREAS = {
  authorization: authorizationWords,
  confirm: confirmWords,
  import: importWords,
  app: appWords,
  options: optionsWords,
  passkey: passkeyWords,
  popup: popupWords,
  procedure: procedureWords,
  rotation: rotationWords,
  unlock: unlockWords,
  wipe: wipeWords,
};

beforeAll(() => {
  for (const messages of Object.values(AREAS)) addWords(messages);
  addWords(errorWords, 'error.');
});
afterEach(() => setLocale('en'));

describe('t', () => {
  test('behavior: values replace their placeholders, and only those', () => {
    expect(t('app.copyThing', { what: 'the {id}' })).toBe('Copy the {id}');
  });

  test('behavior: the plural form follows the count, numbers are written as the language does', () => {
    expect(t('app.unlock.wait', { count: 1 })).toBe('Try again in 1 second.');
    expect(t('app.unlock.wait', { count: 1234 })).toBe('Try again in 1,234 seconds.');
  });

  test('behavior: the pseudo-locale marks every text and leaves values as they are', () => {
    void setLocale('en-XA');
    const text = t('app.copyThing', { what: 'Wallet 1' });
    expect(text).toMatch(/^⟦Çöþý Wallet 1 ~+⟧$/);
  });

  test('behavior: an unknown locale is English', () => {
    void setLocale('xx');
    expect(t('app.close')).toBe('Close');
    expect(locale.value).toBe('en');
  });

  test('error: keys and values are checked by the compiler', () => {
    // @ts-expect-error no such key
    expect(t('app.nothing')).toBe('app.nothing');
    // @ts-expect-error the value `what` is missing
    expect(t('app.copyThing')).toBe('Copy {what}');
  });
});

describe('richText', () => {
  const time = h('time', null, '10:00');

  test('behavior: the element stands where the message has its place', async () => {
    const values = { until: '10:00', time };
    expect(richText('passkey.reading', values)).toEqual([
      'Keystamp can read until ',
      '10:00',
      ' (',
      time,
      ')',
    ]);
    await setLocale('de');
    expect(richText('passkey.reading', values)).toEqual([
      'Keystamp darf bis ',
      '10:00',
      ' lesen (',
      time,
      ')',
    ]);
  });

  test('behavior: a count chooses the form, numbers are written as the language does', () => {
    expect(richText('options.grant.left', { count: 1, most: 1234 })).toEqual([
      '1',
      ' of ',
      '1,234',
      ' uses left',
    ]);
  });

  test('error: a missing element, and one in the place of a count, do not compile', () => {
    // @ts-expect-error the element `time` is missing
    expect(richText('popup.waits.row', {})).toContain('{time}');
    // @ts-expect-error a count is a number
    expect(richText('app.more', { count: time })).toHaveLength(2);
  });
});

describe('a language that loads', () => {
  const polish = {
    'app.close': 'Zamknij',
    'app.unlock.wait': {
      one: 'Spróbuj za {count} sekundę.',
      few: 'Spróbuj za {count} sekundy.',
      many: 'Spróbuj za {count} sekund.',
      other: 'Spróbuj za {count} sekundy.',
    },
    'app.chosen': { one: 'Wybrano jeden', other: 'Wybrano: {count}' },
  };
  const arabic = {
    'app.chosen': {
      zero: 'zero',
      one: 'one',
      two: 'two',
      few: 'few',
      many: 'many',
      other: 'other',
    },
  };
  const load = (words: Words) => [() => Promise.resolve(words)];
  const loaders = { pl: load(polish), ar: load(arabic) };

  test('behavior: a count chooses among all plural categories of the language', async () => {
    await setLocale('pl', loaders);
    const wait = (count: number) => t('app.unlock.wait', { count });
    expect([1, 2, 5, 22, 1.5].map(wait)).toEqual([
      'Spróbuj za 1 sekundę.',
      'Spróbuj za 2 sekundy.',
      'Spróbuj za 5 sekund.',
      'Spróbuj za 22 sekundy.',
      'Spróbuj za 1,5 sekundy.',
    ]);
    await setLocale('ar', loaders);
    const forms = [0, 1, 2, 3, 11, 100].map((count) => t('app.chosen', { count }));
    expect(forms).toEqual(['zero', 'one', 'two', 'few', 'many', 'other']);
  });

  test('behavior: `other` stands for a category that a text leaves out', async () => {
    await setLocale('pl', loaders);
    expect(t('app.chosen', { count: 5 })).toBe('Wybrano: 5');
  });

  test('behavior: a text that the language lacks is English, with English plural forms', async () => {
    await setLocale('pl', loaders);
    expect(t('app.cancel')).toBe('Cancel');
    expect(t('app.more', { count: 2 })).toBe('2 more. Search to find them.');
    expect(findText('error.vault_locked')).toMatch(/locked/);
    expect(findText('error.constructor')).toBeUndefined();
  });

  test('behavior: what is drawn is English while it loads, and follows when it has loaded', async () => {
    const drawn: string[] = [];
    const stop = effect(() => void drawn.push(`${locale.value} ${t('app.close')}`));
    const loading = setLocale('pl', loaders);
    expect(drawn).toEqual(['en Close']);
    await loading;
    stop();
    expect(drawn).toEqual(['en Close', 'pl Zamknij']);
  });

  test('behavior: a choice made while another language loads stands', async () => {
    const loading = setLocale('pl', loaders);
    await Promise.all([setLocale('en-XA', loaders), loading]);
    expect(locale.value).toBe('en-XA');
  });

  test('error: a language that fails to load leaves English, and loads the next time', async () => {
    const failing = { pl: [() => Promise.reject(new Error('no such file'))] };
    await setLocale('en-XA');
    await setLocale('pl', failing);
    expect([locale.value, t('app.close')]).toEqual(['en', 'Close']);
    await setLocale('pl', loaders);
    expect([locale.value, t('app.close')]).toEqual(['pl', 'Zamknij']);
  });

  test('behavior: the first frame waits for its own words, what loads later for all', async () => {
    const whole = Promise.withResolvers<Words>();
    const parts = { pl: [() => Promise.resolve({ 'app.close': 'Zamknij' }), () => whole.promise] };
    const loading = setLocale('pl', parts);
    const drawn: string[] = [];
    const draw = (name: string) => () =>
      void drawn.push(`${name}: ${t('app.close')} ${t('app.cancel')}`);
    drawInLanguage(draw('first frame'), 'first-frame');
    drawInLanguage(draw('whole page'), 'all');
    const later = allWords().then(draw('screen'));
    expect(drawn).toEqual([]);
    await settled();
    expect(drawn).toEqual(['first frame: Zamknij Cancel']);
    // Chosen again, as each change of a setting does: nothing loads twice, nothing flickers.
    void setLocale('pl', { pl: [() => Promise.reject(new Error('again'))] });
    drawInLanguage(draw('another frame'), 'first-frame');
    expect(drawn[1]).toBe('another frame: Zamknij Cancel');
    whole.resolve({ ...polish, 'app.cancel': 'Anuluj' });
    await Promise.all([loading, later]);
    expect(drawn.slice(2).toSorted()).toEqual([
      'screen: Zamknij Anuluj',
      'whole page: Zamknij Anuluj',
    ]);
  });

  test('error: without the words of the first frame the others stand, and the other way round', async () => {
    const none = () => Promise.reject(new Error('no such file'));
    await setLocale('pl', { pl: [none, ...load(polish)] });
    expect([locale.value, t('app.close')]).toEqual(['pl', 'Zamknij']);
    await setLocale('en');
    await setLocale('pl', { pl: [...load({ 'app.close': 'Zamknij' }), none] });
    expect([t('app.close'), t('app.cancel')]).toEqual(['Zamknij', 'Cancel']);
  });

  test('behavior: German loads by itself, with its numbers, dates and lists', async () => {
    await setLocale('de');
    expect(locale.value).toBe('de');
    expect(t('app.cancel')).toBe('Abbrechen');
    expect(findText('error.vault_locked')).toMatch(/gesperrt/);
    expect(formatNumber(1234.5)).toBe('1.234,5');
    expect(formatList(['a', 'b', 'c'])).toBe('a, b und c');
    expect(formatRelativeTime(0, 86_400_000)).toBe('gestern');
  });
});

describe('pickLocale', () => {
  test.each([
    [['de-AT', 'en'], 'de'],
    [['fr-FR', 'de', 'en-US'], 'de'],
    [['en-GB', 'de'], 'en'],
    [['en-XA'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('behavior: a browser in %j gets %s', (languages, picked) => {
    expect(pickLocale(languages)).toBe(picked);
  });
});

describe('said', () => {
  test('behavior: texts of the tables are found by a key made at run time', () => {
    expect(findText('error.vault_locked')).toMatch(/locked/);
    expect(findText('error.constructor')).toBeUndefined();
    expect(findText('__proto__')).toBeUndefined();
  });
});

describe('addMessages', () => {
  test('behavior: no two areas or tables use the same key', () => {
    const tables = { rows: operationTexts(operationWords), choices: choiceTexts() };
    const keys = Object.values({ ...AREAS, ...tables }).flatMap((texts) => Object.keys(texts));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test('behavior: the keys of an area start with its name', () => {
    for (const [area, messages] of Object.entries(AREAS)) {
      const foreign = Object.keys(messages).filter((key) => !key.startsWith(`${area}.`));
      expect(foreign, area).toEqual([]);
    }
  });
});

describe('ago', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  test.each([
    [0, 'now'],
    [-4999, 'now'],
    [-6000, '6 seconds ago'],
    [-90_000, '1 minute ago'],
    [-2 * 3_600_000, '2 hours ago'],
    [-86_400_000, 'yesterday'],
    [5 * 60_000, 'in 5 minutes'],
  ])('behavior: %i ms from now is %j', (distance, text) => {
    expect(formatRelativeTime(now + distance, now)).toBe(text);
  });
});

describe('dateTime', () => {
  test('behavior: date and time of day stand in it', () => {
    expect(formatDateTime(new Date(2026, 10, 21, 9, 5, 7).getTime())).toMatch(
      /Nov 21, 2026.*9:05:07/,
    );
  });
});

describe('isolate', () => {
  test.each(['محفظة', 'ארנק', 'Main محفظة 2', '\u{1E900}'])(
    'behavior: %j moves nothing around it in a message',
    (name) => {
      expect(t('app.copyThing', { what: name })).toBe(`Copy \u2068${name}\u2069`);
    },
  );

  test.each(['Payroll', 'Зарплата', '給与', ''])('behavior: %j stays as it is', (name) => {
    expect(isolate(name)).toBe(name);
  });

  test('behavior: in a list, each item by itself', () => {
    expect(formatList(['محفظة', 'Main'])).toBe('\u2068محفظة\u2069 and Main');
  });
});

describe('listed', () => {
  test('behavior: joins as the language does', () => {
    expect(formatList(['a'])).toBe('a');
    expect(formatList(['a', 'b', 'c'])).toBe('a, b, and c');
    expect(formatList(['a', 'b', 'c'], 'disjunction')).toBe('a, b, or c');
    expect(formatList([])).toBe('');
  });

  test('behavior: items that are not text stay as they are, with the words between them', async () => {
    const [first, second] = [{ id: 1 }, { id: 2 }];
    expect(joinList([first, second])).toEqual([first, ' and ', second]);
    await setLocale('de');
    expect(joinList([first, second], 'disjunction')).toEqual([first, ' oder ', second]);
  });
});

describe('pseudo', () => {
  test('behavior: every text of every area grows by a quarter at least and keeps its placeholders', () => {
    const areas: readonly Words[] = Object.values(AREAS);
    const texts = areas.flatMap((messages) =>
      Object.values(messages).flatMap((message) =>
        typeof message === 'string' ? [message] : Object.values(message),
      ),
    );
    for (const text of texts) {
      const pseudolocalized = pseudolocalize(text);
      expect(pseudolocalized.match(/\{\w+\}/g), text).toEqual(text.match(/\{\w+\}/g));
      expect(pseudolocalized.length).toBeGreaterThan(text.replace(/\{\w+\}/g, '').length * 1.25);
    }
  });
});
