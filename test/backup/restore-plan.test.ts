// What the user's choices make of a backup, without a browser.
import { describe, expect, test } from 'vitest';
import { idOfCopy, type Here } from '../../src/backup/compare.ts';
import type { BackupContents } from '../../src/backup/contents.ts';
import { planRestore } from '../../src/backup/restore.ts';
import * as base64url from '../../src/crypto/base64url.ts';
import type { RestoreChoices } from '../../src/protocol/backup.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { NO_POLICY } from '../../src/protocol/managed-policy.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { keyIdOf, profileIdOf } from './hostile-contents.ts';
import {
  contentsOf,
  grant,
  header,
  hereOf,
  keyOf,
  look,
  ORIGIN,
  other,
  profile,
  site,
} from './plan-fixture.ts';

const NONE: RestoreChoices = { profiles: [], keys: [], sites: [], grants: [], settings: false };
function plan(contents: BackupContents, here: Here, choices: Partial<RestoreChoices>) {
  const { seen } = look(contents, here);
  const wanted = { header, contents, choices: { ...NONE, ...choices }, seen };
  return planRestore(wanted, here, () => keyIdOf(99));
}
const chosen = (choice: 'add' | 'both' | 'replace'): Pick<RestoreChoices, 'profiles'> => ({
  profiles: [{ id: profile.id, choice }],
});
const added = (...all: readonly Profile[]): Pick<RestoreChoices, 'profiles'> => ({
  profiles: all.map(({ id }) => ({ id, choice: 'add' })),
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

  test('error: a profile that is here otherwise, as a new one: backup_changed', () => {
    const here = hereOf({ profiles: [{ ...profile, colour: 'grey' }] });
    expect(codeOf(() => plan(contentsOf(), here, chosen('add')))).toBe('backup_changed');
  });

  test('error: what is here isn’t what the user saw: backup_changed', () => {
    const contents = contentsOf({ sites: [site] });
    const { seen } = look(contents, hereOf({ sites: [{ ...site, blocked: true }] }));
    const wanted = { header, contents, choices: NONE, seen };
    expect(codeOf(() => planRestore(wanted, hereOf(), String))).toBe('backup_changed');
  });

  test('error: a profile that the organization doesn’t allow: managed_profile', () => {
    const here = hereOf({ policy: { ...NO_POLICY, baseUrl: 'https://own.example' } });
    expect(codeOf(() => plan(contentsOf(), here, chosen('add')))).toBe('managed_profile');
    expect(plan(contentsOf(), here, {}).profiles).toEqual([]);
  });
});

