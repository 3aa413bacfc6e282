import type { Decision } from '../protocol/approval.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Profile } from '../protocol/profile.ts';
import type { Settings } from '../protocol/state.ts';
import type { Vault } from '../vault/vault.ts';

/*
 * What a call needs before its handler runs. The rows stand in calls.ts; the worker holds each call to
 * its row in one place (server.ts); docs/calls.md is made of them.
 */

/**
 * - `always`: whatever the vault is. It tells nothing of the organization, or brings its own proof
 * - `unlocked`: while the vault is open
 * - `fresh`: the same, and the password or a passkey was given within the last minute
 */
export type Need = 'always' | 'unlocked' | 'fresh';

/** What is stored now, for rules that compare with it. */
export type Stored = {
  readonly profiles: () => Promise<readonly Profile[]>;
  readonly settings: () => Promise<Settings>;
};

/** A call that needs more for some inputs than for others: its cases by name, and which one it is. */
export type Cases<I> = {
  readonly cases: Readonly<Record<string, Need>>;
  readonly caseOf: (input: I, stored: Stored) => Promise<string> | string;
};

export type Access<I> = Need | Cases<I>;

/** Types that `caseOf` names only cases that are there. */
export function depends<I, C extends string>(
  cases: Readonly<Record<C, Need>>,
  caseOf: (input: I, stored: Stored) => Promise<NoInfer<C>> | NoInfer<C>,
): Cases<I> {
  return { cases, caseOf };
}

/** The name that the answer to a page's request has in the table. */
export const decideAccess = depends(
  { refuse: 'always', approve: 'unlocked', connect: 'unlocked' },
  ({ decision }: { readonly decision: Decision }) => decision.kind,
);

/** These are looked at and no more; every other member guards what it stamps, also one to come. */
const guards = (profile: Omit<Profile, 'id'>): string =>
  JSON.stringify({ ...profile, id: 0, name: 0, colour: 0, order: 0, known: 0 });

/** A second profile for a key that another one has would stamp past the other one's rules. */
export const profileAccess = depends(
  { new: 'unlocked', shared: 'fresh', look: 'unlocked', guard: 'fresh' },
  async (draft: Omit<Profile, 'id'> & { readonly id: string | null }, stored) => {
    const all = await stored.profiles();
    const before = all.find(({ id }) => id === draft.id);
    if (before) return guards(before) === guards(draft) ? 'look' : 'guard';
    return all.some(({ keyId }) => keyId !== null && keyId === draft.keyId) ? 'shared' : 'new';
  },
);

export const settingsAccess = depends(
  { look: 'unlocked', longer: 'fresh' },
  async ({ autoLockMinutes }: Settings, { settings }) =>
    autoLockMinutes > (await settings()).autoLockMinutes ? 'longer' : 'look',
);

export const blockAccess = depends(
  { block: 'unlocked', unblock: 'fresh' },
  ({ blocked }: { readonly blocked: boolean }) => (blocked ? 'block' : 'unblock'),
);

/** What one call needs, by its row and its input. */
export async function needOf(access: Access<never>, input: unknown, stored: Stored): Promise<Need> {
  if (typeof access === 'string') return access;
  const found = access.cases[await access.caseOf(input as never, stored)];
  if (!found) throw new KeystampError('internal');
  return found;
}

export type Gate = Pick<Vault, 'lockAt' | 'status' | 'isFresh'>;

/** Compares a need with the stored deadline and the stored moment of the last proof. */
export async function demand(need: Need, vault: Gate): Promise<void> {
  if (need === 'always') return;
  if ((await vault.lockAt()) === null) {
    const status = await vault.status();
    // An unlock may fall between the two looks.
    throw new KeystampError(status === 'unlocked' ? 'vault_locked' : `vault_${status}`);
  }
  if (need === 'fresh' && !(await vault.isFresh())) {
    throw new KeystampError('reauthentication_needed');
  }
}
