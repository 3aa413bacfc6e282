import { useEffect, useState } from 'preact/hooks';
import { SETTLED_STATES, type EntryView } from '../../protocol/outbox-entry.ts';
import type { Client } from '../../client/client.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import { toKeystampError } from './errors.ts';

/** Between two tries to ask the worker after an error. */
const RETRY_MS = 2000;

export type EntryWatch = {
  readonly entry: EntryView | undefined;
  readonly error: KeystampError | undefined;
  /** Takes an entry that another call answered, or asks anew without one. */
  readonly again: (entry?: EntryView) => void;
};

export type FollowEffects = {
  readonly client: Client;
  /** Calls back after the given milliseconds; answers how to cancel. */
  readonly later: (milliseconds: number, then: () => void) => () => void;
};

/** Follows an activity until it is settled or `stopped` says so; every change is told. */
export async function followEntry(
  { client, later }: FollowEffects,
  id: string,
  onEntry: (entry: EntryView) => void,
  isStopped: () => boolean,
): Promise<void> {
  let entry = await client.call('activities_get', { id });
  while (!isStopped()) {
    onEntry(entry);
    if (SETTLED_STATES.includes(entry.state)) return;
    const { revision } = entry;
    entry = await client.call('activities_wait', { id, revision });
    // A worker that answers at once and unchanged must not be asked in a tight loop.
    if (entry.revision === revision) await new Promise<void>((resolve) => void later(300, resolve));
  }
}

/** The same for work that goes on without a person: asks again when the worker does not answer. */
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

/** An activity, live. */
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
      // An unknown activity or a locked vault will not get better by asking.
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
