// Clocks that jump, in any order, between submits: this computer's and the service's, by an hour, a
// day, to 2099 and back. Once both are right again, nothing takes more than one click, nothing was
// done twice, and nothing stays open.
// `KEYSTAMP_CLOCK_TRIALS=1000 vitest run test/worker/clock-trials.test.ts` runs more of it;
// `KEYSTAMP_SEED` starts elsewhere.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { EntryView } from '../../src/protocol/outbox-entry.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { openMemory } from '../service/harness.ts';
import { DAY, withServiceDate, UNTIL_2099, HOUR } from './clocks.ts';
import { SETTLED } from './worker-fixture.ts';
import { FAULTS, createSeededRandom } from './faults.ts';
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

const TRIALS = Number(process.env['KEYSTAMP_CLOCK_TRIALS'] ?? 15);
const SEED = Number(process.env['KEYSTAMP_SEED'] ?? 1);
const TYPE = 'ACTIVITY_TYPE_UPDATE_USER_NAME';
const JUMPS = [HOUR, -HOUR, DAY, -DAY, UNTIL_2099, 0, 0] as const;

describe('clocks that jump', () => {
  const time = createFakeTime();
  let database: OpenDatabase;
  let service: Service;
  let honestFetch: Fetch;
  let browser: FakeBrowser;

  beforeAll(async () => {
    database = await openMemory();
    service = await createService({
      database,
      clock: () => time.now() + time.skew,
      random: randomBytes,
      master: TEST_MASTER,
    });
    honestFetch = withServiceDate(createServiceFetch(service), time);
  });
  afterAll(() => service.close());
  afterEach(() => browser.close());

  async function countExecutions(): Promise<number> {
    const answer = await service.handle(new Request(`${BASE_URL}/local/effects`));
    const { effects } = (await answer.json()) as { effects: Record<string, number> };
    return effects[TYPE] ?? 0;
  }

  /** One browser, one profile, and clocks that the trial sets. */
  async function startTrial(random: () => number) {
    time.shift = 0;
    time.skew = 0;
    browser = createFakeBrowser(honestFetch, time);
    const { kek, profile, enrolment } = await setUpAccount(browser);
    const ids: string[] = [];
    const offsets = { machine: 0, service: 0 };
    const pick = <T>(list: readonly T[]): T => {
      const item = list[Math.floor(random() * list.length)];
      if (item === undefined) throw new Error('empty');
      return item;
    };

    async function unlock(): Promise<void> {
      const { vault } = await browser.client.call('state', {});
      if (vault === 'locked') await browser.client.call('vault_unlock', {}, { keks: [kek] });
    }

    /** Sets clocks to these offsets from the right time. */
    async function setClocks(to: Partial<typeof offsets>): Promise<void> {
      Object.assign(offsets, to);
      time.shift = offsets.machine;
      time.skew = offsets.service - offsets.machine;
      await unlock();
    }

    /** The same intent each time: two bodies of one millisecond would be one activity. */
    async function submit(): Promise<string> {
      const id = crypto.randomUUID();
      const parameters = { userId: enrolment.userId, userName: 'Same' };
      const input = { id, profileId: profile.id, operation: 'update_user_name', parameters };
      await browser.client.call('activities_submit', input, { fields: {} });
      ids.push(id);
      return id;
    }

    const readHome = () =>
      browser.client.call('home', { profileId: profile.id }).catch(() => undefined);
    const loseNextAnswer = (fault: 'drop before' | 'drop after') => {
      browser.network = async (url, init) => {
        if (!url.includes('/submit/')) return honestFetch(url, init);
        browser.network = honestFetch;
        return FAULTS[fault](honestFetch, url, init);
      };
    };
    return {
      ids,
      pick,
      set: setClocks,
      submit,
      readHome,
      loseNextAnswer,
      unlock,
      profile,
    };
  }

  type Trial = Awaited<ReturnType<typeof startTrial>>;

  /** Random actions while clocks are wrong. Anything may be refused then, with a reason. */
  async function runRandomActs({
    pick,
    set: setClocks,
    submit,
    readHome,
    loseNextAnswer,
    ids,
  }: Trial): Promise<void> {
    const trySubmit = async () => {
      await submit().catch((error: unknown) => {
        if (!(error instanceof KeystampError) || error.code !== 'clock_ahead') throw error;
      });
    };
    const acts: readonly (() => Promise<void>)[] = [
      () => setClocks({ machine: pick(JUMPS) }),
      () => setClocks({ machine: pick(JUMPS) }),
      () => setClocks({ service: pick(JUMPS) }),
      trySubmit,
      trySubmit,
      async () => {
        await trySubmit();
        const id = ids.at(-1);
        if (id !== undefined) await waitForState(browser, id, SETTLED.concat('waiting', 'pending'));
      },
      async () => void (await readHome()),
      async () => loseNextAnswer(pick(['drop before', 'drop after'])),
      async () => browser.kill(),
    ];
    const count = 4 + Math.floor(12 * Number(pick([0.2, 0.5, 1])));
    for (let i = 0; i < count; i++) await pick(acts)();
  }

  /** Submits a new activity once both clocks are right; returns the number of clicks, 0 or 1. */
  async function submitUntilCompleted({ submit, profile }: Trial): Promise<number> {
    let clicks = 0;
    const id = await submit().catch(async (error: unknown) => {
      if (!(error instanceof KeystampError) || error.code !== 'clock_ahead') throw error;
      clicks += 1;
      await browser.client.call('profiles_reset_clock', { id: profile.id });
      return submit();
    });
    const view = await waitForState(browser, id, SETTLED);
    if (view.state === 'completed') return clicks;
    expect(view).toMatchObject({ state: 'refused', error: { code: 'time_refused' } });
    const again = await waitForState(browser, await submit(), SETTLED);
    expect(again.state).toBe('completed');
    return clicks + 1;
  }

  async function runTrial(seed: number): Promise<void> {
    const before = await countExecutions();
    const random = createSeededRandom(seed);
    const trial = await startTrial(random);
    await runRandomActs(trial);
    browser.network = honestFetch;
    await trial.set({ machine: 0, service: 0 });
    if (random() < 0.5) browser.kill();
    await trial.unlock();
    if (random() < 0.5) await trial.readHome();
    expect(await submitUntilCompleted(trial)).toBeLessThanOrEqual(1);
    // Nothing is left of it.
    for (let i = 0; i < 2; i++) expect(await submitUntilCompleted(trial)).toBe(0);
    const views: EntryView[] = [];
    for (const id of trial.ids) views.push(await waitForState(browser, id, SETTLED));
    const countInState = (state: string) => views.filter((view) => view.state === state).length;
    expect(views.filter(({ state }) => state === 'mismatch')).toEqual([]);
    expect(new Set(views.map((view) => view.fingerprint)).size).toBe(views.length);
    const done = (await countExecutions()) - before;
    expect(done).toBeGreaterThanOrEqual(countInState('completed'));
    expect(done).toBeLessThanOrEqual(countInState('completed') + countInState('unknown'));
  }

  test(
    `behavior: ${TRIALS} random trials: nothing delayed, nothing done twice, nothing left open`,
    { timeout: 60_000 + TRIALS * 10_000 },
    async () => {
      for (let trial = 0; trial < TRIALS; trial++) {
        const seed = SEED * 100_000 + trial;
        await runTrial(seed).catch((error: unknown) => {
          throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
        });
        browser.close();
      }
    },
  );
});
