import { describe, expect, test } from 'vitest';
import { decideOperation, decideConnect } from '../../src/permissions/access-decision.ts';
import type { Site } from '../../src/protocol/site.ts';

const NOW = 1_700_000_000_000;
const SITE: Site = {
  origin: 'https://a.example',
  profileId: 'p',
  operations: ['rename', 'tag'],
  connectedAt: 1,
  lastUsedAt: 1,
  blocked: false,
};
const CONTEXT = {
  site: SITE,
  operation: 'rename',
  reach: 'grant',
  privateWindow: false,
  cooldownUntil: null,
  now: NOW,
} as const;

describe('decideOperation', () => {
  test.each([
    ['a grant may do', {}, 'may-consume-grant'],
    ['always asks', { reach: 'ask' }, 'ask'],
    ['private window', { privateWindow: true }, 'ask'],
    ['private window, always asks', { privateWindow: true, reach: 'ask' }, 'ask'],
    ['unknown site', { site: undefined }, 'not_connected'],
    ['only a row', { site: { ...SITE, profileId: null } }, 'not_connected'],
    ['connected without this operation', { operation: 'delete' }, 'not_connected'],
    ['connected, name of a member', { operation: 'length' }, 'not_connected'],
    ['a cooldown', { cooldownUntil: NOW + 1 }, 'cooldown'],
    ['a cooldown, unknown site', { cooldownUntil: NOW + 1, site: undefined }, 'cooldown'],
    ['the cooldown is over', { cooldownUntil: NOW }, 'may-consume-grant'],
    ['blocked', { site: { ...SITE, blocked: true } }, 'blocked'],
    [
      'blocked, with a cooldown',
      { site: { ...SITE, blocked: true }, cooldownUntil: NOW + 1 },
      'blocked',
    ],
    [
      'blocked, private window',
      { site: { ...SITE, blocked: true }, privateWindow: true },
      'blocked',
    ],
  ] as const)('behavior: %s', (_, more, decision) => {
    expect(decideOperation({ ...CONTEXT, ...more })).toBe(decision);
  });
});

describe('decideConnect', () => {
  test.each([
    ['a new site', {}, 'ask'],
    ['a connected site', { site: SITE }, 'ask'],
    ['a cooldown', { cooldownUntil: NOW + 1 }, 'cooldown'],
    ['blocked', { site: { ...SITE, blocked: true }, cooldownUntil: NOW + 1 }, 'blocked'],
  ] as const)('behavior: %s', (_, more, decision) => {
    expect(decideConnect({ site: undefined, cooldownUntil: null, now: NOW, ...more })).toBe(
      decision,
    );
  });
});
