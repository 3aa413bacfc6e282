import { signal } from '@preact/signals';
import type { Client } from '../../../client/client.ts';
import type { Authenticator } from '../../../client/passkey/authenticator.ts';
import { promptForStamp } from '../../../client/passkey/stamping.ts';
import type { CeremonyEnd, CeremonyKind, OpenedCeremony } from '../../../protocol/ceremony.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import { KeystampError, toWire, type ErrorCode, type WireError } from '../../../protocol/errors.ts';
import type { Profile } from '../../../protocol/profile.ts';

/*
 * One stamp by passkey inside this page. The body is made and shown first; the browser's prompt comes
 * with a click and with nothing else. The person may say no at every point.
 */

export type PrompterEffects = {
  readonly client: Client;
  readonly authenticator: Authenticator;
  readonly randomId: () => string;
};

export type Wish = {
  /** Of an activity: the id of its entry. */
  readonly id?: string;
  readonly kind: CeremonyKind;
  readonly profile: Profile;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** One sentence: what the stamp is for. */
  readonly why: string;
  /** The API key may stamp it, too. */
  readonly keyToo: boolean;
};

/**
 * - `preparing`: the worker makes the body
 * - `ready`: it is shown and waits for the click
 * - `prompting`: the browser asks
 * - `sending`: the answer is on its way; it is too late to leave
 * - `failed`: as `error` says; another click tries again
 */
export type AskedState = 'preparing' | 'ready' | 'prompting' | 'sending' | 'failed';

export type Asked = {
  readonly wish: Wish;
  readonly state: AskedState;
  /** What is signed; null until the worker has made it, and after it has gone. */
  readonly opened: OpenedCeremony | null;
  readonly error: WireError | null;
};

/** `key`: the person wants the API key to stamp it. Null: they left it. */
export type Outcome = CeremonyEnd | 'key' | null;

/** After these the same body can be signed by another click. */
const AGAIN: readonly ErrorCode[] = [
  'passkey_cancelled',
  'passkey_timeout',
  'passkey_failed',
  'passkey_unknown',
  'passkey_invalid',
  'passkey_domain_refused',
  'passkey_unsupported',
];
/** After these the worker may have done it although it did not say so. */
const LOST: readonly ErrorCode[] = ['timeout', 'worker_unreachable', 'ceremony_gone'];

/** The one question that is asked at a time, and who waits for its outcome. */
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
    /** Changes what is shown, unless the person has left meanwhile. */
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

/** The one place of a page that asks for passkeys; another wish takes the place of the present one. */
export function createPrompter({ client, authenticator, randomId }: PrompterEffects) {
  const question = createQuestion();
  const { asked, show, end } = question;

  async function prepare(own: string, wish: Wish): Promise<void> {
    show(own, { state: 'preparing', opened: null, error: null });
    const { kind, profile, operation, parameters } = wish;
    try {
      const input = { id: own, kind, profileId: profile.id, operation, parameters, show: false };
      await client.call('ceremonies_begin', input);
      const opened = await client.call('ceremonies_open', { id: own });
      show(own, { state: 'ready', opened });
    } catch (error) {
      show(own, { state: 'failed', error: toWire(error) });
    }
  }

  /** The prompt first: only then it counts for the click. An answer after leaving is dropped. */
  async function stamp(own: string, { digest, prompt: wanted }: OpenedCeremony): Promise<void> {
    const work = promptForStamp(authenticator, digest, wanted);
    show(own, { state: 'prompting', error: null });
    const answer = await work;
    if (own !== question.id()) return;
    show(own, { state: 'sending' });
    end(own, await client.call('ceremonies_finish', { id: own, digest, answer }));
  }

  /** Must be called in the click itself. */
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
      if (entry) end(own, { kind: 'submit', entry });
      show(own, { state: 'failed', error, opened: AGAIN.includes(error.code) ? opened : null });
    }
  }

  function leave(outcome: 'key' | null): void {
    const state = asked.peek()?.state;
    if (state === undefined || state === 'sending') return;
    const own = question.id();
    end(own, outcome);
    authenticator.cancel();
    // What stays behind is forgotten by the worker within the hour.
    client.call('ceremonies_discard', { id: own }).catch(() => undefined);
  }

  return {
    asked,
    /** Shows a wish and waits for the person. Never rejects: what goes wrong is shown to them. */
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

/** The entry that the worker stored without this page hearing of it. */
async function stored(client: Client, kind: CeremonyKind, id: string): Promise<EntryView | null> {
  if (kind !== 'submit') return null;
  return client.call('activities_get', { id }).catch(() => null);
}

/** What a step says that somebody left without a stamp. */
export function leftError(): KeystampError {
  return new KeystampError('passkey_cancelled');
}
