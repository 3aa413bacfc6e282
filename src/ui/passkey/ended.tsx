import type { CeremonyEnd } from '../../protocol/ceremony.ts';
import { rowOf } from '../../protocol/operations.ts';
import type { AppState } from '../../protocol/app-state.ts';
import { OutcomeState, useOutcome } from '../confirm/entry-outcome.tsx';
import { rowText } from '../forms/words.ts';
import { formatDateTime, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Banner } from '../components/surfaces.tsx';
import { RelativeTime } from '../components/values.tsx';
import { AnswerView } from '../popup/answer-view.tsx';
import { ResultSection } from '../popup/result-section.tsx';
import type { PasskeyEffects } from './effects.ts';
import { PasskeyFrame } from './frame.tsx';

type Props = {
  readonly operation: string;
  readonly end: CeremonyEnd;
  readonly effects: PasskeyEffects;
  readonly state: AppState;
};

/** What came of a request that was stamped. */
export function Ended({ operation, end, effects, state }: Props) {
  return (
    <PasskeyFrame
      action={
        <Button kind="primary" wide onClick={effects.close}>
          {t('kit.close')}
        </Button>
      }
    >
      {end.kind === 'submit' && <Followed id={end.entry.id} effects={effects} state={state} />}
      {end.kind === 'query' && <Answer operation={operation} result={end.result} />}
      {end.kind === 'look' && <Reading until={end.until} />}
    </PasskeyFrame>
  );
}

function Followed(props: Pick<Props, 'effects' | 'state'> & { readonly id: string }) {
  const { id, effects, state } = props;
  const outcome = useOutcome(effects, id);
  const { entry, row, answeredAddresses: answered } = outcome;
  const profile = state.profiles.find((one) => one.id === entry?.profileId);
  return (
    <>
      <section class="outcome" aria-live="polite">
        <OutcomeState effects={effects} outcome={outcome} />
      </section>
      {entry?.result && row && !answered && (
        <ResultSection effects={effects} profile={profile} row={row} result={entry.result} />
      )}
      <p class="help">{t('passkey.followed')}</p>
    </>
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
    <Banner tone="good" title={t('passkey.reading', { until: formatDateTime(until) })}>
      <p>
        <RelativeTime at={until} />. {t('passkey.readingText')}
      </p>
    </Banner>
  );
}
