import { KeystampError } from '../protocol/errors.ts';
import type { StampHeader } from '../protocol/passkey.ts';
import { demandDestination, type PolicyDeps } from './authorization.ts';
import type { Clock, ClockSource } from './clock.ts';
import type { Pacing } from './rates/pacing.ts';
import type { QuotaOwner } from './rates/quota.ts';
import { OWN_ORIGIN } from '../protocol/outbox-entry.ts';
import type { Priority } from './rates/scheduler.ts';
import type { Transport } from './transport.ts';
import { classifyReply, type ReplyOutcome } from './reply-outcome.ts';

/** What to send, and how soon. */
export type OutgoingRequest = {
  readonly priority: Priority;
  /** Whose turn it takes: the origin that asked. Keystamp's own, if left out. */
  readonly origin?: string;
  /** The entry that it sends, if it does. */
  readonly entryId?: string;
  readonly path: string;
  readonly body: string;
  readonly stamp: StampHeader;
  /** It takes a code or token that may have expired (`takesExpiring` of its row). */
  readonly takesExpiring?: boolean;
  /** Runs when it is this request's turn, before anything is sent. */
  readonly beforeSend?: () => Promise<void>;
};

/** What came of a request. */
export type ExchangeResult = {
  readonly outcome: ExchangeOutcome;
  /** Call this once the reply's content is verified. Only then does its clock mean anything. */
  readonly markVerified: () => void;
};

/** A reply's outcome. For a deferred request, also how long nothing can be sent. */
export type ExchangeOutcome =
  | Exclude<ReplyOutcome, { readonly kind: 'deferred' }>
  | { readonly kind: 'deferred'; readonly error: KeystampError; readonly waitMs: number };

export type Exchange = ReturnType<typeof createExchange>;

/** Where a request goes, and for which organization and profile. */
export type Destination = ClockSource & QuotaOwner;

/** A deferred request waits until the pause ends. */
function deferredOutcome(
  { error }: { readonly error: KeystampError },
  waitMs: number,
): ExchangeOutcome {
  const errorWithWait = new KeystampError(error.code, undefined, { ...error.detail, waitMs });
  return { kind: 'deferred', error: errorWithWait, waitMs };
}

/**
 * Sends stamped requests to a profile's own service, each in its turn. Errors: those of the
 * transport, `managed_profile` if the organization doesn't allow the destination at the moment of
 * sending, and `host_permission_missing` if the browser or the user doesn't.
 */
export function createExchange(
  deps: PolicyDeps & {
    readonly transport: Transport;
    readonly pacing: Pacing;
    readonly clock: Clock;
    /** Whether the browser and the user let us contact the host of a base URL. */
    readonly mayContact: (baseUrl: string) => Promise<boolean>;
  },
) {
  const { transport, pacing, clock, managed, mayContact } = deps;
  return async (destination: Destination, outgoing: OutgoingRequest): Promise<ExchangeResult> => {
    const { baseUrl } = destination;
    const { priority, path, body, stamp, takesExpiring, beforeSend } = outgoing;
    const { origin: asker = OWN_ORIGIN, entryId: id = null } = outgoing;
    // Asked again when it is sent: an answer that still holds is there then.
    mayContact(baseUrl).catch(() => undefined);
    const reply = await pacing.run(destination, { priority, asker, id }, async () => {
      await demandDestination({ managed }, destination);
      if (!(await mayContact(baseUrl))) {
        throw new KeystampError('host_permission_missing', undefined, { field: 'baseUrl' });
      }
      await beforeSend?.();
      return transport.post(baseUrl + path, body, stamp);
    });
    const outcome = classifyReply(reply, clock.skew(destination), takesExpiring);
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
