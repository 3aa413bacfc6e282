import { describe, expect, test } from 'vitest';
import { hashOf, isAbout, readRoute } from '../../../src/ui/page/routes.ts';
import { hasBack, listBeside } from '../../../src/ui/page/panes.tsx';
import { id } from './world.ts';

const [WALLET, ACCOUNT, USER, KEY] = [5, 6, 7, 9].map(id);
const at = (hash: string) => readRoute(`#/${hash}`, 'tab');
const master = (hash: string, shown?: string) => {
  const list = listBeside(at(hash), shown === undefined ? undefined : at(shown));
  return list && hashOf(list);
};

describe('listBeside', () => {
  test.each([
    ['', '#/list/wallet'],
    ['list/user', '#/list/user'],
    ['table/user', '#/list/user'],
    [`object/wallet/${WALLET}`, '#/list/wallet'],
    [`object/walletAccount/${ACCOUNT}/${WALLET}`, '#/list/wallet'],
    [`object/walletAccount/${ACCOUNT}`, '#/list/wallet'],
    [`object/apiKey/${KEY}/${USER}`, '#/list/user'],
    [`object/apiKey/${KEY}`, '#/list/apiKey'],
    [`object/activity/${KEY}`, '#/activities'],
    [`form/update_wallet/wallet/${WALLET}`, '#/list/wallet'],
    ['form/create_wallet', '#/list/wallet'],
    ['form/list_users', '#/operations'],
    ['review/update_wallet', '#/operations'],
    [`activity/${KEY}`, '#/activities'],
    ['search', '#/list/wallet'],
    ['requests', null],
    ['security', null],
  ])('behavior: %s opened by its address: %s', (hash, list) => {
    expect(master(hash)).toBe(list);
  });

  test.each(['search', 'form/update_wallet', 'review/update_wallet', `activity/${KEY}`])(
    'behavior: %s leaves the list that is there',
    (hash) => expect(master(hash, 'list/userTag')).toBe('#/list/userTag'),
  );

  test('behavior: a record has its own list, whatever is there', () => {
    expect(master(`object/wallet/${WALLET}`, 'list/user')).toBe('#/list/wallet');
  });
});

describe('hasBack', () => {
  test('behavior: only where a step leads back within the pane', () => {
    expect(hasBack(at(`object/walletAccount/${ACCOUNT}/${WALLET}`))).toBe(true);
    expect(hasBack(at(`form/update_wallet/wallet/${WALLET}`))).toBe(true);
    expect(hasBack(at('review/update_wallet'))).toBe(true);
    expect(hasBack(at(`object/wallet/${WALLET}`))).toBe(false);
    expect(hasBack(at('form/update_wallet'))).toBe(false);
    expect(hasBack(at('search'))).toBe(false);
  });
});

describe('isAbout', () => {
  const wallet = { kind: 'wallet', id: WALLET ?? '' } as const;

  test('behavior: the record, its parts, and what is done with it', () => {
    expect(isAbout(at(`object/wallet/${WALLET}`), wallet)).toBe(true);
    expect(isAbout(at(`object/walletAccount/${ACCOUNT}/${WALLET}`), wallet)).toBe(true);
    expect(isAbout(at(`form/update_wallet/wallet/${WALLET}`), wallet)).toBe(true);
    expect(isAbout(at(`object/wallet/${ACCOUNT}`), wallet)).toBe(false);
    expect(isAbout(at(`object/user/${WALLET}`), wallet)).toBe(false);
    expect(isAbout(at('list/wallet'), wallet)).toBe(false);
  });
});
