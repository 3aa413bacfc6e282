// Exactly once (docs/decisions/exact-bytes.md): whatever breaks and wherever the worker is stopped,
// the service carries each activity out once and the entry learns of it.
// `KEYSTAMP_TRIALS=1000 vitest run test/messaging/exactly-once.test.ts` runs more of it;
// `KEYSTAMP_SEED` starts elsewhere.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { openMemory } from '../service/harness.ts';
import { SETTLED } from './desk.ts';
import { FAULT_NAMES, KILLS, seeded, troubled, type Mishap } from './faults.ts';
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

const TRIALS = Number(process.env['KEYSTAMP_TRIALS'] ?? 40);
const SEED = Number(process.env['KEYSTAMP_SEED'] ?? 1);

describe('activities_submit', () => {
  const time = createTime();
  let database: OpenDatabase;
  let service: Service;
  let through: Fetch;
  let rig: Rig;

  beforeAll(async () => {
    database = await openMemory();
    service = await createService({
      database,
      clock: time.now,
      random: randomBytes,
      master: randomBytes(32),
    });
    through = fetchFrom(service);
  });
  afterAll(() => service.close());
  afterEach(() => rig.close());

  async function executions(type: string): Promise<number> {
    const answer = await service.handle(new Request(`${BASE_URL}/local/effects`));
    const { effects } = (await answer.json()) as { effects: Record<string, number> };
    return effects[type] ?? 0;
  }

  const submitTag = (profileId: string, id: string, name: string) =>
    rig.client.call(
      'activities_submit',
      {
        id,
        profileId,
        operation: 'create_user_tag',
        parameters: { userTagName: name, userIds: [] },
      },
      { fields: {} },
    );

  const TAG = 'ACTIVITY_TYPE_CREATE_USER_TAG';

  for (const fault of FAULT_NAMES) {
    for (const kill of [null, ...KILLS]) {
      test(`behavior: ${fault}, worker ${kill ? `stopped ${kill}` : 'alive'}: done once`, async () => {
        rig = createRig(through, time);
        const { profile } = await setUp(rig);
        const before = await executions(TAG);
        const mishaps: Mishap[] = [{ fault, kill }];
        rig.net = troubled(through, () => mishaps.shift(), rig.kill);
        const id = crypto.randomUUID();
        await submitTag(profile.id, id, `Tag ${id.slice(0, 18)}`);
        const done = await follow(rig, id, SETTLED);
        expect(done).toMatchObject({ state: 'completed', error: null });
        expect(typeof done.result?.['userTagId']).toBe('string');
        expect(await executions(TAG)).toBe(before + 1);
      });
    }
  }

  test(
    `behavior: ${TRIALS} random trials: none lost, none done twice`,
    { timeout: 60_000 + TRIALS * 3000 },
    async () => {
      rig = createRig(through, time);
      const { profile } = await setUp(rig);
      for (let trial = 0; trial < TRIALS; trial++) {
        const seed = SEED * 100_000 + trial;
        rig.net = through;
        await rig.client.call('vault_touch', {});
        const random = seeded(seed);
        const pick = <T>(list: readonly T[]): T => {
          const one = list[Math.floor(random() * list.length)];
          if (one === undefined) throw new Error('empty');
          return one;
        };
        const mishaps: Mishap[] = Array.from({ length: Math.floor(random() * 6) }, () => ({
          fault: random() < 0.75 ? pick(FAULT_NAMES) : null,
          kill: random() < 0.35 ? pick(KILLS) : null,
        }));
        rig.net = troubled(through, () => mishaps.shift(), rig.kill);
        const before = await executions(TAG);
        const id = crypto.randomUUID();
        // A worker stopped while it stamps and stores, before any request.
        if (random() < 0.3) setTimeout(rig.kill, random() * 12);
        await submitTag(profile.id, id, `Trial ${seed} ${id.slice(0, 8)}`);
        const done = await follow(rig, id, SETTLED).catch((error: unknown) => {
          throw new Error(`seed ${seed}: ${String(error)}`);
        });
        expect({ seed, state: done.state, error: done.error }).toEqual({
          seed,
          state: 'completed',
          error: null,
        });
        expect({ seed, executions: await executions(TAG) }).toEqual({
          seed,
          executions: before + 1,
        });
      }
      expect(rig.lives()).toBeGreaterThan(TRIALS / 10);
    },
  );
});
