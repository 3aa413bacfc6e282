import type { SubmitRow } from '../../protocol/operation-row.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import { richText, t } from '../i18n.ts';
import { visibleText } from '../forms/visible.ts';
import { choiceWord, rowText } from '../forms/words.ts';

/** What a vote is on, by the service's word for its type alone. */
export const votedOnText = ({ activity }: EntryView): string =>
  visibleText(choiceWord(activity?.type ?? t('object.activity')));

/** The own vote in words: `You approved: Rename a wallet`; until it counts, what it is about to do. */
export function OwnVote(props: {
  readonly entry: EntryView;
  readonly row: SubmitRow;
  readonly vote: 'approve' | 'reject';
  readonly what: preact.VNode | string;
}) {
  const { entry, row, vote, what } = props;
  if (entry.state === 'completed') return <>{richText(`votes.own.${vote}`, { what })}</>;
  return <>{richText('votes.own.going', { action: rowText(row, 'action'), what })}</>;
}
