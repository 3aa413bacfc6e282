import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { getCountries, getExampleNumber, parsePhoneNumberWithError } from 'libphonenumber-js/min';
import { toASCII } from 'tr46';
import { beforeAll, describe, expect, test } from 'vitest';
import { contactRule, emailRule, phoneRule } from '../../../src/protocol/contact-rules.ts';
import { isOptional, otpCode, type Field, type Fields } from '../../../src/protocol/fields.ts';
import { labelRule } from '../../../src/protocol/label-rule.ts';
import { OPERATIONS, rowOf } from '../../../src/protocol/operations.ts';
import { parse } from '../../../src/protocol/parse.ts';
import { startDraft, type Draft } from '../../../src/ui/forms/draft.ts';
import { checkField, fillForm, shapeOf } from '../../../src/ui/forms/model.ts';
import { rowsOf } from '../../../src/ui/forms/review-subject.ts';
import {
  loadPhoneLibrary,
  needsPhoneLibrary,
  readCode,
  readEmail,
  readerOf,
  readName,
  readPhone,
  type Reader,
} from '../../../src/ui/forms/typed-values.ts';

const ID = '7f1a3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c';

const kinds = (read: Reader, text: string) => read(text).changes.map(({ kind }) => kind);

beforeAll(loadPhoneLibrary);

/*
 * The rows of contacts, codes and names that people of other products reported: read as they are meant,
 * or refused with the true reason.
 */

