import type { EntryView } from '../../protocol/entry.ts';
import { submitRowOf } from '../../protocol/operations.ts';
import type { SubmitRow } from '../../protocol/operation.ts';
import { t } from '../i18n.ts';
import { StateBadge } from '../kit/entry-state.tsx';
import { lazyScreen } from '../kit/lazy.tsx';
import { ErrorState, Progress } from '../kit/states.tsx';
import { useEntry, type Watched } from '../kit/watching.ts';
import { rowText, stateText } from '../forms/words.ts';
import { answeredAddresses, type Answered } from './answered.ts';
import type { QueueEffects } from './effects.ts';

/** The curves and hashes of all chains: only for answers that hold addresses. */
const CrossCheck = lazyScreen(async () => (await import('./cross-check.tsx')).CrossCheck);

/** An activity that was just stamped, live, with what the table says of it. */
export type EntryOutcome = Watched & {
  readonly row: SubmitRow | undefined;
  /** Addresses in its result that are there to be read. */
  readonly answered: Answered | undefined;
};

/** Follows an activity to its end; nothing without an id. */
export function useOutcome(effects: QueueEffects, entryId: string | null): EntryOutcome {
  const watched = useEntry(effects, entryId);
  const { entry } = watched;
  const row = entry && submitRowOf(entry.operation);
  const answered = entry && row && answeredAddresses(entry, row);
  return { ...watched, row, answered };
}

/** What it is, how it stands, and what went wrong. */
export function OutcomeState(props: {
  readonly effects: QueueEffects;
  readonly outcome: EntryOutcome;
}) {
  const { effects, outcome } = props;
  const { entry, error, again, row, answered } = outcome;
  return (
    <>
      {row && <h2>{rowText(row, 'title')}</h2>}
      {entry && <Line entry={entry} row={row} />}
      {entry?.error && !answered && <ErrorState error={entry.error} />}
      {entry && answered && (
        <CrossCheck
          key={entry.id}
          effects={effects}
          entryId={entry.id}
          answered={answered}
          onEntry={again}
        />
      )}
      {error && <ErrorState error={error} onRetry={() => again()} />}
      {!entry && !error && <Progress>{t('kit.loading')}</Progress>}
    </>
  );
}

function Line({ entry, row }: { readonly entry: EntryView; readonly row: SubmitRow | undefined }) {
  return (
    <div class="state-line" data-state={entry.state} data-entry={entry.id}>
      <StateBadge state={entry.state} />
      <span>{stateText(entry, row)}</span>
    </div>
  );
}
