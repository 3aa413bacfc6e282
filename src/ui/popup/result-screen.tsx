import { useEffect, useState } from 'preact/hooks';
import type { QueryRow, Row } from '../../protocol/operation.ts';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { TextInput } from '../kit/inputs.tsx';
import { EmptyState, Skeleton } from '../kit/states.tsx';
import { Card } from '../kit/surfaces.tsx';
import { CopyText } from '../kit/values.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { nameText, rowText } from '../forms/words.ts';
import { useStore } from './context.ts';
import { answerAt, type Answered } from './desk.ts';
import { Frame } from './frame.tsx';
import { RecordView } from './record-view.tsx';
import { listIn, unwrapped } from './record.ts';

type Members = Readonly<Record<string, unknown>>;

/** Records drawn at once; the filter finds the others. */
const SHOWN = 50;
const FILTER_FROM = 8;

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
  const list = listIn(answer);
  return (
    <Frame
      title={rowText(row, 'done')}
      action={
        <Button kind="primary" wide onClick={() => store.go({ screen: 'home' })}>
          {t('popup.activity.done')}
        </Button>
      }
    >
      {list ? <Records row={row} list={list} /> : <RecordView record={unwrapped(answer)} />}
      <p class="copy-whole muted">
        {t('popup.result.whole')}
        <CopyText text={JSON.stringify(answer, null, 2)} what={t('popup.result.json')} />
      </p>
    </Frame>
  );
}

function nameIn(row: Row, record: Members): string {
  const lists = (row as QueryRow).lists;
  const name = lists && record[lists.name];
  return typeof name === 'string' ? nameText(name) : '';
}

function Records({ row, list }: { readonly row: Row; readonly list: readonly Members[] }) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const found = wanted
    ? list.filter((one) => JSON.stringify(Object.values(one)).toLowerCase().includes(wanted))
    : list;
  if (list.length === 0) return <EmptyState icon="search" title={t('popup.result.none')} />;
  return (
    <>
      {list.length > FILTER_FROM && (
        <TextInput
          type="search"
          value={typed}
          onInput={setTyped}
          placeholder={t('kit.filter')}
          aria-label={t('kit.filter')}
        />
      )}
      <p class="muted" role="status">
        {t('popup.result.count', { count: found.length })}
      </p>
      {found.slice(0, SHOWN).map((record, at) => {
        const name = nameIn(row, record);
        return (
          <Card
            key={at}
            title={name ? <VisibleText text={name} /> : visibleText(rowText(row, 'title'))}
          >
            <RecordView record={record} />
          </Card>
        );
      })}
      {found.length > SHOWN && <p class="help">{t('kit.more', { count: found.length - SHOWN })}</p>}
    </>
  );
}
