import { useEffect } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { Skeleton } from '../kit/states.tsx';
import { rowText } from '../forms/words.ts';
import { AnswerView } from './answer-view.tsx';
import { useStore } from './context.ts';
import { answerAt, type Answered } from './desk.ts';
import { Frame } from './frame.tsx';

/** The answer of a query; without one (a reload) it leads back to the form. */
export function ResultScreen({ operation }: { readonly operation: string }) {
  const store = useStore();
  const answered = answerAt(store, operation);
  useEffect(() => {
    if (!answered) store.go({ screen: 'form', operation });
  }, [answered]);
  return answered ? <Result answered={answered} /> : <Skeleton rows={5} />;
}

function Result({ answered }: { readonly answered: Answered }) {
  const store = useStore();
  const { row, answer } = answered;
  return (
    <Frame
      title={rowText(row, 'done')}
      action={
        <Button kind="primary" wide onClick={() => store.go({ screen: 'home' })}>
          {t('popup.activity.done')}
        </Button>
      }
    >
      <AnswerView row={row} answer={answer} />
    </Frame>
  );
}
