// What a call needs, by its input and the stored data: the functions of the table, one by one.
import { describe, expect, test } from 'vitest';
import {
  demandAccess,
  accessByCase,
  blockAccess,
  decisionAccess,
  operationAccess,
  requirementOf,
  profileAccess,
  settingsAccess,
  type VaultAccess,
  type StoredState,
} from '../../src/messaging/call-access.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { letsKeysOut } from '../../src/protocol/operations.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/app-state.ts';

const profileWith = (change: Partial<Profile>): Profile =>
  ({
    id: 'one',
    name: 'One',
    colour: 'blue',
    order: 0,
    known: null,
    organizationId: 'o',
    baseUrl: 'https://a.example',
    keyId: 'key-1',
    ...change,
  }) as Profile;

const storedState = (profiles: readonly Profile[]): StoredState => ({
  profiles: async () => profiles,
  settings: async () => ({ ...DEFAULT_SETTINGS, autoLockMinutes: 15 }),
  letsKeysOut,
});

describe('profileAccess', () => {
  const profileOne = profileWith({});
  const profileTwo = profileWith({ id: 'two', keyId: 'key-2' });
  const caseOf = (
    draft: Omit<Partial<Profile>, 'id'> & { readonly id: string | null },
    all = [profileOne, profileTwo],
  ) => profileAccess.caseOf({ ...profileOne, ...draft }, storedState(all));

  test('behavior: a new profile with a key of its own is new', async () => {
    expect(await caseOf({ id: null, keyId: 'key-3' })).toBe('new');
    expect(await caseOf({ id: null, keyId: 'key-3' }, [])).toBe('new');
  });

  test('error: with another profile’s key, it would stamp past that profile’s rules', async () => {
    expect(await caseOf({ id: null, keyId: 'key-1' })).toBe('shared');
    expect(await caseOf({ id: null, keyId: 'key-2' })).toBe('shared');
  });

  test('behavior: profiles without an API key share none', async () => {
    const keyless = profileWith({ id: 'three', keyId: null });
    expect(await caseOf({ id: null, keyId: null }, [keyless, profileOne])).toBe('new');
  });

  test('behavior: a profile’s appearance guards nothing, everything else does', async () => {
    for (const change of [{ name: 'x' }, { colour: 'red' }, { order: 7 }, { known: {} }] as const) {
      expect(await caseOf({ id: 'one', ...(change as Partial<Profile>) })).toBe('appearance');
    }
    for (const change of [{ keyId: 'key-2' }, { keyId: null }, { baseUrl: 'https://b.example' }]) {
      expect(await caseOf({ id: 'one', ...change })).toBe('guard');
    }
    expect(await caseOf({ id: 'two', keyId: 'key-2' })).toBe('appearance');
    // With an unknown id, it counts as a new one.
    expect(await caseOf({ id: 'gone', keyId: 'key-1' })).toBe('shared');
  });
});

describe('settingsAccess', () => {
  test.each([
    [14, 'appearance'],
    [15, 'appearance'],
    [16, 'longer'],
  ])(
    'behavior: an auto-lock of %i minutes instead of 15: %s',
    async (autoLockMinutes, expectedCase) => {
      const settings = { ...DEFAULT_SETTINGS, autoLockMinutes };
      expect(await settingsAccess.caseOf(settings, storedState([]))).toBe(expectedCase);
    },
  );
});

describe('what differs by input', () => {
  const stored = storedState([]);

  test('behavior: a site is blocked by whoever is there, and unblocked with a proof', async () => {
    expect(await requirementOf(blockAccess, { blocked: true }, stored)).toBe('unlocked');
    expect(await requirementOf(blockAccess, { blocked: false }, stored)).toBe('fresh');
  });

  test('behavior: what lets keys out needs a proof, everything else an unlocked vault', async () => {
    const needs = (operation: string) => requirementOf(operationAccess, { operation }, stored);
    expect(await needs('export_wallet')).toBe('fresh');
    for (const operation of ['create_wallet', 'of_tomorrow', 'constructor'])
      expect(await needs(operation)).toBe('unlocked');
  });

  test('behavior: a request can be refused while locked, and nothing else', async () => {
    const needs = (kind: string) => requirementOf(decisionAccess, { decision: { kind } }, stored);
    expect(await needs('refuse')).toBe('always');
    for (const kind of ['approve', 'connect']) expect(await needs(kind)).toBe('unlocked');
  });

  test('behavior: a draft’s case of a profile and the settings’ is a requirement', async () => {
    const draft = { ...profileWith({}), id: null };
    expect(await requirementOf(profileAccess, draft, stored)).toBe('unlocked');
    const shared = storedState([profileWith({})]);
    expect(await requirementOf(profileAccess, draft, shared)).toBe('fresh');
    const own = profileWith({ name: 'Renamed' });
    expect(await requirementOf(profileAccess, own, shared)).toBe('unlocked');
    const moved = profileWith({ baseUrl: 'https://b.example' });
    expect(await requirementOf(profileAccess, moved, shared)).toBe('fresh');
    for (const [autoLockMinutes, requirement] of [
      [15, 'unlocked'],
      [16, 'fresh'],
    ] as const) {
      const settings = { ...DEFAULT_SETTINGS, autoLockMinutes };
      expect(await requirementOf(settingsAccess, settings, stored)).toBe(requirement);
    }
  });
});

describe('requirementOf', () => {
  test('error: a case that the row doesn’t have is a fault, never an answer', async () => {
    const access = accessByCase({ some: 'always' }, () => 'other' as 'some');
    await expect(requirementOf(access, {}, storedState([]))).rejects.toMatchObject({
      code: 'internal',
    });
    expect(await requirementOf('fresh', {}, storedState([]))).toBe('fresh');
  });
});

describe('demandAccess', () => {
  const vaultAccess = (
    lockAt: number | null,
    status: Awaited<ReturnType<VaultAccess['status']>>,
    fresh = false,
  ): VaultAccess => ({
    lockAt: async () => lockAt,
    status: async () => status,
    isFresh: async () => fresh,
  });
  const codeOf = (requirement: Parameters<typeof demandAccess>[0], vault: VaultAccess) =>
    demandAccess(requirement, vault).then(
      () => null,
      (error: unknown) => (error as { readonly code: string }).code,
    );

  test('behavior: a call that needs nothing reads nothing', async () => {
    const untouchable: VaultAccess = {
      lockAt: () => Promise.reject(new Error('read')),
      status: () => Promise.reject(new Error('read')),
      isFresh: () => Promise.reject(new Error('read')),
    };
    expect(await codeOf('always', untouchable)).toBeNull();
  });

  test('error: reports the state of the vault, even if it is unlocked between the two checks', async () => {
    for (const requirement of ['unlocked', 'fresh'] as const) {
      expect(await codeOf(requirement, vaultAccess(null, 'missing'))).toBe('vault_missing');
      expect(await codeOf(requirement, vaultAccess(null, 'damaged'))).toBe('vault_damaged');
      expect(await codeOf(requirement, vaultAccess(null, 'locked'))).toBe('vault_locked');
      expect(await codeOf(requirement, vaultAccess(null, 'unlocked', true))).toBe('vault_locked');
    }
  });

  test('behavior: an unlocked vault is enough for “unlocked”; “fresh” needs a proof', async () => {
    expect(await codeOf('unlocked', vaultAccess(1, 'unlocked'))).toBeNull();
    expect(await codeOf('fresh', vaultAccess(1, 'unlocked'))).toBe('reauthentication_needed');
    expect(await codeOf('fresh', vaultAccess(1, 'unlocked', true))).toBeNull();
  });
});
