import { useEffect, useState } from 'preact/hooks';
import { SETTLED_STATES, type EntryView } from '../../protocol/outbox-entry.ts';
import type { Client } from '../../client/client.ts';
import type { BaseEffects } from '../page/effects.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import { toKeystampError } from './errors.ts';

/** The wait before asking the worker again after an error. */
const RETRY_MS = 2000;
/**
 * A worker that the browser stopped in the middle writes no snapshot: only a message or its alarm
 * wakes it, and the alarm takes half a minute.
 */
const MAX_SILENCE_MS = 1000;

/**
 * Statuses that mean the service is waiting for other people or credentials (docs/protocol.md,
 * States of an activity).
 */
const WAITING_STATUSES = [
  'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
];

/** Whether the service waits for other people or credentials, by an activity's status. */
export const isWaitingStatus = (status: string): boolean => WAITING_STATUSES.includes(status);

/** Whether the service has an activity and waits for other people or credentials. */
export function isWaitingForOthers({ state, activity }: EntryView): boolean {
  return !SETTLED_STATES.includes(state) && isWaitingStatus(activity?.status ?? '');
}

export type EntryWatch = {
  readonly entry: EntryView | undefined;
  readonly error: KeystampError | undefined;
  /** Continues with an entry that another call returned, or gets the current one. */
  readonly again: (entry?: EntryView) => void;
};

export type FollowEffects = {
  readonly client: Client;
  /** Calls back after the given milliseconds. Returns a function that cancels. */
  readonly later: (milliseconds: number, then: () => void) => () => void;
  readonly watchSnapshot: BaseEffects['watchSnapshot'];
};

/** Tells of each snapshot since it was last asked. Without any for long, it tells that, too. */
function createNews({ watchSnapshot, later }: FollowEffects) {
  let resolveNext: () => void = () => undefined;
  let next: Promise<void>;
  const renew = (): void => {
    next = new Promise((resolve) => (resolveNext = resolve));
  };
  renew();
  const stop = watchSnapshot(() => resolveNext());
  return {
    wait: async (): Promise<void> => {
      const cancel = later(MAX_SILENCE_MS, () => resolveNext());
      await next;
      cancel();
      renew();
    },
    stop: () => {
      stop();
      resolveNext();
    },
  };
}

/**
 * Follows an activity until it is settled or `isStopped` returns true. Reports every change: the
 * worker publishes a snapshot after each one.
 */
export async function followEntry(
  effects: FollowEffects,
  id: string,
  onEntry: (entry: EntryView) => void,
  isStopped: () => boolean,
): Promise<void> {
  const news = createNews(effects);
  let shown: string | undefined;
  try {
    while (!isStopped()) {
      const entry = await effects.client.call('activities_get', { id });
      if (isStopped()) return;
      // Its place in the queue changes without a change of its own.
      const current = `${entry.revision} ${entry.turn?.ahead}`;
      if (current !== shown) onEntry(entry);
      shown = current;
      // What was just reported may be what ends the watch: nothing is awaited then.
      if (SETTLED_STATES.includes(entry.state) || isStopped()) return;
      await news.wait();
    }
  } finally {
    news.stop();
  }
}

/** The same for work without a user: asks again if the worker doesn't respond. */
export async function followEntryWithRetry(
  effects: FollowEffects,
  id: string,
  onEntry: (entry: EntryView) => void,
  isStopped: () => boolean,
): Promise<void> {
  for (;;) {
    try {
      return await followEntry(effects, id, onEntry, isStopped);
    } catch (error) {
      if (toKeystampError(error).code !== 'timeout' || isStopped()) throw error;
      await new Promise<void>((resolve) => void effects.later(RETRY_MS, resolve));
    }
  }
}

/** An activity that updates live. */
export function useEntry(effects: FollowEffects, id: string | null): EntryWatch {
  const [entry, setEntry] = useState<EntryView | undefined>(undefined);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (id === null) return undefined;
    let isStopped = false;
    let cancel = () => {};
    const onEntry = (next: EntryView) => {
      setEntry(next);
      setError(undefined);
    };
    const onFailure = (cause: unknown) => {
      if (isStopped) return;
      const keystampError = toKeystampError(cause);
      setError(keystampError);
      // Asking again doesn't help with an unknown activity or a locked vault.
      if (keystampError.code === 'timeout')
        cancel = effects.later(RETRY_MS, () => setAttempt(attempt + 1));
    };
    void followEntry(effects, id, onEntry, () => isStopped).catch(onFailure);
    return () => {
      isStopped = true;
      cancel();
    };
  }, [id, attempt]);
  return {
    entry: entry?.id === id ? entry : undefined,
    error,
    again: (next) => {
      if (next) setEntry(next);
      setError(undefined);
      setAttempt(attempt + 1);
    },
  };
}
