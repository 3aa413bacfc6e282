import { useEffect } from 'preact/hooks';
import type { RecordKind } from '../../protocol/fields.ts';
import type { SubmitRow } from '../../protocol/operation-row.ts';
import { versionOfType } from '../../protocol/operation-row.ts';
import { listQueryOf } from '../../protocol/operations.ts';
import type { ReplacedValues } from '../../protocol/outbox-entry.ts';
import { addWords, richText } from '../i18n.ts';
import { Sentence } from '../forms/parts.tsx';
import { sourcesOf } from '../records/pickable-records.ts';
import { summaryOf, variantOf } from '../forms/review-subject.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { pastText, summaryText } from '../forms/words.ts';
import { readRenamedKind } from '../kinds.ts';
import { useRecords } from '../records/object-state.ts';
import { pastWords } from '../words/en/past.ts';
import { pastTexts } from '../words/operation-words.ts';

addWords(pastTexts(pastWords));

/** What an activity is about: an operation, its activity type, and the parameters as far as they are known. */
export type ActivitySubject = {
  readonly row: SubmitRow;
  readonly type: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

type SentenceProps = ActivitySubject & {
  /** It was carried out, and is said in the past tense: a record that it renamed has the new name by now. */
  readonly isDone: boolean;
  readonly replaced?: ReplacedValues | undefined;
};

type Renaming = { readonly kind: RecordKind; readonly name: string; readonly old?: string };

const isFilled = (value: unknown) => !Array.isArray(value) || value.length > 0;

/** The new name of a record, where an activity changes its name and nothing else. */
function renamingOf({ row, type, parameters, replaced = {} }: SentenceProps): Renaming | undefined {
  const { fields } = versionOfType(row, type) ?? row.versions[0];
  const sent = Object.entries(fields).filter(
    ([name]) => Object.hasOwn(parameters, name) && isFilled(parameters[name]),
  );
  const [renaming] = sent.flatMap(([field, { replaces }]) => {
    const control = replaces && fields[replaces.pick]?.control;
    const name = parameters[field];
    if (control?.kind !== 'pick' || typeof name !== 'string') return [];
    const kind = control.recordKind;
    const isName = listQueryOf(kind)?.lists?.name === replaces?.member;
    const old = Object.hasOwn(replaced, field) ? replaced[field] : undefined;
    return isName ? [{ kind, name, ...(old !== undefined && { old }) }] : [];
  });
  return sent.length === 2 ? renaming : undefined;
}

function Renamed({ kind, name, old }: Renaming) {
  const values = {
    name: (
      <strong>
        <VisibleText text={name} />
      </strong>
    ),
    old: (
      <strong>
        <VisibleText text={old ?? ''} />
      </strong>
    ),
  };
  if (old !== undefined) return <>{richText('popup.renamed', values)}</>;
  return <>{richText(`popup.renamed.${readRenamedKind(kind) ?? 'other'}`, values)}</>;
}

/** An activity as one sentence, with records by their names; in the past tense once it was carried out. */
export function ActivitySentence(props: SentenceProps) {
  const { row, type, parameters, isDone } = props;
  const records = useRecords();
  const { fields } = versionOfType(row, type) ?? row.versions[0];
  const kinds = sourcesOf(fields).join();
  useEffect(() => {
    for (const kind of sourcesOf(fields)) void records.load(kind);
  }, [records, kinds]);
  const renaming = isDone ? renamingOf(props) : undefined;
  if (renaming) return <Renamed {...renaming} />;
  const variant = variantOf(row, parameters);
  const template = isDone ? pastText(row, variant) : summaryText(row, variant);
  const subject = { fields, parameters, secrets: {}, known: records.known.value };
  return <Sentence parts={summaryOf(template, subject)} />;
}
