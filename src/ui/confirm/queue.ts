import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type {
  Decision,
  OwnOutcome,
  OwnRequestView,
  PendingRequestView,
  PendingRequestDetails,
  PendingRequests,
  SiteRefusal,
  SiteRequestView,
} from '../../protocol/pending-request.ts';
import type { KeystampError, ErrorCode } from '../../protocol/errors.ts';
import { OWN_ORIGIN } from '../../protocol/outbox-entry.ts';
import type { AppState } from '../../protocol/app-state.ts';
import { toKeystampError, toReadError } from '../components/errors.ts';
import { createReadSessions, type ReadSessions } from '../forms/read-sessions.ts';
import { openRequest } from '../../client/open-request.ts';
import type { Client } from '../../client/client.ts';
import type { QueueEffects } from './effects.ts';
import type { RefusalMenu } from './refuse-button.tsx';

/** The content of a request, as far as it could be had. */
export type RequestContent = {
  readonly id: string;
  readonly request?: PendingRequestDetails;
  readonly error?: KeystampError;
};

/** A request that was just approved; `entryId` null when nothing was stamped. */
export type FollowedRequest = {
  readonly request: PendingRequestView;
  readonly entryId: string | null;
  /** What came of a request of the user's own; null for what a web page asked for. */
  readonly outcome: OwnOutcome | null;
};

/** A decision, or what makes it: then it is called at once, within the click. */
export type DecisionSource = Decision | (() => Promise<Decision>);

/** What waits, which of it is in front, and what became of the last decision. */
export type RequestQueue = {
  /** Oldest first; undefined until the first answer. */
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
  /** How a profile of passkeys gets to read again. */
  readonly readSessions: ReadSessions;
  /** True once something was decided here. */
  readonly decided: ReadonlySignal<boolean>;
  readonly reload: () => Promise<void>;
  /** Brings a request to the front; nothing happens when it does not wait. */
  readonly show: (id: string) => void;
  /** One on, or one back. */
  readonly move: (offset: 1 | -1) => void;
  /** Asks for the content of the request in front again. */
  readonly reloadContent: () => Promise<void>;
  readonly decide: (request: PendingRequestView, decision: DecisionSource) => Promise<void>;
  /** Refuses whatever waits by now of the site of a request. */
  readonly refuseSite: (request: SiteRequestView, refusal: SiteRefusal) => Promise<void>;
  /** Leaves the approved one for the next. */
  readonly showNext: () => void;
  /** Ends the watch over the state. */
  readonly dispose: () => void;
};

/** The items and which of them is in front; newest answer wins. */
function createList({ client }: QueueEffects, onMissing: (id: string) => void) {
  const items = signal<readonly PendingRequestView[] | undefined>(undefined);
  const listError = signal<KeystampError | undefined>(undefined);
  const selectedId = signal<string | undefined>(undefined);
  const isCurrentGone = signal(false);
  /** A decision is on its way: its answer brings the list, and nothing moves until then. */
  const isDeciding = signal(false);
  const current = computed(
    () => items.value?.find((item) => item.id === selectedId.value) ?? items.value?.[0],
  );
  let latestRound = 0;
  /** The user's own that was in front last: a lock takes it away with the list. */
  let lastOwn: OwnRequestView | undefined;

  function applyQueue(queue: PendingRequests): void {
    latestRound += 1;
    const previous = items.peek() ?? [];
    const front = current.peek() ?? lastOwn;
    const index = previous.findIndex((item) => item.id === front?.id);
    const isPending = (id: string | undefined) => queue.items.some((item) => item.id === id);
    const isStillPending = isPending(front?.id);
    const expectedId = front?.asker === 'site' ? undefined : (front?.id ?? selectedId.peek());
    batch(() => {
      items.value = queue.items;
      listError.value = undefined;
      const neighbour = queue.items[Math.min(Math.max(index, 0), queue.items.length - 1)];
      // What is in front stays there, whatever comes before it.
      if (!isPending(selectedId.peek()))
        selectedId.value = isStillPending ? front?.id : neighbour?.id;
      if (front && !isStillPending) isCurrentGone.value = true;
    });
    const now = current.peek();
    lastOwn = now?.asker === 'own' ? now : undefined;
    if (expectedId !== undefined && !isPending(expectedId) && !isDeciding.peek()) {
      onMissing(expectedId);
    }
  }

  async function reload(): Promise<void> {
    const ownRound = (latestRound += 1);
    try {
      const queue = await client.call('requests_list', {});
      if (ownRound === latestRound && !isDeciding.peek()) applyQueue(queue);
    } catch (error) {
      if (ownRound === latestRound) listError.value = toReadError(error);
    }
  }

  function move(offset: 1 | -1): void {
    const all = items.peek() ?? [];
    const index = all.findIndex((item) => item.id === current.peek()?.id);
    const next = all[index + offset];
    if (next) selectedId.value = next.id;
  }

  return {
    items,
    listError,
    selectedId,
    isCurrentGone,
    isDeciding,
    current,
    applyQueue,
    reload,
    move,
  };
}

