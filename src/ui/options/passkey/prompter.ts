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

export type PrompterEffects = {
  readonly client: Client;
  readonly authenticator: Authenticator;
  readonly randomId: () => string;
};

export type Wish = {
  /** For an activity, the ID of its entry. */
  readonly id?: string;
  readonly kind: 'submit' | 'look';
  readonly profile: Profile;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** What the stamp is for, in one sentence. */
  readonly why: string;
  /** Whether the API key may stamp it, too. */
  readonly keyToo: boolean;
};

/**
 * - `preparing`: the worker prepares the body
 * - `ready`: the body is shown and waits for the click
 * - `prompting`: the browser asks for the passkey
 * - `sending`: the signature is on its way; it's too late to cancel
 * - `failed`: `error` says why; another click tries again
 */
export type AskedState = 'preparing' | 'ready' | 'prompting' | 'sending' | 'failed';

export type Asked = {
  readonly wish: Wish;
  readonly state: AskedState;
  /** What the passkey signs; null until the worker has prepared it, and after it is gone. */
  readonly opened: PendingRequestDetails | null;
  readonly error: WireError | null;
};

/** `key`: the user wants the API key to stamp it. Null: the user canceled. */
export type Outcome = OwnOutcome | 'key' | null;

/** After these errors another click can sign the same body. */
const AGAIN: readonly ErrorCode[] = [
  'passkey_cancelled',
  'passkey_timeout',
  'passkey_failed',
  'passkey_unknown',
  'passkey_invalid',
  'passkey_domain_refused',
  'passkey_unsupported',
];
/** After these errors the worker may have stored the activity although no response arrived. */
const LOST: readonly ErrorCode[] = ['timeout', 'worker_unreachable', 'approval_gone'];

/** The one open question and the caller waiting for its outcome. */
function createQuestion() {
  const asked = signal<Asked | null>(null);
  let settle: ((outcome: Outcome) => void) | null = null;
  let id = '';
  return {
    asked,
    id: () => id,
    begin: (own: string, wish: Wish): Promise<Outcome> => {
      settle?.(null);
      id = own;
      asked.value = { wish, state: 'preparing', opened: null, error: null };
      return new Promise((resolve) => {
        settle = resolve;
      });
    },
    /** Changes what is shown, unless the user has canceled in the meantime. */
    show: (own: string, change: Partial<Asked>): void => {
      const now = asked.peek();
      if (now && own === id) asked.value = { ...now, ...change };
    },
    end: (own: string, outcome: Outcome): void => {
      if (own !== id) return;
      const tell = settle;
      settle = null;
      id = '';
      asked.value = null;
      tell?.(outcome);
    },
  };
}

export type Prompter = ReturnType<typeof createPrompter>;

/** Has the worker prepare the body of a request, and reads it. */
async function beginAndOpen(
  client: Client,
  id: string,
  { kind, profile, parameters, operation }: Wish,
): Promise<PendingRequestDetails> {
  const request = await client.call('requests_begin', {
    id,
    profileId: profile.id,
    operation: kind === 'look' ? READ_SESSION.name : operation,
    parameters,
    method: 'passkey',
    show: false,
  });
  return openRequest(client, request);
}

/** The only part of a page that asks for passkeys. A new request replaces the current one. */
export function createPrompter({ client, authenticator, randomId }: PrompterEffects) {
  const question = createQuestion();
  const { asked, show, end } = question;

  async function prepare(own: string, wish: Wish): Promise<void> {
    show(own, { state: 'preparing', opened: null, error: null });
    try {
      show(own, { state: 'ready', opened: await beginAndOpen(client, own, wish) });
    } catch (error) {
      show(own, { state: 'failed', error: toWire(error) });
    }
  }

  /** Prompts first, so that the click still counts. Drops the signature if the user canceled. */
  async function stamp(own: string, opened: PendingRequestDetails): Promise<void> {
    const prompting = approveByPasskey(authenticator, opened);
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
    const { wish, opened } = now;
    if (!opened) return prepare(own, wish);
    try {
      await stamp(own, opened);
    } catch (cause) {
      const error = toWire(cause);
      const entry = LOST.includes(error.code) ? await stored(client, wish.kind, own) : null;
      if (entry) end(own, { kind: 'activity', entry });
      show(own, { state: 'failed', error, opened: AGAIN.includes(error.code) ? opened : null });
    }
  }

  function leave(outcome: 'key' | null): void {
    const state = asked.peek()?.state;
    if (state === undefined || state === 'sending') return;
    const own = question.id();
    end(own, outcome);
    authenticator.cancel();
    // If this call fails, the worker drops the request within the hour.
    const decision = { kind: 'refuse' } as const;
    client.call('requests_decide', { id: own, decision }).catch(() => undefined);
  }

  return {
    asked,
    /** Shows a request and waits for the user. Never rejects: the dialog shows errors. */
    ask: (wish: Wish): Promise<Outcome> => {
      leave(null);
      const own = wish.id ?? randomId();
      const outcome = question.begin(own, wish);
      void prepare(own, wish);
      return outcome;
    },
    prompt: () => void prompt(),
    useKey: () => leave('key'),
    cancel: () => leave(null),
  };
}

/** The entry, if the worker stored it although this page got no response. */
async function stored(
  client: Client,
  kind: 'submit' | 'look',
  id: string,
): Promise<EntryView | null> {
  if (kind !== 'submit') return null;
  return client.call('activities_get', { id }).catch(() => null);
}

/** The error of a step that the user canceled before it was stamped. */
export function leftError(): KeystampError {
  return new KeystampError('passkey_cancelled');
}
