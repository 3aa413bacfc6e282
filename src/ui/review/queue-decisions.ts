import { batch, signal } from '@preact/signals';
import type {
  Decision,
  OwnOutcome,
  PendingRequestView,
  PendingRequests,
  SiteRefusal,
  SiteRequestView,
} from '../../protocol/pending-request.ts';
import type { KeystampError, ErrorCode } from '../../protocol/errors.ts';
import { toKeystampError, toReadError } from '../components/errors.ts';
import type { QueueEffects } from '../page/effects.ts';
import type { QueueList } from './queue-list.ts';
import type { ContentLoader, RequestContent } from './request-content.ts';

/** A request that was just approved; `entryId` null when nothing was stamped. */
export type FollowedRequest = {
  readonly request: PendingRequestView;
  readonly entryId: string | null;
  /** The outcome of a request of the user's own; null for a site's. */
  readonly outcome: OwnOutcome | null;
  /** The page that asked was busy: it gets the answer later. */
  readonly pageIsBusy: boolean;
};

/** A decision, or what makes it: then it is called at once, within the click. */
export type DecisionSource = Decision | (() => Promise<Decision>);

/**
 * The open list of ways to refuse: the site that it is about, and which way has the focus. It belongs
 * to the site, not to the request: a site that withdraws a request and asks again can't close it just
 * as the user is about to block that site.
 */
export type RefusalMenu = { readonly group: string; readonly focusedIndex: number };

type Effects = Pick<QueueEffects, 'client'>;
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

/** Decisions, and the outcome of the last one. */
export function createDecisions({ client }: Effects, list: QueueList, contents: ContentLoader) {
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

  /** One decision at a time; its response is the list. */
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
      const onlyReads = isRead(request, contents.content.peek());
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
      await contents.open(request);
    }
    const isShownElsewhere = SHOWN_ELSEWHERE.includes(error.code);
    // A prompt that was cancelled because another request is in front now.
    const hasMovedOn = error.code === 'passkey_cancelled' && list.current.peek()?.id !== request.id;
    if (!isShownElsewhere && !hasMovedOn) decideError.value = error;
    await list.reload();
  }

  return { decideError, decided, changed, prompting, following, refusing, decide, refuseSite };
}
