import { createClock } from '../activities/clock.ts';
import { createCourier, type TryLock } from '../activities/courier.ts';
import { createHome } from '../activities/home.ts';
import { createOutbox } from '../activities/outbox.ts';
import { createProfiles } from '../activities/profiles.ts';
import { createQueries } from '../activities/queries.ts';
import { createScheduler } from '../activities/scheduler.ts';
import { createSubmit } from '../activities/submit.ts';
import { createTransport } from '../activities/transport.ts';
import type { Bytes, RandomBytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Area } from '../storage/area.ts';
import type { Connect } from '../storage/database.ts';
import type { Vault } from '../vault/vault.ts';

export type OfficeEffects = {
  readonly connect: Connect;
  /** On disk, for the copy of the profiles. */
  readonly local: Area;
  readonly vault: Vault;
  readonly random: RandomBytes;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs something later in this life; the answer cancels it. */
  readonly later: (ms: number, act: () => void) => () => void;
  readonly tryLock: TryLock;
  /** Wakes the worker for the outbox at a moment; null: not any more. */
  readonly alarm: (at: number | null) => Promise<void>;
  /** Called after each change of an entry that is on disk. */
  readonly onChange: (id: string) => void;
  /** Milliseconds; 20 s when left out. */
  readonly timeoutMs?: number;
};

export type Office = ReturnType<typeof createOffice>;

/** The activities floor, wired for one life of the worker. */
export function createOffice(effects: OfficeEffects) {
  const { connect, vault, random, later, now, fetch, onChange, timeoutMs } = effects;
  const jitter = () => (random(1)[0] ?? 0) / 256;
  const stamp = (keyId: string, body: string) => vault.stamper(keyId).stamp(body);
  const sleep = (ms: number) => new Promise<void>((resolve) => void later(ms, resolve));

  const clock = createClock(now);
  const scheduler = createScheduler({ now, later });
  const transport = createTransport({ fetch, clock, scheduler, ...(timeoutMs && { timeoutMs }) });
  const profiles = createProfiles(connect, effects.local);
  const outbox = createOutbox({ connect, random, outboxKey: () => outboxKeyOf(vault) });
  const queries = createQueries({ transport, scheduler, clock, stamp, random: jitter, sleep });
  const road = { ...effects, outbox, transport, scheduler, queries, clock };
  const courier = createCourier({ ...road, random: jitter });
  const submit = createSubmit({
    outbox,
    clock,
    stamp,
    profile: profiles.get,
    key: async (id) => {
      const found = (await vault.listKeys()).find((one) => one.id === id);
      if (!found) throw new KeystampError('key_unknown');
      return found;
    },
    onStored: (id) => {
      onChange(id);
      void courier.drive(id);
    },
  });
  const home = createHome({ profiles, queries, outbox, clock });
  return { clock, transport, profiles, outbox, queries, courier, submit, home };
}

async function outboxKeyOf(vault: Vault): Promise<Bytes | undefined> {
  try {
    return await vault.outboxKey();
  } catch (error) {
    if (error instanceof KeystampError && error.code === 'vault_locked') return undefined;
    throw error;
  }
}
