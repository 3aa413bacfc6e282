import { describe, expect, test } from 'vitest';
import { takesNone } from '../../src/protocol/fields.ts';
import { ROWS, type Operations } from '../../src/protocol/operations.ts';
import { pastWordsDe } from '../../src/ui/words/de/past.ts';
import { operationWordsDe } from '../../src/ui/words/de/operations.ts';
import { pastWords } from '../../src/ui/words/en/past.ts';
import { operationWords } from '../../src/ui/words/en/operations.ts';
import {
  operationTexts,
  pastTexts,
  wordsOf,
  type OperationWords,
  type RowWords,
} from '../../src/ui/words/operation-words.ts';

const words = { title: 'T', about: 'A.', action: 'A', done: 'D' };
const summary = { default: 'S.' };
const fields = { userTagIds: { label: 'Tags' } };
const affects = { some: '{names}.', none: 'None.' };
const wallet = { walletId: { label: 'Wallet' }, walletName: { label: 'Name' } };
const code = {
  otpId: { label: 'Id' },
  otpCode: { label: 'Code' },
  encryptedOtpBundle: { label: 'Code' },
  expirationSeconds: { label: 'Seconds' },
  publicKey: { label: 'Key' },
};

type Rename = RowWords<Operations['update_wallet']>;
type DeleteTags = RowWords<Operations['delete_user_tags']>;
type Verify = RowWords<Operations['verify_otp']>;
type ListWallets = RowWords<Operations['list_wallets']>;
type CreateWallet = RowWords<Operations['create_wallet']>;
type FollowUpOf<R> = R extends { readonly followUp: infer W } ? W : never;
type Purchase = FollowUpOf<RowWords<Operations['init_fiat_on_ramp']>>;

const length = { label: 'Length' };
const account = {
  addressFormat: { label: 'Format' },
  curve: { label: 'Curve' },
  pathFormat: { label: 'Path format' },
  path: { label: 'Path' },
  name: { label: 'Name' },
};
const accounts = { label: 'Accounts', item: 'account', fields: account };

const tags = { default: 'S.', one: 'O.' };

/** Read by the compiler: a row's words are complete, and none is left over. */
export const PROBES: readonly [Rename, DeleteTags, Verify, ListWallets, CreateWallet] = [
  { ...words, summary: { default: 'S.', unnamed: 'U.' }, fields: wallet },
  { ...words, summary: tags, affects, fields },
  { ...words, summary, prerequisite: 'First.', fields: code },
  { ...words, summary, fields: {} },
  {
    ...words,
    summary,
    fields: { walletName: { label: 'N' }, accounts, mnemonicLength: length },
  },
];

const states = { PENDING: 'P', COMPLETED: 'C', FAILED: 'F', CANCELLED: 'X' };
export const followed: Purchase = { title: 'T', states };
// @ts-expect-error a state has no words
export const noState: Purchase = { title: 'T', states: { PENDING: 'P', COMPLETED: 'C' } };
// @ts-expect-error the row follows nothing
export const noFollowUp: ListWallets = { ...words, summary, fields: {}, followUp: followed };

const both = PROBES[0].summary;
const one = { walletId: { label: 'W' } } as const;

// @ts-expect-error an operation is missing
export const noOperation: OperationWords = {};
// @ts-expect-error the title is missing
export const noTitle: ListWallets = { about: 'A.', action: 'A', done: 'D', summary, fields: {} };
// @ts-expect-error the row chooses a summary `unnamed`
export const noVariant: Rename = { ...words, summary, fields: wallet };
// @ts-expect-error the field `walletName` has no label
export const noField: Rename = { ...words, summary: both, fields: one };
// @ts-expect-error a field of the row's other version has none
export const noOtherField: Verify = { ...words, summary, prerequisite: 'F.', fields: {} };
// @ts-expect-error the row affects records
export const noAffects: DeleteTags = { ...words, summary: tags, fields };
// @ts-expect-error the row affects nothing
export const otherAffects: ListWallets = { ...words, summary, affects, fields: {} };
// @ts-expect-error another operation runs first
export const noPrerequisite: Verify = { ...words, summary, fields: code };
// @ts-expect-error nothing runs first
export const otherPrerequisite: ListWallets = { ...words, summary, prerequisite: 'F.', fields: {} };
export const otherVariant: ListWallets = {
  ...words,
  // @ts-expect-error the row chooses no summary `other`
  summary: { default: 'S.', other: 'O.' },
  fields: {},
};
export const otherField: ListWallets = {
  ...words,
  summary,
  // @ts-expect-error the row has no field `more`
  fields: { more: { label: 'M' } },
};

