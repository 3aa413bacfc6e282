import { createOutboxRunner, type TryLock } from '../../../src/activities/outbox/runner.ts';
import type { ExchangeResult, ExchangeOutcome } from '../../../src/activities/exchange.ts';
import type { Facts, OutboxEntry, OutboxRecord } from '../../../src/activities/outbox/record.ts';
import type { Outbox } from '../../../src/activities/outbox/outbox.ts';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { activityWith, FACTS, SIGNED_REQUEST, recordOf, NOW } from './entries.ts';

const OPEN = ['stamped', 'sending', 'waiting', 'pending'];
export const GOOD: ExchangeOutcome = { kind: 'answer', value: { activity: activityWith() } };
export const UNKNOWN: ExchangeOutcome = {
  kind: 'unknown',
  error: new KeystampError('service_unavailable'),
};

type Timer = { readonly ms: number; readonly act: () => void };

/** An outbox runner over a disk in memory, and a network and clock that the test controls. */
export function createRunnerFixture(
  outcome: ExchangeOutcome | (() => Promise<ExchangeOutcome>) = GOOD,
) {
  const rows = new Map<string, OutboxEntry>();
  const timers = new Set<Timer>();
  const alarms: (number | null)[] = [];
  const changed: string[] = [];
  const sent: string[] = [];
  const disk = { refuses: false, listed: Promise.resolve() };
  /** Until when the browser hasn’t set an alarm. */
  const browser = { busy: Promise.resolve() };
  const during = { change: () => {} };
  const time = { now: NOW };
  const heldLocks = new Set<string>();
  const outbox = {
    get: async (id: string) => {
      if (disk.refuses) throw new KeystampError('storage_failed');
      return rows.get(id);
    },
    save: async (record: OutboxRecord, facts?: Facts) => {
      const before = rows.get(record.id);
      if (before) rows.set(record.id, { ...before, record, facts: facts ?? before.facts });
    },
    unsettled: async () => {
      const records = Array.from(rows.values(), ({ record }) => record);
      await disk.listed;
      return records.filter(({ state }) => OPEN.includes(state));
    },
  } as unknown as Outbox;
  const tryLock: TryLock = async (name, work) => {
    if (heldLocks.has(name)) return;
    heldLocks.add(name);
    await work().finally(() => heldLocks.delete(name));
  };
  const runner = createOutboxRunner({
    exchange: async (destination, outgoing): Promise<ExchangeResult> => {
      await outgoing.beforeSend?.();
      sent.push((destination as unknown as OutboxRecord).id);
      const answer = typeof outcome === 'function' ? await outcome() : outcome;
      return { outcome: answer, markVerified: () => {} };
    },
    queries: { ask: async () => ({ activities: [] }) } as never,
    clock: { now: () => time.now, offset: () => 0, skew: () => 0, forget: () => {} } as never,
    random: () => 0.5,
    outbox,
    tryLock,
    later: (ms, act) => {
      const timer = { ms, act };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    alarm: async (at) => {
      alarms.push(at);
      await browser.busy;
    },
    onChange: (id) => {
      changed.push(id);
      during.change();
    },
  });
  const add = (id: string, changes: Partial<OutboxRecord> = {}, more: Partial<OutboxEntry> = {}) =>
    void rows.set(id, {
      record: recordOf({ id, ...changes }),
      signedRequest: SIGNED_REQUEST,
      facts: FACTS,
      ...more,
    });
  const stateOf = (id: string) => rows.get(id)?.record.state;
  return {
    runner,
    add,
    rows,
    timers,
    alarms,
    changed,
    sent,
    disk,
    browser,
    during,
    time,
    heldLocks,
    stateOf,
  };
}
