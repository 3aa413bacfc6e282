import { useState } from 'preact/hooks';
import type { QueryRow, Row } from '../../protocol/operation.ts';
import { t } from '../i18n.ts';
import { TextInput } from '../kit/inputs.tsx';
import { EmptyState } from '../kit/states.tsx';
import { Card } from '../kit/surfaces.tsx';
import { CopyText } from '../kit/values.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { nameText, rowText } from '../forms/words.ts';
import { RecordView } from './record-view.tsx';
import { listIn, unwrapped } from './record.ts';

type Members = Readonly<Record<string, unknown>>;

/** Records drawn at once; the filter finds the others. */
const SHOWN = 50;
const FILTER_FROM = 8;

/** The answer of a query: its record or its list, and the whole of it to copy. */
export function AnswerView({ row, answer }: { readonly row: Row; readonly answer: Members }) {
  const list = listIn(answer);
  return (
    <>
      {list ? <Records row={row} list={list} /> : <RecordView record={unwrapped(answer)} />}
      <p class="copy-whole muted">
        {t('popup.result.whole')}
        <CopyText text={JSON.stringify(answer, null, 2)} what={t('popup.result.json')} />
      </p>
    </>
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
