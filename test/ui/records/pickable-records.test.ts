import { describe, expect, test } from 'vitest';
import { listQueryOf, OPERATIONS, submitRowOf } from '../../../src/protocol/operations.ts';
import { isId, itemsOf, sourcesOf } from '../../../src/ui/records/pickable-records.ts';
import { MAX_SHOWN, search } from '../../../src/ui/records/search-index.ts';
import { RECORD_KINDS } from '../../../src/ui/kinds.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function wallets(count: number) {
  const list = Array.from({ length: count }, (_, n) => ({
    walletId: id(n),
    walletName: `Wallet ${n}`,
  }));
  return itemsOf(OPERATIONS.list_wallets, { wallets: list });
}

describe('itemsOf', () => {
  test('behavior: reads ids and names by the row that lists them', () => {
    const record = { walletId: id(1), walletName: 'Treasury', imported: false };
    const items = itemsOf(OPERATIONS.list_wallets, { wallets: [record] });
    expect([...items.values()]).toEqual([{ id: id(1), name: 'Treasury', record }]);
  });

  test('behavior: every pickable source has a listing that is read by its members', () => {
    for (const source of RECORD_KINDS) {
      const listing = listQueryOf(source);
      const lists = listing?.lists;
      if (!listing || !lists) throw new Error(`no listing of ${source}`);
      const answer = { [lists.member]: [{ [lists.id]: 'x', [lists.name]: 'Name' }] };
      expect(itemsOf(listing, answer).get('x')?.name).toBe('Name');
    }
  });

  test('error: entries without an id, and answers without a list, are left out', () => {
    const mixed = [null, 3, 'x', [], { walletName: 'No id' }, { walletId: id(2) }];
    expect([...itemsOf(OPERATIONS.list_wallets, { wallets: mixed }).values()]).toEqual([
      { id: id(2), name: '', record: { walletId: id(2) } },
    ]);
    expect(itemsOf(OPERATIONS.list_wallets, { wallets: {} }).size).toBe(0);
    expect(itemsOf(OPERATIONS.whoami, {}).size).toBe(0);
  });
});

describe('sourcesOf', () => {
  test('behavior: names each source once, the affected one too', () => {
    const row = submitRowOf('delete_user_tags');
    expect(sourcesOf(row?.versions[0].fields ?? {}, row?.affects?.recordKind)).toEqual([
      'userTag',
      'user',
    ]);
    expect(sourcesOf(OPERATIONS.update_user_email.versions[0].fields, 'user')).toEqual(['user']);
  });
});

describe('search', () => {
  test('behavior: matches name or id, names that start with the text first', () => {
    const items = itemsOf(OPERATIONS.list_wallets, {
      wallets: [
        { walletId: id(1), walletName: 'Old Main' },
        { walletId: id(2), walletName: 'main' },
        { walletId: id(345), walletName: 'Other' },
      ],
    });
    expect(search('wallet', items, ' MAIN').shown.map((one) => one.name)).toEqual([
      'main',
      'Old Main',
    ]);
    expect(search('wallet', items, '0345').shown.map((one) => one.name)).toEqual(['Other']);
    expect(search('wallet', items, '').shown).toHaveLength(3);
    expect(search('wallet', items, 'nothing')).toEqual({ shown: [], more: 0, pasted: undefined });
  });

  test('behavior: a user is found by an email address, as in the list of users', () => {
    const users = [{ userId: id(1), userName: 'Ada', userEmail: 'lovelace@demo.example' }];
    const items = itemsOf(OPERATIONS.list_users, { users });
    expect(search('user', items, 'Lovelace ada').shown).toHaveLength(1);
  });

  test('behavior: draws fifty of ten thousand and counts the rest', () => {
    const items = wallets(10_000);
    const { shown, more } = search('wallet', items, 'wallet');
    expect([shown.length, more]).toEqual([MAX_SHOWN, 10_000 - MAX_SHOWN]);
  });

  test('behavior: offers a pasted id that the list does not have', () => {
    const items = wallets(3);
    expect(search('wallet', items, ` ${id(77)}\n`).pasted).toBe(id(77));
    expect(search('wallet', items, id(1)).pasted).toBeUndefined();
    expect(search('wallet', items, 'no id').pasted).toBeUndefined();
  });
});

describe('isId', () => {
  test('behavior: takes a uuid with blanks around, nothing else', () => {
    expect(isId(` ${id(1)} `)).toBe(true);
    for (const text of ['', 'x', id(1).slice(1), `${id(1)}0`]) expect(isId(text)).toBe(false);
  });
});
