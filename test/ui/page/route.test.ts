import { describe, expect, test } from 'vitest';
import { guideOf, hashOf, parentOf, readRoute, type Route } from '../../../src/ui/page/routes.ts';

const ID = '7f1a3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c';
const OTHER_ID = '7f1a3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3d';

/** Where there is no way further back. */
const TABS: readonly Route[] = [
  { screen: 'home' },
  { screen: 'list', kind: 'user' },
  { screen: 'activities' },
  { screen: 'more' },
];

const ROUTES: readonly Route[] = [
  ...TABS,
  { screen: 'operations' },
  { screen: 'list', kind: 'userTag' },
  { screen: 'table', kind: 'wallet' },
  { screen: 'object', kind: 'wallet', id: ID },
  { screen: 'object', kind: 'walletAccount', id: ID, within: OTHER_ID },
  { screen: 'object', kind: 'apiKey', id: ID, within: OTHER_ID },
  { screen: 'object', kind: 'userTag', id: ID },
  { screen: 'form', operation: 'update_wallet', about: { kind: 'wallet', id: ID } },
  { screen: 'form', operation: 'update_wallet' },
  { screen: 'review', operation: 'update_wallet' },
  { screen: 'result', operation: 'get_api_key' },
  { screen: 'activity', id: ID },
  { screen: 'passkey', id: ID },
  { screen: 'profiles' },
  { screen: 'history' },
  { screen: 'history', sequence: 17 },
  { screen: 'activities', scope: 'approvals' },
  { screen: 'activities', scope: 'device' },
];

describe('readRoute', () => {
  test.each(ROUTES)('behavior: reads back %o', (route) => {
    expect(readRoute(hashOf(route), 'popup')).toEqual(route);
  });

  test('behavior: anything else is home', () => {
    for (const hash of [
      '',
      '#',
      '#/x',
      '#/keys',
      '#/import',
      '#/form',
      '#/form/__proto__',
      '#/form/<b>',
      '#/activity/1',
      '#/passkey/1',
      '#/list/x',
      '#/list/__proto__',
      '#/table/walletAccount',
      '#/table/__proto__',
      '#/object/wallet/1',
      `#/object/constructor/${ID}`,
      `#/object/wallet/${ID}/1`,
    ]) {
      expect(readRoute(hash, 'popup')).toEqual({ screen: 'home' });
    }
  });
});

describe('parentOf', () => {
  test.each(ROUTES)('behavior: going back from %o ends at a tab', (route) => {
    let at: Route = route;
    for (let steps = 0; steps < 5; steps += 1) at = parentOf(at) ?? at;
    expect(TABS).toContainEqual(at);
  });
});

describe('guideOf', () => {
  test('behavior: each place has the page about it, a form that about its list where that is beside it', () => {
    const about = { kind: 'user', id: ID } as const;
    const policies = { screen: 'list', kind: 'policy' } as const;
    expect(guideOf({ screen: 'home' })).toBe('wallets');
    expect(guideOf({ screen: 'object', ...about })).toBe('people');
    expect(guideOf({ screen: 'activities' })).toBe('activity');
    expect(guideOf({ screen: 'activities', scope: 'approvals' })).toBe('approvals');
    expect(guideOf({ screen: 'form', operation: 'update_user_name', about })).toBe('people');
    expect(guideOf({ screen: 'form', operation: 'create_policy' })).toBe('index');
    expect(guideOf({ screen: 'form', operation: 'create_policy' }, policies)).toBe('policies');
    expect(guideOf({ screen: 'about' }, null)).toBe('index');
  });
});
