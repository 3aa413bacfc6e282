import { t } from '../i18n.ts';
import { shorten } from '../components/format.ts';
import type { Part } from './review.ts';
import { VisibleText } from './visible-text.tsx';
import { visibleText } from './visible.ts';
import { choiceWord, nameText } from './words.ts';

function RecordPart(props: { readonly id: string; readonly name: string | undefined }) {
  const { id, name } = props;
  if (name === undefined) return <span class="mono">{visibleText(id)}</span>;
  return (
    <span class="record-part">
      <strong>
        <VisibleText text={nameText(name)} />
      </strong>{' '}
      <span class="muted mono small" title={visibleText(id)}>
        {visibleText(shorten(id))}
      </span>
    </span>
  );
}

/** One part of a sentence: short and in line. */
function InlinePart({ part }: { readonly part: Part }) {
  switch (part.kind) {
    case 'words':
      return <>{part.text}</>;
    case 'literal':
      return (
        <strong>
          <VisibleText text={part.text} />
        </strong>
      );
    case 'choice':
      return <strong>{visibleText(choiceWord(part.value))}</strong>;
    case 'flag':
      return <strong>{t(part.on ? 'popup.on' : 'popup.off')}</strong>;
    case 'record':
      return <RecordPart id={part.id} name={part.name} />;
    case 'secret':
      return (
        <span class="muted">
          {part.length === null ? t('popup.hidden') : t('popup.secret', { count: part.length })}
        </span>
      );
    case 'none':
      return <span class="muted">{t('popup.none')}</span>;
  }
}

/** A sentence in parts. */
export function Sentence({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <>
      {parts.map((part, index) => (
        <InlinePart key={index} part={part} />
      ))}
    </>
  );
}

/** Text that is longer than this stands in a box of its own that scrolls. */
const MAX_INLINE_LENGTH = 300;

/** One part as a value in a table: whole, however long. */
function TablePart({ part, label }: { readonly part: Part; readonly label: string }) {
  if (part.kind === 'choice') return <>{visibleText(choiceWord(part.value))}</>;
  if (part.kind === 'flag') return <>{t(part.on ? 'popup.on' : 'popup.off')}</>;
  if (part.kind === 'record') {
    return (
      <span class="stack-tight">
        {part.name !== undefined && <VisibleText text={nameText(part.name)} />}
        <span class="muted mono break">{visibleText(part.id)}</span>
      </span>
    );
  }
  if (part.kind !== 'literal') return <InlinePart part={part} />;
  const isMultiline = part.text.length > MAX_INLINE_LENGTH || part.text.includes('\n');
  if (!isMultiline) return <VisibleText text={part.text} grouped />;
  return (
    <div
      class="long-text mono"
      tabIndex={0}
      role="region"
      aria-label={t('popup.wholeValue', { label })}
    >
      <VisibleText text={part.text} layout="lines" />
    </div>
  );
}

/** A value in a table; lists one under the other. `label` names it for those who do not see it. */
export function Value(props: { readonly parts: readonly Part[]; readonly label: string }) {
  const { parts, label } = props;
  if (parts.length === 1 && parts[0]) return <TablePart part={parts[0]} label={label} />;
  return (
    <ul class="values">
      {parts.map((part, index) => (
        <li key={index}>
          <TablePart part={part} label={t('popup.listItem', { label, number: index + 1 })} />
        </li>
      ))}
    </ul>
  );
}
