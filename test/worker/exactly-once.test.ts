// Exactly once (docs/decisions/exact-bytes.md): whatever breaks and wherever the worker stops, the
// service runs each activity once and the entry learns of it. `KEYSTAMP_TRIALS=1000 vitest run
// test/worker/exactly-once.test.ts` runs more of it; `KEYSTAMP_SEED` starts elsewhere.
import { readHistoryVerdict } from '../../src/client/history-verdict.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { openMemory } from '../service/harness.ts';
import { SETTLED } from './worker-fixture.ts';
import {
  FAULT_NAMES,
  KILL_POINTS,
  createSeededRandom,
  createFaultyFetch,
  type RequestFault,
} from './faults.ts';
import {
  BASE_URL,
  createFakeBrowser,
  createFakeTime,
  createServiceFetch,
  waitForState,
  setUpAccount,
  type Fetch,
  type FakeBrowser,
} from './fake-browser.ts';
import { TEST_MASTER } from '../set-up-code.ts';

const TRIALS = Number(process.env['KEYSTAMP_TRIALS'] ?? 15);
const SEED = Number(process.env['KEYSTAMP_SEED'] ?? 1);

describe('activities_submit', () => {
  const time = createFakeTime();
  let database: OpenDatabase;
  let service: Service;
  let serviceFetch: Fetch;
  let browser: FakeBrowser;

  beforeAll(async () => {
    database = await openMemory();
    service = await createService({
      database,
      clock: time.now,
      random: randomBytes,
      master: TEST_MASTER,
    });
    serviceFetch = createServiceFetch(service);
  });
  afterAll(() => service.close());
  afterEach(() => browser.close());

  async function executions(type: string): Promise<number> {
    const answer = await service.handle(new Request(`${BASE_URL}/local/effects`));
    const { effects } = (await answer.json()) as { effects: Record<string, number> };
    return effects[type] ?? 0;
  }

  const submitTag = (profileId: string, id: string, name: string) =>
    browser.client.call(
      'activities_submit',
      {
        id,
        profileId,
        operation: 'create_user_tag',
        parameters: { userTagName: name, userIds: [] },
      },
      { fields: {} },
    );

  /** What the history has of an entry: each step once, whatever broke on the way. */
  async function recordedFacts(id: string): Promise<readonly string[]> {
    const records = await browser.client.call('history_timeline', { id });
    return records.map(({ fact }) => fact).filter((fact) => fact !== 'accepted');
  }
  const ALL_STEPS = ['stamped', 'sent', 'completed'];
  const isWhole = async () =>
    (await readHistoryVerdict(browser.client, crypto.randomUUID()))?.kind === 'whole';

  const TAG_ACTIVITY = 'ACTIVITY_TYPE_CREATE_USER_TAG';

  for (const fault of FAULT_NAMES) {
    for (const kill of [null, ...KILL_POINTS]) {
      test(`behavior: ${fault}, worker ${kill ? `stopped ${kill}` : 'alive'}: done once`, async () => {
        browser = createFakeBrowser(serviceFetch, time);
        const { profile } = await setUpAccount(browser);
        const before = await executions(TAG_ACTIVITY);
        const mishaps: RequestFault[] = [{ fault, kill }];
        browser.network = createFaultyFetch(serviceFetch, () => mishaps.shift(), browser.kill);
        const id = crypto.randomUUID();
        await submitTag(profile.id, id, `Tag ${id.slice(0, 18)}`);
        const done = await waitForState(browser, id, SETTLED);
        expect(done).toMatchObject({ state: 'completed', error: null });
        expect(typeof done.result?.['userTagId']).toBe('string');
        expect(await executions(TAG_ACTIVITY)).toBe(before + 1);
        expect(await recordedFacts(id)).toEqual(ALL_STEPS);
        expect(await isWhole()).toBe(true);
      });
    }
  }

  test(
    `behavior: ${TRIALS} random trials: none lost, none done twice`,
    { timeout: 60_000 + TRIALS * 3000 },
    async () => {
      browser = createFakeBrowser(serviceFetch, time);
      const { profile } = await setUpAccount(browser);
      for (let trial = 0; trial < TRIALS; trial++) {
        const seed = SEED * 100_000 + trial;
        browser.network = serviceFetch;
        await browser.client.call('vault_touch', {});
        const random = createSeededRandom(seed);
        const pick = <T>(list: readonly T[]): T => {
          const item = list[Math.floor(random() * list.length)];
          if (item === undefined) throw new Error('empty');
          return item;
        };
        const mishaps: RequestFault[] = Array.from({ length: Math.floor(random() * 6) }, () => ({
          fault: random() < 0.75 ? pick(FAULT_NAMES) : null,
          kill: random() < 0.35 ? pick(KILL_POINTS) : null,
        }));
        browser.network = createFaultyFetch(serviceFetch, () => mishaps.shift(), browser.kill);
        const before = await executions(TAG_ACTIVITY);
        const id = crypto.randomUUID();
        // Stops a worker while it stamps and stores, before any request.
        if (random() < 0.3) browser.killAtEffect(1 + Math.floor(random() * 24));
        await submitTag(profile.id, id, `Trial ${seed} ${id.slice(0, 8)}`);
        const done = await waitForState(browser, id, SETTLED).catch((error: unknown) => {
          throw new Error(`seed ${seed}: ${String(error)}`);
        });
        expect({ seed, state: done.state, error: done.error }).toEqual({
          seed,
          state: 'completed',
          error: null,
        });
        expect({ seed, executions: await executions(TAG_ACTIVITY) }).toEqual({
          seed,
          executions: before + 1,
        });
        expect({ seed, facts: await recordedFacts(id) }).toEqual({ seed, facts: ALL_STEPS });
      }
      expect(await isWhole()).toBe(true);
      expect(browser.lifeCount()).toBeGreaterThan(TRIALS / 10);
    },
  );
});
