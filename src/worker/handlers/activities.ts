import type { OutboxEntry } from '../../activities/outbox/record.ts';
import { toEntryView, toListView } from '../../activities/outbox/entry-view.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import { submitOwnRequest, type OwnDeps } from '../../requests/own-requests.ts';
import type { HandlerDeps, Handlers } from './handlers.ts';

/** Calls about activities. */
export function createActivityHandlers(
  deps: Pick<
    HandlerDeps,
    'outbox' | 'runner' | 'pacing' | 'clock' | 'activityCheck' | 'publishInBackground'
  > &
    OwnDeps,
) {
  const { outbox, runner, pacing, clock, profiles, activityCheck } = deps;
  /** What only this worker's queue knows of an entry. */
  const withTurn = ({ record }: OutboxEntry, view: EntryView): EntryView => {
    const turn = pacing.turnOf(record, record.id);
    return turn ? { ...view, turn: { ahead: turn.ahead, at: clock.now() + turn.waitMs } } : view;
  };

  const requireEntry = async (id: string): Promise<OutboxEntry> =>
    requireKnown(await outbox.get(id));

  return {
    activities_submit: (input, { fields }) => submitOwnRequest(deps, { ...input, secrets: fields }),
    activities_get: async ({ id }) => {
      const entry = await requireEntry(id);
      return withTurn(entry, toEntryView(entry));
    },
    activities_list: async (range) =>
      (await outbox.list(range)).map((entry) => withTurn(entry, toListView(entry))),
    activities_check: async ({ profileId, ...name }) =>
      activityCheck.check(await profiles.get(profileId), name),
    activities_retry: async ({ id }) => toEntryView(requireKnown(await runner.retry(id))),
    activities_disprove: async ({ id }) =>
      toEntryView(requireKnown(await runner.markDisproved(id))),
    activities_dismiss: async ({ id }) => {
      await outbox.hide(id);
      deps.publishInBackground();
      return null;
    },
  } satisfies Partial<Handlers>;
}

function requireKnown(entry: OutboxEntry | undefined): OutboxEntry {
  if (!entry) throw new KeystampError('activity_unknown');
  return entry;
}
