// Clocks that jump, in any order, between submits: this computer's and the service's, by an hour, a
// day, to 2099 and back. Once both are right again nothing is held up beyond one click, nothing was
// done twice, and nothing stays open.
// `KEYSTAMP_CLOCK_TRIALS=1000 vitest run test/messaging/clock-trials.test.ts` runs more of it;
// `KEYSTAMP_SEED` starts elsewhere.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { EntryView } from '../../src/protocol/entry.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { openMemory } from '../service/harness.ts';
import { DAY, dated, FAR, HOUR } from './clocks.ts';
import { SETTLED } from './desk.ts';
import { FAULTS, seeded } from './faults.ts';
import {
  BASE_URL,
  createRig,
  createTime,
  fetchFrom,
  follow,
  setUp,
  type Fetch,
  type Rig,
} from './rig.ts';

const TRIALS = Number(process.env['KEYSTAMP_CLOCK_TRIALS'] ?? 40);
const SEED = Number(process.env['KEYSTAMP_SEED'] ?? 1);
const TYPE = 'ACTIVITY_TYPE_UPDATE_USER_NAME';
const JUMPS = [HOUR, -HOUR, DAY, -DAY, FAR, 0, 0] as const;

describe('clocks that jump', () => {
  const time = createTime();
  let database: OpenDatabase;
  let service: Service;
  let honest: Fetch;
  let rig: Rig;

  beforeAll(async () => {
    database = await openMemory();
    service = await createService({
      database,
      clock: () => time.now() + time.skew,
      random: randomBytes,
      master: randomBytes(32),
    });
    honest = dated(fetchFrom(service), time);
  });
  afterAll(() => service.close());
  afterEach(() => rig.close());

  async function executions(): Promise<number> {
    const answer = await service.handle(new Request(`${BASE_URL}/local/effects`));
    const { effects } = (await answer.json()) as { effects: Record<string, number> };
    return effects[TYPE] ?? 0;
  }

  /** One browser, one profile, and clocks that the trial sets. */
  async function begin(random: () => number) {
    time.shift = 0;
    time.skew = 0;
    rig = createRig(honest, time);
    const { kek, profile, enrolment } = await setUp(rig);
    const ids: string[] = [];
    const offsets = { machine: 0, service: 0 };
    const pick = <T>(list: readonly T[]): T => {
      const one = list[Math.floor(random() * list.length)];
      if (one === undefined) throw new Error('empty');
      return one;
    };

    async function unlock(): Promise<void> {
      const { vault } = await rig.client.call('state', {});
      if (vault === 'locked') await rig.client.call('vault_unlock', {}, { keks: [kek] });
    }

    /** Sets clocks to so far from the right time. */
    async function set(to: Partial<typeof offsets>): Promise<void> {
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
      await rig.client.call('activities_submit', input, { fields: {} });
      ids.push(id);
      return id;
    }

    const home = () => rig.client.call('home', { profileId: profile.id }).catch(() => undefined);
    const lose = (fault: 'drop before' | 'drop after') => {
      rig.net = async (url, init) => {
        if (!url.includes('/submit/')) return honest(url, init);
        rig.net = honest;
        return FAULTS[fault](honest, url, init);
      };
    };
    return { ids, pick, set, submit, home, lose, unlock, profile };
  }

  type Trial = Awaited<ReturnType<typeof begin>>;

  /** What happens while clocks are wrong. Anything may be refused then, with a reason. */
  async function trouble({ pick, set, submit, home, lose, ids }: Trial): Promise<void> {
    const submitted = async () => {
      await submit().catch((error: unknown) => {
        if (!(error instanceof KeystampError) || error.code !== 'clock_ahead') throw error;
      });
    };
    const acts: readonly (() => Promise<void>)[] = [
      () => set({ machine: pick(JUMPS) }),
      () => set({ machine: pick(JUMPS) }),
      () => set({ service: pick(JUMPS) }),
      submitted,
      submitted,
      async () => {
        await submitted();
        const id = ids.at(-1);
        if (id !== undefined) await follow(rig, id, SETTLED.concat('waiting', 'pending'));
      },
      async () => void (await home()),
      async () => lose(pick(['drop before', 'drop after'])),
      async () => rig.kill(),
    ];
    const count = 4 + Math.floor(12 * Number(pick([0.2, 0.5, 1])));
    for (let i = 0; i < count; i++) await pick(acts)();
  }

  /** A new activity once both clocks are right: at once, or after one click. Answers the clicks. */
  async function succeed({ submit, profile }: Trial): Promise<number> {
    let clicks = 0;
    const id = await submit().catch(async (error: unknown) => {
      if (!(error instanceof KeystampError) || error.code !== 'clock_ahead') throw error;
      clicks += 1;
      await rig.client.call('profiles_reset_clock', { id: profile.id });
      return submit();
    });
    const view = await follow(rig, id, SETTLED);
    if (view.state === 'completed') return clicks;
    expect(view).toMatchObject({ state: 'refused', error: { code: 'time_refused' } });
    const again = await follow(rig, await submit(), SETTLED);
    expect(again.state).toBe('completed');
    return clicks + 1;
  }

  async function run(seed: number): Promise<void> {
    const before = await executions();
    const random = seeded(seed);
    const trial = await begin(random);
    await trouble(trial);
    rig.net = honest;
    await trial.set({ machine: 0, service: 0 });
    if (random() < 0.5) rig.kill();
    await trial.unlock();
    if (random() < 0.5) await trial.home();
    expect(await succeed(trial)).toBeLessThanOrEqual(1);
    // Nothing is left of it.
    for (let i = 0; i < 2; i++) expect(await succeed(trial)).toBe(0);
    const views: EntryView[] = [];
    for (const id of trial.ids) views.push(await follow(rig, id, SETTLED));
    const in_ = (state: string) => views.filter((view) => view.state === state).length;
    expect(views.filter(({ state }) => state === 'mismatch')).toEqual([]);
    expect(new Set(views.map((view) => view.fingerprint)).size).toBe(views.length);
    const done = (await executions()) - before;
    expect(done).toBeGreaterThanOrEqual(in_('completed'));
    expect(done).toBeLessThanOrEqual(in_('completed') + in_('unknown'));
  }

  test(
    `behavior: ${TRIALS} random trials: nothing held up, nothing done twice, nothing left open`,
    { timeout: 60_000 + TRIALS * 10_000 },
    async () => {
      for (let trial = 0; trial < TRIALS; trial++) {
        const seed = SEED * 100_000 + trial;
        await run(seed).catch((error: unknown) => {
          throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
        });
        rig.close();
      }
    },
  );
});
