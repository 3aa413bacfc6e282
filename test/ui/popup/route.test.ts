import { describe, expect, test } from 'vitest';
import { hashOf, parentOf, readRoute, type Route } from '../../../src/ui/popup/route.ts';

const ROUTES: readonly Route[] = [
  { screen: 'home' },
  { screen: 'operations' },
  { screen: 'form', operation: 'update_wallet' },
  { screen: 'review', operation: 'update_wallet' },
  { screen: 'result', operation: 'get_api_key' },
  { screen: 'activity', id: '7f1a3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c' },
  { screen: 'passkey', id: '7f1a3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c' },
  { screen: 'activities' },
  { screen: 'profiles' },
];

describe('readRoute', () => {
  test.each(ROUTES)('behavior: reads back %o', (route) => {
    expect(readRoute(hashOf(route))).toEqual(route);
  });

  test('behavior: anything else is home', () => {
    for (const hash of [
      '',
      '#',
      '#/x',
      '#/form',
      '#/form/__proto__',
      '#/form/<b>',
      '#/activity/1',
      '#/passkey/1',
    ]) {
      expect(readRoute(hash)).toEqual({ screen: 'home' });
    }
  });
});

describe('parentOf', () => {
  test.each(ROUTES)('behavior: going back from %o ends at home', (route) => {
    let at: Route | undefined = route;
    for (let steps = 0; at && at.screen !== 'home' && steps < 5; steps += 1) at = parentOf(at);
    expect(at).toEqual({ screen: 'home' });
  });
});
