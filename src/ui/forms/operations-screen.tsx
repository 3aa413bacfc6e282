import { useState } from 'preact/hooks';
import type { Row } from '../../protocol/operation-row.ts';
import { ROWS } from '../../protocol/operations.ts';
import { t } from '../i18n.ts';
import { EmptyState } from '../components/states.tsx';
import { Badge, List, ListRow, Section } from '../components/surfaces.tsx';
import { rowText } from './words.ts';
import { useStore } from '../page/store.ts';
import { Frame } from '../page/frame.tsx';
import { SearchField } from '../page/search-field.tsx';
import { hashOf } from '../page/routes.ts';
import { filterTyped, foldTexts, matcherOf } from '../components/typed-text.ts';

/** Sending has a form of its own, which asks for the account first. */
const ROWS_WITH_FORM = ROWS.filter(
  (row) => !row.formless || (row.kind === 'submit' && row.sends !== undefined),
);

/**
 * Rows that have a form, and whose title, sentence and name have every word that was typed: first what
 * is called just so, then what has the words in its title.
 */
export function matchingRows(typed: string): readonly Row[] {
  const [exact, isTyped] = [foldTexts([typed.trim()]), matcherOf(typed)];
  const rankOf = (title: string) => Number(title !== exact) + Number(!isTyped(title));
  return filterTyped(ROWS_WITH_FORM, typed, (row) =>
    foldTexts([rowText(row, 'title'), rowText(row, 'about'), row.name]),
  )
    .map((row) => ({ row, rank: rankOf(foldTexts([rowText(row, 'title')])) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ row }) => row);
}

function Title({ row }: { readonly row: Row }) {
  const title = rowText(row, 'title');
  if (row.risk !== 'irreversible') return <>{title}</>;
  return (
    <span class="cluster">
      {title} <Badge tone="danger">{t('popup.irreversible')}</Badge>
    </span>
  );
}

function OperationList({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <Section title={title}>
      <List label={title}>
        {rows.map((row) => (
          <ListRow
            key={row.name}
            href={hashOf({ screen: 'form', operation: row.name })}
            title={<Title row={row} />}
            detail={rowText(row, 'about')}
          />
        ))}
      </List>
    </Section>
  );
}

/** All operations, the ten of the interface first; typing narrows them, Enter takes the first. */
export function OperationsScreen() {
  const store = useStore();
  const [typed, setTyped] = useState('');
  const rows = matchingRows(typed);
  const core = rows.filter((row) => row.core);
  const others = rows.filter((row) => !row.core);
  const firstRow = core[0] ?? others[0];
  const openFirst = () => {
    if (firstRow && typed.trim() !== '') store.go({ screen: 'form', operation: firstRow.name });
  };
  return (
    <Frame title={t('app.place.operations')}>
      <SearchField
        label={t('popup.operations.filter')}
        placeholder={t('popup.operations.filter')}
        value={typed}
        onInput={setTyped}
        onEnter={openFirst}
      />
      {rows.length === 0 && (
        <EmptyState icon="search" title={t('app.noMatch', { text: typed })}>
          {t('popup.operations.tryOther')}
        </EmptyState>
      )}
      <OperationList title={t('popup.more.manage')} rows={core} />
      <OperationList title={t('popup.operations.others')} rows={others} />
    </Frame>
  );
}
