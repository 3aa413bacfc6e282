import type { ActivityCheck, ActivityCheckDeps } from '../activities/activity-check.ts';
import { demandProfile, type PolicyDeps } from '../activities/authorization.ts';
import { createClock } from '../activities/clock.ts';
import { createOutboxRunner, type OutboxRunner } from '../activities/outbox/runner.ts';
import { createExchange } from '../activities/exchange.ts';
import { createHomeReader, type HomeDeps } from '../activities/home-screen.ts';
import { createInbox } from '../activities/inbox.ts';
import { createRecordCache } from '../activities/record-cache.ts';
import { createOutbox, type Outbox } from '../activities/outbox/outbox.ts';
import { isOnThisComputer } from '../activities/rates/quota.ts';
import { createPacing } from '../activities/rates/pacing.ts';
import {
  createProfiles,
  profilesRecord,
  PROFILES_RECORD,
  type Profiles,
} from '../activities/profiles.ts';
import { createQueries } from '../activities/queries.ts';
import { createReadSessions } from '../activities/read-sessions.ts';
import { createScheduler } from '../activities/rates/scheduler.ts';
import { createSubmit, type SubmitDeps } from '../activities/submit.ts';
import { createTransport } from '../activities/transport.ts';
import type { Bytes } from '../crypto/bytes.ts';
import { createHistory, createRetentionItem } from '../history/history.ts';
import { KeystampError } from '../protocol/errors.ts';
import { createLate, loadPart } from '../protocol/load-part.ts';
import type { StampMethod, StampHeader } from '../protocol/passkey.ts';
import type { Profile } from '../protocol/profile.ts';
import type { Vault } from '../vault/vault.ts';
import type { WorkerEffects } from './worker-effects.ts';

type WorkerServicesDeps = PolicyDeps &
  Pick<
    WorkerEffects,
    | 'connect'
    | 'session'
    | 'second'
    | 'isOnline'
    | 'random'
    | 'fetch'
    | 'now'
    | 'uptime'
    | 'later'
    | 'tryLock'
    | 'newId'
    | 'ownUrl'
  > & {
    readonly vault: Vault;
    /** Whether the browser and the user let us contact the host of a base URL. */
    readonly mayContact: (baseUrl: string) => Promise<boolean>;
    /** Wakes the worker for the outbox at a given time; null cancels that. */
    readonly alarm: (at: number | null) => Promise<void>;
    /** Called after each change to an entry, once it's on disk. */
    readonly onChange: (id: string, isSettled: boolean) => void;
    /** A profile was paused or resumed, or its clock turned out to be wrong. */
    readonly onTimingChanged: () => void;
  };

export type WorkerServices = ReturnType<typeof createWorkerServices>;

/** The activities floor, wired for one lifetime of the worker. */
export function createWorkerServices(deps: WorkerServicesDeps) {
  const { vault, random, later, now, fetch, session } = deps;
  const jitter = () => (random(1)[0] ?? 0) / 256;

  const clock = createClock(now, deps.uptime);
  const scheduler = createScheduler({ now, later, mayProbe: isOnThisComputer });
  const { onTimingChanged } = deps;
  const pacing = createPacing({ ...deps, scheduler, random: jitter, onChange: onTimingChanged });
  const transport = createTransport({
    fetch,
    clock,
    later,
    ...(deps.isOnline && { isOnline: deps.isOnline }),
  });
  const profiles = createProfiles(vault.clearItem(PROFILES_RECORD, profilesRecord));
  const exchange = createExchange({ ...deps, transport, pacing, clock });
  const { history, outbox } = createRecordedOutbox(deps);
  const readSessions = createReadSessions({
    session,
    exchange,
    clock,
    isUnlocked: async () => (await vault.status()) === 'unlocked',
  });
  const stamp = createBodyStamp(deps);
  const queries = createQueries({
    exchange,
    pacing,
    stamp: createQueryStamp(deps, { profiles, readSessions }),
    onSessionRefused: ({ profileId }) => readSessions.forget(profileId),
    random: jitter,
    sleep: (ms) => new Promise<void>((resolve) => void later(ms, resolve)),
  });
  const runner = createOutboxRunner({ ...deps, outbox, exchange, queries, clock, random: jitter });
  const recordCache = createRecordCache({ ...deps, profiles });
  const activityCheck = createLateCheck({ queries, outbox, recordCache, now });
  return {
    clock,
    pacing,
    transport,
    profiles,
    history,
    outbox,
    queries,
    runner,
    submit: createRunSubmit(deps, { outbox, clock, stamp, profiles, activityCheck, runner }),
    recordCache,
    activityCheck,
    ...createReaders({ ...deps, profiles, queries, outbox, clock, recordCache }),
    readSessions,
    stamp,
  };
}

