// What a look says about a backup before anything is restored: each difference, and what is odd.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { idOfCopy, siteFor, type Here } from '../../src/backup/compare.ts';
import type { BackupContents } from '../../src/backup/contents.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/app-state.ts';
import { PROFILE_FACTS } from '../../src/protocol/backup.ts';
import { NO_POLICY } from '../../src/protocol/managed-policy.ts';
import { TURNKEY_TRUST, type Profile } from '../../src/protocol/profile.ts';
import type { Grant, Site } from '../../src/protocol/site.ts';
import { keyIdOf, NOW, profileIdOf } from './hostile-contents.ts';
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

const point = (digit: string) => `04${digit.repeat(128)}`;
const OWN_TRUST = { signer: point('1'), otp: point('2') };

/** The look at one profile. */
function lookAt(changes: Partial<Profile>, here: Partial<Here> = {}) {
  const contents = contentsOf({ profiles: [{ ...profile, ...changes }] });
  const [shown] = look(contents, hereOf(here)).profiles;
  if (!shown) throw new Error('no profile');
  return shown;
}

test('behavior: the ID of a copy depends on the backup and the profile, in the form of RFC 9562', () => {
  const text = JSON.stringify(['keystamp/backup/copy', header.id, profile.id]);
  const hex = createHash('sha256').update(text).digest('hex');
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  expect(idOfCopy(header, profile.id)).toBe(id);
});