/** The content of the request in front. */
function createContentLoader({ client }: QueueEffects, onGone: () => Promise<void>) {
  const content = signal<RequestContent | undefined>(undefined);

  async function open(view: PendingRequestView): Promise<void> {
    const { id } = view;
    const loading: RequestContent = { id };
    content.value = loading;
    const result = await openRequest(client, view).then(
      (request): RequestContent => ({ id, request }),
      (error: unknown): RequestContent => ({ id, error: toReadError(error) }),
    );
    if (content.peek() !== loading) return;
    content.value = result;
    if (result.error?.code === 'approval_gone') await onGone();
  }

  return { content, open };
}

type List = ReturnType<typeof createList>;
type ContentLoader = ReturnType<typeof createContentLoader>;

type DecisionResult = { readonly queue: PendingRequests; readonly followed?: FollowedRequest };

/** Said by other means: by its notice, its absence, its state, the unlock form. */
const SHOWN_ELSEWHERE: readonly ErrorCode[] = [
  'approval_changed',
  'approval_gone',
  'approval_away',
  'vault_locked',
];

/** Whether a request only reads: nothing of it is kept and sent again. */
function isRead(request: PendingRequestView, content: RequestContent | undefined): boolean {
  return request.asker === 'own' ? request.onlyReads : content?.request?.type === null;
}

/** Decisions, and what became of the last one. */
function createDecisions({ client }: QueueEffects, list: List, contentLoader: ContentLoader) {
  const decideError = signal<KeystampError | undefined>(undefined);
  const decided = signal(false);
  const changed = signal(false);
  const prompting = signal(false);
  const following = signal<FollowedRequest | undefined>(undefined);
  const refusing = signal<RefusalMenu | undefined>(undefined);

  async function resolveDecision(source: DecisionSource): Promise<Decision> {
    if (typeof source !== 'function') return source;
    prompting.value = true;
    return source().finally(() => {
      prompting.value = false;
    });
  }

  type Run = () => Promise<DecisionResult>;

  /** One decision at a time; its answer is the list. */
  async function attempt(request: PendingRequestView, run: Run): Promise<void> {
    if (list.isDeciding.peek()) return;
    list.isDeciding.value = true;
    decideError.value = undefined;
    changed.value = false;
    try {
      const { queue, followed } = await run();
      batch(() => {
        decided.value = true;
        if (followed) following.value = followed;
        list.applyQueue(queue);
        // Whatever left by this was decided, not missed.
        list.isCurrentGone.value = false;
        list.isDeciding.value = false;
      });
    } catch (error) {
      list.isDeciding.value = false;
      const onlyReads = isRead(request, contentLoader.content.peek());
      await handleFailure(request, onlyReads ? toReadError(error) : toKeystampError(error));
    }
  }

  const decide = (request: PendingRequestView, source: DecisionSource): Promise<void> =>
    attempt(request, async () => {
      const { id } = request;
      const decision = await resolveDecision(source);
      const { queue, ...result } = await client.call('requests_decide', { id, decision });
      return decision.kind === 'refuse' ? { queue } : { queue, followed: { request, ...result } };
    });

  const refuseSite = (request: SiteRequestView, refusal: SiteRefusal): Promise<void> =>
    attempt(request, async () => {
      const { origin, privateWindow } = request;
      const site = { origin, privateWindow, ...refusal };
      return { queue: await client.call('requests_refuse_site', site) };
    });

  async function handleFailure(request: PendingRequestView, error: KeystampError): Promise<void> {
    if (error.code === 'approval_changed') {
      changed.value = true;
      await contentLoader.open(request);
    }
    const isShownElsewhere = SHOWN_ELSEWHERE.includes(error.code);
    // A prompt that was taken back because another request is looked at now.
    const hasMovedOn = error.code === 'passkey_cancelled' && list.current.peek()?.id !== request.id;
    if (!isShownElsewhere && !hasMovedOn) decideError.value = error;
    await list.reload();
  }

  return { decideError, decided, changed, prompting, following, refusing, decide, refuseSite };
}

