import type { SubmitRow } from '../../../protocol/operation-row.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import { useStore } from '../../page/store.ts';
import { useLatest } from '../../components/use-reading.ts';

/** As many as one reading of what was signed here gives. */
const LATEST = 200;

/** A request to send, as it was signed here. */
export type SentBefore = {
  readonly chain: string;
  readonly recipients: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
};

/**
 * What was signed in this browser for a profile, with the operation that sends, newest first; undefined until
 * it was read. The service's list isn't asked: it could have addresses that nobody here ever saw.
 */
export function useSentBefore(
  profileId: string,
  row: SubmitRow,
): readonly SentBefore[] | undefined {
  const { client } = useStore().effects;
  const read = async () => {
    const [entries, { recipientsIn }] = await Promise.all([
      client.call('activities_list', { profileId, before: null, limit: LATEST }),
      import('../../../client/signing.ts'),
    ]);
    const isDone = ({ operation, state }: EntryView) =>
      operation === row.name && state === 'completed';
    return entries.filter(isDone).map(({ parameters, createdAt: at }) => {
      const chain = String(parameters?.['caip2']);
      return { chain, at, recipients: recipientsIn(parameters ?? {}) };
    });
  };
  // Without it, every recipient is a new one.
  return useLatest(() => read().catch(() => []), [profileId, row.name], 'keeps');
}
