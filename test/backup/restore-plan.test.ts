// What a look says about a backup, and what the user's choices make of it, without a browser.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idOfCopy, lookAtContents, type Here } from '../../src/backup/compare.ts';
import type { BackupContents } from '../../src/backup/contents.ts';
import { planRestore } from '../../src/backup/restore.ts';
import type { BackupHeader } from '../../src/crypto/backup-seal.ts';
import { checkKdfParameters } from '../../src/crypto/kdf-parameters.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/app-state.ts';
import type { RestoreChoices } from '../../src/protocol/backup.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { NO_POLICY } from '../../src/protocol/managed-policy.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import type { Grant, Site } from '../../src/protocol/site.ts';
import { KDF } from '../worker/fake-browser.ts';
import { honestContents, keyIdOf, NOW, profileIdOf } from './hostile-contents.ts';

const kdf = checkKdfParameters({ ...KDF, salt: 'A'.repeat(22) });
const header: BackupHeader = {
  version: 2,
  id: 'A'.repeat(22),
  createdAt: NOW - 1,
  app: '0.1.0',
  kdf,
  historyParts: 0,
};

const [sample] = fc.sample(honestContents, { numRuns: 1, seed: 1 });
const [profile, other] =
  sample?.profiles.map((one): Profile => ({
    ...one,
    authorization: { usual: 'key', passkeyOnly: [] },
    passkeys: null,
  })) ?? [];
if (!sample || !profile || !other) throw new Error('no contents');

const ORIGIN = 'https://app.example';
const site: Site = {
  origin: ORIGIN,
  profileId: profile.id,
  operations: ['update_wallet'],
  connectedAt: NOW - 1,
  lastUsedAt: null,
  blocked: false,
};
const grant: Grant = {
  id: keyIdOf(5),
  origin: ORIGIN,
  profileId: profile.id,
  operation: 'update_wallet',
  limits: {},
  most: 3,
  used: 0,
  perHour: 2,
  recent: [],
  createdAt: NOW - 1,
  expiresAt: NOW + 3_600_000,
  lastUsedAt: null,
};

const contentsOf = (changes: Partial<BackupContents> = {}): BackupContents => ({
  ...sample,
  profiles: [profile, other],
  sites: [],
  grants: [],
  ...changes,
});
const hereOf = (changes: Partial<Here> = {}): Here => ({
  profiles: [],
  keys: [],
  sites: [],
  grants: [],
  settings: DEFAULT_SETTINGS,
  retention: null,
  policy: NO_POLICY,
  now: NOW,
  ...changes,
});
const look = (contents: BackupContents, here: Here) => lookAtContents({ header, contents }, here);

const NONE: RestoreChoices = { profiles: [], keys: [], sites: [], grants: [], settings: false };
function plan(contents: BackupContents, here: Here, choices: Partial<RestoreChoices>) {
  const { seen } = look(contents, here);
  const wanted = { header, contents, choices: { ...NONE, ...choices }, seen };
  return planRestore(wanted, here, () => keyIdOf(99));
}
const chosen = (choice: 'add' | 'both' | 'replace'): Pick<RestoreChoices, 'profiles'> => ({
  profiles: [{ id: profile.id, choice }],
});
function codeOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof KeystampError) return error.code;
    throw error;
  }
}

describe('a choice that wasn’t offered', () => {
  test.each<[string, Partial<RestoreChoices>]>([
    ['a profile that isn’t here in place of itself', chosen('replace')],
    ['both of a profile that isn’t here', chosen('both')],
    [
      'a profile beside one that there isn’t',
      {
        profiles: [
          { id: profile.id, choice: 'add' },
          { id: profileIdOf(9), choice: 'add' },
        ],
      },
    ],
    ['a key that there isn’t', { keys: [keyIdOf(9)] }],
    ['a site beside one that there isn’t', { sites: [ORIGIN, 'https://evil.example'] }],
  ])('error: %s: backup_changed', (_, choices) => {
    const contents = contentsOf({ sites: [site] });
    expect(codeOf(() => plan(contents, hereOf(), choices))).toBe('backup_changed');
  });

  test('error: a profile that the organization doesn’t allow: managed_profile', () => {
    const here = hereOf({ policy: { ...NO_POLICY, baseUrl: 'https://own.example' } });
    expect(codeOf(() => plan(contentsOf(), here, chosen('add')))).toBe('managed_profile');
  });
});

