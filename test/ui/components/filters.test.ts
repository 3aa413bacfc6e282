import { describe, expect, test } from 'vitest';
import type { SiteView } from '../../../src/protocol/site.ts';
import { filterOptions } from '../../../src/ui/components/choices.tsx';
import { filterTyped, foldTexts } from '../../../src/ui/components/typed-text.ts';
import type { Item } from '../../../src/ui/records/pickable-records.ts';
import { searchTextOf } from '../../../src/ui/records/record-members.ts';
import { filterSites } from '../../../src/ui/sites/site-list.ts';
import { isFound } from '../../../src/ui/activities/activity-query.ts';
import { filterOf } from '../../../src/ui/activities/history/history-state.ts';
import { matchingRows as matchingOperations } from '../../../src/ui/forms/operations-screen.tsx';
import { search, searchIndexSteps, searchRecords } from '../../../src/ui/records/search-index.ts';
import { matchingRows } from '../../../src/ui/records/table-rows.ts';

/*
 * Every filter finds by the same rule: each word that was typed, in any order, whatever the case, the
 * accents and the width. The answers of a service filter by `filterTyped` itself, on their screen.
 */

const NAME = 'Zoë Ada Main';
const item: Item = { id: 'w1', name: NAME, record: {} };

function indexOf(one: Item) {
  const steps = searchIndexSteps({ wallet: new Map([[one.id, one]]) });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const ALL_TIME = { operation: '', origin: '', fact: '', from: '', until: '' } as const;

/** Whether a text is found under a name in each filter. */
const FILTERS: Readonly<Record<string, (typed: string) => boolean>> = {
  choices: (typed) => filterOptions([{ value: '1', label: NAME }], typed).length === 1,
  'choices, over label and detail': (typed) =>
    filterOptions([{ value: '1', label: 'Ada', detail: 'Zoë main' }], typed).length === 1,
  pickers: (typed) => search('wallet', new Map([[item.id, item]]), typed).shown.length === 1,
  lists: (typed) => filterTyped([item], typed, (one) => searchTextOf('wallet', one)).length === 1,
  tables: (typed) => matchingRows([item], new Map([[item, foldTexts([NAME])]]), typed).length === 1,
  search: (typed) => searchRecords(indexOf(item), typed, 10).shown.length === 1,
  activities: (typed) => isFound(typed, undefined, [NAME], {}),
  history: (typed) => {
    const names = { operations: [['op', NAME]], profiles: [['p1', NAME]] } as const;
    const { words } = filterOf({ ...ALL_TIME, typed }, names);
    return words.every((word) => word.operations.length === 1 && word.profiles.length === 1);
  },
  answers: (typed) => filterTyped([NAME], typed, (name) => foldTexts([name])).length === 1,
};

describe.each(Object.entries(FILTERS))('the filter of %s', (_, finds) => {
  test.each(['main ada', 'ADA', 'zoe main', 'ZOË', 'ｍａｉｎ　ａｄａ', ' ma  da ', 'zoe\u0308'])(
    'behavior: %j finds it',
    (typed) => expect(finds(typed)).toBe(true),
  );

  test('behavior: a word that isn’t there finds nothing', () => {
    expect(finds('ada other')).toBe(false);
  });
});

describe('other filters', () => {
  test('behavior: private keys by ID, curve, public key, and an address with its format', () => {
    const addresses = [{ format: 'ADDRESS_FORMAT_TRON', address: 'TRon1' }];
    const record = { curve: 'CURVE_SECP256K1', publicKey: '02ab', addresses };
    const text = searchTextOf('privateKey', { id: 'k1', name: NAME, record });
    for (const typed of ['K1', 'secp256k1', '02AB', 'tron1', 'format_tron main'])
      expect(
        filterTyped([text], typed, (one) => one),
        typed,
      ).toHaveLength(1);
  });

  test('behavior: sites by words of their address', () => {
    const origins = ['https://app.münchen.example', 'https://other.example'];
    const sites = origins.map((origin) => ({ origin: new URL(origin).origin })) as SiteView[];
    for (const typed of ['munchen app', 'EXAMPLE münchen', 'xn--'])
      expect(filterSites(sites, typed), typed).toHaveLength(1);
    expect(filterSites(sites, 'example')).toHaveLength(2);
  });

  test('behavior: operations by words of their title, sentence and name', () => {
    const named = (typed: string) => matchingOperations(typed).map(({ name }) => name);
    expect(named('key private import')).toContain('import_private_key');
    expect(named('ｉｍｐｏｒｔ KEY')).toContain('import_private_key');
    expect(named('import nothing-like-it')).toEqual([]);
  });
});
