// What each reply, refusal and silence does to an entry, and what is asked next.
import { beforeEach, describe, expect, test } from 'vitest';
import type {
  ExchangeResult,
  ExchangeOutcome,
  OutgoingRequest,
} from '../../../src/activities/exchange.ts';
import type { Facts, OutboxEntry, OutboxRecord } from '../../../src/activities/outbox/record.ts';
import {
  createPerformAction,
  type EntryChange,
  type ActionKind,
} from '../../../src/activities/outbox/perform-action.ts';
import { KeystampError, type ErrorCode } from '../../../src/protocol/errors.ts';
import { BUILT_IN_QUERIES } from '../../../src/protocol/operations.ts';
import type { QueryRow } from '../../../src/protocol/operation-row.ts';
import { ACTIVITY, activityWith, FACTS, SIGNED_REQUEST, NOW, recordOf, RESULT } from './entries.ts';

const HOUR = 3_600_000;
const OTHER = '33333333-3333-4333-8333-333333333333';
const errorOf = (code: ErrorCode, detail?: object) => new KeystampError(code, undefined, detail);

let now: number;
let sent: OutgoingRequest[];
let asked: (readonly [QueryRow, unknown, unknown])[];
let saved: EntryChange[];
let forgotten: number;
let accepted: number;
let skew: number;
beforeEach(() => {
  now = NOW;
  [sent, asked, saved] = [[], [], []];
  [forgotten, accepted, skew] = [0, 0, 0];
});

type Replies = {
  /** The service's reply to the bytes: an outcome, or an error from the network. */
  readonly outcome?: ExchangeOutcome | Error;
  readonly queried?: (row: QueryRow) => unknown;
  readonly keep?: (next: EntryChange) => Promise<void>;
};

/** Performs one action of an entry with the given replies. */
async function perform(kind: ActionKind, entry: Partial<OutboxEntry>, replies: Replies = {}) {
  const performAction = createPerformAction({
    exchange: async (_place, outgoing): Promise<ExchangeResult> => {
      sent.push(outgoing);
      await outgoing.beforeSend?.();
      if (replies.outcome instanceof Error || !replies.outcome)
        throw replies.outcome ?? new Error('silent');
      return { outcome: replies.outcome, markVerified: () => (accepted += 1) };
    },
    queries: {
      ask: async (_target: unknown, row: QueryRow, values: unknown, priority: unknown) => {
        asked.push([row, values, priority]);
        return replies.queried?.(row);
      },
    } as never,
    clock: {
      now: () => now,
      offset: () => 0,
      skew: () => skew,
      forget: () => (forgotten += 1),
    } as never,
    random: () => 0.5,
  });
  const fullEntry = { record: recordOf(), signedRequest: SIGNED_REQUEST, facts: FACTS, ...entry };
  return performAction(fullEntry, kind, async (change) => {
    await replies.keep?.(change);
    saved.push(change);
  });
}
const answer = (value: unknown): ExchangeOutcome => ({ kind: 'answer', value });
const good = answer({ activity: activityWith() });

describe('a store that fails', () => {
  test.each(['storage_failed', 'storage_full'] as const)(
    'error: %s isn’t recorded as a lost reply; the alarm comes back to the entry',
    async (code) => {
      let fails = true;
      const keep = async () => {
        if (!fails) return;
        fails = false;
        throw new KeystampError(code);
      };
      await expect(perform('send', {}, { outcome: good, keep })).rejects.toMatchObject({ code });
      expect(saved).toEqual([]);
    },
  );
});

