import { useEffect } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Skeleton } from '../components/states.tsx';
import { rowText } from '../forms/words.ts';
import { AnswerView } from '../review/answer-view.tsx';
import { useStore } from '../page/store.ts';
import { findAnswer, type QueryAnswer } from '../forms/form-sessions.ts';
import { Frame } from '../page/frame.tsx';

/** The result of a query; without one (a reload) it leads back to the form. */
export function ResultScreen({ operation }: { readonly operation: string }) {
  const store = useStore();
  const queryAnswer = findAnswer(store, operation);
  useEffect(() => {
    if (!queryAnswer) store.go({ screen: 'form', operation });
  }, [queryAnswer]);
  return queryAnswer ? <Result queryAnswer={queryAnswer} /> : <Skeleton rows={5} />;
}

function Result({ queryAnswer }: { readonly queryAnswer: QueryAnswer }) {
  const store = useStore();
  const { row, answer } = queryAnswer;
  return (
    <Frame
      title={rowText(row, 'done')}
      action={
        <Button kind="primary" wide onClick={() => store.go({ screen: 'home' })}>
          {t('app.done')}
        </Button>
      }
    >
      <AnswerView row={row} answer={answer} />
    </Frame>
  );
}
