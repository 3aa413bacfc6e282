import { signal } from '@preact/signals';
import type { Client } from '../../../client/client.ts';
import type { Authenticator } from '../../../client/passkey/authenticator.ts';
import { openRequest } from '../../../client/open-request.ts';
import { approveByPasskey } from '../../../client/passkey/stamping.ts';
import { READ_SESSION } from '../../../protocol/operations.ts';
import type { OwnOutcome, PendingRequestDetails } from '../../../protocol/pending-request.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import { KeystampError, toWire, type ErrorCode, type WireError } from '../../../protocol/errors.ts';
import type { Profile } from '../../../protocol/profile.ts';

/*
 * One passkey stamp inside this page. First the page shows the prepared body. Only a click opens
 * the browser's prompt. The user can cancel at any point.
 */

export type PasskeyQuestionEffects = {
  readonly client: Client;
  readonly authenticator: Authenticator;
  readonly randomId: () => string;
};

export type StampRequest = {
  /** For an activity, the ID of its entry. */
  readonly id?: string;
  readonly kind: 'submit' | 'read-session';
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
export type QuestionState = 'preparing' | 'ready' | 'prompting' | 'sending' | 'failed';

export type OpenQuestion = {
  readonly request: StampRequest;
  readonly state: QuestionState;
  /** What the passkey signs; null until the worker has prepared it, and after it is gone. */
  readonly details: PendingRequestDetails | null;
  readonly error: WireError | null;
};

/** `key`: the user wants the API key to stamp it. Null: the user canceled. */
export type QuestionOutcome = OwnOutcome | 'key' | null;

/** After these errors another click can sign the same body. */
const RETRYABLE_CODES: readonly ErrorCode[] = [
  'passkey_cancelled',
  'passkey_timeout',
  'passkey_failed',
  'passkey_unknown',
  'passkey_invalid',
  'passkey_domain_refused',
  'passkey_unsupported',
];
/** After these errors the worker may have stored the activity although no response arrived. */
const POSSIBLY_STORED_CODES: readonly ErrorCode[] = [
  'timeout',
  'worker_unreachable',
  'approval_gone',
];

/** The one open question and the caller waiting for its outcome. */
function createQuestion() {
  const asked = signal<OpenQuestion | null>(null);
  let settle: ((outcome: QuestionOutcome) => void) | null = null;
  let id = '';
  return {
    asked,
    id: () => id,
    begin: (own: string, request: StampRequest): Promise<QuestionOutcome> => {
      settle?.(null);
      id = own;
      asked.value = { request, state: 'preparing', details: null, error: null };
      return new Promise((resolve) => {
        settle = resolve;
      });
    },
    /** Changes what is shown, unless the user has canceled in the meantime. */
    show: (own: string, change: Partial<OpenQuestion>): void => {
      const now = asked.peek();
      if (now && own === id) asked.value = { ...now, ...change };
    },
    end: (own: string, outcome: QuestionOutcome): void => {
      if (own !== id) return;
      const tell = settle;
      settle = null;
      id = '';
      asked.value = null;
      tell?.(outcome);
    },
  };
}

export type PasskeyQuestion = ReturnType<typeof createPasskeyQuestion>;

/** Has the worker prepare the body of a request, and reads it. */
async function beginAndOpen(
  client: Client,
  id: string,
  { kind, profile, parameters, operation }: StampRequest,
): Promise<PendingRequestDetails> {
  const request = await client.call('requests_begin', {
    id,
    profileId: profile.id,
    operation: kind === 'read-session' ? READ_SESSION.name : operation,
    parameters,
    method: 'passkey',
    show: false,
  });
  return openRequest(client, request);
}

/** Takes a request back. If this call fails, the worker drops the request within the hour. */
function discard(client: Client, id: string): void {
  const decision = { kind: 'refuse' } as const;
  client.call('requests_decide', { id, decision }).catch(() => undefined);
}

/** The only part of a page that asks for passkeys. A new request replaces the current one. */
export function createPasskeyQuestion({ client, authenticator, randomId }: PasskeyQuestionEffects) {
  const question = createQuestion();
  const { asked, show, end } = question;

  async function prepare(own: string, request: StampRequest): Promise<void> {
    show(own, { state: 'preparing', details: null, error: null });
    try {
      show(own, { state: 'ready', details: await beginAndOpen(client, own, request) });
    } catch (error) {
      show(own, { state: 'failed', error: toWire(error) });
    }
    // The user left before the worker had it: it must not stay behind.
    if (own !== question.id()) discard(client, own);
  }

  /** Prompts first, so that the click still counts. Drops the signature if the user canceled. */
  async function stamp(own: string, details: PendingRequestDetails): Promise<void> {
    const prompting = approveByPasskey(authenticator, details);
    show(own, { state: 'prompting', error: null });
    const decision = await prompting;
    if (own !== question.id()) return;
    show(own, { state: 'sending' });
    const { outcome } = await client.call('requests_decide', { id: own, decision });
    end(own, outcome);
  }

  /** Call it in the click itself. */
  async function prompt(): Promise<void> {
    const now = asked.peek();
    if (now?.state !== 'ready' && now?.state !== 'failed') return;
    const own = question.id();
    const { request, details } = now;
    if (!details) return prepare(own, request);
    try {
      await stamp(own, details);
    } catch (cause) {
      const error = toWire(cause);
      const mayBeStored = POSSIBLY_STORED_CODES.includes(error.code);
      const entry = mayBeStored ? await findStoredEntry(client, request.kind, own) : null;
      if (entry) end(own, { kind: 'activity', entry });
      const isRetryable = RETRYABLE_CODES.includes(error.code);
      show(own, { state: 'failed', error, details: isRetryable ? details : null });
    }
  }

  function leave(outcome: 'key' | null): void {
    const state = asked.peek()?.state;
    if (state === undefined || state === 'sending') return;
    const own = question.id();
    end(own, outcome);
    authenticator.cancel();
    discard(client, own);
  }

  return {
    asked,
    /** Shows a request and waits for the user. Never rejects: the dialog shows errors. */
    ask: (request: StampRequest): Promise<QuestionOutcome> => {
      leave(null);
      const own = request.id ?? randomId();
      const outcome = question.begin(own, request);
      void prepare(own, request);
      return outcome;
    },
    prompt: () => void prompt(),
    useKey: () => leave('key'),
    cancel: () => leave(null),
  };
}

/** The entry, if the worker stored it although this page got no response. */
async function findStoredEntry(
  client: Client,
  kind: 'submit' | 'read-session',
  id: string,
): Promise<EntryView | null> {
  if (kind !== 'submit') return null;
  return client.call('activities_get', { id }).catch(() => null);
}

/** The error of a step that the user canceled before it was stamped. */
export function createCancelledError(): KeystampError {
  return new KeystampError('passkey_cancelled');
}
