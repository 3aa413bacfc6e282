import { signal } from '@preact/signals';
import type { KeystampError } from '../../../protocol/errors.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import { toKeystampError } from '../../components/errors.ts';
import { followEntryWithRetry, type FollowEffects } from '../../components/follow-entry.ts';
import { stageOf, type ContactChange, type Stage } from './contact-change.ts';

/** The wait before asking again after a request that is pending for a passkey. */
const PENDING_MS = 1000;

/**
 * Watches the activity of a change's present stage, or its request that is pending for a passkey.
 * @param onGone there is neither: nothing was stamped, or the request was discarded
 */
export function createStageWatch(
  effects: FollowEffects,
  onEntry: (entry: EntryView) => void,
  onGone: (stage: Stage) => void,
) {
  const { client, later } = effects;
  const error = signal<KeystampError | undefined>(undefined);
  let runs = 0;
  let isClosed = false;

  /** Whether neither an activity nor a pending request has this id: nothing was ever stamped. */
  async function isGone(id: string): Promise<boolean> {
    const { items } = await client.call('requests_list', {});
    if (items.some((item) => item.id === id)) return false;
    // It may have been stamped between the two questions.
    return client.call('activities_get', { id }).then(
      () => false,
      (cause: unknown) => toKeystampError(cause).code === 'activity_unknown',
    );
  }

  async function watch(stage: Stage, id: string, isStopped: () => boolean): Promise<void> {
    while (!isStopped()) {
      try {
        return await followEntryWithRetry(effects, id, onEntry, isStopped);
      } catch (cause) {
        if (toKeystampError(cause).code !== 'activity_unknown') throw cause;
        if (await isGone(id)) return isStopped() ? undefined : onGone(stage);
        await new Promise<void>((resolve) => void later(PENDING_MS, resolve));
      }
    }
  }

  return {
    error,
    close: () => {
      isClosed = true;
    },
    start: (change: ContactChange): void => {
      const run = (runs += 1);
      const isStopped = () => isClosed || run !== runs;
      const present = stageOf(change);
      error.value = undefined;
      if (!present) return;
      void watch(present.stage, present.id, isStopped).catch((cause: unknown) => {
        if (!isStopped()) error.value = toKeystampError(cause);
      });
    },
  };
}
