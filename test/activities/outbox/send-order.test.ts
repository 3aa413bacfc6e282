// Nothing is sent before the disk says so, and only one run handles an entry at a time.
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createClock } from '../../../src/activities/clock.ts';
import { createOutboxRunner, type TryLock } from '../../../src/activities/outbox/runner.ts';
import { createExchange } from '../../../src/activities/exchange.ts';
import { initialProgress } from '../../../src/activities/outbox/transitions.ts';
import type { OutboxRecord } from '../../../src/activities/outbox/record.ts';
import { createOutbox } from '../../../src/activities/outbox/outbox.ts';
import { createPacing } from '../../../src/activities/rates/pacing.ts';
import { createQueries } from '../../../src/activities/queries.ts';
import { createScheduler } from '../../../src/activities/rates/scheduler.ts';
import {
  createPerformAction,
  type SaveChange,
} from '../../../src/activities/outbox/perform-action.ts';
import { createTransport } from '../../../src/activities/transport.ts';
import { historyBeside } from '../../history/fixture.ts';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { fingerprint } from '../../../src/crypto/fingerprint.ts';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { NO_POLICY } from '../../../src/protocol/managed-policy.ts';
import { createConnection } from '../../../src/storage/database.ts';
import { createTestClock } from '../../test-clock.ts';

const ID = 'one';
const KEY = new Uint8Array(32).fill(9);
const ORGANIZATION = '11111111-1111-4111-8111-111111111111';
const TYPE = 'ACTIVITY_TYPE_CREATE_USER_TAG';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const { now, later, pass, passes, run } = createTestClock(1_763_700_000_000);
/** Shorter than a runner waits for a lock. */
const aMoment = () => pass(20);

/** A request as the network saw it, and what the disk had at that moment. */
type Sent = { readonly body: string; readonly disk: string; readonly attempts: number };

/**
 * The activities layer over an empty disk with one stamped entry, and a network that the test
 * controls.
 */
async function setUp() {
  const connect = createConnection({ pause: () => Promise.resolve() });
  const outbox = createOutbox({
    connect,
    random: randomBytes,
    outboxKeys: async () => KEY,
    history: historyBeside(connect),
  });
  const sent: Sent[] = [];
  const network = {
    answer: async (): Promise<Response> => new Response('', { status: 503 }),
    /** Over a query. */
    stamp: async () => ({ header: 'X-Stamp', value: 'x' }),
  };
  const timestampMs = now();
  const parameters = { userTagName: 'T', userIds: [] };
  const body = JSON.stringify({
    type: TYPE,
    timestampMs: String(timestampMs),
    organizationId: ORGANIZATION,
    parameters,
  });
  const record: OutboxRecord = {
    ...initialProgress(timestampMs, timestampMs),
    id: ID,
    origin: 'popup',
    profileId: 'aaaaaaaa-0000-4000-8000-000000000000',
    organizationId: ORGANIZATION,
    keyId: '22222222-2222-4222-8222-222222222222',
    method: 'key',
    baseUrl: 'http://127.0.0.1:8788',
    operation: 'create_user_tag',
    type: TYPE,
    fingerprint: await fingerprint(body),
    createdAt: timestampMs,
    hidden: false,
  };
  const path = '/public/v1/submit/create_user_tag';
  const signedRequest = { path, body, stamp: { header: 'X-Stamp', value: 'x' } };
  const facts = { requestDigest: 'a', parameters, activity: null, result: null, error: null };
  await outbox.add(record, signedRequest, facts);

  /** What one worker needs to perform actions. */
  function life() {
    const clock = createClock(now);
    const scheduler = createScheduler({ now, later });
    const session = { get: async () => undefined, set: async () => {}, remove: async () => {} };
    const pacing = createPacing({
      scheduler,
      session,
      now,
      random: () => 0.5,
      onChange: () => {},
    });
    const transport = createTransport({
      fetch: async (_url, init) => {
        const stored = (await outbox.get(ID))?.record;
        const { state: disk = 'none', attempts = -1 } = stored ?? {};
        sent.push({ body: typeof init.body === 'string' ? init.body : '', disk, attempts });
        return network.answer();
      },
      clock,
      later,
    });
    const exchange = createExchange({
      managed: async () => NO_POLICY,
      mayContact: async () => true,
      transport,
      pacing,
      clock,
    });
    const queries = createQueries({
      exchange,
      pacing,
      stamp: () => network.stamp(),
      onSessionRefused: async () => {},
      random: () => 0.5,
      sleep: async () => {},
    });
    return { exchange, queries, clock, random: () => 0.5 };
  }

  const entry = async () => {
    const found = await outbox.get(ID);
    if (!found) throw new Error('no entry');
    return found;
  };
  return { outbox, sent, network, life, entry, body };
}

