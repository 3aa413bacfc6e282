import { KeystampError } from '../protocol/errors.ts';
import { demandDestination, type PolicyDeps } from './authorization.ts';
import type { Clock, ClockSource } from './clock.ts';
import type { Pacing } from './rates/pacing.ts';
import type { QuotaOwner } from './rates/quota.ts';
import type { Priority } from './rates/scheduler.ts';
import type { Stamp, Transport } from './transport.ts';
import { classifyReply, type ReplyOutcome } from './reply-outcome.ts';

export type ExchangeDeps = PolicyDeps & {
  readonly transport: Transport;
  readonly pacing: Pacing;
  readonly clock: Clock;
};

/** What to send, and when. */
export type OutgoingRequest = {
  readonly priority: Priority;
  readonly path: string;
  readonly body: string;
  readonly stamp: Stamp;
  /** Done when it is this request's turn, before anything is sent. */
  readonly beforeSend?: () => Promise<void>;
};

/** What came of it. */
export type ExchangeResult = {
  readonly outcome: Outcome;
  /** To call once the content of an answer was verified: only then its clock says something. */
  readonly markVerified: () => void;
};

/** A verdict; of a request that was not taken, how long nothing leaves. */
export type Outcome =
  | Exclude<ReplyOutcome, { readonly kind: 'deferred' }>
  | { readonly kind: 'deferred'; readonly error: KeystampError; readonly waitMs: number };

export type Exchange = ReturnType<typeof createExchange>;

/** Where a request goes, and in whose name. */
export type Destination = ClockSource & QuotaOwner;

/** A request that was not taken waits for the end of the pause. */
function deferredOutcome({ error }: { readonly error: KeystampError }, waitMs: number): Outcome {
  const errorWithWait = new KeystampError(error.code, undefined, { ...error.detail, waitMs });
  return { kind: 'deferred', error: errorWithWait, waitMs };
}

/**
 * Stamped requests to a profile's own service, each in its turn. Errors as of the transport, and
 * `managed_profile` for a place that the organization does not allow by then.
 */
export function createExchange({ transport, pacing, clock, managed }: ExchangeDeps) {
  return async (destination: Destination, outgoing: OutgoingRequest): Promise<ExchangeResult> => {
    const { baseUrl } = destination;
    const { priority, path, body, stamp, beforeSend } = outgoing;
    const reply = await pacing.run(destination, priority, async () => {
      await demandDestination({ managed }, destination);
      await beforeSend?.();
      return transport.post(baseUrl + path, body, stamp);
    });
    const outcome = classifyReply(reply, clock.skew(destination));
    return {
      outcome:
        outcome.kind === 'deferred'
          ? deferredOutcome(outcome, pacing.deferred(destination))
          : outcome,
      markVerified: () => {
        clock.observe(destination, reply.clockSample);
        pacing.answered(destination);
      },
    };
  };
}
