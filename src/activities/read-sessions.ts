import * as v from 'valibot';
import { fingerprint } from '../crypto/fingerprint.ts';
import { KeystampError } from '../protocol/errors.ts';
import { versionOfType } from '../protocol/operation.ts';
import { READ_SESSION } from '../protocol/operations.ts';
import { parseOrThrow } from '../protocol/parse.ts';
import { item, type Area } from '../storage/area.ts';
import type { Clock } from './clock.ts';
import type { Exchange } from './exchange.ts';
import type { Draft } from './submit.ts';
import type { Stamp } from './transport.ts';
import { endError, parametersOf, resultOf, verifiedActivity } from './verify.ts';

/*
 * Read sessions: one gesture with a passkey buys a token that reads, and nothing else, for a while
 * (docs/protocol.md, Read-only sessions). Kept in memory only, and gone with every lock.
 */

const HEADER = 'X-Session';
/** Key of the tokens in the session area. */
const KEY = 'readSessions';
/** A token that is about to end is not begun with. */
const MARGIN_MS = 10_000;

const tokens = v.record(
  v.string(),
  v.strictObject({ token: v.pipe(v.string(), v.maxLength(8192)), until: v.number() }),
);

export type ReadSessionEffects = {
  /** Memory only. */
  readonly session: Area;
  readonly exchange: Exchange;
  readonly clock: Clock;
};

export type ReadSessions = ReturnType<typeof createReadSessions>;

/** The read sessions of all profiles. */
export function createReadSessions({ session, exchange, clock }: ReadSessionEffects) {
  const stored = item(session, KEY, tokens);
  const all = async () => (await stored.get().catch(() => undefined)) ?? {};

  async function forget(profileId: string): Promise<void> {
    const { [profileId]: gone, ...others } = await all();
    if (gone) await stored.set(others);
  }

  return {
    forget,
    clear: () => stored.remove(),
    /** What to send with a question instead of a stamp. @throws `look_needed` */
    pass: async (profileId: string): Promise<Stamp> => {
      const one = (await all())[profileId];
      if (!one || clock.now() >= one.until - MARGIN_MS) throw new KeystampError('look_needed');
      return { header: HEADER, value: one.token };
    },
    /** When the session of a profile ends, milliseconds since the epoch; null without one. */
    until: async (profileId: string): Promise<number | null> => {
      const one = (await all())[profileId];
      return one && clock.now() < one.until - MARGIN_MS ? one.until : null;
    },
    /**
     * Begins one with a stamped body. A session changes nothing at the service, so one whose answer was
     * lost is simply begun anew. Errors as of a query. Answers when it ends.
     */
    begin: async (draft: Draft, stamp: Stamp): Promise<number> => {
      const { profileId, path, body } = draft;
      const outgoing = { priority: 'user', path, body, stamp } as const;
      const { verdict, accepted } = await exchange(draft, outgoing);
      if (verdict.kind !== 'answer') throw verdict.error;
      const { session: token, sessionExpiry } = await grantedOf(draft, verdict.value);
      accepted();
      const until = Number(sessionExpiry) * 1000 - clock.offset(draft);
      await stored.set({ ...(await all()), [profileId]: { token, until } });
      return until;
    },
  };
}

const granted = v.object({
  session: v.pipe(v.string(), v.maxLength(8192)),
  /** Seconds since the epoch. */
  sessionExpiry: v.pipe(v.string(), v.regex(/^\d{1,12}$/)),
});

async function grantedOf({ type, body, organizationId }: Draft, answer: unknown) {
  const version = versionOfType(READ_SESSION, type);
  if (!version) throw new KeystampError('internal');
  const parameters = parametersOf(body);
  const asked = { version, organizationId, parameters, activityId: null };
  const activity = verifiedActivity({ ...asked, fingerprint: await fingerprint(body) }, answer);
  const error = endError(activity);
  if (error) throw error;
  return parseOrThrow(granted, resultOf(version, activity), '', 'service_malformed');
}