describe('a send', () => {
  test('behavior: a reply ends the entry, and drops votes and intent', async () => {
    const after = await perform('send', {}, { outcome: good });
    expect(sent).toEqual([expect.objectContaining({ priority: 'user', ...SIGNED_REQUEST })]);
    expect(saved.map(({ record }) => record.state)).toEqual(['sending', 'completed']);
    expect(after?.record).toMatchObject({ state: 'completed', activityId: ACTIVITY, attempts: 1 });
    expect(after?.facts).toMatchObject({ requestDigest: 'a', result: RESULT, error: null });
    expect(after?.facts?.activity).toMatchObject({ id: ACTIVITY });
    expect(after?.facts?.activity).not.toHaveProperty('votes');
    expect(after?.facts?.activity).not.toHaveProperty('intent');
    expect(accepted).toBe(1);
  });

  test('behavior: a reply without an end is polled', async () => {
    const value = { activity: activityWith({ status: 'ACTIVITY_STATUS_PENDING', result: {} }) };
    const after = await perform('send', {}, { outcome: answer(value) });
    expect(after?.record).toMatchObject({ state: 'pending', activityId: ACTIVITY });
    expect(after?.facts).toMatchObject({ result: null, error: null });
  });

  test('behavior: a failed activity says why', async () => {
    const failure = { code: 3, message: 'no such user', details: [] };
    const value = { activity: activityWith({ status: 'ACTIVITY_STATUS_FAILED', failure }) };
    const after = await perform('send', {}, { outcome: answer(value) });
    expect(after?.record.state).toBe('failed');
    expect(after?.facts?.error).toMatchObject({
      code: 'activity_failed',
      detail: { serviceMessage: 'no such user' },
    });
  });

  test('error: a reply about something else is a mismatch, and its clock doesn’t count', async () => {
    const value = { activity: activityWith({ organizationId: OTHER }) };
    const after = await perform('send', {}, { outcome: answer(value) });
    expect(after?.record).toMatchObject({ state: 'mismatch', mismatched: true });
    expect(after?.facts?.error).toMatchObject({
      code: 'reply_mismatch',
      detail: { field: 'organizationId' },
    });
    expect(accepted).toBe(0);
  });

  test('error: an unreadable result is requested again, and given up after four times', async () => {
    const value = { activity: activityWith({ result: {} }) };
    const first = await perform('send', {}, { outcome: answer(value) });
    expect(first?.record).toMatchObject({ state: 'waiting', uncertain: true });
    expect(first?.facts?.error).toMatchObject({ code: 'service_malformed' });
    const third = await perform(
      'send',
      { record: recordOf({ failures: 3 }) },
      { outcome: answer(value) },
    );
    expect(third?.record.state).toBe('waiting');
    const last = await perform(
      'send',
      { record: recordOf({ failures: 4 }) },
      { outcome: answer(value) },
    );
    expect(last?.record.state).toBe('completed');
    expect(last?.facts).toMatchObject({ result: null, error: { code: 'service_malformed' } });
  });

  test('error: a refusal ends the entry, and is kept as the reason', async () => {
    const error = errorOf('service_error', { serviceMessage: 'no' });
    const after = await perform('send', {}, { outcome: { kind: 'refused', error } });
    expect(after?.record.state).toBe('refused');
    expect(after?.facts?.error).toMatchObject({ code: 'service_error' });
    expect(after?.facts?.refusal).toEqual(after?.facts?.error);
  });

  test('error: a deferred request waits as long as it has to', async () => {
    const error = errorOf('rate_limited');
    const after = await perform('send', {}, { outcome: { kind: 'deferred', error, waitMs: 9000 } });
    expect(after?.record).toMatchObject({ state: 'waiting', uncertain: false, nextAt: NOW + 9000 });
    expect(after?.facts?.error).toMatchObject({ code: 'rate_limited' });
  });

  test.each([
    [{ kind: 'unknown', error: errorOf('service_unavailable') } as const, 'service_unavailable'],
    [errorOf('service_timeout'), 'service_timeout'],
    [new TypeError('broken'), 'internal'],
  ])('error: after %s the outcome is unknown', async (outcome, code) => {
    const after = await perform('send', {}, { outcome });
    expect(after?.record).toMatchObject({ state: 'waiting', uncertain: true });
    expect(after?.facts?.error).toMatchObject({ code });
  });

  test('behavior: a request that became too old before its turn isn’t sent and isn’t counted', async () => {
    const record = recordOf({ timestampMs: NOW - HOUR });
    const after = await perform('send', { record }, { outcome: good });
    expect(after?.record).toMatchObject({ state: 'stamped', attempts: 0, uncertain: false });
    expect(after?.facts?.error).toBeNull();
    expect(saved).toHaveLength(1);
  });

  test('error: an error of the store is passed on', async () => {
    for (const code of ['storage_failed', 'storage_full'] as const) {
      const keep = async () => {
        throw errorOf(code);
      };
      await expect(perform('send', {}, { outcome: good, keep })).rejects.toMatchObject({ code });
    }
  });
});

