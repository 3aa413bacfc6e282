import { signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import type { Authenticator } from '../../client/passkey/authenticator.ts';
import { promptForStamp } from '../../client/passkey/stamping.ts';
import type { CeremonyEnd, OpenedCeremony } from '../../protocol/ceremony.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { PasskeyAnswer } from '../../protocol/passkey.ts';
import { toKeystampError, toReadError } from '../components/errors.ts';
import { sha256Text } from '../confirm/digest.ts';

/**
 * Where one request for a passkey stands:
 * - `ready`: shown, waits for the click; `error` of the last try, `changed` when it was made anew since
 * - `prompting`: the browser asks for the passkey
 * - `handing`: the passkey has answered, the worker goes on
 * - `gone`: waits no more
 */
export type Stage =
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly error: KeystampError }
  | {
      readonly at: 'ready';
      readonly opened: OpenedCeremony;
      readonly error?: KeystampError;
      readonly changed: boolean;
    }
  | { readonly at: 'prompting' | 'handing'; readonly opened: OpenedCeremony }
  | { readonly at: 'gone' }
  | { readonly at: 'discarded' }
  | { readonly at: 'ended'; readonly operation: string; readonly end: CeremonyEnd };

export type CeremonyRun = {
  readonly stage: ReadonlySignal<Stage>;
  /** Asks what there is to stamp. */
  readonly open: () => Promise<void>;
  /** Prompts, first of all, and hands the answer over. */
  readonly stamp: () => Promise<void>;
  readonly discard: () => Promise<void>;
  /** Nobody looks any more: a prompt that is open would be answered for something unseen. */
  readonly leave: () => void;
};

/** What was shown is what is signed: the digest of a text that is shown is not taken on trust. */
async function isWhole({ body, digest }: OpenedCeremony): Promise<boolean> {
  return body === null || (await sha256Text(body)) === digest;
}

/** One that waits no more may have been stamped: by an answer that was lost, or before a reload. */
async function goneOrEnded(client: Client, id: string): Promise<Stage> {
  try {
    const entry = await client.call('activities_get', { id });
    return { at: 'ended', operation: entry.operation, end: { kind: 'submit', entry } };
  } catch {
    return { at: 'gone' };
  }
}

/** Runs one request for a passkey, from opening it to its end. */
export function createCeremonyRun(
  effects: { readonly client: Client; readonly authenticator: Authenticator },
  id: string,
): CeremonyRun {
  const { client, authenticator } = effects;
  const stage = signal<Stage>({ at: 'loading' });

  async function open(changed = false): Promise<void> {
    stage.value = { at: 'loading' };
    try {
      const opened = await client.call('ceremonies_open', { id });
      if (!(await isWhole(opened))) throw new KeystampError('approval_changed');
      stage.value = { at: 'ready', opened, changed };
    } catch (cause) {
      const error = toReadError(cause);
      const gone = error.code === 'ceremony_gone';
      stage.value = gone ? await goneOrEnded(client, id) : { at: 'failed', error };
    }
  }

  async function refused(opened: OpenedCeremony, cause: unknown): Promise<void> {
    const error = opened.kind === 'submit' ? toKeystampError(cause) : toReadError(cause);
    if (error.code === 'approval_changed') return open(true);
    const gone = error.code === 'ceremony_gone';
    stage.value = gone
      ? await goneOrEnded(client, id)
      : { at: 'ready', opened, error, changed: false };
  }

  async function stamp(): Promise<void> {
    const now = stage.peek();
    if (now.at !== 'ready') return;
    const { opened } = now;
    // The prompt comes before everything else that this click does.
    const prompt = promptForStamp(authenticator, opened.digest, opened.prompt);
    stage.value = { at: 'prompting', opened };
    try {
      await handOver(opened, await prompt);
    } catch (cause) {
      await refused(opened, cause);
    }
  }

  async function handOver(opened: OpenedCeremony, answer: PasskeyAnswer): Promise<void> {
    stage.value = { at: 'handing', opened };
    const end = await client.call('ceremonies_finish', { id, digest: opened.digest, answer });
    stage.value = { at: 'ended', operation: opened.operation, end };
  }

  async function discard(): Promise<void> {
    const now = stage.peek();
    try {
      await client.call('ceremonies_discard', { id });
      stage.value = { at: 'discarded' };
    } catch (cause) {
      const error = toKeystampError(cause);
      stage.value = now.at === 'ready' ? { ...now, error } : { at: 'failed', error };
    }
  }

  return { stage, open: () => open(), stamp, discard, leave: authenticator.cancel };
}