describe('a send', () => {
  test('behavior: nothing is sent while the save of “sending” is held', async () => {
    const { sent, life, entry } = await setUp();
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const states: string[] = [];
    const keep: SaveChange = async ({ record }) => {
      states.push(record.state);
      await gate;
    };
    const work = createPerformAction(life())(await entry(), 'send', keep);
    await passes(() => expect(states).toEqual(['sending']));
    await aMoment();
    expect(sent).toEqual([]);
    release();
    await work;
    expect(sent).toHaveLength(1);
  });

  for (const code of ['storage_failed', 'storage_full'] as const) {
    test(`error: nothing is sent if the save of “sending” fails: ${code}`, async () => {
      const { sent, life, entry } = await setUp();
      const keep: SaveChange = async () => {
        throw new KeystampError(code);
      };
      const work = createPerformAction(life())(await entry(), 'send', keep);
      await expect(work).rejects.toMatchObject({ code });
      await aMoment();
      expect(sent).toEqual([]);
    });
  }

  test('behavior: the disk says “sending”, and counts it, before the network sees the bytes', async () => {
    const { outbox, sent, life, entry, body } = await setUp();
    const step = createPerformAction(life());
    const keep: SaveChange = ({ record, facts }) => outbox.save(record, facts);
    for (let i = 0; i < 3; i++) await step(await entry(), 'send', keep);
    expect(sent).toEqual([1, 2, 3].map((attempts) => ({ body, disk: 'sending', attempts })));
  });
});

describe('a clock that jumps before the turn', () => {
  test('behavior: nothing is sent, and nothing is in doubt', async () => {
    const { outbox, sent, life, entry } = await setUp();
    let shift = 0;
    const clock = createClock(() => now() + shift);
    const step = createPerformAction({ ...life(), clock });
    const before = await entry();
    shift = 2 * 3_600_000;
    await step(before, 'send', ({ record, facts }) => outbox.save(record, facts));
    expect(sent).toEqual([]);
    expect((await entry()).record).toMatchObject({
      state: 'stamped',
      attempts: 0,
      uncertain: false,
    });
  });
});

describe('an unlock', () => {
  test('behavior: a run in progress doesn’t miss it', async () => {
    const { outbox, network, life, entry } = await setUp();
    const { record } = await entry();
    await outbox.save({ ...record, state: 'pending', activityId: ORGANIZATION });
    let refuse = () => {};
    let stamps = 0;
    network.stamp = () => {
      stamps += 1;
      if (stamps > 1) return new Promise(() => {});
      return new Promise((_, reject) => (refuse = () => reject(new KeystampError('vault_locked'))));
    };
    const alone: TryLock = locks();
    const effects = { outbox, tryLock: alone, later, alarm: async () => {}, onChange: () => {} };
    const runner = createOutboxRunner({ ...life(), ...effects });
    void runner.run(ID);
    await passes(() => expect(stamps).toBe(1));
    // Unlocked now. The reads of the locked vault only fail later.
    await runner.resumeAfterUnlock();
    refuse();
    await passes(() => expect(stamps).toBe(2));
    expect((await entry()).record.nextAt).not.toBeNull();
    runner.stop();
  });
});

/** Locks shared by all workers, as browsers provide them. Some are already held. */
function locks(held = new Set<string>()): TryLock {
  return async (name, work) => {
    if (held.has(name)) return;
    held.add(name);
    await work().finally(() => held.delete(name));
  };
}

describe('two workers', () => {
  test('behavior: only one of them sends an entry that is in flight', async () => {
    const { outbox, sent, network, life, entry } = await setUp();
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    network.answer = async () => {
      await gate;
      return new Response('{"code":7,"message":"no"}', { status: 403 });
    };
    const tryLock = locks();
    const runners = [life(), life()].map((own) =>
      createOutboxRunner({
        ...own,
        outbox,
        tryLock,
        later,
        alarm: async () => {},
        onChange: () => {},
      }),
    );
    const runs = runners.flatMap((one) => [one.run(ID), one.resume(), one.run(ID)]);
    await passes(() => expect(sent.length).toBeGreaterThan(0));
    for (const one of runners) await run(one.retry(ID));
    await aMoment();
    expect(sent).toHaveLength(1);
    expect((await entry()).record).toMatchObject({
      state: 'sending',
      attempts: 1,
      uncertain: false,
    });
    release();
    await run(Promise.all(runs));
    await passes(async () => expect((await entry()).record.state).toBe('refused'));
    expect(sent).toHaveLength(1);
    for (const one of runners) one.stop();
  });

  test('behavior: an entry that a stopped worker still holds continues once it is released', async () => {
    const { outbox, sent, life } = await setUp();
    const held = new Set([`keystamp-entry-${ID}`]);
    const runner = createOutboxRunner({
      ...life(),
      outbox,
      tryLock: locks(held),
      later,
      // At least half a minute away: nobody should have to wait for it.
      alarm: async () => {},
      onChange: () => {},
    });
    await runner.resume();
    await aMoment();
    expect(sent).toEqual([]);
    held.clear();
    await passes(() => expect(sent.length).toBe(1));
    runner.stop();
  });

  test('behavior: so does an entry that the user retries in the meantime', async () => {
    const { outbox, sent, life, entry } = await setUp();
    await outbox.save({ ...(await entry()).record, nextAt: null });
    const held = new Set([`keystamp-entry-${ID}`]);
    const effects = { outbox, later, alarm: async () => {}, onChange: () => {} };
    const runner = createOutboxRunner({ ...life(), ...effects, tryLock: locks(held) });
    const asked = runner.retry(ID);
    await aMoment();
    held.clear();
    await run(asked);
    await passes(() => expect(sent.length).toBe(1));
    runner.stop();
  });
});
