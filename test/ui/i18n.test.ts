import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addMessages,
  ago,
  dateTime,
  listed,
  said,
  setLocale,
  t,
  type Messages,
} from '../../src/ui/i18n.ts';
import { authorizationMessages } from '../../src/ui/messages/en/authorization.ts';
import { confirmMessages } from '../../src/ui/messages/en/confirm.ts';
import { importMessages } from '../../src/ui/messages/en/import.ts';
import { kitMessages } from '../../src/ui/messages/en/kit.ts';
import { optionsMessages } from '../../src/ui/messages/en/options.ts';
import { passkeyMessages } from '../../src/ui/messages/en/passkey.ts';
import { popupMessages } from '../../src/ui/messages/en/popup.ts';
import { unlockMessages } from '../../src/ui/messages/en/unlock.ts';
import { pseudo } from '../../src/ui/pseudo.ts';
import { errorTexts, rowTexts, ruleTexts } from '../../src/protocol/texts.ts';

const AREAS = {
  authorization: authorizationMessages,
  confirm: confirmMessages,
  import: importMessages,
  kit: kitMessages,
  options: optionsMessages,
  passkey: passkeyMessages,
  popup: popupMessages,
  unlock: unlockMessages,
};

beforeAll(() => {
  for (const messages of Object.values(AREAS)) addMessages(messages);
  addMessages(errorTexts());
});
afterEach(() => setLocale('en'));

describe('t', () => {
  test('behavior: values replace their placeholders, and only those', () => {
    expect(t('kit.copyThing', { what: 'the {id}' })).toBe('Copy the {id}');
  });

  test('behavior: the plural form follows the count, numbers are written as the language does', () => {
    expect(t('kit.unlock.wait', { count: 1 })).toBe('Wait 1 second before the next try.');
    expect(t('kit.unlock.wait', { count: 1234 })).toBe('Wait 1,234 seconds before the next try.');
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
    expect(said('error.vault_locked')).toMatch(/locked/);
    expect(said('error.constructor')).toBeUndefined();
    expect(said('__proto__')).toBeUndefined();
  });
});

describe('addMessages', () => {
  test('behavior: no two areas or tables use the same key', () => {
    const tables = { rows: rowTexts(), rules: ruleTexts(), errors: errorTexts() };
    const keys = Object.values({ ...AREAS, ...tables }).flatMap((one) => Object.keys(one));
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
    expect(ago(now + distance, now)).toBe(text);
  });
});

describe('dateTime', () => {
  test('behavior: date and time of day stand in it', () => {
    expect(dateTime(new Date(2026, 10, 21, 9, 5, 7).getTime())).toMatch(/Nov 21, 2026.*9:05:07/);
  });
});

describe('listed', () => {
  test('behavior: joins as the language does', () => {
    expect(listed(['a'])).toBe('a');
    expect(listed(['a', 'b', 'c'])).toBe('a, b, and c');
  });
});

describe('pseudo', () => {
  test('behavior: every text of every area grows by a quarter at least and keeps its placeholders', () => {
    const areas: readonly Messages[] = Object.values(AREAS);
    const texts = areas.flatMap((messages) =>
      Object.values(messages).flatMap((one) =>
        typeof one === 'string' ? [one] : [one.one, one.other],
      ),
    );
    for (const text of texts) {
      const made = pseudo(text);
      expect(made.match(/\{\w+\}/g), text).toEqual(text.match(/\{\w+\}/g));
      expect(made.length).toBeGreaterThan(text.replace(/\{\w+\}/g, '').length * 1.25);
    }
  });
});
