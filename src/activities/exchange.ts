import { KeystampError } from '../protocol/errors.ts';
import { demandPlace, type Managing } from './authorization.ts';
import type { Clock, Place } from './clock.ts';
import type { Pacing } from './pacing.ts';
import type { Counted } from './quota.ts';
import type { Priority } from './scheduler.ts';
import type { Stamp, Transport } from './transport.ts';
import { verdictOf, type Verdict } from './verdict.ts';

export type ExchangeEffects = Managing & {
  readonly transport: Transport;
  readonly pacing: Pacing;
  readonly clock: Clock;
};

/** What to send, and when. */
export type Outgoing = {
  readonly priority: Priority;
  readonly path: string;
  readonly body: string;
  readonly stamp: Stamp;
  /** Done when it is this request's turn, before anything is sent. */
  readonly before?: () => Promise<void>;
};

/** What came of it. */
export type Exchanged = {
  readonly verdict: Outcome;
  /** To call once the content of an answer was verified: only then its clock says something. */
  readonly accepted: () => void;
};

/** A verdict; of a request that was not taken, how long nothing leaves. */
export type Outcome =
  | Exclude<Verdict, { readonly kind: 'deferred' }>
  | { readonly kind: 'deferred'; readonly error: KeystampError; readonly waitMs: number };

export type Exchange = ReturnType<typeof createExchange>;

/** Where a request goes, and in whose name. */
export type Destination = Place & Counted;

/** A request that was not taken waits for the end of the pause. */
function deferred({ error }: { readonly error: KeystampError }, waitMs: number): Outcome {
  const told = new KeystampError(error.code, undefined, { ...error.detail, waitMs });
  return { kind: 'deferred', error: told, waitMs };
}

/**
 * Stamped requests to a profile's own service, each in its turn. Errors as of the transport, and
 * `managed_profile` for a place that the organization does not allow by then.
 */
export function createExchange({ transport, pacing, clock, managed }: ExchangeEffects) {
  return async (place: Destination, outgoing: Outgoing): Promise<Exchanged> => {
    const { baseUrl } = place;
    const { priority, path, body, stamp, before } = outgoing;
    const reply = await pacing.run(place, priority, async () => {
      await demandPlace({ managed }, place);
      await before?.();
      return transport.post(baseUrl + path, body, stamp);
    });
    const verdict = verdictOf(reply, clock.skew(place));
    return {
      verdict: verdict.kind === 'deferred' ? deferred(verdict, pacing.deferred(place)) : verdict,
      accepted: () => {
        clock.observe(place, reply.sight);
        pacing.answered(place);
      },
    };
  };
}
