import { describe, expect, test } from 'vitest';
import type { Grant, SiteView } from '../../../src/protocol/site.ts';
import {
  byStanding,
  grantStanding,
  likes,
  matchingSites,
  recentUses,
} from '../../../src/ui/options/sites.ts';

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;

function site(origin: string, more: Partial<SiteView> = {}): SiteView {
  return {
    origin,
    profileId: '11111111-1111-4111-8111-111111111111',
    operations: [],
    connectedAt: NOW - HOUR,
    lastUsedAt: null,
    blocked: false,
    managed: false,
    grants: [],
    quietUntil: null,
    history: [],
    ...more,
  };
}

function grant(more: Partial<Grant>): Grant {
  return {
    id: '22222222-2222-4222-8222-222222222222',
    origin: 'https://app.example',
    profileId: '11111111-1111-4111-8111-111111111111',
    operation: 'update_wallet',
    limits: {},
    most: 3,
    used: 0,
    perHour: null,
    recent: [],
    createdAt: NOW - HOUR,
    expiresAt: NOW + HOUR,
    lastUsedAt: null,
    ...more,
  };
}

const origins = (sites: readonly SiteView[]) => sites.map(({ origin }) => origin);

describe('byStanding', () => {
  test('behavior: tells sites that may ask from blocked ones, which may be connected all the same', () => {
    const groups = byStanding([
      site('https://a.example'),
      site('https://b.example', { blocked: true, profileId: null }),
      site('https://c.example', { blocked: true }),
    ]);
    expect(origins(groups.connected)).toEqual(['https://a.example']);
    expect(origins(groups.blocked)).toEqual(['https://b.example', 'https://c.example']);
  });

  test('behavior: those used or connected last stand first', () => {
    const { connected } = byStanding([
      site('https://z.example', { connectedAt: NOW - 3 * HOUR }),
      site('https://y.example', { connectedAt: NOW - 3 * HOUR }),
      site('https://old.example', { connectedAt: NOW - 5 * HOUR, lastUsedAt: NOW }),
      site('https://new.example', { connectedAt: NOW - 1 }),
    ]);
    expect(origins(connected)).toEqual([
      'https://old.example',
      'https://new.example',
      'https://y.example',
      'https://z.example',
    ]);
  });
});

describe('matchingSites', () => {
  const sites = [site('https://app.example:8443'), site('https://xn--mnchen-3ya.de'), site('null')];

  test.each([
    ['', sites.map(({ origin }) => origin)],
    [' APP ', ['https://app.example:8443']],
    ['8443', ['https://app.example:8443']],
    ['München', ['https://xn--mnchen-3ya.de']],
    ['xn--mn', ['https://xn--mnchen-3ya.de']],
    ['nothing', []],
  ])('behavior: %j', (text, found) => {
    expect(origins(matchingSites(sites, text))).toEqual(found);
  });
});

describe('likes', () => {
  test('behavior: sites that are easily confused name each other', () => {
    const found = likes(
      [
        site('https://paypal.example'),
        site('https://paypa1.example', { blocked: true }),
        site('https://other.example'),
      ],
      [],
    );
    expect([...found]).toEqual([
      ['https://paypal.example', 'paypa1.example'],
      ['https://paypa1.example', 'paypal.example'],
    ]);
  });

  test('behavior: another port of the same host is no impostor, and no origin is none', () => {
    const found = likes(
      [site('https://app.example'), site('https://app.example:8443'), site('null')],
      ['app.example'],
    );
    expect([...found]).toEqual([]);
  });

  test('behavior: a site that looks like a service of the user names it', () => {
    const found = likes([site('https://api.turnkcy.com')], ['api.turnkey.com']);
    expect([...found]).toEqual([['https://api.turnkcy.com', 'api.turnkey.com']]);
  });
});

describe('grantStanding', () => {
  test.each([
    ['live', {}],
    ['live', { used: 2 }],
    ['usedUp', { used: 3 }],
    ['ended', { expiresAt: NOW }],
    ['ended', { used: 3, expiresAt: NOW - 1 }],
  ] as const)('behavior: %s with %j', (standing, more) => {
    expect(grantStanding(grant(more), NOW)).toBe(standing);
  });
});

describe('recentUses', () => {
  test('behavior: counts the last 60 minutes', () => {
    expect(recentUses(grant({ recent: [NOW - HOUR, NOW - HOUR + 1, NOW] }), NOW)).toBe(2);
  });
});
