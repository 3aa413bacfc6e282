import type { HistoryWriter } from '../history/history.ts';
import type { HistoryEvent } from '../protocol/history.ts';
import { OWN_ORIGIN } from '../protocol/outbox-entry.ts';
import type { StamperKind } from '../protocol/passkey.ts';
import type { Grant } from '../protocol/site.ts';
import { MAX_DETAIL } from '../protocol/history.ts';
import type { OwnRequest, SiteRequest } from './request-record.ts';

/*
 * What the history says of decisions. Of private windows it says nothing: only what the outbox keeps
 * of their activities, which doesn't name the site.
 */

type DecisionFact = 'approved' | 'declined' | 'withdrawn';

/** Names of a list, as far as they fit. */
const namesOf = (names: readonly string[]): string => names.join(' ').slice(0, MAX_DETAIL);

function eventOfRequest(
  fact: DecisionFact,
  { id, origin, requested, preparedBody }: SiteRequest,
  method: StamperKind | null = null,
): HistoryEvent {
  const ofRequest =
    requested.kind === 'operation'
      ? { operation: requested.operation, profileId: requested.profileId }
      : { details: { operations: namesOf(requested.operations) } };
  const organizationId = preparedBody?.draft?.organizationId ?? null;
  const type = preparedBody?.draft?.type ?? null;
  return {
    fact,
    id,
    origin,
    ...ofRequest,
    organizationId,
    type,
    method,
    body: preparedBody?.digest ?? null,
  };
}

/** Records what the user decided on a site's requests. */
export async function recordDecision(
  history: HistoryWriter,
  fact: DecisionFact,
  requests: readonly SiteRequest[],
  method?: StamperKind,
): Promise<void> {
  const shown = requests.filter(({ privateWindow }) => !privateWindow);
  if (shown.length === 0) return;
  await history.append(...shown.map((request) => eventOfRequest(fact, request, method)));
}

/**
 * Records requests that their page took back, if the user had them on screen: what nobody saw is no
 * decision, and a page could fill the disk with it. Nobody waits for it.
 */
export function recordWithdrawal(history: HistoryWriter, requests: readonly SiteRequest[]): void {
  const seen = requests.filter(({ preparedBody }) => preparedBody !== null);
  recordDecision(history, 'withdrawn', seen).catch(() => undefined);
}

/** Records that the user signed a request of their own that the outbox doesn't keep: one that reads. */
export const ownReadEvent = (
  { id, requested: { operation, profileId }, preparedBody }: OwnRequest,
  method: StamperKind,
): HistoryEvent => ({
  fact: 'approved',
  id,
  origin: OWN_ORIGIN,
  operation,
  profileId,
  method,
  body: preparedBody.digest,
});

type SiteChange =
  | {
      readonly fact: 'connected';
      readonly profileId: string;
      readonly operations: readonly string[];
    }
  | { readonly fact: 'disconnected' | 'blocked' | 'unblocked' }
  | { readonly fact: 'granted' | 'revoked'; readonly grant: Grant };

/** Records a change of what a site may do. */
export async function recordSite(
  history: HistoryWriter,
  origin: string,
  change: SiteChange,
): Promise<void> {
  const { fact } = change;
  if (fact === 'connected') {
    const details = { operations: namesOf(change.operations) };
    return history.append({ fact, origin, profileId: change.profileId, details });
  }
  if (!('grant' in change)) return history.append({ fact, origin });
  const { id, operation, profileId, most, expiresAt } = change.grant;
  await history.append({ fact, origin, id, operation, profileId, details: { most, expiresAt } });
}
