import type { CeremonyEnd } from '../../protocol/ceremony.ts';
import { rowOf } from '../../protocol/operations.ts';
import type { AppState } from '../../protocol/state.ts';
import { OutcomeState, useOutcome } from '../confirm/entry-outcome.tsx';
import { rowText } from '../forms/words.ts';
import { dateTime, t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { Banner } from '../kit/surfaces.tsx';
import { RelativeTime } from '../kit/values.tsx';
import { AnswerView } from '../popup/answer-view.tsx';
import type { PasskeyEffects } from './effects.ts';
import { PasskeyFrame } from './frame.tsx';

type Props = {
  readonly operation: string;
  readonly end: CeremonyEnd;
  readonly effects: PasskeyEffects;
  readonly state: AppState;
};

/** What came of a request that was stamped. */
export function Ended({ operation, end, effects }: Props) {
  return (
    <PasskeyFrame
      action={
        <Button kind="primary" wide onClick={effects.close}>
          {t('kit.close')}
        </Button>
      }
    >
      {end.kind === 'submit' && <Followed id={end.entry.id} effects={effects} />}
      {end.kind === 'query' && <Answer operation={operation} result={end.result} />}
      {end.kind === 'look' && <Reading until={end.until} />}
    </PasskeyFrame>
  );
}

function Followed({ id, effects }: Pick<Props, 'effects'> & { readonly id: string }) {
  const outcome = useOutcome(effects, id);
  return (
    <section class="outcome" aria-live="polite">
      <OutcomeState effects={effects} outcome={outcome} />
      <p class="help">{t('passkey.followed')}</p>
    </section>
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
    <Banner tone="good" title={t('passkey.reading', { until: dateTime(until) })}>
      <p>
        <RelativeTime at={until} />. {t('passkey.readingText')}
      </p>
    </Banner>
  );
}