describe('profiles', () => {
  test('behavior: one that is replaced keeps its name without a number, and its place', () => {
    const changed: Profile = { ...profile, passkeyHeader: 'X-Stamp-Webauthn', order: 7 };
    const here = hereOf({ profiles: [{ ...profile, passkeyHeader: 'X-Stamp', order: 3 }] });
    const { profiles } = plan(contentsOf({ profiles: [changed] }), here, chosen('replace'));
    expect(profiles).toEqual([{ ...changed, order: 3 }]);
  });

  test('behavior: new ones come after those here, in the order that they had', () => {
    const [first, second] = [
      { ...profile, order: 5 },
      { ...other, order: 2 },
    ];
    const here = hereOf({ profiles: [{ ...profile, id: profileIdOf(7), name: 'Here' }] });
    const choices = { profiles: [first, second].map(({ id }) => ({ id, choice: 'add' as const })) };
    const { profiles } = plan(contentsOf({ profiles: [first, second] }), here, choices);
    expect(profiles.map(({ id, order }) => [id, order])).toEqual([
      [first.id, 2],
      [second.id, 1],
    ]);
  });

  test('behavior: one whose copy is here has no warning, whatever became of the copy', () => {
    const copy: Profile = {
      ...profile,
      id: idOfCopy(header, profile.id),
      trust: { signer: `04${'e'.repeat(128)}`, otp: `04${'f'.repeat(128)}` },
      organizationId: profileIdOf(8),
    };
    const key = {
      id: keyIdOf(0),
      name: 'Key',
      curve: 'P256',
      publicKey: `02${'1'.repeat(64)}`,
      createdAt: 1,
    } as const;
    const here = hereOf({ profiles: [copy], keys: [key] });
    const isHere = { state: 'same', changes: [], trustWarning: null, keyElsewhere: null };
    expect(look(contentsOf({ profiles: [profile] }), here).profiles).toMatchObject([isHere]);
    const without = { ...here, profiles: [{ ...copy, id: profileIdOf(8) }] };
    expect(look(contentsOf({ profiles: [profile] }), without).profiles).toMatchObject([
      { state: 'new', trustWarning: 'changed', keyElsewhere: 'Key' },
    ]);
  });

  test.each<[string, Partial<Profile>, Partial<Profile>, string[]]>([
    ['a number at the end of a name isn’t', { name: 'Team' }, { name: 'Team 2' }, []],
    ['a number inside a name is', { name: 'Team old' }, { name: 'Team 2 old' }, ['name']],
    [
      'passkeys without any are',
      { passkeys: null },
      { passkeys: { rpId: null, credentials: [] } },
      ['passkeys'],
    ],
  ])('behavior: %s a change', (_, inBackup, isHere, facts) => {
    const here = hereOf({ profiles: [{ ...profile, ...isHere }] });
    const [shown] = look(contentsOf({ profiles: [{ ...profile, ...inBackup }] }), here).profiles;
    expect(shown?.changes.map(({ fact }) => fact)).toEqual(facts);
    expect(shown?.state).toBe(facts.length > 0 ? 'differs' : 'same');
  });
});

