import { describe, expect, test } from 'vitest';
import type { Row } from '../../../src/protocol/operation-row.ts';
import { OPERATIONS, ROWS } from '../../../src/protocol/operations.ts';
import { recordKey } from '../../../src/ui/records/list-sources.ts';
import { nextAccount } from '../../../src/ui/forms/accounts.ts';
import { shapeOf } from '../../../src/ui/forms/model.ts';
import { itemsOf, type KnownRecords } from '../../../src/ui/records/pickable-records.ts';
import { operationWords } from '../../../src/ui/words/en/operations.ts';
import { wordsOf } from '../../../src/ui/words/operation-words.ts';
import {
  affectedBy,
  partsOf,
  replacedValues,
  rowsOf,
  summaryOf,
  variantOf,
  type ReviewSubject,
} from '../../../src/ui/forms/review-subject.ts';

const ADA = '7f1a3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c';
const BOB = '0b9c3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c';
const TAG = '1b9c3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c';
const MISSING = '2b9c3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c';

const known: KnownRecords = {
  user: itemsOf(OPERATIONS.list_users, {
    users: [
      { userId: ADA, userName: 'Ada', userEmail: 'ada@example.com', userTags: [TAG] },
      { userId: BOB, userName: 'Bob \u202e', userEmail: null, userTags: [] },
    ],
  }),
  userTag: itemsOf(OPERATIONS.list_user_tags, { userTags: [{ tagId: TAG, tagName: 'Signers' }] }),
};

function subject(row: Row, parameters: Record<string, unknown>, secrets = {}): ReviewSubject {
  return { fields: shapeOf(row, 'legacy').fields, parameters, secrets, known };
}

describe('summaryOf', () => {
  test('behavior: names picked records and quotes literal values', () => {
    const row = OPERATIONS.update_user_name;
    const parts = summaryOf(
      operationWords[row.name].summary.default,
      subject(row, { userId: ADA, userName: 'Ida' }),
    );
    expect(parts).toEqual([
      { kind: 'words', text: 'Rename the user ' },
      { kind: 'record', id: ADA, name: 'Ada' },
      { kind: 'words', text: ' to “' },
      { kind: 'literal', text: 'Ida' },
      { kind: 'words', text: '”.' },
    ]);
  });

  test('behavior: a record that shares its name says so', () => {
    const row = OPERATIONS.update_user_name;
    const [ada] = known.user?.values() ?? [];
    const twins = new Map([
      ...(known.user ?? []),
      ['other', { ...ada, id: 'other', name: 'Ada', record: {} }],
    ]);
    const about = { ...subject(row, { userId: ADA, userName: 'Ida' }), known: { user: twins } };
    expect(summaryOf('{userId}', about)).toEqual([
      { kind: 'record', id: ADA, name: 'Ada', hasNamesakes: true },
    ]);
  });

  test('behavior: who signs is an address, whose account a sentence can name', () => {
    const row = OPERATIONS.sign_raw_payload;
    const parts = summaryOf('Sign with {signWith}.', subject(row, { signWith: '0x52' }));
    expect(parts[1]).toEqual({ kind: 'literal', text: '0x52', address: 'signWith' });
  });

  test('behavior: what a site leaves to the user is open until they pick', () => {
    const row = OPERATIONS.update_user_name;
    const open = ['userId'];
    const before = { ...subject(row, { userName: 'Ida' }), open };
    expect(summaryOf('{userId} {userName}', before)[0]).toEqual({ kind: 'open' });
    expect(rowsOf(before).map(({ name }) => name)).toEqual(['userName']);
    const after = { ...subject(row, { userId: ADA, userName: 'Ida' }), open };
    expect(summaryOf('{userId}', after)).toEqual([{ kind: 'record', id: ADA, name: 'Ada' }]);
  });

  test('behavior: an id that no list has stands without a name, a list is joined', () => {
    const row = OPERATIONS.delete_user_tags;
    const parts = summaryOf(
      operationWords[row.name].summary.default,
      subject(row, { userTagIds: [TAG, MISSING] }),
    );
    expect(parts).toEqual([
      { kind: 'words', text: 'Delete the tags ' },
      { kind: 'record', id: TAG, name: 'Signers' },
      { kind: 'words', text: ' and ' },
      { kind: 'record', id: MISSING, name: undefined },
      { kind: 'words', text: '. This can’t be undone.' },
    ]);
  });

  test('behavior: a value with braces in it is not read as a template', () => {
    const row = OPERATIONS.update_user_name;
    const parts = summaryOf(
      operationWords[row.name].summary.default,
      subject(row, { userId: ADA, userName: '{userId}' }),
    );
    expect(parts).toContainEqual({ kind: 'literal', text: '{userId}' });
  });

  test('behavior: braces that name no field stay as they are', () => {
    const parts = summaryOf('{constructor} {nothing}', subject(OPERATIONS.update_user_name, {}));
    expect(parts.map((one) => one.kind)).toEqual(['words', 'words', 'words']);
  });

  test.each(ROWS.map((row) => [row.name, row] as const))(
    'behavior: every value in the sentences of %s is a field of it',
    (_, row) => {
      for (const template of Object.values(wordsOf(operationWords, row.name).summary)) {
        const placeCount = [...template.matchAll(/\{\w+\}/g)].length;
        const parts = summaryOf(template, subject(row, {}));
        const words = parts.filter((one) => one.kind === 'words');
        expect(words.some((one) => one.kind === 'words' && one.text.includes('{'))).toBe(false);
        expect(parts.length - words.length).toBe(placeCount);
      }
    },
  );
});

