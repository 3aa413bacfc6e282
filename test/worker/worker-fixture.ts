// What the tests of activities share: the service, a browser around the worker, a profile in it.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { CallName, InputOf } from '../../src/messaging/calls.ts';
import type { EntryView } from '../../src/protocol/outbox-entry.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { openMemory } from '../service/harness.ts';
import {
  BASE_URL,
  createFakeBrowser,
  createFakeTime,
  createServiceFetch,
  callWithProof,
  setUpAccount,
  type Fetch,
  type FakeBrowser,
} from './fake-browser.ts';
import { TEST_MASTER } from '../set-up-code.ts';

export const SETTLED = ['completed', 'failed', 'rejected', 'refused', 'mismatch', 'unknown'];
export const HOUR = 3_600_000;
export type Values = Record<string, unknown>;
/** A request as the network saw it. */
export type RecordedRequest = {
  readonly path: string;
  readonly body: string;
  readonly stamp: string | null;
};

type SubmitOptions = { readonly id?: string; readonly fields?: Record<string, string> };

/** One service for the file, and for each test a fresh browser with vault, key and profile. */
export function useWorkerFixture() {
  const time = createFakeTime();
  const fixture = {
    time,
    database: undefined as unknown as OpenDatabase,
    service: undefined as unknown as Service,
    serviceFetch: undefined as unknown as Fetch,
    browser: undefined as unknown as FakeBrowser,
    account: undefined as unknown as Awaited<ReturnType<typeof setUpAccount>>,

    submit(operation: string, parameters: Values, options: SubmitOptions = {}): Promise<EntryView> {
      const { id = crypto.randomUUID(), fields = {} } = options;
      const input = { id, profileId: fixture.account.profile.id, operation, parameters };
      return fixture.browser.client.call('activities_submit', input, { fields });
    },

    /** A call that guards stamping, with the password. */
    callWithProof: <N extends CallName>(name: N, input: InputOf<N>) =>
      callWithProof(fixture.browser, fixture.account.kek, name, input),

    /** Submits an ordinary activity. */
    submitTag: () => {
      const userTagName = `T ${crypto.randomUUID().slice(0, 20)}`;
      return fixture.submit('create_user_tag', { userTagName, userIds: [] });
    },

    /** How often the service ran activities of a type. */
    async effects(type = 'ACTIVITY_TYPE_CREATE_USER_TAG'): Promise<number> {
      const answer = await fixture.service.handle(new Request(`${BASE_URL}/local/effects`));
      const { effects } = (await answer.json()) as { effects: Record<string, number> };
      return effects[type] ?? 0;
    },

    /** Records every request that reaches the network from now on. */
    recordRequests(): RecordedRequest[] {
      const requests: RecordedRequest[] = [];
      const network = fixture.browser.network;
      fixture.browser.network = async (url, init) => {
        const stamp = new Headers(init.headers).get('X-Stamp');
        const body = typeof init.body === 'string' ? init.body : '';
        requests.push({ path: new URL(url).pathname, body, stamp });
        return network(url, init);
      };
      return requests;
    },

    /** Changes the JSON of answers on some paths from now on. */
    changeAnswers(path: RegExp, change: (answer: { activity: Values }) => void): void {
      fixture.browser.network = async (url, init) => {
        const response = await fixture.serviceFetch(url, init);
        if (!path.test(url)) return response;
        const answer = JSON.parse(await response.text()) as { activity: Values };
        change(answer);
        return new Response(JSON.stringify(answer), { status: response.status });
      };
    },
  };

  beforeAll(async () => {
    fixture.database = await openMemory();
    fixture.service = await createService({
      database: fixture.database,
      clock: () => time.now() + time.skew,
      random: randomBytes,
      master: TEST_MASTER,
    });
    fixture.serviceFetch = createServiceFetch(fixture.service);
  });
  afterAll(() => fixture.service.close());
  beforeEach(async () => {
    time.skew = 0;
    // Two bodies of one millisecond would be one activity.
    await time.pass(1000);
    fixture.browser = createFakeBrowser(fixture.serviceFetch, time);
    fixture.account = await setUpAccount(fixture.browser);
  });
  afterEach(() => fixture.browser.close());
  return fixture;
}

/** Requests that would have an effect. */
export const submitRequests = (requests: readonly RecordedRequest[]) =>
  requests.filter(({ path }) => path.includes('/submit/'));

/** An entry's row on disk; changes it there when given a change. */
export function readOutboxRow(id: string, change?: (row: Values) => Values): Promise<Values> {
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
