import { useEffect } from 'preact/hooks';
import type { SubmitRow } from '../../../protocol/operation-row.ts';
import { versionOfType } from '../../../protocol/operation-row.ts';
import { Sentence } from '../../forms/parts.tsx';
import { sourcesOf } from '../../forms/pickable-records.ts';
import { summaryOf, variantOf } from '../../forms/review.ts';
import { summaryText } from '../../forms/words.ts';
import { useRecords } from '../objects/object-state.ts';

/** What an activity is about: an operation, its activity type, and the parameters as far as they are known. */
export type ActivitySubject = {
  readonly row: SubmitRow;
  readonly type: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** An activity as one sentence, with records by their names. */
export function ActivitySentence({ row, type, parameters }: ActivitySubject) {
  const records = useRecords();
  const { fields } = versionOfType(row, type) ?? row.versions[0];
  const kinds = sourcesOf(fields).join();
  useEffect(() => {
    for (const kind of sourcesOf(fields)) void records.load(kind);
  }, [records, kinds]);
  const template = summaryText(row, variantOf(row, parameters));
  const subject = { fields, parameters, secrets: {}, known: records.known.value };
  return <Sentence parts={summaryOf(template, subject)} />;
}