/**
 * A request of the user's own that is no longer pending may have been stamped: the answer got lost, or
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
    return { request, entryId: id, outcome: { kind: 'activity', entry } };
  } catch {
    return undefined;
  }
}

/** Shows the activity of a request that is gone, where nothing else has come to the front meanwhile. */
async function showStamped(
  client: Client,
  id: string,
  { current, isDeciding }: List,
  following: Signal<FollowedRequest | undefined>,
): Promise<void> {
  const front = current.peek()?.id;
  const stamped = await findStamped(client, id);
  const isSame = current.peek()?.id === front && !isDeciding.peek();
  if (stamped && isSame && following.peek() === undefined) following.value = stamped;
}

/** Changes with the lock and with whatever waits. */
function stateKeyOf(state: AppState | undefined): string | undefined {
  return state && `${state.vault} ${state.requests.revision}`;
}

/** The content of what is in front is asked for as soon as it is there. */
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
function clearOnUnlock(isUnlocked: ReadonlySignal<boolean>, { items }: List): () => void {
  return effect(() => {
    if (isUnlocked.value) items.value = undefined;
  });
}

/**
 * Makes the queue of a page.
 * @param state what the page knows of Keystamp; the list is asked for again whenever its revision
 * or the lock changes
 */
export function createQueue(
  effects: QueueEffects,
  state: ReadonlySignal<AppState | undefined>,
): RequestQueue {
  const list: List = createList(
    effects,
    (id) => void showStamped(effects.client, id, list, following),
  );
  const contentLoader = createContentLoader(effects, list.reload);
  const decisions = createDecisions(effects, list, contentLoader);
  const { changed, decideError, following } = decisions;
  const isUnlocked = computed(() => state.value?.vault === 'unlocked');
  const stateKey = computed(() => stateKeyOf(state.value));
  const currentOperation = computed(() => {
    const current = list.current.value;
    return isUnlocked.value && current?.requested.kind === 'operation' ? current : undefined;
  });

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
    clearOnUnlock(isUnlocked, list),
    effect(() => {
      if (stateKey.value !== undefined) void list.reload();
    }),
    loadFront(currentOperation, contentLoader),
  ];

  return {
    ...list,
    ...decisions,
    readSessions: createReadSessions(effects, state),
    content: contentLoader.content,
    notice,
    show,
    move,
    reloadContent: async () => reloadFront(currentOperation, contentLoader),
    showNext: () => {
      following.value = undefined;
    },
    dispose: () => disposers.forEach((end) => end()),
  };
}
