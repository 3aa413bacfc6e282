import { millisecondsOf, type Activity, type Vote } from '../../../protocol/service-records.ts';
import type { ActivityVerdict, VoteVerdict } from '../../../protocol/vote-verdict.ts';
import { t } from '../../i18n.ts';
import { Badge, List, ListRow } from '../../components/surfaces.tsx';
import { CopyText, RelativeTime } from '../../components/values.tsx';
import { findNameWarning, NameWarningBadge } from '../../forms/name-warning.tsx';
import { visibleText } from '../../forms/visible.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { choiceWord } from '../../forms/words.ts';
import { useRecords } from '../../records/object-state.ts';

/** Why a check came out as it did, in a sentence. */
export function verdictText(verdict: VoteVerdict): string {
  if (verdict.kind === 'verified') return t('votes.verified');
  return verdict.kind === 'forged'
    ? t(`votes.forged.${verdict.reason}`)
    : t(`votes.unchecked.${verdict.reason}`);
}

/** By which credential: its name in the record that came with the vote, or else its public key. */
function CredentialName({ vote }: { readonly vote: Vote }) {
  const { user, publicKey } = vote;
  const key = user?.apiKeys.find(
    ({ credential }) => credential.publicKey.toLowerCase() === publicKey.toLowerCase(),
  );
  const passkey = user?.authenticators.find(({ credential }) => credential.publicKey === publicKey);
  const name = key?.apiKeyName ?? passkey?.authenticatorName;
  if (name !== undefined) return <VisibleText text={name} />;
  return <CopyText text={publicKey} mono what={t('object.publicKey')} />;
}

function VoteRow(props: { readonly vote: Vote; readonly verdict: VoteVerdict | undefined }) {
  const { vote, verdict } = props;
  const users = useRecords().known.value.user;
  const at = millisecondsOf(vote.createdAt);
  const isRejection = vote.selection === 'VOTE_SELECTION_REJECTED';
  return (
    <ListRow
      title={
        <span class="cluster">
          <VisibleText text={vote.user?.userName || vote.userId} />
          <NameWarningBadge warning={findNameWarning(vote.user?.userName ?? '', users)} />
          <Badge tone={isRejection ? 'danger' : 'neutral'}>
            {visibleText(choiceWord(vote.selection))}
          </Badge>
        </span>
      }
      detail={
        <span class="vote-detail">
          <span class="entry-line">
            {at !== undefined && <RelativeTime at={at} />}
            <CredentialName vote={vote} />
          </span>
          <span class={verdict ? `verdict-${verdict.kind}` : 'muted'}>
            {verdict ? verdictText(verdict) : t('votes.checking')}
          </span>
        </span>
      }
    />
  );
}

/** Every vote on an activity, and what checking it found. */
export function VoteList(props: {
  readonly activity: Activity;
  readonly verdict: ActivityVerdict | undefined;
}) {
  const { activity, verdict } = props;
  const votes = activity.votes ?? [];
  if (votes.length === 0) return <p class="muted">{t('votes.none')}</p>;
  return (
    <List label={t('votes.title')}>
      {votes.map((vote, index) => (
        <VoteRow key={vote.id} vote={vote} verdict={verdict?.votes[index]} />
      ))}
    </List>
  );
}