describe('profiles', () => {
  const passkeys = (id: string, name: string, transports: 'usb'[] = []) => ({
    passkeys: { rpId: 'app.example', credentials: [{ id, name, transports }] },
  });
  const usual = (kind: 'key' | 'passkey', passkeyOnly: string[] = []) => ({
    authorization: { usual: kind, passkeyOnly },
  });

  test.each<[string, Partial<Profile>, string[], Partial<Profile>, string[]]>([
    ['name', { name: 'A' }, ['A'], { name: 'B' }, ['B']],
    ['colour', { colour: 'red' }, ['red'], { colour: 'blue' }, ['blue']],
    ['service', { service: 'turnkey' }, ['turnkey'], { service: 'custom' }, ['custom']],
    [
      'baseUrl',
      { baseUrl: 'https://a.example' },
      ['https://a.example'],
      { baseUrl: 'https://b.example' },
      ['https://b.example'],
    ],
    [
      'organizationId',
      { organizationId: profileIdOf(3) },
      [profileIdOf(3)],
      { organizationId: profileIdOf(4) },
      [profileIdOf(4)],
    ],
    ['key', { keyId: keyIdOf(3) }, [keyIdOf(3)], { keyId: null }, []],
    [
      'passkeyDomain',
      { passkeys: { rpId: 'a.example', credentials: [] } },
      ['a.example'],
      { passkeys: { rpId: null, credentials: [] } },
      [],
    ],
    ['passkeys', passkeys('AA', 'One'), ['One', 'AA'], passkeys('AA', 'Two'), ['Two', 'AA']],
    [
      'passkeys',
      passkeys('AA', 'One', ['usb']),
      ['One', 'AA'],
      passkeys('AA', 'One'),
      ['One', 'AA'],
    ],
    ['usual', usual('passkey'), ['passkey'], usual('key'), ['key']],
    [
      'passkeyOnly',
      usual('key', ['update_wallet', 'create_wallet']),
      ['create_wallet', 'update_wallet'],
      usual('key', ['update_wallet']),
      ['update_wallet'],
    ],
    [
      'signer',
      { trust: { ...OWN_TRUST, signer: point('3') } },
      [point('3')],
      { trust: OWN_TRUST },
      [OWN_TRUST.signer],
    ],
    [
      'otp',
      { trust: { ...OWN_TRUST, otp: point('3') } },
      [point('3')],
      { trust: OWN_TRUST },
      [OWN_TRUST.otp],
    ],
    [
      'otpGeneration',
      { otpGeneration: 'legacy' },
      ['legacy'],
      { otpGeneration: 'enclave' },
      ['enclave'],
    ],
    [
      'passkeyHeader',
      { passkeyHeader: 'X-Stamp' },
      ['X-Stamp'],
      { passkeyHeader: 'X-Stamp-Webauthn' },
      ['X-Stamp-Webauthn'],
    ],
  ])('behavior: another %s is named', (fact, wanted, inBackup, isHere, here) => {
    const shown = lookAt(wanted, { profiles: [{ ...profile, ...isHere }] });
    expect(shown).toMatchObject({ state: 'differs', changes: [{ fact, here, inBackup }] });
    expect(shown.changes).toHaveLength(1);
    // One that isn't here is told whole.
    const isNew = lookAt(wanted);
    expect(isNew.changes.map((one) => [one.fact, one.here])).toEqual(
      PROFILE_FACTS.map((each) => [each, null]),
    );
    expect(isNew.changes).toContainEqual({ fact, here: null, inBackup });
  });

  test('behavior: the same in another order, or under a number, is no change', () => {
    const order = (...names: string[]) => ({ ...profile, name: 'Team', ...usual('key', names) });
    const here = { ...order('create_wallet', 'update_wallet'), name: 'Team 12' };
    const shown = lookAt(order('update_wallet', 'create_wallet'), { profiles: [here] });
    expect(shown).toMatchObject({ state: 'same', changes: [], nameHere: 'Team 12' });
  });

  test('behavior: one whose copy is here has no warning, whatever became of the copy', () => {
    const copy: Profile = {
      ...profile,
      id: idOfCopy(header, profile.id),
      trust: { signer: `04${'e'.repeat(128)}`, otp: `04${'f'.repeat(128)}` },
      organizationId: profileIdOf(8),
    };
    const here = hereOf({ profiles: [copy], keys: [keyOf(0)] });
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

  test('behavior: its key is where its public key is', () => {
    const keyed = (
      keys: BackupContents['keys'],
      here: Partial<Here>,
      keyId: string | null = keyIdOf(0),
    ) => {
      const contents = contentsOf({ profiles: [{ ...profile, keyId }], keys });
      return look(contents, hereOf(here)).profiles[0]?.key;
    };
    const secret = { ...keyOf(0), privateKey: 'A'.repeat(43) };
    expect(keyed([secret], {}, null)).toBe(null);
    expect(keyed([secret], {})).toBe('included');
    expect(keyed([keyOf(0)], {})).toBe('absent');
    expect(keyed([secret, keyOf(1)], {}, keyIdOf(1))).toBe('absent');
    expect(keyed([secret], { keys: [keyOf(0, { id: keyIdOf(7) })] })).toBe('here');
    expect(keyed([secret], { keys: [keyOf(1), keyOf(2)] })).toBe('included');
    expect(keyed([], { keys: [keyOf(1), keyOf(0)] })).toBe('here');
  });

  test('behavior: a change of key is told by names and public keys', () => {
    const contents = contentsOf({ profiles: [profile], keys: [keyOf(1), keyOf(0)] });
    const isHere = { ...profile, keyId: keyIdOf(5) };
    const here = hereOf({ profiles: [isHere], keys: [keyOf(4), keyOf(5, { name: 'Other' })] });
    expect(look(contents, here).profiles[0]?.changes).toEqual([
      {
        fact: 'key',
        here: ['Other', keyOf(5).publicKey],
        inBackup: ['Key', keyOf(0).publicKey],
      },
    ]);
  });

  const trusting = (changes: Partial<Profile>) => ({ ...profile, id: profileIdOf(7), ...changes });
  test.each<[string, Partial<Profile>, Profile[], string | null]>([
    ['the deployed service’s keys', { trust: TURNKEY_TRUST }, [], null],
    ['other keys', { trust: OWN_TRUST }, [], 'custom'],
    ['one other key', { trust: { ...TURNKEY_TRUST, otp: point('2') } }, [], 'custom'],
    ['another signer', { trust: { ...TURNKEY_TRUST, signer: point('1') } }, [], 'custom'],
    ['other keys as the deployed service', { service: 'turnkey', trust: OWN_TRUST }, [], 'turnkey'],
    ['a local service’s keys', { service: 'local', trust: OWN_TRUST }, [], null],
    ['the keys that one here trusts', { trust: OWN_TRUST }, [trusting({ trust: OWN_TRUST })], null],
    [
      'others than one of two here',
      { trust: OWN_TRUST },
      [trusting({ trust: OWN_TRUST }), trusting({ trust: TURNKEY_TRUST })],
      'changed',
    ],
    [
      'others than one here, of a local service',
      { service: 'local', trust: OWN_TRUST },
      [trusting({ trust: TURNKEY_TRUST })],
      'changed',
    ],
    [
      'others than one of another service here',
      { trust: OWN_TRUST },
      [trusting({ trust: TURNKEY_TRUST, baseUrl: 'https://else.example' })],
      'custom',
    ],
  ])('behavior: trust in %s', (_, changes, profiles, warning) => {
    expect(lookAt(changes, { profiles }).trustWarning).toBe(warning);
  });

  const using = (changes: Partial<Profile> = {}) => trusting({ keyId: keyIdOf(0), ...changes });
  test.each<[string, Profile[], string | null]>([
    ['nowhere else', [], null],
    ['at the same service and organization', [using()], null],
    ['at another service', [using({ baseUrl: 'https://else.example' })], 'Key'],
    ['in another organization', [using({ organizationId: profileIdOf(8) })], 'Key'],
    ['in both', [using({ organizationId: profileIdOf(8) }), using()], null],
    [
      'by its own capitals',
      [using({ organizationId: profile.organizationId.toUpperCase() })],
      null,
    ],
    ['by another key', [using({ keyId: keyIdOf(3), baseUrl: 'https://else.example' })], null],
  ])('behavior: its key is used %s', (_, profiles, name) => {
    const keys = [keyOf(1, { name: 'Another' }), keyOf(0)];
    expect(lookAt({ keyId: keyIdOf(0) }, { keys, profiles }).keyElsewhere).toBe(name);
  });

  test('behavior: the domain of its passkeys, and whether it is allowed', () => {
    const policy = { ...NO_POLICY, baseUrl: 'https://own.example' };
    expect(lookAt(passkeys('AA', 'One'))).toMatchObject({
      passkeyDomain: 'app.example',
      allowed: true,
    });
    expect(lookAt({}, { policy })).toMatchObject({ passkeyDomain: null, allowed: false });
  });
});

describe('keys', () => {
  test('behavior: here are those of one curve and public key', () => {
    const keys = [0, 1, 2].map((at) => keyOf(at));
    const here = hereOf({
      keys: [keyOf(3), keyOf(0, { id: keyIdOf(7) }), keyOf(2, { curve: 'SECP256K1' })],
    });
    const shown = look(contentsOf({ keys }), here);
    expect(shown.keys).toEqual([
      { id: keyIdOf(0), name: 'Key', state: 'same' },
      { id: keyIdOf(1), name: 'Key', state: 'new' },
      { id: keyIdOf(2), name: 'Key', state: 'new' },
    ]);
    expect(shown.hasPrivateKeys).toBe(false);
    const secret = { ...keyOf(4), privateKey: 'A'.repeat(43) };
    expect(look(contentsOf({ keys: [...keys, secret] }), here).hasPrivateKeys).toBe(true);
  });
});

describe('settings', () => {
  test('behavior: each that differs, with an auto-lock that the organization allows', () => {
    const settings = { ...DEFAULT_SETTINGS, autoLockMinutes: 240, notify: true };
    const contents = contentsOf({ settings, retention: 30 });
    const policy = { ...NO_POLICY, maxAutoLockMinutes: 60 };
    const shown = look(contents, hereOf({ policy }));
    expect(shown.settings).toEqual([
      { fact: 'autoLockMinutes', here: ['15'], inBackup: ['60'] },
      { fact: 'notify', here: ['false'], inBackup: ['true'] },
      { fact: 'retention', here: [], inBackup: ['30'] },
    ]);
    expect(shown.retention).toBe(30);
    const same = look(contents, hereOf({ settings, retention: 30 }));
    expect(same).toMatchObject({ settings: [], retention: null });
  });
});

describe('sites', () => {
  const lookAtSite = (changes: Partial<Site>, here: Partial<Here> = {}) => {
    const [shown] = look(contentsOf({ sites: [{ ...site, ...changes }] }), hereOf(here)).sites;
    if (!shown) throw new Error('no site');
    return shown;
  };

  test('behavior: one that isn’t here, without what no site may ask for', () => {
    const operations = ['update_wallet', 'export_wallet', 'update_wallet', 'export_wallet'];
    expect(lookAtSite({ operations })).toEqual({
      origin: ORIGIN,
      profileId: profile.id,
      blocked: false,
      operations: ['update_wallet'],
      dropped: ['export_wallet'],
      profileName: profile.name,
      state: 'new',
      here: null,
      refused: null,
      grants: [],
    });
  });

  test('behavior: one that is here, beside what it may do here', () => {
    const isHere = { ...site, profileId: other.id, operations: ['create_user_tag'], blocked: true };
    const sites = [{ ...site, origin: 'https://first.example' }, isHere];
    const shown = lookAtSite({}, { sites, profiles: [profile, { ...other, name: 'Here' }] });
    const here = { profileName: 'Here', operations: ['create_user_tag'], blocked: true };
    expect(shown).toMatchObject({ state: 'differs', profileName: profile.name, here });
    expect(lookAtSite({}, { sites }).here).toMatchObject({ profileName: null });
  });

  test('behavior: it is the same with the same rights, or with those of its profile’s copy', () => {
    const stateOf = (changes: Partial<Site>, restored: Partial<Site> = {}) =>
      lookAtSite(restored, { sites: [{ ...site, ...changes }] }).state;
    expect(stateOf({ lastUsedAt: 5 })).toBe('same');
    expect(stateOf({}, { operations: ['update_wallet', 'export_wallet'] })).toBe('same');
    expect(stateOf({ profileId: idOfCopy(header, profile.id) })).toBe('same');
    expect(stateOf({ profileId: other.id })).toBe('differs');
    expect(stateOf({ operations: ['update_wallet', 'create_user_tag'] })).toBe('differs');
    const block = { profileId: null, operations: [], connectedAt: null, blocked: true };
    expect(stateOf(block, block)).toBe('same');
    expect(lookAtSite(block)).toMatchObject({ profileName: null, refused: null, state: 'new' });
  });

  test('behavior: why one can’t be connected', () => {
    const policy = { ...NO_POLICY, blockedSites: [ORIGIN] };
    expect(lookAtSite({ operations: ['export_wallet'] })).toMatchObject({ refused: 'operations' });
    expect(lookAtSite({}, { policy })).toMatchObject({ refused: 'managed' });
    expect(siteFor(site, { policy, now: NOW })).toBe(undefined);
    expect(siteFor({ ...site, blocked: true }, { policy, now: NOW })).toEqual({
      ...site,
      profileId: null,
      operations: [],
      connectedAt: null,
      blocked: true,
    });
  });

  test('behavior: no time of one is still to come', () => {
    const times = (connectedAt: number, lastUsedAt: number | null) =>
      siteFor({ ...site, connectedAt, lastUsedAt }, { policy: NO_POLICY, now: NOW });
    expect(times(NOW + 9, NOW + 9)).toMatchObject({ connectedAt: NOW, lastUsedAt: NOW });
    expect(times(NOW - 9, null)).toMatchObject({ connectedAt: NOW - 9, lastUsedAt: null });
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
    ['beside another', {}, { grants: [{ ...grant, id: keyIdOf(6) }] }, 'new', false],
    ['beside another profile', {}, { profiles: [{ ...other, keyId: null }] }, 'new', false],
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
    [
      'of a profile that here only its passkey stamps for',
      {},
      { profiles: [{ ...profile, keyId: null }] },
      'refused',
      false,
    ],
    ['that ends before it began', { createdAt: NOW, expiresAt: NOW - 5 }, {}, 'refused', true],
    ['of another profile than its site', { profileId: other.id }, {}, 'uncovered', false],
  ])('behavior: one %s', (_, changes, here, state, clipped) => {
    expect(shown(changes, here)).toEqual([[state, clipped]]);
  });

  test('behavior: one of a site that can’t be connected', () => {
    const sites = [{ ...site, operations: ['export_wallet'] }];
    const [shown] = look(contentsOf({ sites, grants: [grant] }), hereOf()).sites;
    expect(shown?.grants).toMatchObject([{ state: 'uncovered' }]);
  });

  test('behavior: one of another site isn’t this one’s', () => {
    expect(shown({ origin: 'https://other.example' })).toEqual([]);
  });
});
