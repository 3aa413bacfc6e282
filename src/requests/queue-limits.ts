/*
 * Which requests may be pending when there isn't room for all. Slots are shared out by document,
 * tab and site group, and by bytes: nobody takes a slot that belongs to someone else.
 */

import { MAX_CHARACTERS, MAX_PENDING, MAX_PENDING_OF_ALL } from '../protocol/page-api.ts';
import type { SiteRequest } from './request-record.ts';
import { bytesOf } from './packed-request.ts';

/**
 * Part of the 10 MB that the session area has for everything. The longest message that a page may
 * send fits in, with three bytes for each of its characters, and what is written around it.
 */
export const MAX_PENDING_BYTES = 3 * MAX_CHARACTERS + 32 * 1024;
export const MAX_PENDING_BYTES_OF_ALL = 2560 * 1024;

type QueuedRequest = Pick<
  SiteRequest,
  'id' | 'group' | 'clicked' | 'documentHandle' | 'awayAt' | 'requested' | 'state'
>;
type SizedRequest = { readonly request: QueuedRequest; readonly bytes: number };

/** Connected sites come before strangers, and requests after a click before those without one. */
function priority({ requested, clicked }: QueuedRequest): number {
  return (requested.kind === 'operation' ? 2 : 0) + (clicked ? 1 : 0);
}

const totalBytes = (all: readonly SizedRequest[]): number =>
  all.reduce((total, { bytes }) => total + bytes, 0);

/** Whether a request is too large even for an empty queue. */
export const isTooLarge = (request: SiteRequest): boolean => bytesOf(request) > MAX_PENDING_BYTES;

/**
 * The requests to evict so that one more fits; undefined if it can't. `waiting` is oldest first.
 */
export function findEvictions(
  newcomer: SiteRequest,
  waiting: readonly SiteRequest[],
): readonly string[] | undefined {
  const candidate = { request: newcomer, bytes: bytesOf(newcomer) };
  let queued: readonly SizedRequest[] = waiting.map((request) => ({
    request,
    bytes: bytesOf(request),
  }));
  const evicted: string[] = [];
  const evict = (victim: SizedRequest): void => {
    evicted.push(victim.request.id);
    queued = queued.filter((other) => other !== victim);
  };
  /** Evicts requests whose page went away, oldest first, until the limit is met. */
  const evictAway = (of: (request: SizedRequest) => boolean, isOver: () => boolean): boolean => {
    for (const request of queued.filter((found) => of(found) && isAway(found))) {
      if (!isOver()) break;
      evict(request);
    }
    return isOver();
  };

  for (const share of limitsOf(newcomer)) {
    const sharing = () => queued.filter(share.covers);
    const isOver = () =>
      sharing().length >= MAX_PENDING ||
      (share.bytes && totalBytes(sharing()) + candidate.bytes > MAX_PENDING_BYTES);
    if (evictAway(share.covers, isOver)) return undefined;
  }
  const isTooMany = () => queued.length >= MAX_PENDING_OF_ALL;
  const isTooMuch = () => totalBytes(queued) + candidate.bytes > MAX_PENDING_BYTES_OF_ALL;
  evictAway(
    () => true,
    () => isTooMany() || isTooMuch(),
  );
  while (isTooMany() || isTooMuch()) {
    const victim = findVictim(candidate, queued, isTooMany() ? () => 1 : ({ bytes }) => bytes);
    if (!victim) return undefined;
    evict(victim);
  }
  return evicted;
}

function isAway({ request }: SizedRequest): boolean {
  return request.state === 'pending' && request.awayAt !== null;
}

function limitsOf({ group, documentHandle }: SiteRequest) {
  return [
    { bytes: true, covers: ({ request }: SizedRequest) => request.group === group },
    {
      bytes: false,
      covers: ({ request }: SizedRequest) =>
        documentHandle !== null && request.documentHandle?.tabId === documentHandle.tabId,
    },
  ];
}

/**
 * The newest request of the group that holds the most, if that group then still holds at least as
 * much as the newcomer's; otherwise the newest request with a lower priority than the newcomer.
 * Approved requests stay.
 */
function findVictim(
  candidate: SizedRequest,
  queued: readonly SizedRequest[],
  weigh: (request: SizedRequest) => number,
): SizedRequest | undefined {
  const shares = new Map<string, number>();
  for (const request of queued) {
    shares.set(request.request.group, (shares.get(request.request.group) ?? 0) + weigh(request));
  }
  const share = ({ request }: SizedRequest): number => shares.get(request.group) ?? 0;
  const own = share(candidate) + weigh(candidate);
  const others = queued.filter(
    ({ request }) => request.state === 'pending' && request.group !== candidate.request.group,
  );
  const ranked = others.toReversed().toSorted((a, b) => share(b) - share(a));
  const largest = ranked[0];
  if (largest && share(largest) - weigh(largest) >= own) {
    const rivals = ranked.filter((request) => share(request) === share(largest));
    return rivals.toSorted((a, b) => priority(a.request) - priority(b.request))[0];
  }
  const behind = ranked.toSorted((a, b) => priority(a.request) - priority(b.request))[0];
  return behind && priority(behind.request) < priority(candidate.request) ? behind : undefined;
}
