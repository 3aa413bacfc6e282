import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../../client/client.ts';
import type { Authenticator } from '../../../client/passkey/authenticator.ts';
import { approveByPasskey } from '../../../client/passkey/stamping.ts';
import type { AppState } from '../../../protocol/app-state.ts';
import { KeystampError } from '../../../protocol/errors.ts';
import type { OwnOutcome, PendingRequestDetails } from '../../../protocol/pending-request.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { toKeystampError } from '../../components/errors.ts';
import type { QueueEffects } from '../../page/effects.ts';
import { createQueue, type RequestQueue } from '../../review/queue.ts';
import { beginByPasskey } from '../../review/submit.ts';

/*
 * One approval by passkey inside the options page: the same request, queue and check as in the confirm
 * window, with this one request in it. The user can cancel until the signature is on its way.
 */

export type PasskeyApprovalEffects = Omit<QueueEffects, 'authenticator'> & {
  readonly authenticator: Authenticator;
};

export type StampRequest = {
  /** For an activity, the ID of its entry. */
  readonly id?: string;
  readonly profile: Profile;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** What the stamp is for, in one sentence. */
  readonly purpose: string;
  /** Whether the API key may stamp it, too. */
  readonly allowsKey: boolean;
};

/**
 * - `preparing`: the worker prepares the body
 * - `ready`: the body is shown and waits for the click
 * - `prompting`: the browser asks for the passkey
 * - `sending`: the signature is on its way; it's too late to cancel
 * - `failed`: `error` says why; another click tries again
 */
type ApprovalState = 'preparing' | 'ready' | 'prompting' | 'sending' | 'failed';

export type PendingApproval = {
  readonly request: StampRequest;
  readonly state: ApprovalState;
  /** Null until the worker has prepared the request. */
  readonly queue: RequestQueue | null;
  /** What the passkey signs; null until the worker has prepared it, and after it is gone. */
  readonly details: PendingRequestDetails | null;
  readonly error: KeystampError | null;
};

/** `key`: the user wants the API key to stamp it. Null: the user canceled. */
export type ApprovalOutcome = OwnOutcome | 'key' | null;

/** One request from being asked for to its outcome. */
type Attempt = {
  readonly id: string;
  readonly request: StampRequest;
  readonly queue: RequestQueue | null;
  /** Why the worker didn't prepare it. */
  readonly beginError: KeystampError | null;
  readonly settle: (outcome: ApprovalOutcome) => void;
};

export type PasskeyApproval = ReturnType<typeof createPasskeyApproval>;

/** The only part of the page that asks for passkeys. A new request replaces the current one. */
export function createPasskeyApproval(
  effects: PasskeyApprovalEffects,
  state: ReadonlySignal<AppState | undefined>,
) {
  const { client, authenticator, randomId } = effects;
  const attempt = signal<Attempt | null>(null);
  const pending = computed(() => attempt.value && toPendingApproval(attempt.value));

  function end(outcome: ApprovalOutcome): void {
    const ended = attempt.peek();
    attempt.value = null;
    ended?.queue?.dispose();
    ended?.settle(outcome);
  }

  async function prepare(begun: Attempt): Promise<void> {
    const { id } = begun;
    begun.queue?.dispose();
    attempt.value = { ...begun, queue: null, beginError: null };
    const { profile, operation, parameters } = begun.request;
    const input = { id, profileId: profile.id, operation, parameters: { ...parameters } };
    const error = await beginByPasskey(client, input, { show: false }).then(
      () => null,
      toKeystampError,
    );
    const current = attempt.peek();
    // The user left before the worker had it: it must not stay behind.
    if (current?.id !== id) return discard(client, id);
    const queue = error ? null : createQueue(effects, state, id);
    attempt.value = { ...current, beginError: error, queue };
  }

  function leave(outcome: 'key' | null): void {
    const current = attempt.peek();
    if (!current || pending.peek()?.state === 'sending') return;
    end(outcome);
    authenticator.cancel();
    discard(client, current.id);
  }

  effect(() => {
    const outcome = attempt.value?.queue?.following.value?.outcome;
    if (outcome) end(outcome);
  });

  return {
    pending,
    /** Shows a request and waits for the user. Never rejects: the dialog shows errors. */
    ask: (request: StampRequest): Promise<ApprovalOutcome> => {
      leave(null);
      return new Promise((settle) => {
        const id = request.id ?? randomId();
        void prepare({ id, request, queue: null, beginError: null, settle });
      });
    },
    /** Call it in the click itself. */
    prompt: (): void => {
      const current = attempt.peek();
      const shown = pending.peek();
      if (!current || (shown?.state !== 'ready' && shown?.state !== 'failed')) return;
      const { queue, details } = shown;
      const isLeft = () => attempt.peek()?.id !== current.id;
      void (queue && details ? approve(authenticator, queue, details, isLeft) : prepare(current));
    },
    useKey: () => leave('key'),
    cancel: () => leave(null),
  };
}

/** Prompts as the first thing that the click does. Drops the signature if the user left. */
async function approve(
  authenticator: Authenticator,
  queue: RequestQueue,
  details: PendingRequestDetails,
  isLeft: () => boolean,
): Promise<void> {
  const item = queue.current.peek();
  if (!item) return;
  await queue.decide(item, async () => {
    const decision = await approveByPasskey(authenticator, details);
    if (isLeft()) throw createCancelledError();
    return decision;
  });
}

/** Takes a request back. If this call fails, the worker drops the request within the hour. */
function discard(client: Client, id: string): void {
  client.call('requests_decide', { id, decision: { kind: 'refuse' } }).catch(() => undefined);
}

function toPendingApproval({ request, queue, beginError }: Attempt): PendingApproval {
  const content = queue?.content.value;
  const details = content?.request ?? null;
  const error =
    beginError ??
    queue?.decideError.value ??
    content?.error ??
    queue?.listError.value ??
    (queue?.notice.value === 'gone' ? new KeystampError('approval_gone') : null);
  return { request, queue, details, error, state: stateOf(queue, details, error) };
}

function stateOf(
  queue: RequestQueue | null,
  details: PendingRequestDetails | null,
  error: KeystampError | null,
): ApprovalState {
  if (queue?.prompting.value) return 'prompting';
  if (queue?.isDeciding.value) return 'sending';
  if (error) return 'failed';
  return details ? 'ready' : 'preparing';
}

/** The error of a step that the user canceled before it was stamped. */
export function createCancelledError(): KeystampError {
  return new KeystampError('passkey_cancelled');
}
