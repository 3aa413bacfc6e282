// One of the user's own requests, with a lock in between.
import { describe, expect, test } from 'vitest';
import { beginOwnRequest } from '../../src/requests/own-requests.ts';
import { UNMANAGED } from '../../src/protocol/managed-policy.ts';
import type { RequestDeps } from '../../src/requests/request-deps.ts';
import type { PendingRequest } from '../../src/requests/request-store.ts';
import { profileWith } from '../vault/passkey-profile.ts';

const profile = profileWith('A'.repeat(43), 'wallet.example');
const input = {
  id: crypto.randomUUID(),
  profileId: profile.id,
  operation: 'whoami',
  parameters: {},
  secrets: {},
  method: 'passkey',
} as const;

/**
 * What is stored by a request that begins while the vault is unlocked for the first `checks`
 * checks.
 */
async function beginWithLockAfter(checks: number) {
  const stored: PendingRequest[] = [];
  let count = 0;
  const deps = {
    isUnlocked: () => Promise.resolve((count += 1) <= checks),
    managed: () => Promise.resolve(UNMANAGED.policy),
    profiles: { get: () => Promise.resolve(profile) },
    requests: {
      load: () => Promise.resolve(),
      ownGeneration: () => 0,
      clearOwn: () => Promise.resolve(void stored.splice(0)),
      put: (request: PendingRequest) => Promise.resolve(void stored.push(request)),
    },
    presence: { watchOwn: () => Promise.resolve() },
    now: () => 1,
    onChange: () => undefined,
  } as unknown as RequestDeps;
  const began = await beginOwnRequest(deps, input).catch((error: unknown) => error);
  return { began, stored };
}

describe('beginOwnRequest', () => {
  test('behavior: is stored while the vault is unlocked', async () => {
    const { began, stored } = await beginWithLockAfter(3);
    expect(began).toMatchObject({ asker: 'own', id: input.id });
    expect(stored).toHaveLength(1);
  });

  test.each([0, 1, 2])('error: a lock after check %i leaves nothing behind', async (checks) => {
    const { began, stored } = await beginWithLockAfter(checks);
    expect(began).toMatchObject({ code: 'vault_locked' });
    expect(stored).toEqual([]);
  });
});
