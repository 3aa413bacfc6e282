import type { Row } from '../../protocol/operation-row.ts';
import { formatDuration, t } from '../i18n.ts';
import { shorten } from '../components/format.ts';
import { DescriptionList } from '../components/values.tsx';
import { OwnerBadge, type AddressOwners } from './address-owners.tsx';
import { NameWarningBadge } from './name-warning.tsx';
import { joinParts, type Member, type SentencePart } from './review-subject.ts';
import { VisibleText } from './visible-text.tsx';
import { visibleText } from './visible.ts';
import { choiceWord, itemText, labelText, nameText } from './words.ts';

/** A record by its name. The details have its id; here it stands only where the name says too little. */
function RecordPart({ part }: { readonly part: Extract<SentencePart, { kind: 'record' }> }) {
  const { id, name, hasNamesakes, warning } = part;
  if (name === undefined) return <span class="mono">{visibleText(id)}</span>;
  return (
    <span class="record-part">
      <strong title={visibleText(id)}>
        <VisibleText text={nameText(name)} />
      </strong>
      {warning && (
        <>
          {' '}
          <NameWarningBadge warning={warning} />
        </>
      )}
      {(hasNamesakes || warning || name === '') && (
        <>
          {' '}
          <span class="muted mono small">{visibleText(shorten(id))}</span>
        </>
      )}
    </span>
  );
}

/** As people count it, and exactly: a duration is rounded to its largest unit. */
function lifetimeText(seconds: string): string {
  return t('popup.lifetime', { time: formatDuration(Number(seconds) * 1000), seconds });
}

/** One part of a sentence: short and in line. */
function InlinePart({
  part,
  owners,
}: {
  readonly part: SentencePart;
  readonly owners?: AddressOwners;
}) {
  switch (part.kind) {
    case 'words':
      return <>{part.text}</>;
    case 'literal':
      return (
        <>
          <strong>
            <VisibleText text={part.text} />
          </strong>
          {owners && part.address !== undefined && (
            <OwnerBadge search={owners.found[part.address]} />
          )}
        </>
      );
    case 'choice':
      return <strong>{visibleText(choiceWord(part.value))}</strong>;
    case 'lifetime':
      return <strong>{lifetimeText(part.seconds)}</strong>;
    case 'flag':
      return <strong>{t(part.on ? 'popup.on' : 'popup.off')}</strong>;
    case 'record':
      return <RecordPart part={part} />;
    case 'secret':
      return (
        <span class="muted">
          {part.length === null ? t('popup.hidden') : t('popup.secret', { count: part.length })}
        </span>
      );
    case 'item':
      return <Sentence parts={joinParts(part.members[0]?.parts ?? [])} />;
    case 'open':
      return <span class="muted">{t('popup.pick.open')}</span>;
    case 'none':
      return <span class="muted">{t('popup.none')}</span>;
  }
}

/** A sentence in parts; an address in it says whose it is, once that is known. */
export function Sentence(props: {
  readonly parts: readonly SentencePart[];
  readonly owners?: AddressOwners;
}) {
  const { parts, owners } = props;
  return (
    <>
      {parts.map((part, index) => (
        <InlinePart key={index} part={part} {...(owners && { owners })} />
      ))}
    </>
  );
}

/** Text that is longer than this stands in a box of its own that scrolls. */
const MAX_INLINE_LENGTH = 300;

/** One part as a value in a table: whole, however long. */
function TablePart({ part, label }: { readonly part: SentencePart; readonly label: string }) {
  if (part.kind === 'choice') return <>{visibleText(choiceWord(part.value))}</>;
  if (part.kind === 'lifetime') return <>{lifetimeText(part.seconds)}</>;
  if (part.kind === 'flag') return <>{t(part.on ? 'popup.on' : 'popup.off')}</>;
  if (part.kind === 'record') {
    return (
      <span class="stack-tight">
        {part.name !== undefined && (
          <span class="cluster">
            <VisibleText text={nameText(part.name)} />
            <NameWarningBadge warning={part.warning} />
          </span>
        )}
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

type ValueProps = {
  readonly row: Row;
  /** The field of the value: its name, or `list.name` in a list's record. */
  readonly path: string;
  readonly parts: readonly SentencePart[];
  /** Names the value for those who do not see it; the field's label if left out. */
  readonly label?: string;
};

/** One record of a list: its heading, and each of its fields with its label. */
function ItemPart(props: {
  readonly row: Row;
  readonly path: string;
  readonly number: number;
  readonly members: readonly Member[];
}) {
  const { row, path, number, members } = props;
  const item = itemText(row, path, number);
  return (
    <div class="record-item-value">
      <strong>{item}</strong>
      <DescriptionList
        rows={members.map(({ name, parts }) => {
          const memberPath = `${path}.${name}`;
          const label = labelText(row, memberPath);
          const memberLabel = t('app.item.member', { item, label });
          const value = { row, path: memberPath, parts, label: memberLabel };
          return [label, <Value key={name} {...value} />];
        })}
      />
    </div>
  );
}

/** A value in a table; lists one under the other. */
export function Value({ row, path, parts, label = labelText(row, path) }: ValueProps) {
  const [only] = parts;
  if (parts.length === 1 && only && only.kind !== 'item')
    return <TablePart part={only} label={label} />;
  return (
    <ul class="values">
      {parts.map((part, index) => (
        <li key={index}>
          {part.kind === 'item' ? (
            <ItemPart row={row} path={path} number={index + 1} members={part.members} />
          ) : (
            <TablePart part={part} label={t('popup.listItem', { label, number: index + 1 })} />
          )}
        </li>
      ))}
    </ul>
  );
}