describe('a refused time', () => {
  const refused = { kind: 'refused', error: errorOf('time_refused') } as const;

  test('error: drops the service’s clock and takes two new samples', async () => {
    skew = 400_000;
    const after = await perform('send', {}, { outcome: refused, queried: () => ({}) });
    expect(forgotten).toBe(1);
    expect(asked).toEqual([
      [BUILT_IN_QUERIES.identity, {}, 'background'],
      [BUILT_IN_QUERIES.identity, {}, 'background'],
    ]);
    expect(after?.record.state).toBe('refused');
    expect(after?.facts?.error).toMatchObject({ code: 'time_refused' });
    expect(after?.facts?.error?.['detail']).toMatchObject({ skewMs: 400_000 });
  });

  test('error: a failed sample doesn’t affect the entry', async () => {
    const queried = () => {
      throw errorOf('service_unreachable');
    };
    const after = await perform('send', {}, { outcome: refused, queried });
    expect(asked).toHaveLength(1);
    expect(after?.record.state).toBe('refused');
  });

  test('behavior: other refusals trigger no query', async () => {
    await perform('send', {}, { outcome: { kind: 'refused', error: errorOf('service_error') } });
    expect([asked, forgotten]).toEqual([[], 0]);
  });
});

describe('a poll', () => {
  const pending = { state: 'pending', activityId: ACTIVITY } as const;

  test('behavior: asks by id, and treats the result as a reply', async () => {
    const queried = () => ({ activity: activityWith() });
    const after = await perform('poll', { record: recordOf(pending) }, { queried });
    expect(asked).toEqual([[BUILT_IN_QUERIES.activity, { activityId: ACTIVITY }, 'background']]);
    expect(sent).toEqual([]);
    expect(after?.record.state).toBe('completed');
  });

  test('behavior: keeps an earlier result if there is none now', async () => {
    const facts = { ...FACTS, result: { kept: true } };
    const queried = () => ({ activity: activityWith({ status: 'ACTIVITY_STATUS_PENDING' }) });
    const after = await perform('poll', { record: recordOf(pending), facts }, { queried });
    expect(after?.facts?.result).toEqual({ kept: true });
  });

  test('behavior: for a passkey-only profile, resends the same bytes within their window', async () => {
    const byPasskey = { ...pending, keyId: null, method: 'passkey' } as const;
    const after = await perform('poll', { record: recordOf(byPasskey) }, { outcome: good });
    expect(sent).toEqual([{ priority: 'background', ...SIGNED_REQUEST }]);
    expect(asked).toEqual([]);
    expect(after?.record.state).toBe('completed');
    expect(accepted).toBe(1);
    const queried = () => ({ activity: activityWith() });
    for (const asks of [{ timestampMs: NOW - HOUR }, { mismatched: true }, { keyId: 'key' }]) {
      asked = [];
      await perform('poll', { record: recordOf({ ...byPasskey, ...asks }) }, { queried });
      expect(asked).toHaveLength(1);
    }
  });

  test('error: a refusal of resent bytes settles nothing', async () => {
    const record = recordOf({ ...pending, keyId: null });
    const error = errorOf('service_error');
    const after = await perform('poll', { record }, { outcome: { kind: 'refused', error } });
    expect(after?.record).toMatchObject({ state: 'pending', failures: 1 });
    expect(after?.facts?.error).toMatchObject({ code: 'service_error' });
    expect(after?.facts?.refusal).toBeUndefined();
  });

  test('error: a failed poll is repeated after the pause that it names', async () => {
    const queried = () => {
      throw errorOf('rate_limited', { waitMs: 45_000 });
    };
    const after = await perform('poll', { record: recordOf(pending) }, { queried });
    expect(after?.record).toMatchObject({ state: 'pending', failures: 1, nextAt: NOW + 45_000 });
    const broken = () => {
      throw new TypeError('broken');
    };
    const other = await perform('poll', { record: recordOf(pending) }, { queried: broken });
    expect(other?.record).toMatchObject({ state: 'pending', failures: 1 });
    expect(other?.facts?.error).toMatchObject({ code: 'internal' });
  });

  test.each(['vault_locked', 'key_unknown', 'read_session_needed', 'managed_profile'] as const)(
    'error: %s leaves it to the user',
    async (code) => {
      const queried = () => {
        throw errorOf(code);
      };
      const after = await perform('poll', { record: recordOf(pending) }, { queried });
      expect(after?.record).toMatchObject({ state: 'pending', nextAt: null });
      expect(after?.facts?.error).toMatchObject({ code });
    },
  );
});

