import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type {
  PendingRequestView,
  Decision,
  PendingRequestDetails,
  PendingRequests,
  SiteRefusal,
} from '../../protocol/pending-request.ts';
import { KeystampError, type ErrorCode } from '../../protocol/errors.ts';
import type { AppState } from '../../protocol/app-state.ts';
import { toKeystampError, toReadError } from '../components/errors.ts';
import { createReadSessions, type ReadSessions } from '../forms/read-sessions.ts';
import { sha256Text } from './digest.ts';
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
  readonly refuseSite: (request: PendingRequestView, refusal: SiteRefusal) => Promise<void>;
  /** Leaves the approved one for the next. */
  readonly showNext: () => void;
  /** Ends the watch over the state. */
  readonly dispose: () => void;
};

/** The items and which of them is in front; newest answer wins. */
function createList({ client }: QueueEffects) {
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

  function applyQueue(queue: PendingRequests): void {
    latestRound += 1;
    const previous = items.peek() ?? [];
    const front = current.peek();
    const index = previous.findIndex((item) => item.id === front?.id);
    const isPending = (id: string | undefined) => queue.items.some((item) => item.id === id);
    const isStillPending = isPending(front?.id);
    batch(() => {
      items.value = queue.items;
      listError.value = undefined;
      const neighbour = queue.items[Math.min(Math.max(index, 0), queue.items.length - 1)];
      // What is in front stays there, whatever comes before it.
      if (!isPending(selectedId.peek()))
        selectedId.value = isStillPending ? front?.id : neighbour?.id;
      if (front && !isStillPending) isCurrentGone.value = true;
    });
  }

  async function reload(): Promise<void> {
    const ownRound = (latestRound += 1);
    try {
      const queue = await client.call('approvals_list', {});
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

  async function open(id: string): Promise<void> {
    const loading: RequestContent = { id };
    content.value = loading;
    const result = await read(id);
    if (content.peek() !== loading) return;
    content.value = result;
    if (result.error?.code === 'approval_gone') await onGone();
  }

  async function read(id: string): Promise<RequestContent> {
    try {
      const request = await client.call('approvals_open', { id });
      // What is shown is what is approved: the digest is not taken on trust.
      const isExact = request.id === id && request.digest === (await sha256Text(request.body));
      return isExact ? { id, request } : { id, error: new KeystampError('approval_changed') };
    } catch (error) {
      return { id, error: toReadError(error) };
    }
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
  async function attempt({ id }: PendingRequestView, run: Run): Promise<void> {
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
      await handleFailure(id, toKeystampError(error));
    }
  }

  const decide = (request: PendingRequestView, source: DecisionSource): Promise<void> =>
    attempt(request, async () => {
      const { id } = request;
      const decision = await resolveDecision(source);
      const { queue, entryId } = await client.call('approvals_decide', { id, decision });
      return decision.kind === 'refuse' ? { queue } : { queue, followed: { request, entryId } };
    });

  const refuseSite = (request: PendingRequestView, refusal: SiteRefusal): Promise<void> =>
    attempt(request, async () => {
      const { origin, privateWindow } = request;
      const site = { origin, privateWindow, ...refusal };
      return { queue: await client.call('approvals_refuse_site', site) };
    });

  async function handleFailure(id: string, error: KeystampError): Promise<void> {
    if (error.code === 'approval_changed') {
      changed.value = true;
      await contentLoader.open(id);
    }
    const isShownElsewhere = SHOWN_ELSEWHERE.includes(error.code);
    // A prompt that was taken back because another request is looked at now.
    const hasMovedOn = error.code === 'passkey_cancelled' && list.current.peek()?.id !== id;
    if (!isShownElsewhere && !hasMovedOn) decideError.value = error;
    await list.reload();
  }

  return { decideError, decided, changed, prompting, following, refusing, decide, refuseSite };
}

/** Changes with the lock and with whatever waits. */
function stateKeyOf(state: AppState | undefined): string | undefined {
  return state && `${state.vault} ${state.requests.revision}`;
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
  const list = createList(effects);
  const contentLoader = createContentLoader(effects, list.reload);
  const decisions = createDecisions(effects, list, contentLoader);
  const { content, open } = contentLoader;
  const { changed, decideError, following } = decisions;
  const isUnlocked = computed(() => state.value?.vault === 'unlocked');
  const stateKey = computed(() => stateKeyOf(state.value));
  const currentId = computed(() => {
    const { id, requested } = list.current.value ?? {};
    return isUnlocked.value && requested?.kind === 'operation' ? id : undefined;
  });

  const notice = computed(() =>
    changed.value ? 'changed' : list.isCurrentGone.value ? 'gone' : undefined,
  );
  const clearNotices = (): void => {
    changed.value = false;
    list.isCurrentGone.value = false;
    decideError.value = undefined;
  };
  const disposers = [
    clearOnUnlock(isUnlocked, list),
    effect(() => {
      if (stateKey.value !== undefined) void list.reload();
    }),
    effect(() => {
      const id = currentId.value;
      if (id === undefined) content.value = undefined;
      else if (content.peek()?.id !== id) void open(id);
    }),
  ];

  return {
    ...list,
    ...decisions,
    readSessions: createReadSessions(effects, state),
    content,
    notice,
    show: (id) => {
      if (id !== list.current.peek()?.id) effects.authenticator?.cancel();
      clearNotices();
      list.selectedId.value = id;
    },
    move: (offset) => {
      effects.authenticator?.cancel();
      clearNotices();
      list.move(offset);
    },
    reloadContent: async () => {
      const id = currentId.peek();
      if (id !== undefined) await open(id);
    },
    showNext: () => {
      following.value = undefined;
    },
    dispose: () => disposers.forEach((dispose) => dispose()),
  };
}