describe('profiles', () => {
  test('behavior: one that is replaced keeps its name without a number, and its place', () => {
    const changed: Profile = { ...profile, passkeyHeader: 'X-Stamp-Webauthn', order: 7 };
    const replaced: Profile = { ...profile, passkeyHeader: 'X-Stamp', order: 3 };
    const planned = (...profiles: Profile[]) =>
      plan(contentsOf({ profiles: [changed] }), hereOf({ profiles }), chosen('replace')).profiles;
    expect(planned({ ...other, order: 1 }, replaced)).toEqual([{ ...changed, order: 3 }]);
    // Unless it is a third one's meanwhile.
    const third = { ...other, name: changed.name };
    expect(planned(third, { ...replaced, name: 'Old' })).toMatchObject([{ name: 'Payroll 2' }]);
  });

  test('behavior: one that is kept beside its own is a new one, in the last place', () => {
    const here = hereOf({ profiles: [{ ...profile, colour: 'grey', order: 3 }] });
    const { profiles } = plan(contentsOf({ profiles: [profile] }), here, chosen('both'));
    const name = `${profile.name} 2`;
    expect(profiles).toEqual([{ ...profile, id: idOfCopy(header, profile.id), name, order: 1 }]);
  });

  test('behavior: one that is here as it is isn’t written again', () => {
    const here = hereOf({ profiles: [profile] });
    expect(plan(contentsOf({ profiles: [profile] }), here, chosen('replace')).profiles).toEqual([]);
    const choices = added(profile, other);
    expect(plan(contentsOf(), here, choices).profiles).toMatchObject([{ id: other.id }]);
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
});

describe('names', () => {
  test('behavior: each profile gets one that neither is here nor was just given', () => {
    const contents = contentsOf({
      profiles: [
        { ...profile, name: 'Team' },
        { ...other, name: 'Team 2' },
      ],
    });
    const here = hereOf({ profiles: [{ ...profile, id: profileIdOf(7), name: 'Team' }] });
    const { profiles } = plan(contents, here, added(profile, other));
    expect(profiles.map(({ name }) => name)).toEqual(['Team 2', 'Team 2 2']);
  });

  test('behavior: with their number they are as long as a name may be, without a space before it', () => {
    const name = `${'a'.repeat(61)} bc`;
    const here = hereOf({ profiles: [{ ...profile, id: profileIdOf(7), name }] });
    const { profiles } = plan(
      contentsOf({ profiles: [{ ...profile, name }] }),
      here,
      added(profile),
    );
    expect(profiles.map((one) => one.name)).toEqual([`${'a'.repeat(61)} 2`]);
  });
});

describe('keys', () => {
  const privateKey = base64url.encode(new Uint8Array(32).fill(9));
  const withKeys = (...keys: BackupContents['keys']) => contentsOf({ profiles: [profile], keys });

  test('behavior: only those that were chosen, have a private key and aren’t here', () => {
    const [first, ...others] = [0, 2, 3].map((at) => ({
      ...keyOf(at, { name: `Key ${at}` }),
      privateKey,
    }));
    if (!first) throw new Error('no key');
    const contents = withKeys(first, keyOf(1), ...others);
    const here = hereOf({ keys: [keyOf(2, { id: keyIdOf(7) })] });
    const planned = plan(contents, here, { keys: [0, 1, 2].map(keyIdOf) }).keys;
    expect(planned).toEqual([{ ...first, privateKey: base64url.decode(privateKey) }]);
  });

  test('behavior: one of a taken ID or name gets another, and its profile with it', () => {
    const contents = withKeys({ ...keyOf(0), privateKey }, { ...keyOf(1), privateKey });
    const here = hereOf({ keys: [keyOf(3), keyOf(2, { id: keyIdOf(0) })] });
    const planned = plan(contents, here, { ...added(profile), keys: [keyIdOf(0), keyIdOf(1)] });
    expect(planned.keys.map(({ id, name }) => [id, name])).toEqual([
      [keyIdOf(99), 'Key 2'],
      [keyIdOf(1), 'Key 3'],
    ]);
    expect(planned.keys[0]).not.toHaveProperty('idInBackup');
    expect(planned.profiles).toMatchObject([{ id: profile.id, keyId: keyIdOf(99) }]);
  });

  test('behavior: a profile uses the key that is here under another ID', () => {
    const here = hereOf({ keys: [keyOf(0, { id: keyIdOf(7) })] });
    const planned = plan(withKeys(keyOf(0)), here, added(profile));
    expect(planned).toMatchObject({ keys: [], profiles: [{ keyId: keyIdOf(7) }] });
    const second = withKeys(keyOf(1), keyOf(0));
    const others = hereOf({ keys: [keyOf(1, { id: keyIdOf(7) })] });
    expect(plan(second, others, added(profile)).profiles).toMatchObject([{ keyId: keyIdOf(0) }]);
    const another = hereOf({ keys: [keyOf(0, { id: keyIdOf(7), curve: 'SECP256K1' })] });
    expect(plan(withKeys(keyOf(0)), another, added(profile)).profiles).toMatchObject([
      { keyId: keyIdOf(0) },
    ]);
  });
});

describe('sites', () => {
  const sites = { sites: [ORIGIN] };

  test('behavior: one whose profile is left is connected to the profile’s copy if that is here', () => {
    const copy = { ...profile, id: idOfCopy(header, profile.id), name: 'Copy' };
    const contents = contentsOf({ sites: [site] });
    const connectedTo = (profiles: readonly Profile[], choices = {}) =>
      plan(contents, hereOf({ profiles }), { ...sites, ...choices }).rows.sites.map(
        ({ profileId }) => profileId,
      );
    expect(connectedTo([profile, copy])).toEqual([copy.id]);
    expect(connectedTo([profile, copy], chosen('replace'))).toEqual([profile.id]);
    expect(connectedTo([profile])).toEqual([profile.id]);
    expect(connectedTo([])).toEqual([]);
  });

  test('behavior: one whose profile isn’t here keeps its block only', () => {
    const contents = contentsOf({ sites: [{ ...site, blocked: true }] });
    expect(plan(contents, hereOf(), sites).rows.sites).toEqual([
      { ...site, profileId: null, operations: [], connectedAt: null, blocked: true },
    ]);
  });

  test('behavior: a block comes back, and nothing that the organization forbids', () => {
    const block = { ...site, profileId: null, operations: [], connectedAt: null, blocked: true };
    expect(plan(contentsOf({ sites: [block] }), hereOf(), sites).rows.sites).toEqual([block]);
    const here = hereOf({ profiles: [profile], policy: { ...NO_POLICY, blockedSites: [ORIGIN] } });
    expect(plan(contentsOf({ sites: [site] }), here, sites).rows.sites).toEqual([]);
  });

  test('behavior: one that wasn’t chosen is left', () => {
    const here = hereOf({ profiles: [profile] });
    expect(plan(contentsOf({ sites: [site] }), here, {}).rows.sites).toEqual([]);
  });
});

describe('pre-approvals', () => {
  test('behavior: comes back for the profile that its site gets, if it was chosen', () => {
    const contents = contentsOf({ sites: [site], grants: [grant] });
    const add = (grants: string[]) =>
      plan(contents, hereOf(), { ...chosen('add'), sites: [ORIGIN], grants }).rows.grants;
    expect(add([grant.id])).toEqual([grant]);
    expect(add([])).toEqual([]);
    const all = { ...added(other, profile), sites: [ORIGIN], grants: [grant.id] };
    const turned = { ...contents, profiles: [other, profile] };
    expect(plan(turned, hereOf(), all).rows.grants).toEqual([grant]);
    const both = { ...chosen('both'), sites: [ORIGIN], grants: [grant.id] };
    const isHere = hereOf({ profiles: [{ ...profile, name: 'Changed' }] });
    expect(plan(contents, isHere, both).rows.grants).toEqual([
      { ...grant, profileId: idOfCopy(header, profile.id) },
    ]);
  });

  test('error: none for a profile’s copy that only a passkey stamps for', () => {
    const contents = contentsOf({ sites: [site], grants: [grant] });
    const copy = { ...profile, id: idOfCopy(header, profile.id), keyId: null };
    const choices = { sites: [ORIGIN], grants: [grant.id] };
    expect(plan(contents, hereOf({ profiles: [copy] }), choices).rows.grants).toEqual([]);
    const withKey = hereOf({ profiles: [{ ...copy, keyId: profile.keyId }] });
    expect(plan(contents, withKey, choices).rows.grants).toMatchObject([{ profileId: copy.id }]);
  });

  test('error: none that is used up, though it was chosen', () => {
    const contents = contentsOf({ sites: [site], grants: [{ ...grant, used: 3 }] });
    const choices = { ...chosen('add'), sites: [ORIGIN], grants: [grant.id] };
    expect(plan(contents, hereOf(), choices).rows.grants).toEqual([]);
  });
});
