import { describe, expect, test } from 'vitest';
import type { Grant, SiteView } from '../../../src/protocol/site.ts';
import {
  groupSites,
  grantState,
  findLookalikes,
  filterSites,
  countRecentUses,
} from '../../../src/ui/sites/site-list.ts';

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;

function createSite(origin: string, changes: Partial<SiteView> = {}): SiteView {
  return {
    origin,
    profileId: '11111111-1111-4111-8111-111111111111',
    operations: [],
    connectedAt: NOW - HOUR,
    lastUsedAt: null,
    blocked: false,
    managed: false,
    reached: true,
    grants: [],
    cooldownUntil: null,
    history: [],
    ...changes,
  };
}

function createGrant(changes: Partial<Grant>): Grant {
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
    ...changes,
  };
}

const originsOf = (sites: readonly SiteView[]) => sites.map(({ origin }) => origin);

describe('byStanding', () => {
  test('behavior: tells sites that may ask from blocked ones, which may be connected all the same', () => {
    const groups = groupSites([
      createSite('https://a.example'),
      createSite('https://b.example', { blocked: true, profileId: null }),
      createSite('https://c.example', { blocked: true }),
    ]);
    expect(originsOf(groups.connected)).toEqual(['https://a.example']);
    expect(originsOf(groups.blocked)).toEqual(['https://b.example', 'https://c.example']);
  });

  test('behavior: those used or connected last stand first', () => {
    const { connected } = groupSites([
      createSite('https://z.example', { connectedAt: NOW - 3 * HOUR }),
      createSite('https://y.example', { connectedAt: NOW - 3 * HOUR }),
      createSite('https://old.example', { connectedAt: NOW - 5 * HOUR, lastUsedAt: NOW }),
      createSite('https://new.example', { connectedAt: NOW - 1 }),
    ]);
    expect(originsOf(connected)).toEqual([
      'https://old.example',
      'https://new.example',
      'https://y.example',
      'https://z.example',
    ]);
  });
});

describe('matchingSites', () => {
  const sites = [
    createSite('https://app.example:8443'),
    createSite('https://xn--mnchen-3ya.de'),
    createSite('null'),
  ];

  test.each([
    ['', sites.map(({ origin }) => origin)],
    [' APP ', ['https://app.example:8443']],
    ['8443', ['https://app.example:8443']],
    ['München', ['https://xn--mnchen-3ya.de']],
    ['xn--mn', ['https://xn--mnchen-3ya.de']],
    ['nothing', []],
  ])('behavior: %j', (text, found) => {
    expect(originsOf(filterSites(sites, text))).toEqual(found);
  });
});

describe('likes', () => {
  test('behavior: sites that are easily confused name each other', () => {
    const found = findLookalikes(
      [
        createSite('https://paypal.example'),
        createSite('https://paypa1.example', { blocked: true }),
        createSite('https://other.example'),
      ],
      [],
    );
    expect([...found]).toEqual([
      ['https://paypal.example', 'paypa1.example'],
      ['https://paypa1.example', 'paypal.example'],
    ]);
  });

  test('behavior: another port of the same host is no impostor, and no origin is none', () => {
    const found = findLookalikes(
      [
        createSite('https://app.example'),
        createSite('https://app.example:8443'),
        createSite('null'),
      ],
      ['app.example'],
    );
    expect([...found]).toEqual([]);
  });

  test('behavior: a site that looks like a service of the user names it', () => {
    const found = findLookalikes([createSite('https://api.turnkcy.com')], ['api.turnkey.com']);
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
    expect(grantState(createGrant(more), NOW)).toBe(standing);
  });
});

describe('recentUses', () => {
  test('behavior: counts the last 60 minutes', () => {
    expect(countRecentUses(createGrant({ recent: [NOW - HOUR, NOW - HOUR + 1, NOW] }), NOW)).toBe(
      2,
    );
  });
});
