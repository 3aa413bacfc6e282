import type { Decision } from '../protocol/pending-request.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Profile } from '../protocol/profile.ts';
import type { Settings, VaultStatus } from '../protocol/app-state.ts';

/*
 * What a call needs before its handler runs. The rows are in calls.ts; the worker checks each call
 * against its row in one place (server.ts). docs/calls.md is made from the rows.
 */

/**
 * - `always`: whatever the state of the vault. It reveals nothing of the organization, or brings
 *   its own proof
 * - `unlocked`: while the vault is unlocked
 * - `fresh`: the same, and the user gave the password or a passkey within the last minute
 */
export type Requirement = 'always' | 'unlocked' | 'fresh';

/** What rules compare with: stored data, and the table of operations. */
export type StoredState = {
  readonly profiles: () => Promise<readonly Profile[]>;
  readonly settings: () => Promise<Settings>;
  /** Whether the operation of a name lets key material out: pages don't load the table for that. */
  readonly letsKeysOut: (operation: string) => boolean;
};

/** A call that needs more for some inputs than others: its cases by name, and how to pick one. */
export type AccessByCase<I> = {
  readonly cases: Readonly<Record<string, Requirement>>;
  readonly caseOf: (input: I, stored: StoredState) => Promise<string> | string;
};

export type CallAccess<I> = Requirement | AccessByCase<I>;

/** Makes the compiler check that `caseOf` only names existing cases. */
export function accessByCase<I, C extends string>(
  cases: Readonly<Record<C, Requirement>>,
  caseOf: (input: I, stored: StoredState) => Promise<NoInfer<C>> | NoInfer<C>,
): AccessByCase<I> {
  return { cases, caseOf };
}

/** What the answer to a page's request needs: its kind is its name in the table. */
export const decisionAccess = accessByCase(
  { refuse: 'always', approve: 'unlocked', connect: 'unlocked' },
  ({ decision }: { readonly decision: Decision }) => decision.kind,
);

/**
 * These members are display only; every other member guards what the profile stamps, future ones
 * too.
 */
const guardedMembersOf = (profile: Omit<Profile, 'id'>): string =>
  JSON.stringify({ ...profile, id: 0, name: 0, colour: 0, order: 0, known: 0 });

/** A second profile for a key that another profile has would stamp past that profile's rules. */
export const profileAccess = accessByCase(
  { new: 'unlocked', shared: 'fresh', appearance: 'unlocked', guard: 'fresh' },
  async (draft: Omit<Profile, 'id'> & { readonly id: string | null }, stored) => {
    const profiles = await stored.profiles();
    const existing = profiles.find(({ id }) => id === draft.id);
    if (existing)
      return guardedMembersOf(existing) === guardedMembersOf(draft) ? 'appearance' : 'guard';
    return profiles.some(({ keyId }) => keyId !== null && keyId === draft.keyId) ? 'shared' : 'new';
  },
);

export const settingsAccess = accessByCase(
  { appearance: 'unlocked', longer: 'fresh' },
  async ({ autoLockMinutes }: Settings, { settings }) =>
    autoLockMinutes > (await settings()).autoLockMinutes ? 'longer' : 'appearance',
);

export const blockAccess = accessByCase(
  { block: 'unlocked', unblock: 'fresh' },
  ({ blocked }: { readonly blocked: boolean }) => (blocked ? 'block' : 'unblock'),
);

/** Whoever finds an unlocked browser must not be able to take keys out of the organization. */
export const operationAccess = accessByCase(
  { export: 'fresh', other: 'unlocked' },
  ({ operation }: { readonly operation: string }, { letsKeysOut }) =>
    letsKeysOut(operation) ? 'export' : 'other',
);

/** What one call needs, by its row and input. */
export async function requirementOf(
  access: CallAccess<never>,
  input: unknown,
  stored: StoredState,
): Promise<Requirement> {
  if (typeof access === 'string') return access;
  const requirement = access.cases[await access.caseOf(input as never, stored)];
  if (!requirement) throw new KeystampError('internal');
  return requirement;
}

/** A vault's report about itself. */
export type VaultAccess = {
  readonly lockAt: () => Promise<number | null>;
  readonly status: () => Promise<VaultStatus>;
  /** Whether the user gave the password or a passkey within the last minute. */
  readonly isFresh: () => Promise<boolean>;
};

/** Compares the requirement with the stored deadline and the stored time of the last proof. */
export async function demandAccess(requirement: Requirement, vault: VaultAccess): Promise<void> {
  if (requirement === 'always') return;
  if ((await vault.lockAt()) === null) {
    const status = await vault.status();
    // The vault may be unlocked between the two checks.
    throw new KeystampError(status === 'unlocked' ? 'vault_locked' : `vault_${status}`);
  }
  if (requirement === 'fresh' && !(await vault.isFresh())) {
    throw new KeystampError('reauthentication_needed');
  }
}
