import type { EntryView } from '../../protocol/outbox-entry.ts';
import { submitRowOf } from '../../protocol/operations.ts';
import type { SubmitRow } from '../../protocol/operation-row.ts';
import { t } from '../i18n.ts';
import { StateBadge } from '../components/entry-state.tsx';
import { EntryWait } from '../components/entry-wait.tsx';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { ErrorState, Progress } from '../components/states.tsx';
import { useEntry, type EntryWatch } from '../components/follow-entry.ts';
import { DeniedPolicies } from '../forms/denied-policies.tsx';
import { rowText, stateText } from '../forms/words.ts';
import { readAnsweredAddresses, type AnsweredAddresses } from './answered-addresses.ts';
import type { QueueEffects } from '../page/effects.ts';

/** The curves and hashes of all chains: only for results that hold addresses. */
const CrossCheck = createLazyScreen(async () => (await import('./cross-check.tsx')).CrossCheck);

/** An activity that was just stamped, live, with what the table says of it. */
export type EntryOutcome = EntryWatch & {
  readonly row: SubmitRow | undefined;
  /** Addresses in its result that are there to be read. */
  readonly answeredAddresses: AnsweredAddresses | undefined;
};

/** Follows an activity to its end; nothing without an id. */
export function useOutcome(effects: QueueEffects, entryId: string | null): EntryOutcome {
  const watched = useEntry(effects, entryId);
  const { entry } = watched;
  const row = entry && submitRowOf(entry.operation);
  const answeredAddresses = entry && row && readAnsweredAddresses(entry, row);
  return { ...watched, row, answeredAddresses };
}

/** What it is, how it stands, and what went wrong. */
export function OutcomeState(props: {
  readonly effects: QueueEffects;
  readonly outcome: EntryOutcome;
}) {
  const { effects, outcome } = props;
  const { entry, error, again: reload, row, answeredAddresses } = outcome;
  return (
    <>
      {row && <h2>{rowText(row, 'title')}</h2>}
      {entry && <StateLine entry={entry} row={row} />}
      {entry && <EntryWait entry={entry} />}
      {entry?.error && !answeredAddresses && <ErrorState error={entry.error} />}
      {entry?.error && (
        <DeniedPolicies {...effects} profileId={entry.profileId} error={entry.error} />
      )}
      {entry && answeredAddresses && (
        <CrossCheck
          key={entry.id}
          effects={effects}
          entryId={entry.id}
          answeredAddresses={answeredAddresses}
          onEntry={reload}
        />
      )}
      {error && <ErrorState error={error} onRetry={() => reload()} />}
      {!entry && !error && <Progress>{t('app.loading')}</Progress>}
    </>
  );
}

function StateLine({
  entry,
  row,
}: {
  readonly entry: EntryView;
  readonly row: SubmitRow | undefined;
}) {
  return (
    <div class="state-line" data-state={entry.state} data-entry={entry.id}>
      <StateBadge
        state={entry.state}
        operation={entry.operation}
        queued={entry.turn !== undefined}
      />
      <span>{stateText(entry, row)}</span>
    </div>
  );
}
