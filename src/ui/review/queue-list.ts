import { batch, computed, signal } from '@preact/signals';
import type {
  OwnRequestView,
  PendingRequestView,
  PendingRequests,
} from '../../protocol/pending-request.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import { toReadError } from '../components/errors.ts';
import type { QueueEffects } from '../page/effects.ts';

export type QueueListDeps = Pick<QueueEffects, 'client'> & {
  /** The request that was in front, or the requested one, is no longer pending. */
  readonly onMissing: (id: string) => void;
  /** Whether a request belongs to this queue. */
  readonly isShown: (item: PendingRequestView) => boolean;
};

export type QueueList = ReturnType<typeof createQueueList>;

/** The items and which of them is in front; newest response wins. */
export function createQueueList({ client, onMissing, isShown }: QueueListDeps) {
  const items = signal<readonly PendingRequestView[] | undefined>(undefined);
  const listError = signal<KeystampError | undefined>(undefined);
  const selectedId = signal<string | undefined>(undefined);
  const isCurrentGone = signal(false);
  /** A decision is on its way: its response brings the list, and nothing moves until then. */
  const isDeciding = signal(false);
  const current = computed(
    () => items.value?.find((item) => item.id === selectedId.value) ?? items.value?.[0],
  );
  let latestRound = 0;
  /** The user's own that was in front last: a lock takes it away with the list. */
  let lastOwn: OwnRequestView | undefined;

  function applyQueue(queue: PendingRequests): void {
    latestRound += 1;
    const pending = queue.items.filter(isShown);
    const previous = items.peek() ?? [];
    const front = current.peek() ?? lastOwn;
    const index = previous.findIndex((item) => item.id === front?.id);
    const isPending = (id: string | undefined) => pending.some((item) => item.id === id);
    const isStillPending = isPending(front?.id);
    const expectedId = front?.asker === 'site' ? undefined : (front?.id ?? selectedId.peek());
    batch(() => {
      items.value = pending;
      listError.value = undefined;
      const neighbour = pending[Math.min(Math.max(index, 0), pending.length - 1)];
      // What is in front stays there, whatever comes before it.
      if (!isPending(selectedId.peek()))
        selectedId.value = isStillPending ? front?.id : neighbour?.id;
      if (front && !isStillPending) isCurrentGone.value = true;
    });
    lastOwn = asOwn(current.peek());
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

function asOwn(item: PendingRequestView | undefined): OwnRequestView | undefined {
  return item?.asker === 'own' ? item : undefined;
}