describe('replacedValues', () => {
  test('behavior: the present values of what is replaced, where they are known and there', () => {
    const rename = subject(OPERATIONS.update_user_name, { userId: ADA, userName: 'Ada L' });
    expect(replacedValues(rename)).toEqual({ userName: 'Ada' });
    const alone = { id: ADA, name: 'Ada', record: { userName: 'Ada' } };
    const known = { [recordKey('user', ADA)]: new Map([[ADA, alone]]) };
    expect(replacedValues({ ...rename, known })).toEqual({ userName: 'Ada' });
    const unknown = subject(OPERATIONS.update_user_name, { userId: MISSING, userName: 'Ada L' });
    expect(replacedValues(unknown)).toEqual({});
    const other = subject(OPERATIONS.create_user_tag, { userTagName: 'Tag', userIds: [ADA] });
    expect(replacedValues(other)).toEqual({});
  });
});

describe('rowsOf', () => {
  test('behavior: shows the old value beside the new one', () => {
    const row = OPERATIONS.update_user_email;
    const parameters = { userId: ADA, userEmail: 'new@example.com' };
    expect(rowsOf(subject(row, parameters))).toEqual([
      {
        name: 'userId',
        parts: [{ kind: 'record', id: ADA, name: 'Ada' }],
        old: undefined,
      },
      {
        name: 'userEmail',
        parts: [{ kind: 'literal', text: 'new@example.com' }],
        old: [{ kind: 'literal', text: 'ada@example.com' }],
      },
    ]);
  });

  test('behavior: a removed value is none, and so is an old one that was never set', () => {
    const row = OPERATIONS.update_user_email;
    const [, email] = rowsOf(subject(row, { userId: BOB, userEmail: '' }));
    expect([email?.parts, email?.old]).toEqual([[{ kind: 'none' }], [{ kind: 'none' }]]);
    const [, unknown] = rowsOf(subject(row, { userId: MISSING, userEmail: '' }));
    expect(unknown?.old).toBeUndefined();
  });

  test('behavior: a secret shows its length and nothing else', () => {
    const row = OPERATIONS.update_user_email;
    const token = 'aaa.bbb.ccc';
    const rows = rowsOf(subject(row, { userId: ADA, userEmail: '' }, { verificationToken: token }));
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[2]?.parts).toEqual([{ kind: 'secret', length: 11 }]);
  });

  test('behavior: lists every parameter that is sent, filled ones too, whole', () => {
    const row = OPERATIONS.create_smart_contract_interface;
    const long = `[${'x'.repeat(300_000)}]`;
    const parameters = {
      label: 'L',
      type: 'T',
      smartContractAddress: '0x',
      smartContractInterface: long,
    };
    const rows = rowsOf(subject(row, parameters));
    expect(rows.map((one) => one.name).toSorted()).toEqual(Object.keys(parameters).toSorted());
    expect(rows.find((one) => one.name === 'smartContractInterface')?.parts).toEqual([
      { kind: 'literal', text: long },
    ]);
    const code = OPERATIONS.verify_otp;
    expect(rowsOf(subject(code, { otpId: 'r' }, { otpCode: '123456' }))).toHaveLength(2);
  });
});

