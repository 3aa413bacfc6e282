import * as v from 'valibot';
import type { StampHeader } from '../protocol/passkey.ts';
import { fingerprint } from '../crypto/fingerprint.ts';
import { KeystampError } from '../protocol/errors.ts';
import { versionOfType } from '../protocol/operation-row.ts';
import { READ_SESSION } from '../protocol/operations.ts';
import { parseOrThrow } from '../protocol/parse.ts';
import { createItem, type Area } from '../storage/area.ts';
import { createQueue } from '../storage/queue.ts';
import type { Clock } from './clock.ts';
import type { Exchange } from './exchange.ts';
import type { ActivityDraft } from './submit.ts';
import { errorOfEnd, readParameters, readActivityResult, verifyActivity } from './verify-reply.ts';
import { time, toTime } from '../protocol/time.ts';

/*
 * Read sessions: one passkey gesture buys a token that can only read, for a while
 * (docs/protocol.md, Read-only sessions). Kept in memory only, and gone with every lock.
 */

const SESSION_HEADER = 'X-Session';
/** Key of the tokens in the session area. */
const TOKENS_KEY = 'readSessions';
/** A token this close to its end isn't used anymore. */
const END_MARGIN_MS = 10_000;

const tokenRecords = v.record(
  v.string(),
  v.strictObject({ token: v.pipe(v.string(), v.maxLength(8192)), until: time }),
);

export type ReadSessionDeps = {
  /** In memory only. */
  readonly session: Area;
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly isUnlocked: () => Promise<boolean>;
};

export type ReadSessions = ReturnType<typeof createReadSessions>;

/** The read sessions of all profiles. */
export function createReadSessions({ session, exchange, clock, isUnlocked }: ReadSessionDeps) {
  const stored = createItem(session, TOKENS_KEY, tokenRecords);
  const readAll = async () => (await stored.get().catch(() => undefined)) ?? {};

  const enqueue = createQueue();
  /** Grows with every lock: a session requested before a lock isn't stored after it. */
  let generation = 0;

  async function keep(profileId: string, token: string, until: number): Promise<void> {
    await stored.set({ ...(await readAll()), [profileId]: { token, until } });
    // If a lock began in the meantime, it has cleared the tokens before this write, so remove this
    // one.
    if (await isUnlocked()) return;
    await stored.remove();
    throw new KeystampError('vault_locked');
  }

  return {
    forget: (profileId: string): Promise<void> =>
      enqueue(async () => {
        const { [profileId]: removed, ...others } = await readAll();
        if (removed) await stored.set(others);
      }),
    /** Tells whether there was a lock since. */
    generation: () => generation,
    clear: (): Promise<void> => {
      generation += 1;
      return enqueue(() => stored.remove());
    },
    /** What to send with a query instead of a stamp. @throws `read_session_needed` */
    sessionHeader: async (profileId: string): Promise<StampHeader> => {
      const saved = (await readAll())[profileId];
      if (!saved || clock.now() >= saved.until - END_MARGIN_MS)
        throw new KeystampError('read_session_needed');
      return { header: SESSION_HEADER, value: saved.token };
    },
    /** When a profile's session ends, in milliseconds since the epoch. Null without one. */
    until: async (profileId: string): Promise<number | null> => {
      const saved = (await readAll())[profileId];
      return saved && clock.now() < saved.until - END_MARGIN_MS ? saved.until : null;
    },
    /**
     * Begins a session with a stamped body. A session changes nothing at the service, so if the
     * reply gets lost, a new one is begun. Errors: those of a query, and `vault_locked` if a lock
     * overtook it. Returns when it ends.
     * @param ownGeneration the generation when the vault was found unlocked
     */
    begin: async (
      draft: ActivityDraft,
      stamp: StampHeader,
      ownGeneration = generation,
    ): Promise<number> => {
      const { profileId, path, body } = draft;
      const outgoing = { priority: 'user', path, body, stamp } as const;
      const { outcome, markVerified } = await exchange(draft, outgoing);
      if (outcome.kind !== 'answer') throw outcome.error;
      const { session: token, sessionExpiry } = await parseGranted(draft, outcome.value);
      markVerified();
      const until = toTime(Number(sessionExpiry) * 1000 - clock.offset(draft));
      if (until === undefined) {
        throw new KeystampError('service_malformed', undefined, { field: 'sessionExpiry' });
      }
      await enqueue(async () => {
        if (generation !== ownGeneration) throw new KeystampError('vault_locked');
        await keep(profileId, token, until);
      });
      return until;
    },
  };
}

const grantedSession = v.object({
  session: v.pipe(v.string(), v.maxLength(8192)),
  /** Seconds since the epoch. */
  sessionExpiry: v.pipe(v.string(), v.regex(/^\d{1,12}$/)),
});

async function parseGranted({ type, body, organizationId }: ActivityDraft, answer: unknown) {
  const version = versionOfType(READ_SESSION, type);
  if (!version) throw new KeystampError('internal');
  const parameters = readParameters(body);
  const expected = { version, organizationId, parameters, activityId: null };
  const activity = verifyActivity({ ...expected, fingerprint: await fingerprint(body) }, answer);
  const error = errorOfEnd(activity);
  if (error) throw error;
  return parseOrThrow(
    grantedSession,
    readActivityResult(version, activity),
    '',
    'service_malformed',
  );
}
