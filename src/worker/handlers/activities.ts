import type { OutboxRunner } from '../../activities/outbox/runner.ts';
import type { OutboxEntry } from '../../activities/outbox/record.ts';
import type { Outbox } from '../../activities/outbox/outbox.ts';
import { toListView, toEntryView } from '../../activities/outbox/entry-view.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { HandlersOf } from './handlers.ts';

export type ActivityHandlerDeps = {
  readonly outbox: Outbox;
  readonly runner: OutboxRunner;
  readonly onHidden: () => void;
};

type HandledCalls =
  | 'activities_get'
  | 'activities_list'
  | 'activities_retry'
  | 'activities_disprove'
  | 'activities_dismiss';

/** Calls about activities. */
export function createActivityHandlers(deps: ActivityHandlerDeps): HandlersOf<HandledCalls> {
  const { outbox, runner, onHidden } = deps;

  const requireEntry = async (id: string): Promise<OutboxEntry> =>
    requireKnown(await outbox.get(id));

  return {
    activities_get: async ({ id }) => toEntryView(await requireEntry(id)),
    activities_list: async (range) => (await outbox.list(range)).map(toListView),
    activities_retry: async ({ id }) => toEntryView(requireKnown(await runner.retry(id))),
    activities_disprove: async ({ id }) =>
      toEntryView(requireKnown(await runner.markDisproved(id))),
    activities_dismiss: async ({ id }) => {
      await outbox.hide(id);
      onHidden();
      return null;
    },
  };
}

function requireKnown(entry: OutboxEntry | undefined): OutboxEntry {
  if (!entry) throw new KeystampError('activity_unknown');
  return entry;
}