/** Builds and stamps activities, each sent once it is on disk. */
function createRunSubmit(
  { vault, managed, onChange }: WorkerServicesDeps,
  parts: Pick<SubmitDeps, 'outbox' | 'clock' | 'stamp'> & {
    readonly profiles: Profiles;
    readonly activityCheck: ActivityCheck;
    readonly runner: OutboxRunner;
  },
) {
  const { profiles, activityCheck, runner, ...rest } = parts;
  return createSubmit({
    ...rest,
    managed,
    unseal: (keyId) => vault.stamper(keyId).unseal(),
    demandApprovable: activityCheck.demandApprovable,
    profile: profiles.get,
    key: (id) => findKey(vault, id),
    onStored: (id) => {
      onChange(id, false);
      void runner.run(id);
    },
  });
}

/** The check of what waits for votes, which comes with the first of them. May throw `part_missing`. */
function createLateCheck(deps: ActivityCheckDeps): ActivityCheck {
  const late = createLate(async () => {
    const { createActivityCheck } = await loadPart(() => import('../activities/activity-check.ts'));
    return createActivityCheck(deps);
  });
  return {
    check: async (profile, name) => (await late.get()).check(profile, name),
    demandApprovable: async (profile, fingerprint) =>
      (await late.get()).demandApprovable(profile, fingerprint),
    clear: () => {
      // What isn't there has found nothing.
      if (late.isWanted())
        late.get().then(
          ({ clear }) => clear(),
          () => undefined,
        );
    },
  };
}

/** What is read without being asked for: the home screen and what waits for a vote. */
function createReaders(
  deps: Pick<HomeDeps, 'profiles' | 'queries' | 'outbox' | 'clock' | 'recordCache'> &
    Pick<WorkerServicesDeps, 'connect' | 'session' | 'vault' | 'now' | 'newId'> & {
      readonly outbox: Outbox;
    },
) {
  const inbox = createInbox(deps);
  const home = createHomeReader({ ...deps, inbox });
  return { inbox, home };
}

/** The outbox, and the history that records its steps. */
function createRecordedOutbox(deps: WorkerServicesDeps) {
  const { connect, random, vault, onTimingChanged: onClockAhead } = deps;
  const outboxKeys = () => readOutboxKeys(vault);
  const history = createHistory({ ...deps, outboxKeys, retention: createRetentionItem(vault) });
  const outbox = createOutbox({ connect, random, outboxKeys, history, onClockAhead });
  return { history, outbox };
}

/** What authorizes a query: a key's stamp, or the token of a read session. */
function createQueryStamp(
  deps: WorkerServicesDeps,
  { profiles, readSessions }: Pick<WorkerServices, 'profiles' | 'readSessions'>,
): Parameters<typeof createQueries>[0]['stamp'] {
  const { vault } = deps;
  return async ({ profileId, keyId }, body) => {
    const profile = (await profiles.list()).find(({ id }) => id === profileId);
    // A deleted profile only has its address to compare, which the exchange does.
    if (profile) await demandProfile(deps, profile);
    if (keyId !== null) return stampRead(vault, keyId, profile?.keyId ?? null, body);
    // A token that reads is as secret as what it reads.
    if ((await vault.lockAt()) === null) throw new KeystampError('vault_locked');
    return readSessions.sessionHeader(profileId);
  };
}

/**
 * What a key asked for before it was replaced and removed is asked about with the profile's key. The
 * exchange compares the address.
 */
async function stampRead(vault: Vault, keyId: string, presentId: string | null, body: string) {
  try {
    return await vault.stamper(keyId).stamp(body);
  } catch (error) {
    const isGone = error instanceof KeystampError && error.code === 'key_unknown';
    if (!isGone || presentId === null || presentId === keyId) throw error;
    return vault.stamper(presentId).stamp(body);
  }
}

async function findKey(vault: Vault, id: string) {
  const key = (await vault.listKeys()).find((candidate) => candidate.id === id);
  if (!key) throw new KeystampError('key_unknown');
  return key;
}

/** The one place where bodies get their stamps, by either method. */
function createBodyStamp(deps: WorkerServicesDeps) {
  const { vault, ownUrl } = deps;
  const ownOrigin = ownUrl.slice(0, -1);
  return async (profile: Profile, stampMethod: StampMethod, body: string): Promise<StampHeader> => {
    await demandProfile(deps, profile);
    if (stampMethod.method === 'passkey') {
      const { createPasskeyStamper } = await loadPart(() => import('../vault/passkey-stamper.ts'));
      return createPasskeyStamper({ profile, answer: stampMethod.answer, ownOrigin }).stamp(body);
    }
    if (profile.keyId === null) throw new KeystampError('key_missing');
    return vault.stamper(profile.keyId).stamp(body);
  };
}

async function readOutboxKeys(vault: Vault): Promise<Bytes | undefined> {
  try {
    return await vault.outboxKeys();
  } catch (error) {
    if (error instanceof KeystampError && error.code === 'vault_locked') return undefined;
    throw error;
  }
}
