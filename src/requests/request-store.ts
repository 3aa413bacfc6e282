import * as v from 'valibot';
import { MAX_CHARACTERS, type PageReply } from '../protocol/page-api.ts';
import { createItem, type Area, type Item } from '../storage/area.ts';
import { createCachedItem } from './cached-item.ts';
import type { RequestKey } from './request-key.ts';
import type { SiteRequest, OwnRequest, PendingRequest, EndedRequest } from './request-record.ts';
import { pack, unpack, type PackedRequest } from './packed-request.ts';
import type { DocumentHandle } from './documents.ts';
import { SESSION_ITEMS } from './session-items.ts';

/*
 * All pending requests, in memory-only storage: it outlives the worker but not the browser, like
 * the pages that sent them. What the user approved is in the outbox, on disk.
 */

type RequestList = { readonly revision: number; readonly requests: readonly PendingRequest[] };
type PackedRequestList = {
  readonly revision: number;
  readonly requests: readonly PackedRequest[];
};

/** Ended requests are kept for this long … */
const ENDED_RETENTION_MS = 3_600_000;
/** … and only this many, in this many characters: each new one writes them all. */
const MAX_ENDED = 50;
const MAX_ENDED_CHARACTERS = MAX_CHARACTERS;
/** Submitted ones are in the outbox anyway. */
const MAX_SUBMITTED = 50;
/** The user's own requests: the oldest make room. */
const MAX_OWN = 20;

/** Written by our own code in this browser session, where nobody else can write. */
const requestListSchema = v.custom<PackedRequestList>(
  (value) => typeof value === 'object' && value !== null && 'requests' in value,
);
/** What nobody waits for is written after the answer, which it would otherwise delay. */
export const DEFERRED_WRITE_MS = 50;

const endedSchema = v.custom<readonly EndedRequest[]>(Array.isArray);

export type RequestStore = ReturnType<typeof createRequestStore>;

/** Whether two keys name the same request. */
function isSameRequest(a: RequestKey, b: RequestKey): boolean {
  return a.name === b.name && a.origin === b.origin && a.privateWindow === b.privateWindow;
}

/** The list as stored in the area: each large text once. */
function requestListItem(session: Area): Item<RequestList> {
  const stored = createItem(session, SESSION_ITEMS.pending, requestListSchema);
  return {
    get: async () => {
      const found = await stored.get();
      return found && { ...found, requests: found.requests.map(unpack) };
    },
    set: ({ revision, requests }) => stored.set({ revision, requests: requests.map(pack) }),
    remove: stored.remove,
  };
}

/** A request whose activity is in the outbox, which has everything else. */
export function toSubmitted(request: SiteRequest): SiteRequest {
  const requested =
    request.requested.kind === 'operation'
      ? { ...request.requested, parameters: {} }
      : request.requested;
  return { ...request, requested, state: 'submitted', preparedBody: null, stampMethod: null };
}

type StoreEffects = {
  readonly session: Area;
  readonly now: () => number;
  readonly later: (ms: number, act: () => void) => () => void;
};

/** How requests ended that aren't in the outbox. */
function createEndedRequests({ session, now, later }: StoreEffects) {
  const ended = createCachedItem<readonly EndedRequest[]>(
    createItem(session, SESSION_ITEMS.ended, endedSchema),
    [],
  );
  const writeSoon = () => void later(DEFERRED_WRITE_MS, ended.flush);
  const appendEnd = (
    request: SiteRequest,
    reply: PageReply,
    documentHandle: DocumentHandle | null,
  ) => {
    const { origin, privateWindow, name, requestDigest } = request;
    const newest = {
      origin,
      privateWindow,
      name,
      requestDigest,
      at: now(),
      reply,
      documentHandle,
    };
    return (before: readonly EndedRequest[]) => trimEnded([...before, newest], now());
  };
  return {
    load: ended.load,
    find: (key: RequestKey) =>
      trimEnded(ended.get(), now()).findLast((request) => isSameRequest(request, key)),
    /** Ended requests whose documents haven't been notified. */
    unnotified: () =>
      trimEnded(ended.get(), now()).filter(({ documentHandle }) => documentHandle !== null),
    /** The document has been notified, or is gone. */
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
    /** Records the end of a pre-approved query: immediately in memory, and stored soon after. */
    record: (request: SiteRequest, reply: PageReply): void => {
      ended.changeInMemory(appendEnd(request, reply, null));
      writeSoon();
    },
    add: (request: SiteRequest, reply: PageReply) =>
      ended.change(appendEnd(request, reply, request.documentHandle)),
    /** For when there is no room next to the earlier ones. */
    replace: (request: SiteRequest, reply: PageReply) =>
      ended.change(() => appendEnd(request, reply, request.documentHandle)([])),
    clear: () => ended.change(() => []),
  };
}

