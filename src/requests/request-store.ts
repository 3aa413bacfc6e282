import * as v from 'valibot';
import type { SiteGroup } from '../permissions/site-group.ts';
import type { RequestedConnection, RequestedOperation } from '../protocol/pending-request.ts';
import { MAX_CHARACTERS, type Settlement } from '../protocol/page-api.ts';
import type { StampMethod } from '../protocol/passkey.ts';
import { createItem, type Area, type Item } from '../storage/area.ts';
import type { PreparedBody } from './prepared-body.ts';
import { createCachedItem } from './cached-item.ts';
import type { RequestKey } from './request-key.ts';
import { pack, unpack, type PackedRequest } from './packed-request.ts';
import type { DocumentHandle } from './documents.ts';

/*
 * What web pages asked for, in memory-only storage: it outlives the worker and not the browser,
 * like the pages themselves. What a user approved is in the outbox, on disk.
 */

/** An operation as a page wishes it, checked against the table. */
export type OperationWithParameters = RequestedOperation & {
  readonly parameters: Readonly<Record<string, unknown>>;
};

/**
 * - `asking`: waits for the user
 * - `performing`: approved; not in the outbox yet, or being asked of the service
 * - `handed`: in the outbox; kept, without its parameters, so that its page can be told
 */
export type PendingRequest = RequestKey & {
  /** Ours, and the outbox id of what comes of it. */
  readonly id: string;
  /** SHA-256 of what was asked; empty when nobody knows any more. */
  readonly requestDigest: string;
  readonly at: number;
  /** What the site belongs to: all of it shares the slots. */
  readonly group: SiteGroup;
  /** Whether the user had just done something in the page that asked. */
  readonly clicked: boolean;
  /** The document to tell; null once there is none. */
  readonly documentHandle: DocumentHandle | null;
  /** When that document was left; null while it is there. */
  readonly awayAt: number | null;
  readonly requested: RequestedConnection | OperationWithParameters;
  readonly state: 'asking' | 'performing' | 'handed';
  readonly preparedBody: PreparedBody | null;
  /** How the user had it stamped; null before they decide. */
  readonly stampMethod: StampMethod | null;
};

/** A request that ended without the outbox. */
export type EndedRequest = RequestKey & {
  readonly requestDigest: string;
  readonly at: number;
  readonly settlement: Settlement;
  /** The document that has not heard of it yet; null when nobody has to. */
  readonly documentHandle: DocumentHandle | null;
};

type RequestList = { readonly revision: number; readonly approvals: readonly PendingRequest[] };
type PackedRequestList = {
  readonly revision: number;
  readonly approvals: readonly PackedRequest[];
};

/** Ended requests are told for so long … */
const ENDED_RETENTION_MS = 3_600_000;
/** … and no more than so many, in so many characters: each one that ends writes them all. */
const MAX_ENDED = 50;
const MAX_ENDED_CHARACTERS = MAX_CHARACTERS;
/** Handed ones are in the outbox anyway. */
const MAX_SUBMITTED = 50;

/** Ours wrote them, in this session of the browser, where nobody else can write. */
const requestListSchema = v.custom<PackedRequestList>(
  (value) => typeof value === 'object' && value !== null && 'approvals' in value,
);
/** What nobody waits for is written after the answer, which it would hold up. */
export const DEFERRED_WRITE_MS = 50;

const endedSchema = v.custom<readonly EndedRequest[]>(Array.isArray);

export type RequestStore = ReturnType<typeof createRequestStore>;

/** Whether two names are the same request. */
function isSameRequest(a: RequestKey, b: RequestKey): boolean {
  return a.name === b.name && a.origin === b.origin && a.privateWindow === b.privateWindow;
}

/** The shelf as it lies in the area: each large text once. */
function requestListItem(session: Area): Item<RequestList> {
  const stored = createItem(session, 'approvals', requestListSchema);
  return {
    get: async () => {
      const found = await stored.get();
      return found && { ...found, approvals: found.approvals.map(unpack) };
    },
    set: ({ revision, approvals }) => stored.set({ revision, approvals: approvals.map(pack) }),
    remove: stored.remove,
  };
}

/** An approval whose activity is in the outbox, which has all the rest of it. */
export function toSubmitted(request: PendingRequest): PendingRequest {
  const requested =
    request.requested.kind === 'operation'
      ? { ...request.requested, parameters: {} }
      : request.requested;
  return { ...request, requested, state: 'handed', preparedBody: null, stampMethod: null };
}

type StoreEffects = {
  readonly session: Area;
  readonly now: () => number;
  readonly later: (ms: number, act: () => void) => () => void;
};

