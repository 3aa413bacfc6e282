// What the tests of activities share: the service, a browser around the worker, a profile in it.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { CallName, InputOf } from '../../src/messaging/calls.ts';
import type { EntryView } from '../../src/protocol/entry.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { openMemory } from '../service/harness.ts';
import {
  BASE_URL,
  createRig,
  createTime,
  fetchFrom,
  guarded,
  setUp,
  type Fetch,
  type Rig,
} from './rig.ts';

export const SETTLED = ['completed', 'failed', 'rejected', 'refused', 'mismatch', 'unknown'];
export const HOUR = 3_600_000;
export type Values = Record<string, unknown>;
/** A request as the network saw it. */
export type Seen = { readonly path: string; readonly body: string; readonly stamp: string | null };

type Extras = { readonly id?: string; readonly fields?: Record<string, string> };

/** One service for the file, and for each test a fresh browser with vault, key and profile. */
export function useDesk() {
  const time = createTime();
  const desk = {
    time,
    database: undefined as unknown as OpenDatabase,
    service: undefined as unknown as Service,
    through: undefined as unknown as Fetch,
    rig: undefined as unknown as Rig,
    ready: undefined as unknown as Awaited<ReturnType<typeof setUp>>,

    submit(operation: string, parameters: Values, extras: Extras = {}): Promise<EntryView> {
      const { id = crypto.randomUUID(), fields = {} } = extras;
      const input = { id, profileId: desk.ready.profile.id, operation, parameters };
      return desk.rig.client.call('activities_submit', input, { fields });
    },

    /** A call that guards stamping, by the password. */
    guarded: <N extends CallName>(name: N, input: InputOf<N>) =>
      guarded(desk.rig, desk.ready.kek, name, input),

    /** An activity like any other. */
    tag: () => {
      const userTagName = `T ${crypto.randomUUID().slice(0, 20)}`;
      return desk.submit('create_user_tag', { userTagName, userIds: [] });
    },

    /** How often the service carried out activities of a type. */
    async effects(type = 'ACTIVITY_TYPE_CREATE_USER_TAG'): Promise<number> {
      const answer = await desk.service.handle(new Request(`${BASE_URL}/local/effects`));
      const { effects } = (await answer.json()) as { effects: Record<string, number> };
      return effects[type] ?? 0;
    },

    /** Every request that reaches the network from now on. */
    tapped(): Seen[] {
      const seen: Seen[] = [];
      const inner = desk.rig.net;
      desk.rig.net = async (url, init) => {
        const stamp = new Headers(init.headers).get('X-Stamp');
        const body = typeof init.body === 'string' ? init.body : '';
        seen.push({ path: new URL(url).pathname, body, stamp });
        return inner(url, init);
      };
      return seen;
    },

    /** Changes the JSON of answers on some paths from now on. */
    tampered(path: RegExp, change: (answer: { activity: Values }) => void): void {
      desk.rig.net = async (url, init) => {
        const response = await desk.through(url, init);
        if (!path.test(url)) return response;
        const answer = JSON.parse(await response.text()) as { activity: Values };
        change(answer);
        return new Response(JSON.stringify(answer), { status: response.status });
      };
    },
  };

  beforeAll(async () => {
    desk.database = await openMemory();
    desk.service = await createService({
      database: desk.database,
      clock: () => time.now() + time.skew,
      random: randomBytes,
      master: randomBytes(32),
    });
    desk.through = fetchFrom(desk.service);
  });
  afterAll(() => desk.service.close());
  beforeEach(async () => {
    time.skew = 0;
    desk.rig = createRig(desk.through, time);
    desk.ready = await setUp(desk.rig);
  });
  afterEach(() => desk.rig.close());
  return desk;
}

/** Requests that would have an effect. */
export const submits = (seen: readonly Seen[]) =>
  seen.filter(({ path }) => path.includes('/submit/'));

/** What is on disk of an entry; changed there, where a change is given. */
export function outboxRow(id: string, change?: (row: Values) => Values): Promise<Values> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('keystamp');
    opening.addEventListener('error', () => reject(new Error('open')));
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('outbox', 'readwrite');
      const store = transaction.objectStore('outbox');
      const reading = store.get(id);
      reading.addEventListener('success', () => {
        if (change) store.put(change(reading.result as Values));
      });
      transaction.addEventListener('complete', () => {
        opening.result.close();
        resolve(reading.result as Values);
      });
    });
  });
}
