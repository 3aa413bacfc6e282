// What a decision demands before it has any effect, however it reaches the worker.
import { beforeEach, describe, expect, test } from 'vitest';
import { decide } from '../../src/requests/decisions.ts';
import { applyManagedPolicy } from '../../src/requests/revoke-access.ts';
import type { SiteRequest } from '../../src/requests/request-record.ts';
import { createRequestStore } from '../../src/requests/request-store.ts';
import type { Delivery } from '../../src/requests/documents.ts';
import type { RequestDeps } from '../../src/requests/request-deps.ts';
import { NO_POLICY, type ManagedPolicy } from '../../src/protocol/managed-policy.ts';
import type { Decision } from '../../src/protocol/pending-request.ts';
import { profileWith } from '../vault/passkey-profile.ts';
import { memoryArea } from '../storage/memory-area.ts';
import { NOW, ownRequest, PREPARED, SITE, siteRequest } from './pending.ts';

const profile = profileWith('A'.repeat(43), 'wallet.example');
const APPROVE = {
  kind: 'approve',
  digest: PREPARED.digest,
  by: { method: 'passkey', credentialId: 'c' },
  grant: null,
} as unknown as Extract<Decision, { kind: 'approve' }>;
const CONNECT = {
  kind: 'connect',
  profileId: profile.id,
  operations: ['whoami'],
} as const satisfies Decision;
const connection = siteRequest({
  requested: { kind: 'connect', operations: ['whoami', 'update_wallet'], reason: null },
});
const operation = siteRequest({ preparedBody: PREPARED });

type Site = {
  readonly blocked: boolean;
  readonly profileId: string | null;
  readonly operations: readonly string[];
};

let isUnlocked: boolean;
let policy: ManagedPolicy;
let isProfileAllowed: boolean;
let site: Site | undefined;
let stamped: string[];
let changes: number;
let connected: unknown[];
let page: Delivery;
let deps: RequestDeps;

beforeEach(() => {
  [isUnlocked, policy, isProfileAllowed, changes] = [true, NO_POLICY, true, 0];
  site = { blocked: false, profileId: profile.id, operations: ['whoami'] };
  [stamped, connected, page] = [[], [], 'heard'];
  const nothing = async () => undefined;
  deps = {
    requests: createRequestStore({ session: memoryArea(), now: () => NOW, later: () => () => {} }),
    now: () => NOW,
    later: () => () => {},
    onChange: () => void (changes += 1),
    isUnlocked: async () => isUnlocked,
    managed: async () => policy,
    isProfileAllowed: async () => isProfileAllowed,
    profiles: { get: async () => profile },
    sites: {
      get: async () => site,
      connect: async (row: unknown) => void connected.push(row),
      markUsed: nothing,
    },
    documents: {
      check: async () => page,
      listBusy: async () => [],
      send: () => ({ soon: Promise.resolve(page), end: Promise.resolve('heard') }),
      sendToSite: nothing,
    },
    presence: { check: nothing, watchOwed: () => {} },
    confirmWindow: { onDecided: nothing },
    cooldowns: { recordRefusal: nothing },
    history: { append: nothing },
    outbox: { get: nothing },
    readSessions: { generation: () => 0 },
    approving: new Map(),
    notifying: new Set(),
    queries: { askWithBody: async () => ({ userId: 'u' }) },
    stamp: async (_profile: unknown, _method: unknown, body: string) => {
      stamped.push(body);
      return { header: 'X-Stamp', value: 'x' };
    },
  } as unknown as RequestDeps;
});

const codeOf = async (id: string, decision: Decision) =>
  decide(deps, id, decision).then(
    () => null,
    ({ code, detail }: { code: string; detail?: { field?: string } }) => [code, detail?.field],
  );
const endOf = (request: SiteRequest) => {
  const reply = deps.requests.findEnded(request)?.reply;
  return reply && 'error' in reply ? reply.error.code : reply;
};

describe('one of the user’s own requests', () => {
  beforeEach(() => deps.requests.put(ownRequest()));

  test('error: can’t be connected, pre-approved, or signed while locked', async () => {
    expect(await codeOf('own', CONNECT)).toEqual(['invalid_input', 'decision']);
    const grant = { most: 1, expiresAt: NOW + 1 } as unknown as (typeof APPROVE)['grant'];
    expect(await codeOf('own', { ...APPROVE, grant })).toEqual(['invalid_input', 'grant']);
    isUnlocked = false;
    expect(await codeOf('own', APPROVE)).toEqual(['vault_locked', undefined]);
    expect([stamped, deps.requests.own().length]).toEqual([[], 1]);
  });

  test('behavior: refused, it is gone, and pages learn of it', async () => {
    await deps.requests.put(siteRequest());
    expect(await decide(deps, 'own', { kind: 'refuse' })).toEqual({
      queue: { items: [expect.objectContaining({ asker: 'site', id: 'request' })] },
      entryId: null,
      outcome: null,
      pageIsBusy: false,
    });
    expect([deps.requests.all(), changes]).toEqual([[siteRequest()], 1]);
    expect(await codeOf('own', { kind: 'refuse' })).toEqual(['approval_gone', undefined]);
  });
});

