import type { Courier } from '../../activities/courier.ts';
import type { OutboxEntry } from '../../activities/outbox-record.ts';
import type { Outbox } from '../../activities/outbox.ts';
import type { Submit } from '../../activities/submit.ts';
import { listed, viewOf } from '../../activities/view.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { HandlersOf } from './handlers.ts';

export type ActivitiesDesk = {
  readonly outbox: Outbox;
  readonly courier: Courier;
  readonly submit: Submit;
  /** Resolves at the entry's next change, or after so many milliseconds. */
  readonly changed: (id: string, ms: number) => Promise<void>;
  readonly onHidden: () => void;
};

type Names =
  | 'activities_submit'
  | 'activities_get'
  | 'activities_list'
  | 'activities_wait'
  | 'activities_retry'
  | 'activities_disprove'
  | 'activities_dismiss';

/** Shorter than the browser's patience with a silent listener, longer than most activities. */
const WAIT_MS = 20_000;

/** Calls about activities. */
export function activityHandlers(desk: ActivitiesDesk): HandlersOf<Names> {
  const { outbox, courier, submit, changed, onHidden } = desk;

  const demand = async (id: string): Promise<OutboxEntry> => known(await outbox.get(id));

  return {
    activities_submit: async ({ id, profileId, operation, parameters }, { fields }) => {
      const request = { id, profileId, operation, parameters, secrets: fields, origin: 'popup' };
      return viewOf(await submit.submit(request));
    },
    activities_get: async ({ id }) => viewOf(await demand(id)),
    activities_list: async (range) => (await outbox.list(range)).map(listed),
    activities_wait: async ({ id, revision }) => {
      // Listening starts before the look, so that no change falls in between.
      const change = changed(id, WAIT_MS);
      const entry = await demand(id);
      if (entry.record.revision > revision) return viewOf(entry);
      await change;
      return viewOf(await demand(id));
    },
    activities_retry: async ({ id }) => viewOf(known(await courier.retry(id))),
    activities_disprove: async ({ id }) => viewOf(known(await courier.disprove(id))),
    activities_dismiss: async ({ id }) => {
      await outbox.hide(id);
      onHidden();
      return null;
    },
  };
}

function known(entry: OutboxEntry | undefined): OutboxEntry {
  if (!entry) throw new KeystampError('activity_unknown');
  return entry;
}