describe('sites', () => {
  const sites = { sites: [ORIGIN] };

  test('behavior: one whose profile is left is connected to the profile’s copy if that is here', () => {
    const copy = { ...profile, id: idOfCopy(header, profile.id), name: 'Copy' };
    const contents = contentsOf({ sites: [site] });
    const connectedTo = (profiles: readonly Profile[]) =>
      plan(contents, hereOf({ profiles }), sites).rows.sites.map(({ profileId }) => profileId);
    expect(connectedTo([profile, copy])).toEqual([copy.id]);
    expect(connectedTo([profile])).toEqual([profile.id]);
    expect(connectedTo([])).toEqual([]);
  });

  test('behavior: one whose profile isn’t here keeps its block only', () => {
    const contents = contentsOf({ sites: [{ ...site, blocked: true }] });
    expect(plan(contents, hereOf(), sites).rows.sites).toEqual([
      { ...site, profileId: null, operations: [], connectedAt: null, blocked: true },
    ]);
  });

  test('behavior: one that wasn’t chosen is left', () => {
    const here = hereOf({ profiles: [profile] });
    expect(plan(contentsOf({ sites: [site] }), here, {}).rows.sites).toEqual([]);
  });
});

describe('pre-approvals', () => {
  const shown = (changes: Partial<Grant>, here: Partial<Here> = {}) => {
    const contents = contentsOf({ sites: [site], grants: [{ ...grant, ...changes }] });
    const [found] = look(contents, hereOf(here)).sites;
    return found?.grants.map(({ state, clipped }) => [state, clipped]);
  };

  test.each<[string, Partial<Grant>, Partial<Here>, string, boolean]>([
    ['as it may be given', {}, {}, 'new', false],
    ['of more uses than there may be', { most: 1001 }, {}, 'new', true],
    ['of more uses in an hour', { perHour: 1001 }, {}, 'new', true],
    ['for longer', { expiresAt: NOW + 31 * 86_400_000 }, {}, 'new', true],
    ['that is here', {}, { grants: [grant] }, 'same', false],
    ['that is used up', { used: 3 }, {}, 'over', false],
    ['of an operation that has none', { operation: 'create_wallet' }, {}, 'refused', false],
    [
      'of a site that may not ask',
      {},
      { policy: { ...NO_POLICY, allowedSites: ['https://b.example'] } },
      'refused',
      false,
    ],
    [
      'of what only a passkey may stamp',
      {},
      { policy: { ...NO_POLICY, passkeyOnly: ['update_wallet'] } },
      'refused',
      false,
    ],
    ['that ends before it began', { createdAt: NOW, expiresAt: NOW - 5 }, {}, 'refused', true],
    ['of another profile than its site', { profileId: other.id }, {}, 'uncovered', false],
  ])('behavior: one %s', (_, changes, here, state, clipped) => {
    expect(shown(changes, here)).toEqual([[state, clipped]]);
  });

  test('behavior: one of another site isn’t this one’s', () => {
    expect(shown({ origin: 'https://other.example' })).toEqual([]);
  });

  test('behavior: comes back for the profile that its site gets, if it was chosen', () => {
    const contents = contentsOf({ sites: [site], grants: [grant] });
    const add = (grants: string[]) =>
      plan(contents, hereOf(), { ...chosen('add'), sites: [ORIGIN], grants }).rows.grants;
    expect(add([grant.id])).toEqual([grant]);
    expect(add([])).toEqual([]);
    const both = { ...chosen('both'), sites: [ORIGIN], grants: [grant.id] };
    const isHere = hereOf({ profiles: [{ ...profile, name: 'Changed' }] });
    expect(plan(contents, isHere, both).rows.grants).toEqual([
      { ...grant, profileId: idOfCopy(header, profile.id) },
    ]);
  });

  test('error: none that is used up, though it was chosen', () => {
    const contents = contentsOf({ sites: [site], grants: [{ ...grant, used: 3 }] });
    const choices = { ...chosen('add'), sites: [ORIGIN], grants: [grant.id] };
    expect(plan(contents, hereOf(), choices).rows.grants).toEqual([]);
  });
});
