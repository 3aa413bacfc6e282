import { formatDateTime, t } from '../i18n.ts';
import { CopyText, CopyButton, DescriptionList, RelativeTime } from '../components/values.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { recordRows, type Cell } from './record.ts';
import { choiceWord, memberText } from '../forms/words.ts';

/** Longer values get a button that copies them. */
const MIN_COPY_LENGTH = 20;
/** Tokens and the like: nobody reads them, so their ends stand for them. */
const TOKEN = /^[\w.+/=-]{120,}$/;

function CellView({ cell, label }: { readonly cell: Cell; readonly label: string }) {
  switch (cell.kind) {
    case 'time':
      return (
        <span class="stack-tight">
          <span>{formatDateTime(cell.at)}</span>
          <span class="muted">
            <RelativeTime at={cell.at} />
          </span>
        </span>
      );
    case 'id':
      return <CopyText text={cell.text} mono what={label} />;
    case 'choice':
      return (
        <span class="stack-tight">
          <span>{visibleText(choiceWord(cell.value))}</span>
          <span class="muted mono break">{visibleText(cell.value)}</span>
        </span>
      );
    case 'flag':
      return <>{t(cell.on ? 'popup.yes' : 'popup.no')}</>;
    case 'never':
      return <>{t('popup.never')}</>;
    case 'none':
      return <span class="muted">{t('popup.none')}</span>;
    case 'text':
      return cell.text.length < MIN_COPY_LENGTH ? (
        <VisibleText text={cell.text} />
      ) : (
        <TextCell text={cell.text} label={label} />
      );
  }
}

function TextCell({ text, label }: { readonly text: string; readonly label: string }) {
  if (TOKEN.test(text)) return <CopyText text={text} mono what={label} />;
  return (
    <span class="text-cell">
      <span class="long-text" tabIndex={0} role="group" aria-label={label}>
        <VisibleText text={text} layout={text.includes('\n') ? 'lines' : 'line'} grouped />
      </span>
      <CopyButton text={text} what={label} />
    </span>
  );
}

function labelOf(path: readonly string[]): string {
  return path
    .map((name) => (/^[A-Z0-9_]+$/.test(name) ? choiceWord(name) : memberText(name)))
    .map(visibleText)
    .join(' · ');
}

/** Every member of a record, by its name in words. */
export function RecordView({ record }: { readonly record: Readonly<Record<string, unknown>> }) {
  const rows = recordRows(record).map((row) => {
    const label = labelOf(row.path);
    const value = (
      <span class="stack-tight">
        {row.cells.map((cell, index) => (
          <CellView
            key={index}
            cell={cell}
            // Several values are told apart by number, for those who hear their names.
            label={row.cells.length > 1 ? t('popup.listItem', { label, number: index + 1 }) : label}
          />
        ))}
      </span>
    );
    return [label, value] as const;
  });
  return <DescriptionList rows={rows} />;
}
