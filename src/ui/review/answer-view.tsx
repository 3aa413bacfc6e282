import { useState } from 'preact/hooks';
import type { QueryRow, Row } from '../../protocol/operation-row.ts';
import { t } from '../i18n.ts';
import { TextInput } from '../components/inputs.tsx';
import { EmptyState } from '../components/states.tsx';
import { Card } from '../components/surfaces.tsx';
import { CopyButton } from '../components/values.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { nameText, rowText } from '../forms/words.ts';
import { RecordView } from '../records/record-view.tsx';
import { findList, unwrapRecord } from '../records/record.ts';
import { filterTyped, foldTexts } from '../components/typed-text.ts';
import type { Values } from '../../protocol/parse.ts';

/** Records drawn at once; the filter finds the others. */
const MAX_SHOWN = 50;
const MAX_UNFILTERED = 8;

/** The result of a query: its record or its list, and all of it to copy. */
export function AnswerView({ row, answer }: { readonly row: Row; readonly answer: Values }) {
  const list = findList(answer);
  return (
    <>
      {list ? <RecordList row={row} list={list} /> : <RecordView record={unwrapRecord(answer)} />}
      <p class="copy-whole muted">
        {t('popup.result.whole')}
        <CopyButton text={JSON.stringify(answer, null, 2)} what={t('popup.result.json')} />
      </p>
    </>
  );
}

function nameOf(row: Row, record: Values): string {
  const lists = (row as QueryRow).lists;
  const name = lists && record[lists.name];
  return typeof name === 'string' ? nameText(name) : '';
}

function RecordList({ row, list }: { readonly row: Row; readonly list: readonly Values[] }) {
  const [typed, setTyped] = useState('');
  const matches = filterTyped(list, typed, (record) =>
    foldTexts([JSON.stringify(Object.values(record))]),
  );
  if (list.length === 0) return <EmptyState icon="search" title={t('popup.result.none')} />;
  return (
    <>
      {list.length > MAX_UNFILTERED && (
        <TextInput
          type="search"
          value={typed}
          onInput={setTyped}
          placeholder={t('app.filter')}
          aria-label={t('app.filter')}
        />
      )}
      <p class="muted" role="status">
        {t('popup.result.count', { count: matches.length })}
      </p>
      {matches.slice(0, MAX_SHOWN).map((record, index) => {
        const name = nameOf(row, record);
        return (
          <Card
            key={index}
            title={name ? <VisibleText text={name} /> : visibleText(rowText(row, 'title'))}
          >
            <RecordView record={record} />
          </Card>
        );
      })}
      {matches.length > MAX_SHOWN && (
        <p class="help">{t('app.more', { count: matches.length - MAX_SHOWN })}</p>
      )}
    </>
  );
}
