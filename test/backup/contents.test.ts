// What may be in an opened backup, and the member that a refusal names. Somebody who knows the password
// can have written anything.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readContents, withoutDamaged, writeContents } from '../../src/backup/contents.ts';
import { utf8 } from '../../src/crypto/bytes.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { TURNKEY_BASE_URL } from '../../src/protocol/profile.ts';
import { honestContents, keyIdOf } from './hostile-contents.ts';

const [honest] = fc.sample(honestContents, { numRuns: 1, seed: 1 });
if (!honest) throw new Error('no contents');
const keyOf = (at: number) => ({
  id: keyIdOf(at),
  name: 'Key',
  curve: 'P256' as const,
  publicKey: `02${String(at).repeat(64)}`,
  createdAt: 1,
});
const contents = { ...honest, keys: [keyOf(0), keyOf(1)] };

type Kind = 'profiles' | 'keys' | 'sites' | 'grants';
/** The contents with something of one record changed. */
const withRecord = (kind: Kind, changes: object, at = 0) => ({
  ...contents,
  [kind]: contents[kind].map((one, index) => (index === at ? { ...one, ...changes } : one)),
});

/** What a refusal says; null if there is none. */
function refusalOf(value: unknown): unknown {
  try {
    readContents(utf8(JSON.stringify(value)));
    return null;
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
    return { code: error.code, ...error.detail };
  }
}

const CAPITALS = 'A0000000-0000-4000-8000-000000000000';
const BLOCK = { profileId: null, operations: [], connectedAt: null, lastUsedAt: null };

const READ: readonly (readonly [Kind, object])[] = [
  ['profiles', { service: 'local', baseUrl: 'http://127.0.0.1:8788' }],
  ['profiles', { service: 'turnkey', baseUrl: TURNKEY_BASE_URL }],
  ['profiles', { keyId: null, passkeys: { rpId: null, credentials: [] } }],
  ['keys', { privateKey: `${'B'.repeat(42)}A` }],
  ['sites', { ...BLOCK, blocked: true }],
  ['sites', { ...BLOCK, blocked: true, origin: '*.blocked.example' }],
  ['grants', { perHour: 1_000_000, most: 1_000_000, used: 1_000_000 }],
];

/** `field` is the path of the first member that isn't as it must be. */
const REFUSED: readonly (readonly [Kind, object, string])[] = [
  ['profiles', { service: 'local' }, 'profiles.0'],
  ['profiles', { service: 'turnkey' }, 'profiles.0'],
  ['profiles', { keyId: null, passkeys: null }, 'profiles.0'],
  ['profiles', { id: CAPITALS }, 'profiles.0'],
  ['profiles', { keyId: CAPITALS }, 'profiles.0'],
  ['keys', { id: CAPITALS }, 'keys.0.id'],
  ['keys', { privateKey: 'B'.repeat(43) }, 'keys.0.privateKey'],
  ['keys', { privateKey: `${'B'.repeat(41)}A` }, 'keys.0.privateKey'],
  ['keys', { privateKey: `${'B'.repeat(43)}A` }, 'keys.0.privateKey'],
  ['keys', { privateKey: `${'B'.repeat(42)}AB` }, 'keys.0.privateKey'],
  ['sites', { connectedAt: null }, 'sites.0'],
  ['sites', { ...BLOCK, blocked: false }, 'sites.0'],
  ['sites', { origin: '*.app.example' }, 'sites.0'],
  ['sites', { ...BLOCK, blocked: true, origin: '*.App.example' }, 'sites.0.origin'],
  ['sites', { origin: 'https://app.example/path' }, 'sites.0.origin'],
  ['sites', { profileId: CAPITALS }, 'sites.0.profileId'],
  ['grants', { id: CAPITALS }, 'grants.0.id'],
  ['grants', { profileId: CAPITALS }, 'grants.0.profileId'],
  ['grants', { origin: '*.app.example' }, 'grants.0.origin'],
  ['grants', { perHour: 0 }, 'grants.0.perHour'],
  ['grants', { perHour: 1_000_001 }, 'grants.0.perHour'],
  ['grants', { most: 0 }, 'grants.0.most'],
  ['grants', { most: 1_000_001 }, 'grants.0.most'],
  ['grants', { used: -1 }, 'grants.0.used'],
  ['grants', { recent: [-1] }, 'grants.0.recent.0'],
];

const duplicateOf = (kind: Kind, members: readonly string[]): object => {
  const [first = {}] = contents[kind];
  return Object.fromEntries(members.map((member) => [member, Reflect.get(first, member)]));
};

describe('readContents', () => {
  test('behavior: reads what was written', () => {
    expect(readContents(writeContents(contents))).toEqual(contents);
  });

  test.each(READ)('behavior: %s with %j', (kind, changes) => {
    expect(refusalOf(withRecord(kind, changes))).toBe(null);
  });

  test.each(REFUSED)('error: %s with %j: %s', (kind, changes, field) => {
    expect(refusalOf(withRecord(kind, changes))).toEqual({ code: 'backup_invalid', field });
  });

  test.each<[Kind, string]>([
    ['profiles', 'id'],
    ['profiles', 'name'],
    ['keys', 'id'],
    ['keys', 'publicKey'],
    ['sites', 'origin'],
    ['grants', 'id'],
  ])('error: two %s with one %s', (kind, member) => {
    expect(refusalOf(withRecord(kind, duplicateOf(kind, [member]), 1))).toEqual({
      code: 'backup_invalid',
      field: kind,
      reason: 'backup_duplicate',
    });
  });

  test('error: contents that have no members', () => {
    expect(refusalOf(null)).toEqual({ code: 'backup_invalid', field: 'contents' });
  });

  test('error: what isn’t JSON', () => {
    expect(() => readContents(utf8('{'))).toThrow(
      expect.objectContaining({ code: 'backup_invalid', detail: { field: 'contents' } }),
    );
  });

  test('error: more records than their parts can have', () => {
    expect(refusalOf({ ...contents, records: 300_000 })).toBe(null);
    expect(refusalOf({ ...contents, records: 300_001 })).toMatchObject({ field: 'records' });
  });

  test('error: a member that there isn’t, whose name isn’t repeated', () => {
    expect(refusalOf(withRecord('sites', { more: 1 }))).toEqual({
      code: 'backup_invalid',
      reason: 'backup_unknown_member',
    });
  });
});

test.each(REFUSED)(
  'behavior: a new backup leaves out %s with %j, and nothing else',
  (kind, changes) => {
    const whole = withRecord(kind, changes);
    expect(withoutDamaged(whole)).toEqual({ ...contents, [kind]: contents[kind].slice(1) });
  },
);
