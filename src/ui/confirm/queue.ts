import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type {
  ApprovalView,
  Decision,
  OpenedApproval,
  Queue,
  SiteRefusal,
} from '../../protocol/approval.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { AppState } from '../../protocol/state.ts';
import { asKeystampError, asReadError } from '../kit/errors.ts';
import { createLooking, type Looking } from '../forms/looking.ts';
import { sha256Text } from './digest.ts';
import type { QueueEffects } from './effects.ts';
import type { Refusing } from './refuse.tsx';

/** The content of a request, as far as it could be had. */
export type Opened = {
  readonly id: string;
  readonly approval?: OpenedApproval;
  readonly error?: KeystampError;
};

/** A request that was just approved; `entryId` null when nothing was stamped. */
export type Following = { readonly approval: ApprovalView; readonly entryId: string | null };

/** A decision, or what makes it: then it is called at once, within the click. */
export type MakeDecision = Decision | (() => Promise<Decision>);

/** What waits, which of it is in front, and what became of the last decision. */
export type ApprovalQueue = {
  /** Oldest first; undefined until the first answer. */
  readonly items: ReadonlySignal<readonly ApprovalView[] | undefined>;
  /** Why the list could not be had. */
  readonly listError: ReadonlySignal<KeystampError | undefined>;
  readonly current: ReadonlySignal<ApprovalView | undefined>;
  readonly opened: ReadonlySignal<Opened | undefined>;
  /** Something happened to what was in front, and not by the user's hand. */
  readonly notice: ReadonlySignal<'changed' | 'gone' | undefined>;
  /** Why the last decision did not go through. */
  readonly decideError: ReadonlySignal<KeystampError | undefined>;
  readonly deciding: ReadonlySignal<boolean>;
  /** The browser's prompt for a passkey is open. */
  readonly prompting: ReadonlySignal<boolean>;
  readonly following: ReadonlySignal<Following | undefined>;
  /** The ways to refuse, while they are open. */
  readonly refusing: Signal<Refusing | undefined>;
  /** How a profile of passkeys gets to read again. */
  readonly looking: Looking;
  /** True once something was decided here. */
  readonly decided: ReadonlySignal<boolean>;
  readonly reload: () => Promise<void>;
  /** Brings a request to the front; nothing happens when it does not wait. */
  readonly show: (id: string) => void;
  /** One on, or one back. */
  readonly move: (by: 1 | -1) => void;
  /** Asks for the content of the request in front again. */
  readonly reopen: () => Promise<void>;
  readonly decide: (approval: ApprovalView, decision: MakeDecision) => Promise<void>;
  /** Refuses whatever waits by now of the site of a request. */
  readonly refuseSite: (approval: ApprovalView, how: SiteRefusal) => Promise<void>;
  /** Leaves the approved one for the next. */
  readonly goOn: () => void;
  /** Ends the watch over the state. */
  readonly stop: () => void;
};

/** The items and which of them is in front; newest answer wins. */
function createList({ client }: QueueEffects) {
  const items = signal<readonly ApprovalView[] | undefined>(undefined);
  const listError = signal<KeystampError | undefined>(undefined);
  const wanted = signal<string | undefined>(undefined);
  const gone = signal(false);
  /** A decision is on its way: its answer brings the list, and nothing moves until then. */
  const held = signal(false);
  const current = computed(
    () => items.value?.find((one) => one.id === wanted.value) ?? items.value?.[0],
  );
  let round = 0;

  function take(queue: Queue): void {
    round += 1;
    const before = items.peek() ?? [];
    const front = current.peek();
    const at = before.findIndex((one) => one.id === front?.id);
    const waits = (id: string | undefined) => queue.items.some((one) => one.id === id);
    const stays = waits(front?.id);
    batch(() => {
      items.value = queue.items;
      listError.value = undefined;
      const neighbour = queue.items[Math.min(Math.max(at, 0), queue.items.length - 1)];
      // What is in front stays there, whatever comes before it.
      if (!waits(wanted.peek())) wanted.value = stays ? front?.id : neighbour?.id;
      if (front && !stays) gone.value = true;
    });
  }

  async function reload(): Promise<void> {
    const mine = (round += 1);
    try {
      const queue = await client.call('approvals_list', {});
      if (mine === round && !held.peek()) take(queue);
    } catch (error) {
      if (mine === round) listError.value = asReadError(error);
    }
  }

  function move(by: 1 | -1): void {
    const all = items.peek() ?? [];
    const at = all.findIndex((one) => one.id === current.peek()?.id);
    const next = all[at + by];
    if (next) wanted.value = next.id;
  }

  return { items, listError, wanted, gone, held, current, take, reload, move };
}