/** How requests ended that are not in the outbox. */
function createEndedRequests({ session, now, later }: StoreEffects) {
  const ended = createCachedItem<readonly EndedRequest[]>(
    createItem(session, 'approvals.ended', endedSchema),
    [],
  );
  const writeSoon = () => void later(DEFERRED_WRITE_MS, ended.flush);
  const appendEnd = (
    request: PendingRequest,
    settlement: Settlement,
    documentHandle: DocumentHandle | null,
  ) => {
    const { origin, privateWindow, name, requestDigest } = request;
    const newest = {
      origin,
      privateWindow,
      name,
      requestDigest,
      at: now(),
      settlement,
      documentHandle,
    };
    return (before: readonly EndedRequest[]) => trimEnded([...before, newest], now());
  };
  return {
    load: ended.load,
    find: (key: RequestKey) =>
      trimEnded(ended.get(), now()).findLast((request) => isSameRequest(request, key)),
    /** Ends that their documents have not heard of. */
    unnotified: () =>
      trimEnded(ended.get(), now()).filter(({ documentHandle }) => documentHandle !== null),
    /** The document of an end has heard of it, or is gone. */
    markNotified: (key: RequestKey): void => {
      ended.changeInMemory((before) =>
        before.map((request) =>
          request.documentHandle && isSameRequest(request, key)
            ? { ...request, documentHandle: null }
            : request,
        ),
      );
      writeSoon();
    },
    /** Notes how a request ended that nobody was asked about: at once here, and kept soon after. */
    record: (request: PendingRequest, settlement: Settlement): void => {
      ended.changeInMemory(appendEnd(request, settlement, null));
      writeSoon();
    },
    add: (request: PendingRequest, settlement: Settlement) =>
      ended.change(appendEnd(request, settlement, request.documentHandle)),
    /** Where there is no room for it beside the earlier ones. */
    replace: (request: PendingRequest, settlement: Settlement) =>
      ended.change(() => appendEnd(request, settlement, request.documentHandle)([])),
    clear: () => ended.change(() => []),
  };
}

/**
 * The store. Reads come from memory once it is loaded; changes take effect at once, so that of two
 * callers in one turn the second sees what the first did, and are taken back where they cannot be
 * written.
 */
export function createRequestStore(effects: StoreEffects) {
  const list = createCachedItem<RequestList>(requestListItem(effects.session), EMPTY_LIST);
  const endedRequests = createEndedRequests(effects);
  const all = () => list.get().approvals;

  const change = (
    act: (before: readonly PendingRequest[]) => readonly PendingRequest[],
    after?: Promise<unknown>,
  ): Promise<void> =>
    list.change(
      ({ revision, approvals }) => ({
        revision: revision + 1,
        approvals: trimSubmitted(act(approvals)),
      }),
      after,
    );
  const without = (id: string) => (before: readonly PendingRequest[]) =>
    before.filter((request) => request.id !== id);

  return {
    /** Must have been awaited before anything else here. */
    load: async () => {
      await Promise.all([list.load(), endedRequests.load()]);
    },
    /** Oldest first. */
    all,
    revision: () => list.get().revision,
    get: (id: string) => all().find((request) => request.id === id),
    find: (key: RequestKey) => all().find((request) => isSameRequest(request, key)),
    findEnded: endedRequests.find,
    unnotified: endedRequests.unnotified,
    markNotified: endedRequests.markNotified,
    recordEnd: endedRequests.record,
    put: (request: PendingRequest): Promise<void> =>
      change((before) => {
        const known = before.some(({ id }) => id === request.id);
        return known
          ? before.map((old) => (old.id === request.id ? request : old))
          : [...before, request];
      }),
    remove: (id: string): Promise<void> => change(without(id)),
    /**
     * Replaces an approval by how it ended. The end is written first, so that a worker that dies in
     * between leaves both and not neither; where there is no room for it, the approval goes first.
     */
    end: async (request: PendingRequest, settlement: Settlement) => {
      let isRecorded = true;
      const recording = endedRequests.add(request, settlement).catch(() => {
        isRecorded = false;
      });
      await change(without(request.id), recording);
      if (!isRecorded) await endedRequests.replace(request, settlement).catch(() => undefined);
    },
    clear: async () => {
      await Promise.all([change(() => []), endedRequests.clear()]);
    },
    /** Nothing here is other than before, but what it stands on: lists of sites are read again. */
    bumpRevision: () => change((before) => before).catch(() => undefined),
  };
}

const EMPTY_LIST: RequestList = { revision: 0, approvals: [] };

/** All that wait, and the newest of those that are in the outbox. */
function trimSubmitted(approvals: readonly PendingRequest[]): readonly PendingRequest[] {
  const last = approvals.filter(({ state }) => state === 'handed').slice(-MAX_SUBMITTED);
  return approvals.filter((request) => request.state !== 'handed' || last.includes(request));
}

/** The newest that are still told. */
function trimEnded(ended: readonly EndedRequest[], now: number): readonly EndedRequest[] {
  let characters = 0;
  return ended
    .slice(-MAX_ENDED)
    .toReversed()
    .filter((request) => {
      characters += JSON.stringify(request.settlement).length;
      return now - request.at < ENDED_RETENTION_MS && characters <= MAX_ENDED_CHARACTERS;
    })
    .toReversed();
}