describe('e-mail addresses', () => {
  test.each([
    ['a@xn--h1alffa9f.xn--p1ai', 'a@xn--h1alffa9f.xn--p1ai', []],
    ['моя@россия.рф', 'моя@xn--h1alffa9f.xn--p1ai', ['domain']],
    ['ada@faß.de', 'ada@xn--fa-hia.de', ['domain']],
    ['ada@ｅｘａｍｐｌｅ。com', 'ada@example.com', ['domain']],
    ['  ada@example.com\n', 'ada@example.com', []],
    ['Ada@Example.COM', 'Ada@Example.COM', []],
    ['mailto:ada@example.com', 'ada@example.com', ['around']],
    ['MAILTO:ada@example.com?subject=Hi%20you', 'ada@example.com', ['around']],
    ['mailto:a%2Bb@example.com', 'a+b@example.com', ['around']],
    ['Ada Lovelace <ada@example.com>', 'ada@example.com', ['around']],
    ['<ada@example.com>', 'ada@example.com', ['around']],
    ['\u202aada@example.com\u202c', 'ada@example.com', ['invisible']],
    ['ada@exam\u200bple.com', 'ada@example.com', ['invisible']],
    ['ada@می\u200cخواهم.com', 'ada@xn--mgbn2ecje63gr19l.com', ['domain']],
    ['Ame\u0301lie@example.com', 'Am\u00e9lie@example.com', []],
  ])('behavior: %j is sent as %s', (text, sent, changed) => {
    expect(readEmail(text).value).toBe(sent);
    expect(emailRule(readEmail(text).value)).toBeUndefined();
    expect(kinds(readEmail, text)).toEqual(changed);
  });

  test.each([
    ['a..b@x.co', 'email_dots'],
    ['.a@x.co', 'email_dots'],
    ['a@x-.co', 'email_domain'],
    ['a@россия-.рф', 'email_domain'],
    ['a@россия..рф', 'email_domain'],
    ['a@x.co/y', 'email_domain'],
    ['a@россия.рф/y', 'email_domain'],
    ['a@россия.рф:8080', 'email_domain'],
    ['a@россия.рф?x', 'email_domain'],
    ['a@b@россия.рф', 'email_characters'],
    ['a@x.co, b@x.co', 'email_characters'],
    ['"a b"@x.co', 'email_characters'],
    ['http://россия.рф', 'email'],
    ['a@exam ple.com', 'email_domain'],
    ['mailto:', 'email'],
  ])('error: %j is refused as %s', (text, rule) => {
    expect(emailRule(readEmail(text).value)).toBe(rule);
  });

  test.each([
    // The internationalized domains that ICANN has had in the root for tests.
    ['مثال.إختبار', 'xn--mgbh0fb.xn--kgbechtv'],
    ['例子.测试', 'xn--fsqu00a.xn--0zwm56d'],
    ['例子.測試', 'xn--fsqu00a.xn--g6w251d'],
    ['пример.испытание', 'xn--e1afmkfd.xn--80akhbyknj4f'],
    ['उदाहरण.परीक्षा', 'xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
    ['παράδειγμα.δοκιμή', 'xn--hxajbheg2az3al.xn--jxalpdlp'],
    ['실례.테스트', 'xn--9n2bp8q.xn--9t4b11yi5a'],
    ['בײַשפּיל.טעסט', 'xn--fdbk5d8ap9b8a8d.xn--deba0ad'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['உதாரணம்.பரிட்சை', 'xn--zkc6cc5bi7f6e.xn--hlcj6aya9esc7a'],
    ['مثال.آزمایشی', 'xn--mgbh0fb.xn--hgbk6aj7f53bba'],
  ])('behavior: the domain %s is %s', (unicode, ascii) => {
    expect(readEmail(`name@${unicode}`).value).toBe(`name@${ascii}`);
    expect(emailRule(`name@${ascii}`)).toBeUndefined();
  });

  const letters = fc.constantFrom(...Array.from('abzé日本рос한ßਅഅبה'));
  const labelText = fc.string({ unit: letters, minLength: 1, maxLength: 8 });

  test('behavior: every domain is what another implementation of UTS 46 makes of it, or refused', () => {
    fc.assert(
      fc.property(labelText, labelText, (first, second) => {
        const domain = `${first}.${second}`;
        const expected = toASCII(domain, { checkBidi: true, checkJoiners: true });
        const { value } = readEmail(`a@${domain}`);
        if (/^[\0-\x7f]*$/.test(domain)) expect(value).toBe(`a@${domain}`);
        else expect(value).toBe(`a@${expected ?? domain}`);
        if (expected === null) expect(emailRule(value)).toBe('email_domain');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('phone numbers', () => {
  test.each([
    ['+49 (0)170 1234567', '+491701234567', ['written', 'trunk']],
    ['+49 0170 1234567', '+491701234567', ['written', 'trunk']],
    ['+4901701234567', '+491701234567', ['trunk']],
    ['+44 (0)20 7031 3000', '+442070313000', ['written', 'trunk']],
    ['+33 (0)1 23 45 67 89', '+33123456789', ['written', 'trunk']],
    ['+7 8 495 123-45-67', '+74951234567', ['written', 'trunk']],
    ['+1 (0)650 253 0000', '+16502530000', ['written', 'trunk']],
    // In Italy the zero belongs to the number, but not before a mobile one.
    ['+39 06 6982 1234', '+390669821234', ['written']],
    ['+39 (0)6 6982 1234', '+390669821234', ['written']],
    ['+39 (0)347 1234567', '+393471234567', ['written', 'trunk']],
    ['+54 11 15 1234 5678', '+5491112345678', ['written', 'rewritten']],
    ['\u202a+49 170 1234567\u202c', '+491701234567', ['invisible', 'written']],
    ['\u202d+491701234567\u202c', '+491701234567', ['invisible']],
    ['+49\u2011170\u20111234567', '+491701234567', ['written']],
    ['\u200b+49 170 1234567\u200b', '+491701234567', ['invisible', 'written']],
    ['\u2066+1 (650) 253\u20130000\u2069', '+16502530000', ['invisible', 'written']],
    ['＋４９ １７０ １２３４５６７', '+491701234567', ['written']],
    ['+٤٩ ١٧٠ ١٢٣٤٥٦٧', '+491701234567', ['written']],
    ['+49 30/123456', '+4930123456', ['written']],
    ['tel:+49-170-1234567', '+491701234567', ['around', 'written']],
    ['+15551234567', '+15551234567', []],
    ['+1 650 253', '+1650253', ['written', 'unusual']],
  ])('behavior: %j is sent as %s', (text, sent, changed) => {
    expect(readPhone(text).value).toBe(sent);
    expect(phoneRule(readPhone(text).value)).toBeUndefined();
    expect(kinds(readPhone, text)).toEqual(changed);
  });

  test('behavior: it says which digits were left out', () => {
    const leftOut = (text: string) =>
      readPhone(text).changes.flatMap((one) => (one.kind === 'trunk' ? [one.text] : []));
    expect(leftOut('+49 (0)170 1234567')).toEqual(['0']);
    expect(leftOut('+36 (06) 1 234 5678')).toEqual(['06']);
  });

  test.each([
    ['0170 1234567', 'phone'],
    ['0049 170 1234567', 'phone'],
    ['+0 170 1234567', 'phone_country'],
    ['+999 170 1234567', 'phone_country'],
    ['+49 1', 'phone_length'],
    ['+49 170 1234567 8901234', 'phone_length'],
    ['+49 170 1234567 ext. 5', 'phone_characters'],
    ['tel:+491701234567;ext=5', 'phone_characters'],
    ['+1 800 FLOWERS', 'phone_characters'],
    ['+49 170 1234567 / +49 171 1234567', 'phone_characters'],
  ])('error: %j is refused as %s', (text, rule) => {
    const shape = shapeOf(OPERATIONS.update_user_phone_number, 'legacy');
    const draft = { ...startDraft(shape.fields), userId: ID, userPhoneNumber: text };
    expect(checkField(shape.fields, 'userPhoneNumber', draft)).toBe(rule);
    const filled = fillForm(shape, draft);
    expect(filled.ok || filled.errors['userPhoneNumber']).toBe(rule);
  });

  const countries = getCountries().flatMap((country) => {
    const example = getExampleNumber(country, examples);
    return example ? [example] : [];
  });

  test('behavior: the example of every country stays what it is, however it is written', () => {
    expect(countries.length).toBeGreaterThan(230);
    for (const example of countries) {
      const { number } = example;
      expect([number, readPhone(number)]).toEqual([number, { value: number, changes: [] }]);
      for (const text of [example.formatInternational(), example.getURI()])
        expect(readPhone(text).value).toBe(number);
    }
  });

  test('behavior: the prefix within a country never gets into a number', () => {
    const written = countries.flatMap((example) => {
      const code = `+${example.countryCallingCode}`;
      const national = example.formatNational();
      const text = `${code} ${national}`;
      // Some countries write a number within them in another way than it is dialed from abroad.
      const isSame = parsePhoneNumberWithError(text).number === example.number;
      return isSame ? [[text, example.number] as const] : [];
    });
    expect(written.length).toBeGreaterThan(220);
    for (const [text, number] of written)
      expect([text, readPhone(text).value]).toEqual([text, number]);
  });
});

describe('codes', () => {
  test.each([
    ['123 456', '123456', ['separators']],
    ['123-456', '123456', ['separators']],
    ['\u2066123456\u2069', '123456', ['invisible']],
    ['\u202a123\u00a0456\u202c', '123456', ['invisible', 'separators']],
    ['123\u2011456', '123456', ['separators']],
    ['123\u2212456', '123456', ['separators']],
    ['1 2 3 4 5 6', '123456', ['separators']],
    ['ab1-2cd 3ef', 'ab12cd3ef', ['separators']],
    [' 123456\n', '123456', []],
  ])('behavior: %j is %s', (text, code, changed) => {
    expect(readCode(text).value).toBe(code);
    expect(kinds(readCode, text)).toEqual(changed);
  });

  test.each([
    '123.456',
    '123/456',
    '123_456',
    '１２３４５６',
    '12345o\u0301',
    '123456!',
    'G-123 456 789',
  ])('error: nothing else is taken off: %j', (text) =>
    expect(parse(otpCode, readCode(text).value).ok).toBe(false),
  );

  test('behavior: every field for a code reads it so, in both generations', () => {
    for (const generation of ['legacy', 'enclave'] as const) {
      const { fields } = shapeOf(OPERATIONS.verify_otp, generation);
      const [name = '', field] =
        Object.entries(fields).find(([, one]) => one.control.kind === 'code') ?? [];
      expect(field && readerOf(field)).toBe(readCode);
      expect(
        checkField(fields, name, { ...startDraft(fields), [name]: '123 456' }),
      ).toBeUndefined();
    }
  });
});

describe('names', () => {
  test.each([
    ['Main\u00a0wallet', 'Main wallet', ['spaces']],
    ['山田\u3000太郎', '山田 太郎', ['spaces']],
    ['Main\u202fwallet', 'Main wallet', ['spaces']],
    ['Main\twallet', 'Main wallet', ['spaces']],
    ['\u3000Main\u00a0', 'Main', []],
    ['\u2068Main\u2069', 'Main', ['invisible']],
    ['\ufeffMain', 'Main', []],
    ['می\u200cخواهم', 'می\u200cخواهم', []],
    ['അവന്\u200d', 'അവന്\u200d', []],
    ['Main\u200c', 'Main', ['invisible']],
  ])('behavior: %j is sent as %j', (text, sent, changed) => {
    expect(readName(text).value).toBe(sent);
    expect(labelRule(readName(text).value)).toBeUndefined();
    expect(kinds(readName, text)).toEqual(changed);
  });

  test.each([
    ['Ma\u200cin', 'label_invisible'],
    ['Ma\u202ein', 'label_invisible'],
    ['Ma\u00adin', 'label_invisible'],
    ['Main #1', 'label_characters'],
    ['Main\u2028wallet', 'label_characters'],
  ])('error: %j is refused as %s', (text, rule) => {
    expect(labelRule(readName(text).value)).toBe(rule);
  });
});

/** Every field of every operation, those of records in lists too. */
function allFields(fields: Fields): readonly (readonly [string, Field])[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [name, field] as const,
    ...(field.control.kind === 'record-list' ? allFields(field.control.item) : []),
  ]);
}

const EVERY_FIELD = Object.values(OPERATIONS).flatMap((row) =>
  row.kind === 'query'
    ? allFields(row.fields)
    : row.versions.flatMap(({ fields }) => allFields(fields)),
);

describe('readerOf', () => {
  test('behavior: no name, contact or code goes without', () => {
    const accepts = (field: Field, value: string) => parse(field.schema, value).ok;
    const read = EVERY_FIELD.filter(([, field]) => field.control.kind === 'text');
    const names = read.filter(
      ([, field]) => accepts(field, 'x'.repeat(64)) && !accepts(field, 'x'.repeat(65)),
    );
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter(([, field]) => readerOf(field) !== readName)).toEqual([]);
    const phones = read.filter(
      ([, field]) => accepts(field, '+15551234567') && !accepts(field, 'x'),
    );
    expect(new Set(phones.map(([name]) => name))).toEqual(new Set(['userPhoneNumber', 'contact']));
    expect(phones.filter(([, field]) => !readerOf(field))).toEqual([]);
    const emails = read.filter(([, field]) => accepts(field, 'a@b.co') && !accepts(field, 'a@b'));
    expect(emails.filter(([, field]) => !readerOf(field))).toEqual([]);
    expect(emails.some(([, field]) => isOptional(field))).toBe(true);
  });

  test('behavior: only what takes a phone number asks for the library', () => {
    const rows = Object.values(OPERATIONS).filter((row) =>
      needsPhoneLibrary(row.kind === 'query' ? row.fields : row.versions[0].fields),
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([
      'create_users',
      'init_otp',
      'update_user_phone_number',
    ]);
  });
});

describe('the review', () => {
  const subject = (name: 'update_user_phone_number' | 'create_users', draft: Draft) => {
    const shape = shapeOf(OPERATIONS[name], 'legacy');
    const filled = fillForm(shape, { ...startDraft(shape.fields), ...draft });
    if (!filled.ok) throw new Error(JSON.stringify(filled.errors));
    const { parameters, secrets, changes } = filled;
    return rowsOf({ fields: shape.fields, parameters, secrets, changes, known: {} });
  };

  test('behavior: has what was done to a text beside the value that is sent', () => {
    const draft = { userId: ID, userPhoneNumber: '+49 (0)170 1234567' };
    const row = subject('update_user_phone_number', draft).find(
      ({ name }) => name === 'userPhoneNumber',
    );
    expect(row?.parts).toEqual([{ kind: 'literal', text: '+491701234567' }]);
    expect(row?.changes).toEqual({
      userPhoneNumber: [
        { kind: 'written', text: '' },
        { kind: 'trunk', text: '0' },
      ],
    });
  });

  test('behavior: of a list’s record too', () => {
    const users = [
      {
        userName: 'Ada\u00a0L',
        userEmail: 'mailto:a@b.co',
        userPhoneNumber: '',
        apiKeys: [
          { apiKeyName: 'K', publicKey: `02${'ab'.repeat(32)}`, curveType: 'API_KEY_CURVE_P256' },
        ],
        userTags: [],
      },
    ];
    const [row] = subject('create_users', { users });
    expect(row?.changes).toEqual({
      'users.0.userName': [{ kind: 'spaces', text: '' }],
      'users.0.userEmail': [{ kind: 'around', text: 'mailto:' }],
    });
  });
});

test('behavior: a contact for a code is read by what it is', () => {
  const read = readerOf(
    rowOf('init_otp')?.kind === 'submit'
      ? OPERATIONS.init_otp.versions[0].fields.contact
      : OPERATIONS.update_wallet.versions[0].fields.walletId,
  );
  expect(read?.('моя@россия.рф').value).toBe('моя@xn--h1alffa9f.xn--p1ai');
  expect(read?.('+49 (0)170 1234567').value).toBe('+491701234567');
  expect(contactRule('0170 1234567')).toBe('contact');
  expect(contactRule('a..b@x.co')).toBe('email_dots');
});