describe('the accounts of a new wallet', () => {
  test('behavior: each is shown field by field, however its form asked for it', () => {
    const parameters = {
      walletName: 'Main',
      accounts: [nextAccount('ADDRESS_FORMAT_ETHEREUM', [])],
    };
    const accounts = rowsOf(subject(OPERATIONS.create_wallet, parameters)).at(-1);
    expect(accounts?.parts).toEqual([
      {
        kind: 'item',
        members: [
          { name: 'addressFormat', parts: [{ kind: 'choice', value: 'ADDRESS_FORMAT_ETHEREUM' }] },
          { name: 'curve', parts: [{ kind: 'choice', value: 'CURVE_SECP256K1' }] },
          { name: 'pathFormat', parts: [{ kind: 'choice', value: 'PATH_FORMAT_BIP32' }] },
          { name: 'path', parts: [{ kind: 'literal', text: "m/44'/60'/0'/0/0" }] },
        ],
      },
    ]);
  });
});

describe('partsOf', () => {
  test('behavior: says what kind of value it is', () => {
    const none = [{ kind: 'none' }];
    expect(partsOf({ kind: 'flag' }, false, {})).toEqual([{ kind: 'flag', on: false }]);
    expect(partsOf({ kind: 'choices', options: () => [] }, ['A'], {})).toEqual([
      { kind: 'choice', value: 'A' },
    ]);
    expect(partsOf({ kind: 'text' }, 6, {})).toEqual([{ kind: 'literal', text: '6' }]);
    expect(partsOf({ kind: 'choices', options: () => [] }, [], {})).toEqual(none);
    expect(partsOf({ kind: 'text' }, null, {})).toEqual(none);
    expect(partsOf({ kind: 'page' }, { limit: '5' }, {})).toEqual([
      { kind: 'literal', text: '{\n  "limit": "5"\n}' },
    ]);
  });
});

describe('variantOf', () => {
  test('behavior: follows the row, and falls back to the default', () => {
    expect(variantOf(OPERATIONS.update_user_email, { userEmail: '' })).toBe('remove');
    expect(variantOf(OPERATIONS.update_user_email, { userEmail: 'a@b.example' })).toBe('default');
    expect(variantOf(OPERATIONS.update_user_name, {})).toBe('default');
    expect(variantOf(OPERATIONS.list_wallets, {})).toBe('default');
  });
});

describe('affectedBy', () => {
  const { affects } = OPERATIONS.delete_user_tags;

  test('behavior: finds the users who lose a tag', () => {
    if (!affects) throw new Error('the row affects nothing');
    expect(affectedBy(affects, { userTagIds: [TAG] }, known)?.map((one) => one.name)).toEqual([
      'Ada',
    ]);
    expect(affectedBy(affects, { userTagIds: [MISSING] }, known)).toEqual([]);
  });

  test('behavior: an unknown list is not an empty one', () => {
    if (!affects) throw new Error('the row affects nothing');
    expect(affectedBy(affects, { userTagIds: [TAG] }, {})).toBeUndefined();
  });
});