/** The content of the request in front. */
function createContent({ client }: QueueEffects, missed: () => Promise<void>) {
  const opened = signal<Opened | undefined>(undefined);

  async function open(id: string): Promise<void> {
    const asked: Opened = { id };
    opened.value = asked;
    const result = await read(id);
    if (opened.peek() !== asked) return;
    opened.value = result;
    if (result.error?.code === 'approval_gone') await missed();
  }

  async function read(id: string): Promise<Opened> {
    try {
      const approval = await client.call('approvals_open', { id });
      // What is shown is what is approved: the digest is not taken on trust.
      const fits = approval.id === id && approval.digest === (await sha256Text(approval.body));
      return fits ? { id, approval } : { id, error: new KeystampError('approval_changed') };
    } catch (error) {
      return { id, error: asReadError(error) };
    }
  }

  return { opened, open };
}

type List = ReturnType<typeof createList>;
type Content = ReturnType<typeof createContent>;

type Answered = { readonly queue: Queue; readonly followed?: Following };

/** Decisions, and what became of the last one. */
function createDecisions({ client }: QueueEffects, list: List, content: Content) {
  const decideError = signal<KeystampError | undefined>(undefined);
  const decided = signal(false);
  const changed = signal(false);
  const prompting = signal(false);
  const following = signal<Following | undefined>(undefined);
  const refusing = signal<Refusing | undefined>(undefined);

  async function made(make: MakeDecision): Promise<Decision> {
    if (typeof make !== 'function') return make;
    prompting.value = true;
    return make().finally(() => {
      prompting.value = false;
    });
  }

  /** One decision at a time; its answer is the list. */
  async function attempt({ id }: ApprovalView, ask: () => Promise<Answered>): Promise<void> {
    if (list.held.peek()) return;
    list.held.value = true;
    decideError.value = undefined;
    changed.value = false;
    try {
      const { queue, followed } = await ask();
      batch(() => {
        decided.value = true;
        if (followed) following.value = followed;
        list.take(queue);
        // Whatever left by this was decided, not missed.
        list.gone.value = false;
        list.held.value = false;
      });
    } catch (error) {
      list.held.value = false;
      await failed(id, asKeystampError(error));
    }
  }

  const decide = (approval: ApprovalView, make: MakeDecision): Promise<void> =>
    attempt(approval, async () => {
      const { id } = approval;
      const decision = await made(make);
      const { queue, entryId } = await client.call('approvals_decide', { id, decision });
      return decision.kind === 'refuse' ? { queue } : { queue, followed: { approval, entryId } };
    });

  const refuseSite = (approval: ApprovalView, how: SiteRefusal): Promise<void> =>
    attempt(approval, async () => {
      const { origin, privateWindow } = approval;
      const site = { origin, privateWindow, ...how };
      return { queue: await client.call('approvals_refuse_site', site) };
    });

  async function failed(id: string, error: KeystampError): Promise<void> {
    if (error.code === 'approval_changed') {
      changed.value = true;
      await content.open(id);
    }
    // Said by other means: by its notice, its absence, its state, the unlock form.
    const silent = ['approval_changed', 'approval_gone', 'approval_away', 'vault_locked'].includes(
      error.code,
    );
    // A prompt that was taken back because another request is looked at now.
    const left = error.code === 'passkey_cancelled' && list.current.peek()?.id !== id;
    if (!silent && !left) decideError.value = error;
    await list.reload();
  }

  return { decideError, decided, changed, prompting, following, refusing, decide, refuseSite };
}

/** A locked vault told the kinds of requests only: nothing of that is shown as what they are. */
function forgetAtUnlock(unlocked: ReadonlySignal<boolean>, { items }: List): () => void {
  return effect(() => {
    if (unlocked.value) items.value = undefined;
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
): ApprovalQueue {
  const list = createList(effects);
  const content = createContent(effects, list.reload);
  const decisions = createDecisions(effects, list, content);
  const { opened, open } = content;
  const { changed, decideError, following } = decisions;
  const unlocked = computed(() => state.value?.vault === 'unlocked');
  const mark = computed(
    () => state.value && `${state.value.vault} ${state.value.approvals.revision}`,
  );
  const inFront = computed(() => {
    const { id, wish } = list.current.value ?? {};
    return unlocked.value && wish?.kind === 'operation' ? id : undefined;
  });

  const forget = (): void => {
    changed.value = false;
    list.gone.value = false;
    decideError.value = undefined;
  };
  const stops = [
    forgetAtUnlock(unlocked, list),
    effect(() => {
      if (mark.value !== undefined) void list.reload();
    }),
    effect(() => {
      const id = inFront.value;
      if (id === undefined) opened.value = undefined;
      else if (opened.peek()?.id !== id) void open(id);
    }),
  ];

  return {
    ...list,
    ...decisions,
    looking: createLooking(effects, state),
    deciding: list.held,
    opened,
    notice: computed(() => (changed.value ? 'changed' : list.gone.value ? 'gone' : undefined)),
    show: (id) => {
      if (id !== list.current.peek()?.id) effects.authenticator?.cancel();
      forget();
      list.wanted.value = id;
    },
    move: (by) => {
      effects.authenticator?.cancel();
      forget();
      list.move(by);
    },
    reopen: async () => {
      const id = inFront.peek();
      if (id !== undefined) await open(id);
    },
    goOn: () => {
      following.value = undefined;
    },
    stop: () => stops.forEach((end) => end()),
  };
}
