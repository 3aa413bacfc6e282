// What becomes of a request apart from the user's decision: its page, its activity, the next worker.
import { beforeEach, describe, expect, test } from 'vitest';
import type { ActivityDraft } from '../../src/activities/submit.ts';
import type { OutboxRecord } from '../../src/activities/outbox/record.ts';
import {
  AWAY_GRACE_MS,
  checkPage,
  completeApproved,
  completeGranted,
  isExpired,
  onDocumentLeft,
  onDocumentSeen,
  onEntryChanged,
  resume,
  withdrawExpired,
} from '../../src/requests/lifecycle.ts';
import type { OperationRequest, SiteRequest } from '../../src/requests/request-record.ts';
import { createRequestStore, toSubmitted } from '../../src/requests/request-store.ts';
import type { RequestDeps } from '../../src/requests/request-deps.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { NO_POLICY, type ManagedPolicy } from '../../src/protocol/managed-policy.ts';
import type { ProviderMessage } from '../../src/protocol/page-api.ts';
import type { Sent } from '../../src/requests/documents.ts';
import { FACTS, recordOf } from '../activities/outbox/entries.ts';
import { memoryArea } from '../storage/memory-area.ts';
import { NOW, ownRequest, PREPARED, SITE, siteRequest } from './pending.ts';

const HOUR = 3_600_000;
const DRAFT = { operation: 'update_wallet', body: '{}' } as ActivityDraft;
const BY_KEY = { method: 'key' } as const;
/** An activity that the user approved. */
const approved = siteRequest({
  state: 'submitting',
  preparedBody: { ...PREPARED, draft: DRAFT },
  stampMethod: BY_KEY,
}) as OperationRequest;
const connection = siteRequest({
  id: 'connection',
  name: 'connection',
  requested: { kind: 'connect', operations: ['whoami'], reason: null },
});

let now: number;
let policy: ManagedPolicy;
let entry: Partial<OutboxRecord> | undefined;
let delivery: 'heard' | 'busy' | 'gone';
let failure: KeystampError | undefined;
let answered: PromiseWithResolvers<'heard' | 'gone'>;
let told: ProviderMessage[];
let log: string[];
let timers: { readonly ms: number; readonly act: () => void }[];
let deps: RequestDeps;

beforeEach(() => {
  [now, policy, entry, delivery, failure] = [NOW, NO_POLICY, undefined, 'heard', undefined];
  [told, log, timers] = [[], [], []];
  answered = Promise.withResolvers();
  answered.resolve('heard');
  const later = (ms: number, act: () => void) => {
    timers.push({ ms, act });
    return () => {};
  };
  const noting = (word: string) => async () => void log.push(word);
  deps = {
    requests: createRequestStore({ session: memoryArea(), now: () => now, later: () => () => {} }),
    now: () => now,
    later,
    onChange: () => {},
    managed: async () => policy,
    isProfileAllowed: async () => true,
    history: { append: async () => {} },
    notifying: new Set(),
    documents: {
      remove: noting('document removed'),
      check: async () => delivery,
      send: (_handle: unknown, event: ProviderMessage): Sent => {
        told.push(event);
        return { soon: Promise.resolve(delivery), end: answered.promise };
      },
    },
    outbox: {
      get: async () =>
        entry && {
          record: recordOf({ id: 'request', ...entry }),
          signedRequest: null,
          facts: FACTS,
        },
    },
    submit: {
      commit: async ({ origin }: { readonly origin: string }) => {
        log.push(`committed for ${origin}`);
        if (failure) throw failure;
        entry = { state: 'stamped' };
      },
    },
    grants: {
      cancelUse: noting('use refunded'),
      confirmUse: () => void log.push('use confirmed'),
      settleUses: noting('uses settled'),
    },
    presence: {
      watchOwed: () => void log.push('page owed'),
      watch: () => void log.push('pages watched'),
      watchOwn: noting('own watched'),
    },
  } as unknown as RequestDeps;
});

const all = () => deps.requests.all();
const endOf = (request: SiteRequest) => {
  const reply = deps.requests.findEnded(request)?.reply;
  return reply && 'error' in reply ? reply.error.code : reply;
};
const turns = async () => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
};

describe('carrying out what was approved', () => {
  test('behavior: once the outbox has it, only its name is kept', async () => {
    await deps.requests.put(approved);
    await completeApproved(deps, approved);
    expect(all()).toEqual([toSubmitted(approved)]);
    expect(log).toEqual([`committed for ${SITE}`]);
  });

  test('behavior: of a private window the outbox learns no site', async () => {
    await completeApproved(deps, { ...approved, privateWindow: true });
    expect(log).toEqual(['committed for private']);
  });

  test('error: what can’t be stamped is pending again, to be read again', async () => {
    await deps.requests.put(approved);
    failure = new KeystampError('key_unknown');
    await expect(completeApproved(deps, approved)).rejects.toBe(failure);
    const again = { ...approved, state: 'pending', preparedBody: null, stampMethod: null };
    expect(all()).toEqual([again]);
    for (const part of ['preparedBody', 'stampMethod']) {
      log.length = 0;
      await completeApproved(deps, { ...approved, [part]: null });
      expect([all(), log]).toEqual([[again], []]);
    }
  });
});