describe('a look-up', () => {
  const none = () => ({ activities: [] });

  test('behavior: an activity that is found is treated as a reply', async () => {
    const queried = () => ({ activities: [activityWith()] });
    const after = await perform('find', { record: recordOf({ lookingUp: true }) }, { queried });
    expect(asked[0]?.[0]).toBe(BUILT_IN_QUERIES.activities);
    expect(after?.record).toMatchObject({ state: 'completed', activityId: ACTIVITY });
  });

  const OLD = { timestampMs: NOW - HOUR };
  const REFUSAL = { code: 'service_error', message: 'no' };
  const CASES: readonly (readonly [
    string,
    Partial<OutboxRecord>,
    Partial<Facts>,
    string,
    string,
  ])[] = [
    [
      'after a refusal: the refusal',
      { lookingUp: true },
      { refusal: REFUSAL },
      'refused',
      'service_error',
    ],
    [
      'after a refusal that an earlier version stored',
      { lookingUp: true },
      { error: REFUSAL },
      'refused',
      'service_error',
    ],
    ['too late, never accepted: the time', OLD, { error: REFUSAL }, 'refused', 'time_refused'],
    ['too late, in doubt: unknown', { ...OLD, uncertain: true }, {}, 'unknown', 'outcome_unknown'],
    [
      'after a mismatch: not listed',
      { lookingUp: true, mismatched: true },
      { refusal: REFUSAL },
      'mismatch',
      'activity_not_listed',
    ],
  ];
  test.each(CASES)('behavior: if nothing is found, %s', async (_, changes, facts, state, code) => {
    const entry = { record: recordOf(changes), facts: { ...FACTS, ...facts } };
    const after = await perform('find', entry, { queried: none });
    expect(after?.record.state).toBe(state);
    expect(after?.facts?.error).toMatchObject({ code });
  });
});

describe('an entry that cannot be read', () => {
  test.each([
    [{ signedRequest: null }, 'waiting'],
    [{ facts: null }, 'waiting'],
    [{ record: recordOf({ operation: 'of_tomorrow', state: 'waiting' }) }, 'waiting'],
    [{ record: recordOf({ type: 'ACTIVITY_TYPE_OTHER', state: 'waiting' }) }, 'waiting'],
    [{ signedRequest: null, record: recordOf({ mismatched: true, state: 'waiting' }) }, 'mismatch'],
    [
      {
        signedRequest: null,
        facts: null,
        record: recordOf({ mismatched: true, state: 'waiting' }),
      },
      'waiting',
    ],
  ])('behavior: %j rests, as %s', async (entry, state) => {
    const record = recordOf({ state: 'waiting' });
    expect(await perform('send', { record, ...entry }, { outcome: good })).toBeUndefined();
    expect([sent, asked]).toEqual([[], []]);
    expect(saved).toHaveLength(1);
    expect(saved[0]?.record).toMatchObject({ state, nextAt: null });
    expect(saved[0]?.facts).toBeUndefined();
  });
});
