import { demandProfile, type Managing } from '../activities/authorization.ts';
import { createClock } from '../activities/clock.ts';
import { createCourier, type TryLock } from '../activities/courier.ts';
import { createExchange } from '../activities/exchange.ts';
import { createHome } from '../activities/home.ts';
import { createOutbox } from '../activities/outbox.ts';
import { createPacing } from '../activities/pacing.ts';
import { createProfiles, keptProfiles, PROFILES } from '../activities/profiles.ts';
import { createQueries } from '../activities/queries.ts';
import { createReadSessions } from '../activities/read-sessions.ts';
import { createScheduler } from '../activities/scheduler.ts';
import { createSubmit } from '../activities/submit.ts';
import { createTransport, type Stamp } from '../activities/transport.ts';
import type { Bytes, RandomBytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Area } from '../storage/area.ts';
import type { Connect } from '../storage/database.ts';
import type { By } from '../protocol/passkey.ts';
import type { Profile } from '../protocol/profile.ts';
import { createPasskeyStamper } from '../vault/passkey-stamper.ts';
import type { Vault } from '../vault/vault.ts';

export type OfficeEffects = Managing & {
  readonly connect: Connect;
  /** Memory only. */
  readonly session: Area;
  readonly vault: Vault;
  readonly random: RandomBytes;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that only grow, whatever happens to {@link OfficeEffects.now}. */
  readonly uptime?: () => number;
  /** Runs something later in this life; the answer cancels it. */
  readonly later: (ms: number, act: () => void) => () => void;
  readonly tryLock: TryLock;
  /** Wakes the worker for the outbox at a moment; null: not any more. */
  readonly alarm: (at: number | null) => Promise<void>;
  /** Called after each change of an entry that is on disk. */
  readonly onChange: (id: string) => void;
  /** A profile was paused or goes on, or its clock was found wrong. */
  readonly onTiming: () => void;
  /** Scheme, id, `/`. */
  readonly ownUrl: string;
  /** Milliseconds; 20 s when left out. */
  readonly timeoutMs?: number;
};

export type Office = ReturnType<typeof createOffice>;

/** The activities floor, wired for one life of the worker. */
export function createOffice(effects: OfficeEffects) {
  const { connect, vault, random, later, now, fetch, onChange, timeoutMs } = effects;
  const jitter = () => (random(1)[0] ?? 0) / 256;
  const sleep = (ms: number) => new Promise<void>((resolve) => void later(ms, resolve));

  const clock = createClock(now, effects.uptime);
  const scheduler = createScheduler({ now, later });
  const pacing = createPacing({
    ...effects,
    scheduler,
    random: jitter,
    onChange: effects.onTiming,
  });
  const transport = createTransport({ fetch, clock, ...(timeoutMs && { timeoutMs }) });
  const profiles = createProfiles(vault.clearItem(PROFILES, keptProfiles));
  const exchange = createExchange({ ...effects, transport, pacing, clock });
  const outboxKeys = () => outboxKeysOf(vault);
  const outbox = createOutbox({ connect, random, outboxKeys, onAhead: effects.onTiming });
  const { session } = effects;
  const readSessions = createReadSessions({ session, exchange, clock });
  const stamp = stampOf(effects);
  const queries = createQueries({
    exchange,
    pacing,
    stamp: stampOfQueries(effects, { profiles, readSessions }),
    refused: ({ profileId }) => readSessions.forget(profileId),
    random: jitter,
    sleep,
  });
  const courier = createCourier({ ...effects, outbox, exchange, queries, clock, random: jitter });
  const submit = createSubmit({
    managed: effects.managed,
    outbox,
    clock,
    stamp,
    profile: profiles.get,
    key: (id) => keyOf(vault, id),
    onStored: (id) => {
      onChange(id);
      void courier.drive(id);
    },
  });
  const home = createHome({ profiles, queries, outbox, clock });
  return {
    clock,
    pacing,
    transport,
    profiles,
    outbox,
    queries,
    courier,
    submit,
    home,
    readSessions,
    stamp,
  };
}

/** What lets a query through: a key's stamp, or the token of a read session. */
function stampOfQueries(
  effects: OfficeEffects,
  { profiles, readSessions }: Pick<Office, 'profiles' | 'readSessions'>,
): Parameters<typeof createQueries>[0]['stamp'] {
  const { vault } = effects;
  return async ({ profileId, keyId }, body) => {
    const profile = (await profiles.list()).find(({ id }) => id === profileId);
    // One that is gone has nothing to compare but the place, which the exchange does.
    if (profile) await demandProfile(effects, profile);
    if (keyId !== null) return vault.stamper(keyId).stamp(body);
    // A token that reads is as secret as what it reads.
    if ((await vault.lockAt()) === null) throw new KeystampError('vault_locked');
    return readSessions.pass(profileId);
  };
}

async function keyOf(vault: Vault, id: string) {
  const found = (await vault.listKeys()).find((one) => one.id === id);
  if (!found) throw new KeystampError('key_unknown');
  return found;
}

/** The one place where bodies get their stamps, by whichever method. */
function stampOf(effects: OfficeEffects) {
  const { vault, ownUrl } = effects;
  const ownOrigin = ownUrl.slice(0, -1);
  return async (profile: Profile, by: By, body: string): Promise<Stamp> => {
    await demandProfile(effects, profile);
    if (by.method === 'passkey') {
      return createPasskeyStamper({ profile, answer: by.answer, ownOrigin }).stamp(body);
    }
    if (profile.keyId === null) throw new KeystampError('key_missing');
    return vault.stamper(profile.keyId).stamp(body);
  };
}

async function outboxKeysOf(vault: Vault): Promise<Bytes | undefined> {
  try {
    return await vault.outboxKeys();
  } catch (error) {
    if (error instanceof KeystampError && error.code === 'vault_locked') return undefined;
    throw error;
  }
}
