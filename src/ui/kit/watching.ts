import { useEffect, useState } from 'preact/hooks';
import { SETTLED, type EntryView } from '../../protocol/entry.ts';
import type { Client } from '../../messaging/client.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import { asKeystampError } from './errors.ts';

/** Between two tries to ask the worker after an error. */
const PAUSE_MS = 2000;

export type Watched = {
  readonly entry: EntryView | undefined;
  readonly error: KeystampError | undefined;
  /** Takes an entry that another call answered, or asks anew without one. */
  readonly again: (entry?: EntryView) => void;
};

export type WatchEffects = {
  readonly client: Client;
  /** Calls back after the given milliseconds; answers how to cancel. */
  readonly later: (milliseconds: number, then: () => void) => () => void;
};

/** Follows an activity until it is settled or `stopped` says so; every change is told. */
export async function follow(
  { client, later }: WatchEffects,
  id: string,
  told: (entry: EntryView) => void,
  stopped: () => boolean,
): Promise<void> {
  let entry = await client.call('activities_get', { id });
  while (!stopped()) {
    told(entry);
    if (SETTLED.includes(entry.state)) return;
    const { revision } = entry;
    entry = await client.call('activities_wait', { id, revision });
    // A worker that answers at once and unchanged must not be asked in a tight loop.
    if (entry.revision === revision) await new Promise<void>((go) => void later(300, go));
  }
}

/** The same for work that goes on without a person: asks again when the worker does not answer. */
export async function followPatiently(
  effects: WatchEffects,
  id: string,
  told: (entry: EntryView) => void,
  stopped: () => boolean,
): Promise<void> {
  for (;;) {
    try {
      return await follow(effects, id, told, stopped);
    } catch (error) {
      if (asKeystampError(error).code !== 'timeout' || stopped()) throw error;
      await new Promise<void>((go) => void effects.later(PAUSE_MS, go));
    }
  }
}

/** An activity, live. */
export function useEntry(effects: WatchEffects, id: string | null): Watched {
  const [entry, setEntry] = useState<EntryView | undefined>(undefined);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (id === null) return undefined;
    let stopped = false;
    let cancel = () => {};
    const told = (next: EntryView) => {
      setEntry(next);
      setError(undefined);
    };
    const failed = (cause: unknown) => {
      if (stopped) return;
      const known = asKeystampError(cause);
      setError(known);
      // An unknown activity or a locked vault will not get better by asking.
      if (known.code === 'timeout') cancel = effects.later(PAUSE_MS, () => setRound(round + 1));
    };
    void follow(effects, id, told, () => stopped).catch(failed);
    return () => {
      stopped = true;
      cancel();
    };
  }, [id, round]);
  return {
    entry: entry?.id === id ? entry : undefined,
    error,
    again: (next) => {
      if (next) setEntry(next);
      setError(undefined);
      setRound(round + 1);
    },
  };
}
