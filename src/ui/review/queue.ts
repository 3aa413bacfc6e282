import { computed, effect, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import type { AppState } from '../../protocol/app-state.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import { OWN_ORIGIN } from '../../protocol/outbox-entry.ts';
import type {
  OwnRequestView,
  PendingRequestView,
  SiteRefusal,
  SiteRequestView,
} from '../../protocol/pending-request.ts';
import { createReadSessions, startInWindow, type ReadSessions } from '../forms/read-sessions.ts';
import type { QueueEffects } from '../page/effects.ts';
import {
  createDecisions,
  type DecisionSource,
  type FollowedRequest,
  type RefusalMenu,
} from './queue-decisions.ts';
import { createQueueList, type QueueList } from './queue-list.ts';
import { createContentLoader, type ContentLoader, type RequestContent } from './request-content.ts';
import type { Values } from '../../protocol/parse.ts';

/** The pending requests, which of them is in front, and the outcome of the last decision. */
export type RequestQueue = {
  /** Oldest first; undefined until the first response. */
  readonly items: ReadonlySignal<readonly PendingRequestView[] | undefined>;
  /** Why the list could not be had. */
  readonly listError: ReadonlySignal<KeystampError | undefined>;
  readonly current: ReadonlySignal<PendingRequestView | undefined>;
  readonly content: ReadonlySignal<RequestContent | undefined>;
  /** Something happened to what was in front, and not by the user's hand. */
  readonly notice: ReadonlySignal<'changed' | 'gone' | undefined>;
  /** Why the last decision did not go through. */
  readonly decideError: ReadonlySignal<KeystampError | undefined>;
  readonly isDeciding: ReadonlySignal<boolean>;
  /** The browser's prompt for a passkey is open. */
  readonly prompting: ReadonlySignal<boolean>;
  readonly following: ReadonlySignal<FollowedRequest | undefined>;
  /** The ways to refuse, while they are open. */
  readonly refusing: Signal<RefusalMenu | undefined>;
  /** Begins read sessions, for profiles without an API key. */
  readonly readSessions: ReadSessions;
  /** True once something was decided here. */
  readonly decided: ReadonlySignal<boolean>;
  readonly reload: () => Promise<void>;
  /** Brings a request to the front; nothing happens when it isn't pending. */
  readonly show: (id: string) => void;
  /** One on, or one back. */
  readonly move: (offset: 1 | -1) => void;
  /** Loads the content of the request in front again. */
  readonly reloadContent: () => Promise<void>;
  /** What the user picked so far of what the site leaves to them, by parameter. */
  readonly pick: (request: PendingRequestView, picks: Values) => Promise<void>;
  readonly decide: (request: PendingRequestView, decision: DecisionSource) => Promise<void>;
  /** Refuses every pending request of the site of a request. */
  readonly refuseSite: (request: SiteRequestView, refusal: SiteRefusal) => Promise<void>;
  /** Leaves the approved one for the next. */
  readonly showNext: () => void;
  /** Ends the watch over the state. */
  readonly dispose: () => void;
};

/**
 * A request of the user's own that is no longer pending may have been stamped: the response got lost, or
 * the page was reloaded. Then its activity is shown.
 */
async function findStamped(client: Client, id: string): Promise<FollowedRequest | undefined> {
  try {
    const entry = await client.call('activities_get', { id });
    if (entry.origin !== OWN_ORIGIN) return undefined;
    const { operation, profileId, createdAt: at } = entry;
    const requested = { kind: 'operation', operation, profileId } as const;
    const request: OwnRequestView = {
      asker: 'own',
      id,
      at,
      state: 'pending',
      requested,
      onlyReads: false,
    };
    return { request, entryId: id, outcome: { kind: 'activity', entry }, pageIsBusy: false };
  } catch {
    return undefined;
  }
}

/** Shows the activity of a request that is gone, where nothing else has come to the front meanwhile. */
async function showStamped(
  client: Client,
  id: string,
  { current, isDeciding }: QueueList,
  following: Signal<FollowedRequest | undefined>,
): Promise<void> {
  const front = current.peek()?.id;
  const stamped = await findStamped(client, id);
  const isSame = current.peek()?.id === front && !isDeciding.peek();
  if (stamped && isSame && following.peek() === undefined) following.value = stamped;
}

/** Changes with the lock and with the pending requests. */
function stateKeyOf(state: AppState | undefined): string | undefined {
  return state && `${state.vault} ${state.requests.revision}`;
}

function operationIn(isUnlocked: boolean, front: PendingRequestView | undefined) {
  return isUnlocked && front?.requested.kind === 'operation' ? front : undefined;
}

/** Loads the content of the request in front as soon as it is there. */
function loadFront(
  front: ReadonlySignal<PendingRequestView | undefined>,
  { content, open }: ContentLoader,
): () => void {
  return effect(() => {
    const current = front.value;
    if (current === undefined) content.value = undefined;
    else if (content.peek()?.id !== current.id) void open(current);
  });
}

async function reloadFront(
  front: ReadonlySignal<PendingRequestView | undefined>,
  { open }: ContentLoader,
): Promise<void> {
  const current = front.peek();
  if (current) await open(current);
}

/** A locked vault told the kinds of requests only: nothing of that is shown as what they are. */
function clearOnUnlock(isUnlocked: ReadonlySignal<boolean>, { items }: QueueList): () => void {
  return effect(() => {
    if (isUnlocked.value) items.value = undefined;
  });
}

/**
 * Makes the queue of a page.
 * @param state what the page knows of Keystamp; the list is loaded again whenever its revision
 * or the lock changes
 * @param onlyId the only request of the queue; undefined for all that wait
 */
export function createQueue(
  effects: QueueEffects,
  state: ReadonlySignal<AppState | undefined>,
  onlyId?: string,
): RequestQueue {
  const readSessions = createReadSessions(state, (id) => startInWindow(effects, id));
  const list: QueueList = createQueueList({
    client: effects.client,
    onMissing: (id) => void showStamped(effects.client, id, list, following),
    isShown: ({ id }) => id === (onlyId ?? id),
  });
  const contentLoader = createContentLoader(effects, list.reload);
  const decisions = createDecisions(effects, list, contentLoader);
  const { changed, decideError, following } = decisions;
  const isUnlocked = computed(() => state.value?.vault === 'unlocked');
  const stateKey = computed(() => stateKeyOf(state.value));
  const currentOperation = computed(() => operationIn(isUnlocked.value, list.current.value));
  const notice = computed(() =>
    changed.value ? 'changed' : list.isCurrentGone.value ? 'gone' : undefined,
  );
  const clearNotices = (): void => {
    changed.value = false;
    list.isCurrentGone.value = false;
    decideError.value = undefined;
  };
  const show = (id: string): void => {
    if (id !== list.current.peek()?.id) effects.authenticator?.cancel();
    clearNotices();
    list.selectedId.value = id;
    following.value = undefined;
  };
  const move = (offset: 1 | -1): void => {
    effects.authenticator?.cancel();
    clearNotices();
    list.move(offset);
  };
  const disposers = [
    readSessions.dispose,
    clearOnUnlock(isUnlocked, list),
    effect(() => {
      if (stateKey.value !== undefined) void list.reload();
    }),
    loadFront(currentOperation, contentLoader),
  ];
  if (onlyId !== undefined) show(onlyId);

  return {
    ...list,
    ...decisions,
    readSessions,
    content: contentLoader.content,
    pick: contentLoader.pick,
    notice,
    show,
    move,
    reloadContent: async () => reloadFront(currentOperation, contentLoader),
    showNext: () => void (following.value = undefined),
    dispose: () => disposers.forEach((end) => end()),
  };
}
