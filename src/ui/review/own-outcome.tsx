import type { AppState } from '../../protocol/app-state.ts';
import { rowOf } from '../../protocol/operations.ts';
import type { OwnOutcome } from '../../protocol/pending-request.ts';
import { rowText } from '../forms/words.ts';
import { formatDateTime, richText, t } from '../i18n.ts';
import { Banner } from '../components/surfaces.tsx';
import { RelativeTime } from '../components/values.tsx';
import { AnswerView } from './answer-view.tsx';
import { FollowUpSection, ResultSection } from '../activities/result-section.tsx';
import type { QueueEffects } from '../page/effects.ts';
import { OutcomeState, useOutcome } from './entry-outcome.tsx';
import type { QueuePlacement } from './queue-frame.tsx';
import { OutcomeFrame } from './outcome-frame.tsx';
import type { RequestQueue } from './queue.ts';

type Props = {
  readonly queue: RequestQueue;
  readonly effects: QueueEffects;
  readonly placement: QueuePlacement;
  readonly state: AppState;
  readonly operation: string;
  readonly outcome: OwnOutcome;
};

/** What came of a request of the user's own. An answer stays until they leave it. */
export function OwnRequestOutcome(props: Props) {
  const { operation, outcome } = props;
  switch (outcome.kind) {
    case 'activity':
      return <FollowedEntry {...props} id={outcome.entry.id} />;
    case 'query':
      return (
        <OutcomeFrame {...props} isOver={false}>
          <Answer operation={operation} result={outcome.result} />
        </OutcomeFrame>
      );
    case 'read-session':
      return (
        <OutcomeFrame {...props} isOver>
          <Reading until={outcome.until} />
        </OutcomeFrame>
      );
  }
}

function FollowedEntry(props: Omit<Props, 'operation' | 'outcome'> & { readonly id: string }) {
  const { id, effects, state } = props;
  const outcome = useOutcome(effects, id);
  const { entry, row, answeredAddresses: answered } = outcome;
  const profile = state.profiles.find((one) => one.id === entry?.profileId);
  const completed =
    entry?.result && row && !answered ? { effects, profile, row, result: entry.result } : undefined;
  // What goes on after it, and addresses, are there to be read. Its record is also in the popup.
  const isOver = entry?.state === 'completed' && !answered && !row?.followUp;
  return (
    <OutcomeFrame {...props} isOver={isOver}>
      {completed && <FollowUpSection {...completed} />}
      <section class="outcome" aria-live="polite">
        <OutcomeState effects={effects} outcome={outcome} />
      </section>
      {completed && <ResultSection {...completed} />}
      {!isOver && <p class="help">{t('passkey.followed')}</p>}
    </OutcomeFrame>
  );
}

function Answer(props: {
  readonly operation: string;
  readonly result: Readonly<Record<string, unknown>>;
}) {
  const row = rowOf(props.operation);
  if (!row) return null;
  return (
    <>
      <h2>{rowText(row, 'done')}</h2>
      <AnswerView row={row} answer={props.result} />
    </>
  );
}

function Reading({ until }: { readonly until: number }) {
  return (
    <Banner
      tone="good"
      title={richText('passkey.reading', {
        until: formatDateTime(until),
        time: <RelativeTime at={until} />,
      })}
    >
      <p>{t('passkey.readingText')}</p>
    </Banner>
  );
}