/**
 * The store. Once loaded, reads come from memory. Changes take effect immediately, so that of two
 * callers in one turn the second sees what the first did; they are undone if they can't be written.
 */
export function createRequestStore(effects: StoreEffects) {
  const list = createCachedItem<RequestList>(requestListItem(effects.session), EMPTY_LIST);
  const endedRequests = createEndedRequests(effects);
  let ownGeneration = 0;
  const all = () => list.get().requests;
  const ofSites = () => all().filter(isSiteRequest);

  const change = (
    act: (before: readonly PendingRequest[]) => readonly PendingRequest[],
    after?: Promise<unknown>,
  ): Promise<void> =>
    list.change(
      ({ revision, requests }) => ({ revision: revision + 1, requests: trim(act(requests)) }),
      after,
    );
  const without = (id: string) => (before: readonly PendingRequest[]) =>
    before.filter((request) => request.id !== id);

  return {
    /** Must resolve before anything else here is used. */
    load: async () => {
      await Promise.all([list.load(), endedRequests.load()]);
    },
    /** Oldest first. */
    all,
    ofSites,
    own: () => all().filter(isOwnRequest),
    revision: () => list.get().revision,
    get: (id: string) => all().find((request) => request.id === id),
    getOfSite: (id: string) => ofSites().find((request) => request.id === id),
    find: (key: RequestKey) => ofSites().find((request) => isSameRequest(request, key)),
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
     * Replaces a request by how it ended. The end is written first, so that a worker that dies in
     * between leaves both rather than neither; if there is no room for it, the request goes first.
     */
    end: async (request: SiteRequest, reply: PageReply) => {
      let isRecorded = true;
      const recording = endedRequests.add(request, reply).catch(() => {
        isRecorded = false;
      });
      await change(without(request.id), recording);
      if (!isRecorded) await endedRequests.replace(request, reply).catch(() => undefined);
    },
    clear: async () => {
      await Promise.all([change(() => []), endedRequests.clear()]);
    },
    /** After a lock, no body that may contain a secret is left. */
    clearOwn: (): Promise<void> => {
      ownGeneration += 1;
      return change((before) => before.filter(isSiteRequest));
    },
    /**
     * Grows whenever the user's own requests are cleared: a request begun before that must not be
     * stored after it.
     */
    ownGeneration: () => ownGeneration,
    /** Makes pages read the list again after something that it depends on has changed. */
    bumpRevision: () => change((before) => before).catch(() => undefined),
  };
}

const EMPTY_LIST: RequestList = { revision: 0, requests: [] };

/** Narrows to a web page's request. */
function isSiteRequest(request: PendingRequest): request is SiteRequest {
  return request.asker === 'site';
}

function isOwnRequest(request: PendingRequest): request is OwnRequest {
  return request.asker === 'own';
}

/** All pending requests except the oldest of the user's own, and the newest submitted ones. */
function trim(requests: readonly PendingRequest[]): readonly PendingRequest[] {
  const dropped = [
    ...requests.filter(({ state }) => state === 'submitted').slice(0, -MAX_SUBMITTED),
    ...requests.filter(isOwnRequest).slice(0, -MAX_OWN),
  ];
  return dropped.length === 0 ? requests : requests.filter((one) => !dropped.includes(one));
}

/** The newest ended requests that are still kept. */
function trimEnded(ended: readonly EndedRequest[], now: number): readonly EndedRequest[] {
  let characters = 0;
  return ended
    .slice(-MAX_ENDED)
    .toReversed()
    .filter((request) => {
      characters += JSON.stringify(request.reply).length;
      return now - request.at < ENDED_RETENTION_MS && characters <= MAX_ENDED_CHARACTERS;
    })
    .toReversed();
}