describe('carrying out what a grant allows', () => {
  test('behavior: an activity confirms its use, or refunds it', async () => {
    expect(await completeGranted(deps, approved)).toBeNull();
    expect(log).toEqual([`committed for ${SITE}`, 'use confirmed']);
    log.length = 0;
    failure = new KeystampError('storage_full');
    await expect(completeGranted(deps, approved)).rejects.toBe(failure);
    expect(log).toEqual([`committed for ${SITE}`, 'use refunded']);
  });

  test('behavior: nothing without a body and a stamp', async () => {
    for (const part of ['preparedBody', 'stampMethod'])
      expect(await completeGranted(deps, { ...approved, [part]: null })).toBeNull();
    expect(log).toEqual([]);
  });
});

describe('an activity that changes', () => {
  const submitted = toSubmitted(approved);
  const change = async (changes: Partial<OutboxRecord>) => {
    entry = changes;
    await onEntryChanged(deps, 'request');
  };
  beforeEach(() => deps.requests.put(submitted));

  test.each(['stamped', 'sending'] as const)('behavior: %s is no news', async (state) => {
    await change({ state });
    expect([told, all()]).toEqual([[], [submitted]]);
  });

  test('behavior: its page is told, and at its end nothing is kept of it', async () => {
    await change({ state: 'pending' });
    expect(told).toMatchObject([{ event: 'activity', data: { answer: { kind: 'pending' } } }]);
    expect(all()).toEqual([submitted]);
    await change({ state: 'failed' });
    expect(told).toMatchObject([{}, { data: { error: { code: 'activity_failed' } } }]);
    expect(all()).toEqual([]);
  });

  test('behavior: two that learn of it at once tell it once', async () => {
    entry = { state: 'completed' };
    await Promise.all([onEntryChanged(deps, 'request'), onEntryChanged(deps, 'request')]);
    expect(told).toHaveLength(1);
    await deps.requests.put(submitted);
    await change({ state: 'completed' });
    expect(told).toHaveLength(2);
  });

  test.each(['heard', 'gone'] as const)(
    'behavior: a busy page is told once, and it is owed that until it is %s',
    async (end) => {
      [delivery, answered] = ['busy', Promise.withResolvers()];
      const telling = change({ state: 'completed' });
      await turns();
      await change({ state: 'completed' });
      expect([told.length, log, all()]).toEqual([1, ['page owed'], [submitted]]);
      answered.resolve(end);
      await telling;
      expect([told.length, all()]).toEqual([1, []]);
    },
  );

  test('behavior: without a page to tell, it goes at its end; a later page of it stays', async () => {
    await deps.requests.put({ ...submitted, documentHandle: null });
    await change({ state: 'pending' });
    expect([told, all().length]).toEqual([[], 1]);
    await change({ state: 'completed' });
    expect([told, all()]).toEqual([[], []]);
    await deps.requests.put(submitted);
    const later = { ...submitted, documentHandle: { bridgeId: 'b', tabId: 7, documentId: null } };
    const send = (): Sent => {
      const end = deps.requests.put(later).then(() => 'heard' as const);
      return { soon: end, end };
    };
    deps = { ...deps, documents: { ...deps.documents, send } };
    await change({ state: 'completed', revision: 9 });
    expect(all()).toEqual([later]);
  });

  test('behavior: a request that isn’t submitted, or isn’t there, has no news', async () => {
    await deps.requests.put(siteRequest());
    await change({ state: 'completed' });
    await onEntryChanged(deps, 'another');
    expect(told).toEqual([]);
  });
});