type Accounts = CreateWallet['fields']['accounts'];
// @ts-expect-error the list does not say what one record is called
export const noItem: Accounts = { label: 'Accounts', fields: account };
// @ts-expect-error the list has no words for the fields of its records
export const noItemFields: Accounts = { label: 'Accounts', item: 'account' };
export const noItemField: Accounts = {
  label: 'Accounts',
  item: 'account',
  // @ts-expect-error the records have more fields
  fields: { path: { label: 'Path' } },
};
export const otherItemField: Accounts = {
  label: 'Accounts',
  item: 'account',
  // @ts-expect-error the records have no field `more`
  fields: { ...account, more: { label: 'M' } },
};
// @ts-expect-error a field that is no list has no records
export const otherItem: CreateWallet['fields']['walletName'] = { label: 'N', item: 'x' };

/** Words that a button and a toast have for a single one of the records that a row takes. */
test.each([
  ['English', operationWords],
  ['German', operationWordsDe],
])('behavior: in %s, whatever takes several records has words for one', (_, all) => {
  const submits = ROWS.filter((row) => row.kind === 'submit').filter((row) => !row.standalone);
  const rows = submits.filter(({ versions: [{ fields }] }) =>
    Object.values(fields).some(
      (field) => field.control.kind === 'pick' && field.control.many && !takesNone(field),
    ),
  );
  expect(rows.length).toBeGreaterThan(5);
  const missing = rows.filter(({ name }) => !wordsOf(all, name).single).map(({ name }) => name);
  expect(missing).toEqual([]);
});

/** The `{field}` places of a text, sorted. */
const placesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe.each([
  ['English', pastWords, operationWords],
  ['German', pastWordsDe, operationWordsDe],
] as const)('pastTexts in %s', (_, past, present) => {
  const texts = { ...operationTexts(present), ...pastTexts(past) };
  const summaries = Object.entries(operationTexts(present)).filter(([key]) =>
    /^op\.\w+\.summary\./.test(key),
  );
  const pairs = summaries.flatMap(([key, text]) => {
    const said = texts[key.replace('.summary.', '.past.')];
    return said === undefined ? [] : [{ key, text, said }];
  });

  test('behavior: what was done is said otherwise than what will be', () => {
    expect(pairs.length).toBeGreaterThan(60);
    // “Set” is its own past.
    const same = pairs.filter(({ text, said }) => text === said && !text.startsWith('Set '));
    expect(same).toEqual([]);
  });

  test('behavior: it says the same values, but for the record that a new name is of', () => {
    const others = pairs.filter(({ text, said }) => {
      const [will, did] = [placesIn(text), placesIn(said)];
      const isRename = will.length === 2 && did.length === 1 && /[nN]ame\}$/.test(did[0] ?? '');
      return !isRename && will.join() !== did.join();
    });
    expect(others).toEqual([]);
  });

  test('behavior: nothing warns of what is done already', () => {
    const warnings = pairs.filter(({ said }) =>
      /can’t be undone|may be|nicht rückgängig/.test(said),
    );
    expect(warnings).toEqual([]);
  });
});

describe('operationTexts', () => {
  test('behavior: every text has its key', () => {
    const texts = operationTexts(operationWords);
    expect(texts['op.update_wallet.title']).toBe(operationWords.update_wallet.title);
    expect(texts['op.update_wallet.summary.unnamed']).toContain('Nothing changes');
    expect(texts['op.delete_user_tags.affects.none']).toContain('No users');
    expect(texts['op.verify_otp.prerequisite']).toContain('First');
    expect(texts['field.verify_otp.otpCode.label']).toBe('Code');
    expect(texts['field.create_wallet.accounts.label']).toBe('Accounts');
    expect(texts['field.create_wallet.accounts.item']).toBe('account');
    expect(texts['field.create_wallet.accounts.fields.path.label']).toBe('Derivation path');
    expect(Object.values(texts).every((text) => text.length > 0)).toBe(true);
  });
});

describe('wordsOf', () => {
  test('error: inherited names are no operations', () => {
    expect(() => wordsOf(operationWords, 'constructor')).toThrow('no operation');
  });
});
