// One of the user's own requests, with a lock in between.
import { describe, expect, test } from 'vitest';
import {
  beginOwnRequest,
  completeOwn,
  prepareOwnBody,
  submitOwnRequest,
  toOwnView,
  visibleBodyOf,
} from '../../src/requests/own-requests.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { OPERATIONS, READ_SESSION } from '../../src/protocol/operations.ts';
import type { ActivityDraft } from '../../src/activities/submit.ts';
import { UNMANAGED } from '../../src/protocol/managed-policy.ts';
import type { RequestDeps } from '../../src/requests/request-deps.ts';
import type { PendingRequest } from '../../src/requests/request-record.ts';
import { FACTS, recordOf, SIGNED_REQUEST } from '../activities/outbox/entries.ts';
import { profileWith } from '../vault/passkey-profile.ts';
import { NOW, ownRequest, PREPARED } from './pending.ts';

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

const ENTRY = { record: recordOf(), signedRequest: SIGNED_REQUEST, facts: FACTS };
const draftOf = (operation: string, changes: object = {}) =>
  ({
    operation,
    body: '{}',
    baseUrl: profile.baseUrl,
    parameters: {},
    ...changes,
  }) as ActivityDraft;

/** What is drafted, committed, stamped and read of the user's own requests. */
function createOwnDeps(changes: { readonly known?: boolean; readonly failures?: unknown[] } = {}) {
  const failures = [...(changes.failures ?? [])];
  const log: unknown[] = [];
  const keyed = { ...profile, keyId: 'key', authorization: { usual: 'key', passkeyOnly: [] } };
  const deps = {
    managed: () => Promise.resolve(UNMANAGED.policy),
    profiles: { get: () => Promise.resolve(keyed) },
    now: () => NOW,
    submit: {
      find: ({ origin }: { readonly origin: string }) => {
        log.push(['find', origin]);
        return Promise.resolve(changes.known ? ENTRY : undefined);
      },
      draftPrepared: ({ id, operation, origin, secrets }: Record<string, unknown>) => {
        log.push(['draft', id, operation, origin, secrets]);
        return Promise.resolve(draftOf(String(operation)));
      },
      commit: (asker: unknown, _draft: unknown, by: unknown) => {
        log.push(['commit', asker, by]);
        const failure = failures.shift();
        return failure ? Promise.reject(failure) : Promise.resolve(ENTRY);
      },
    },
    stamp: (_profile: unknown, by: unknown, body: string) => {
      log.push(['stamp', by, body]);
      return Promise.resolve({ header: 'X-Stamp', value: 'x' });
    },
    readSessions: {
      begin: (_draft: unknown, stamp: unknown, generation: unknown) => {
        log.push(['begin', stamp, generation]);
        return Promise.resolve(7);
      },
    },
  } as unknown as RequestDeps;
  return { deps, log };
}
const BY_KEY = { method: 'key' } as const;

describe('submitOwnRequest', () => {
  const tag = { id: 'own', profileId: profile.id, operation: 'create_user_tag' };
  const request = { ...tag, parameters: {}, secrets: { code: '1' } };

  test('behavior: stamps with the key, once per id', async () => {
    const fresh = createOwnDeps();
    expect(await submitOwnRequest(fresh.deps, request)).toMatchObject({ id: ENTRY.record.id });
    const asker = { id: 'own', origin: 'popup' };
    const drafted = ['draft', 'own', 'create_user_tag', 'popup', { code: '1' }];
    const committed = ['commit', asker, BY_KEY];
    expect(fresh.log).toEqual([['find', 'popup'], drafted, committed]);
    const known = createOwnDeps({ known: true });
    expect(await submitOwnRequest(known.deps, request)).toMatchObject({ id: ENTRY.record.id });
    expect(known.log).toEqual([['find', 'popup']]);
  });

  test('behavior: a clock that jumps in between makes a second body, not a third', async () => {
    const changed = new KeystampError('approval_changed');
    const once = createOwnDeps({ failures: [changed] });
    await submitOwnRequest(once.deps, request);
    expect(once.log.filter((line) => Array.isArray(line) && line[0] === 'draft')).toHaveLength(2);
    const twice = createOwnDeps({ failures: [changed, changed] });
    await expect(submitOwnRequest(twice.deps, request)).rejects.toBe(changed);
  });

  test.each([new KeystampError('storage_full'), new Error('no')])(
    'error: any other failure is the caller’s: %s',
    async (failure) => {
      const { deps, log } = createOwnDeps({ failures: [failure] });
      await expect(submitOwnRequest(deps, request)).rejects.toBe(failure);
      expect(log).toHaveLength(3);
    },
  );

  test.each([READ_SESSION.name, 'whoami', 'of_tomorrow', 'constructor'])(
    'error: %s isn’t an activity',
    async (operation) => {
      const { deps, log } = createOwnDeps();
      await expect(submitOwnRequest(deps, { ...request, operation })).rejects.toMatchObject({
        code: 'invalid_input',
        message: 'operation: Keystamp knows no such operation.',
        detail: { field: 'operation' },
      });
      expect(log).toEqual([]);
    },
  );
});

