import { describe, expect, test } from 'vitest';
import type { Item, Items } from '../../../src/ui/records/pickable-records.ts';
import {
  searchIndexSteps,
  searchRecords,
  type Search,
} from '../../../src/ui/records/search-index.ts';

/** The whole index, and how many steps it took. */
function indexOf(records: Parameters<typeof searchIndexSteps>[0]) {
  const steps = searchIndexSteps(records);
  for (let count = 1; ; count += 1) {
    const { done, value } = steps.next();
    if (done) return { index: value, count };
  }
}

const itemsOf = (...items: Item[]): Items => new Map(items.map((item) => [item.id, item]));
const item = (id: string, name: string, record: Item['record'] = {}): Item => ({
  id,
  name,
  record,
});

const known = {
  wallet: itemsOf(item('w1', 'Treasury'), item('w2', 'Payroll')),
  walletAccount: itemsOf(
    item('a1', '0xAbC0000000000000000000000000000000000001', {
      address: '0xAbC0000000000000000000000000000000000001',
      walletId: 'w2',
      name: 'Salaries',
    }),
    item('a2', 'bc1qtreasury', { address: 'bc1qtreasury', walletId: 'w1' }),
  ),
  user: itemsOf(item('u1', 'Tracy Payne', { userEmail: 'tracy@pay.example' })),
  privateKey: itemsOf(item('k1', 'Deployer', { addresses: [{ address: 'TRON1' }, null] })),
};
const { index } = indexOf(known);
const namesFor = (typed: string) =>
  searchRecords(index, typed, 10).shown.map(({ place, name }) => `${place.kind} ${name}`);

describe('searchRecords', () => {
  test('behavior: names that start with the text come first, then whatever has it', () => {
    expect(namesFor('pay')).toEqual([
      'wallet Payroll',
      'user Tracy Payne',
      'walletAccount Salaries',
    ]);
    expect(namesFor('tr')).toEqual([
      'wallet Treasury',
      'user Tracy Payne',
      'walletAccount Treasury',
      'privateKey Deployer',
    ]);
  });

  test('behavior: addresses in any case, contacts, ids, and several words', () => {
    expect(namesFor('0XABC0')).toEqual(['walletAccount Salaries']);
    expect(namesFor('tracy@pay')).toEqual(['user Tracy Payne']);
    expect(namesFor('k1')).toEqual(['privateKey Deployer']);
    expect(namesFor('payne tracy')).toEqual(['user Tracy Payne']);
    expect(namesFor('tron1')).toEqual(['privateKey Deployer']);
  });

  test('behavior: an account leads to its place in its wallet', () => {
    const [found] = searchRecords(index, 'salaries', 10).shown;
    expect(found?.place).toEqual({ kind: 'walletAccount', id: 'a1', within: 'w2' });
  });

  test('behavior: nothing typed finds nothing, and the limit holds', () => {
    expect(searchRecords(index, '  ', 10)).toMatchObject({ shown: [], matches: [] });
    const { shown, matches } = searchRecords(index, 'e', 2);
    expect([shown.length, matches.length]).toEqual([2, 5]);
  });

  test('behavior: a list that did not change is not indexed again', () => {
    const { index: again } = indexOf({ ...known, user: itemsOf() });
    expect(again.find(({ place }) => place.id === 'w1')).toBe(
      index.find(({ place }) => place.id === 'w1'),
    );
  });

  test('behavior: a long list is indexed in steps', () => {
    const many = Array.from({ length: 2500 }, (_, n) => item(`w${n}`, `Wallet ${n}`));
    const { index: long, count } = indexOf({ wallet: itemsOf(...many) });
    expect([long.length, count]).toEqual([2500, 3]);
  });

  test('property: what is typed key by key finds the same as typed at once', () => {
    const many = Array.from({ length: 300 }, (_, n) => item(`w${n}`, `Grown ${n} of ${n * 7}`));
    const { index: long } = indexOf({ ...known, wallet: itemsOf(...many) });
    for (const typed of ['grown 77', 'own gr 2', ' tre', 'of 7 ', 'GROWN  1', 'x', 'pay roll']) {
      let before: Search | undefined;
      for (let length = 1; length <= typed.length; length += 1) {
        const text = typed.slice(0, length);
        before = searchRecords(long, text, 20, before);
        const whole = searchRecords(long, text, 20);
        expect([text, before.shown, before.matches]).toEqual([text, whole.shown, whole.matches]);
      }
    }
  });

  test('behavior: what was found in another index does not narrow', () => {
    const before = searchRecords([], 'pay', 10);
    expect(searchRecords(index, 'payr', 10, before).matches).toHaveLength(2);
  });
});
