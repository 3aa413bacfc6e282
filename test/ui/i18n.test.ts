import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addWords,
  formatRelativeTime,
  formatDateTime,
  formatList,
  findText,
  setLocale,
  t,
  type Words,
} from '../../src/ui/i18n.ts';
import { authorizationWords } from '../../src/ui/words/en/authorization.ts';
import { confirmWords } from '../../src/ui/words/en/confirm.ts';
import { importWords } from '../../src/ui/words/en/import.ts';
import { kitWords } from '../../src/ui/words/en/kit.ts';
import { optionsWords } from '../../src/ui/words/en/options.ts';
import { passkeyWords } from '../../src/ui/words/en/passkey.ts';
import { popupWords } from '../../src/ui/words/en/popup.ts';
import { unlockWords } from '../../src/ui/words/en/unlock.ts';
import { pseudolocalize } from '../../src/ui/pseudolocale.ts';
import { choiceTexts } from '../../src/ui/words/en/choices.ts';
import { errorWords } from '../../src/ui/words/en/errors.ts';
import { operationWords } from '../../src/ui/words/en/operations.ts';
import { operationTexts } from '../../src/ui/words/operation-words.ts';

const AREAS = {
  authorization: authorizationWords,
  confirm: confirmWords,
  import: importWords,
  kit: kitWords,
  options: optionsWords,
  passkey: passkeyWords,
  popup: popupWords,
  unlock: unlockWords,
};

beforeAll(() => {
  for (const messages of Object.values(AREAS)) addWords(messages);
  addWords(errorWords, 'error.');
});
afterEach(() => setLocale('en'));

describe('t', () => {
  test('behavior: values replace their placeholders, and only those', () => {
    expect(t('kit.copyThing', { what: 'the {id}' })).toBe('Copy the {id}');
  });

  test('behavior: the plural form follows the count, numbers are written as the language does', () => {
    expect(t('kit.unlock.wait', { count: 1 })).toBe('Try again in 1 second.');
    expect(t('kit.unlock.wait', { count: 1234 })).toBe('Try again in 1,234 seconds.');
  });

  test('behavior: the pseudo-locale marks every text and leaves values as they are', () => {
    setLocale('en-XA');
    const text = t('kit.copyThing', { what: 'Wallet 1' });
    expect(text).toMatch(/^⟦Çöþý Wallet 1 ~+⟧$/);
  });

  test('behavior: an unknown locale is English', () => {
    setLocale('xx');
    expect(t('kit.close')).toBe('Close');
  });

  test('error: keys and values are checked by the compiler', () => {
    // @ts-expect-error no such key
    expect(t('kit.nothing')).toBe('kit.nothing');
    // @ts-expect-error the value `what` is missing
    expect(t('kit.copyThing')).toBe('Copy {what}');
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

describe('listed', () => {
  test('behavior: joins as the language does', () => {
    expect(formatList(['a'])).toBe('a');
    expect(formatList(['a', 'b', 'c'])).toBe('a, b, and c');
  });
});

describe('pseudo', () => {
  test('behavior: every text of every area grows by a quarter at least and keeps its placeholders', () => {
    const areas: readonly Words[] = Object.values(AREAS);
    const texts = areas.flatMap((messages) =>
      Object.values(messages).flatMap((message) =>
        typeof message === 'string' ? [message] : [message.one, message.other],
      ),
    );
    for (const text of texts) {
      const pseudolocalized = pseudolocalize(text);
      expect(pseudolocalized.match(/\{\w+\}/g), text).toEqual(text.match(/\{\w+\}/g));
      expect(pseudolocalized.length).toBeGreaterThan(text.replace(/\{\w+\}/g, '').length * 1.25);
    }
  });
});