describe('completeOwn', () => {
  test('behavior: a read session is stamped and begun, for the generation that was found', async () => {
    const { deps, log } = createOwnDeps();
    const operation = READ_SESSION.name;
    const request = ownRequest({
      requested: { ...ownRequest().requested, operation },
      preparedBody: { ...PREPARED, draft: draftOf(operation) },
    });
    expect(await completeOwn(deps, request, BY_KEY, 3)).toEqual({ kind: 'read-session', until: 7 });
    const stamp = { header: 'X-Stamp', value: 'x' };
    expect(log).toEqual([
      ['stamp', BY_KEY, '{}'],
      ['begin', stamp, 3],
    ]);
    const missing = completeOwn(deps, request, { method: 'passkey' } as never, 3);
    await expect(missing).resolves.toMatchObject({ kind: 'read-session' });
  });
});

describe('what is seen of it', () => {
  test('behavior: a new body is built from all of it, secrets included', async () => {
    const { deps, log } = createOwnDeps();
    const requested = { ...ownRequest().requested, operation: 'create_user_tag' };
    const secrets = { code: '1' };
    const body = await prepareOwnBody(deps, ownRequest({ requested, secrets }));
    expect(body).toMatchObject({ body: '{}', at: NOW, draft: { operation: 'create_user_tag' } });
    expect(log).toEqual([['draft', 'own', 'create_user_tag', 'popup', secrets]]);
  });

  test('behavior: a query and a read session only read, an activity does more', () => {
    const seen = (operation: string, draft: ActivityDraft | null) =>
      toOwnView(
        ownRequest({
          requested: { ...ownRequest().requested, operation },
          preparedBody: { ...PREPARED, draft },
        }),
      );
    expect(seen('whoami', null)).toEqual({
      asker: 'own',
      id: 'own',
      at: NOW,
      state: 'pending',
      requested: {
        kind: 'operation',
        operation: 'whoami',
        profileId: ownRequest().requested.profileId,
      },
      onlyReads: true,
    });
    expect(seen(READ_SESSION.name, draftOf(READ_SESSION.name)).onlyReads).toBe(true);
    expect(seen('create_user_tag', draftOf('create_user_tag')).onlyReads).toBe(false);
  });

  test('attack: a body with a secret isn’t shown, nor is the secret', () => {
    const [legacy] = OPERATIONS.verify_otp.versions;
    const shown = (parameters: object, type: string = legacy.type) =>
      visibleBodyOf(
        ownRequest({
          requested: { ...ownRequest().requested, operation: 'verify_otp', parameters: { a: 1 } },
          preparedBody: { ...PREPARED, draft: draftOf('verify_otp', { type, parameters }) },
        }),
      );
    expect(shown({ otpId: 'o' })).toEqual({ parameters: { otpId: 'o' }, body: '{}' });
    expect(shown({ otpId: 'o', otpCode: '1' })).toEqual({ parameters: { otpId: 'o' }, body: null });
    expect(() => shown({}, 'ACTIVITY_TYPE_OF_TOMORROW')).toThrow(/no such operation/);
    const parameters = { walletId: 'w' };
    const query = ownRequest({ requested: { ...ownRequest().requested, parameters } });
    expect(visibleBodyOf(query)).toEqual({ parameters, body: '{}' });
  });
});