describe('a connection', () => {
  beforeEach(() => deps.requests.put(connection));

  test('error: can’t be approved like an operation', async () => {
    expect(await codeOf('request', APPROVE)).toEqual(['invalid_input', 'id']);
  });

  test.each([[[]], [['create_wallet']], [['whoami', 'create_wallet']]])(
    'error: not for %j, which it didn’t ask for',
    async (operations) => {
      const consent = { ...CONNECT, operations };
      expect(await codeOf('request', consent)).toEqual(['invalid_input', 'operations']);
      expect(connected).toEqual([]);
    },
  );

  test('error: not while locked', async () => {
    isUnlocked = false;
    expect(await codeOf('request', CONNECT)).toEqual(['vault_locked', undefined]);
    expect(connected).toEqual([]);
  });

  test('error: to a site that the organization has forbidden meanwhile, it is refused', async () => {
    policy = { ...NO_POLICY, blockedSites: [SITE] };
    expect(await codeOf('request', CONNECT)).toEqual(['approval_gone', undefined]);
    expect([connected, deps.requests.all(), endOf(connection)]).toEqual([[], [], 'refused']);
  });

  test('behavior: for a busy page it is made, and the user learns that the page hears later', async () => {
    page = 'busy';
    expect(await decide(deps, 'request', CONNECT)).toMatchObject({ pageIsBusy: true });
    expect([connected.length, deps.requests.all()]).toEqual([1, []]);
  });

  test('error: for a page that is gone it isn’t', async () => {
    page = 'gone';
    expect(await codeOf('request', CONNECT)).toEqual(['approval_away', undefined]);
    expect(connected).toEqual([]);
  });

  test('behavior: adds to what the site had with the same profile, and replaces another’s', async () => {
    site = { blocked: false, profileId: profile.id, operations: ['create_wallet', 'whoami'] };
    await decide(deps, 'request', { ...CONNECT, operations: ['whoami', 'update_wallet'] });
    const operations = ['create_wallet', 'whoami', 'update_wallet'];
    expect(connected).toMatchObject([{ profileId: profile.id, operations }]);
    await deps.requests.put(connection);
    site = { ...site, profileId: 'another' };
    await decide(deps, 'request', CONNECT);
    expect(connected[1]).toMatchObject({ profileId: profile.id, operations: ['whoami'] });
  });
});

describe('an operation', () => {
  const { requested } = operation;
  beforeEach(async () => {
    site = { blocked: false, profileId: requestedProfile(), operations: ['whoami'] };
    await deps.requests.put(operation);
  });
  const requestedProfile = () => (requested.kind === 'operation' ? requested.profileId : '');

  test('error: not while locked', async () => {
    isUnlocked = false;
    expect(await codeOf('request', APPROVE)).toEqual(['vault_locked', undefined]);
    expect(deps.requests.all()).toEqual([operation]);
  });

  test('error: for a page that is gone it isn’t', async () => {
    page = 'gone';
    expect(await codeOf('request', APPROVE)).toEqual(['approval_away', undefined]);
    expect(stamped).toEqual([]);
    expect(deps.requests.all()).toMatchObject([{ awayAt: NOW }]);
  });

  test('error: with a profile that the organization has forbidden meanwhile, it is refused', async () => {
    isProfileAllowed = false;
    expect(await codeOf('request', APPROVE)).toEqual(['approval_gone', undefined]);
    expect([stamped, deps.requests.all(), endOf(operation)]).toEqual([[], [], 'refused']);
  });

  test.each<[string, Partial<Site> | undefined]>([
    ['is gone', undefined],
    ['is blocked', { blocked: true }],
    ['has another profile', { profileId: 'another' }],
    ['may no longer ask for it', { operations: ['update_wallet'] }],
  ])('error: of a site that %s meanwhile, it is withdrawn', async (_what, change) => {
    site = change && site && { ...site, ...change };
    expect(await codeOf('request', APPROVE)).toEqual(['approval_gone', undefined]);
    expect([stamped, deps.requests.all(), endOf(operation)]).toEqual([[], [], 'withdrawn']);
  });
});

describe('a change of the organization’s settings', () => {
  test('behavior: refuses what it no longer allows, keeps the rest, and tells the pages', async () => {
    const other = siteRequest({ id: 'other', name: 'other', origin: 'https://b.example' });
    for (const request of [operation, other]) await deps.requests.put(request);
    const revision = deps.requests.revision();
    await applyManagedPolicy(deps);
    expect(deps.requests.all()).toEqual([operation, other]);
    expect([changes, deps.requests.revision()]).toEqual([1, revision + 1]);
    policy = { ...NO_POLICY, blockedSites: [SITE] };
    await applyManagedPolicy(deps);
    expect(deps.requests.all()).toEqual([other]);
    expect(endOf(operation)).toBe('refused');
  });
});