describe('a page that leaves', () => {
  const away = siteRequest({ awayAt: NOW });

  test('behavior: its requests wait for five seconds, then they are withdrawn', async () => {
    const other = siteRequest({ id: 'other', name: 'other', documentHandle: null });
    for (const request of [siteRequest(), other]) await deps.requests.put(request);
    await onDocumentLeft(deps, 'bridge');
    expect(all()).toEqual([away, other]);
    expect([log, timers.map(({ ms }) => ms)]).toEqual([['document removed'], [AWAY_GRACE_MS]]);
    now += AWAY_GRACE_MS - 1;
    await withdrawExpired(deps);
    expect(all()).toHaveLength(2);
    now += 1;
    timers[0]?.act();
    await turns();
    expect([all(), endOf(away)]).toEqual([[other], 'withdrawn']);
  });

  test('behavior: one that is away already keeps its moment', async () => {
    const before = { ...away, awayAt: NOW - 1000 };
    await deps.requests.put(before);
    await onDocumentLeft(deps, 'bridge');
    expect(all()).toEqual([before]);
  });

  test('behavior: only one that is gone is away, a busy one is there', async () => {
    await deps.requests.put(siteRequest());
    const check = () => {
      const [request = away] = deps.requests.ofSites();
      return checkPage(deps, request);
    };
    expect(await checkPage(deps, siteRequest({ documentHandle: null }))).toBe('gone');
    expect(await checkPage(deps, away)).toBe('gone');
    for (const seen of ['heard', 'busy'] as const) {
      delivery = seen;
      expect([await check(), all()]).toEqual([seen, [siteRequest()]]);
    }
    delivery = 'gone';
    expect([await check(), all()]).toEqual(['gone', [away]]);
  });

  test('behavior: once it sends a call it is back; another document’s call changes nothing', async () => {
    await deps.requests.put(away);
    for (const other of [
      { bridgeId: 'other', tabId: 7 },
      { bridgeId: 'bridge', tabId: 8 },
    ])
      await onDocumentSeen(deps, other);
    expect(all()).toEqual([away]);
    await onDocumentSeen(deps, { bridgeId: 'bridge', tabId: 7 });
    expect(all()).toEqual([siteRequest()]);
    now += AWAY_GRACE_MS;
    await withdrawExpired(deps);
    expect(all()).toHaveLength(1);
  });
});

describe('time', () => {
  test('behavior: after an hour a request is withdrawn, the user’s own is gone', async () => {
    for (const request of [siteRequest(), ownRequest()]) await deps.requests.put(request);
    now += HOUR - 1;
    await withdrawExpired(deps);
    expect([all().length, isExpired(siteRequest(), now)]).toEqual([2, false]);
    now += 1;
    await withdrawExpired(deps);
    expect([all(), endOf(siteRequest()), isExpired(siteRequest(), now)]).toEqual([
      [],
      'withdrawn',
      true,
    ]);
  });
});

describe('the next worker', () => {
  test('behavior: refuses what the organization has forbidden meanwhile', async () => {
    for (const request of [siteRequest(), connection]) await deps.requests.put(request);
    await resume(deps);
    expect(all()).toHaveLength(2);
    expect(log).toEqual(['uses settled', 'pages watched']);
    policy = { ...NO_POLICY, blockedSites: [SITE] };
    await resume(deps);
    expect([all(), endOf(siteRequest()), endOf(connection)]).toEqual([[], 'refused', 'refused']);
    expect(log.at(-1)).toBe('own watched');
  });

  test('error: doesn’t carry out what was approved before the organization forbade it', async () => {
    await deps.requests.put(approved);
    policy = { ...NO_POLICY, blockedSites: [SITE] };
    await resume(deps);
    expect([all(), endOf(approved)]).toEqual([[], 'refused']);
    expect(log.filter((word) => word.startsWith('committed'))).toEqual([]);
    // The same for a profile of an organization that isn't allowed anymore.
    policy = NO_POLICY;
    const next = { ...approved, name: 'next' };
    await deps.requests.put(next);
    await resume({ ...deps, isProfileAllowed: async () => false });
    expect([all(), endOf(next)]).toEqual([[], 'refused']);
    expect(log.filter((word) => word.startsWith('committed'))).toEqual([]);
  });

  test('behavior: what was stamped goes on, though the organization has forbidden it', async () => {
    await deps.requests.put(siteRequest());
    entry = { state: 'stamped' };
    policy = { ...NO_POLICY, blockedSites: [SITE] };
    await resume(deps);
    expect(all()).toEqual([toSubmitted(siteRequest())]);
  });

  test('behavior: carries out what was approved, and shows again what it can’t', async () => {
    await deps.requests.put(approved);
    await resume(deps);
    expect(all()).toEqual([toSubmitted(approved)]);
    await deps.requests.put(approved);
    [entry, failure] = [undefined, new KeystampError('vault_locked')];
    await resume(deps);
    expect(all()).toMatchObject([{ state: 'pending', preparedBody: null }]);
  });

  test('behavior: tells pages what an earlier one owed, and drops what is over', async () => {
    await deps.requests.end(siteRequest({ name: 'owed' }), {
      id: 'owed',
      ok: false,
      error: { code: 'refused', message: '' },
    });
    for (const request of [siteRequest({ name: 'owed' }), ownRequest()])
      await deps.requests.put(request);
    entry = { state: 'completed' };
    await resume(deps);
    await turns();
    expect(all()).toEqual([]);
    expect(told).toMatchObject([{ event: 'activity', data: { id: 'owed' } }]);
    expect(deps.requests.unnotified()).toEqual([]);
  });
});
