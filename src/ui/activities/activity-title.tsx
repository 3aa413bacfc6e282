import { submitRowOfType } from '../../protocol/operations.ts';
import type { Activity } from '../../protocol/service-records.ts';
import type { VoteMessage } from '../../protocol/vote-verdict.ts';
import { readSignedRequest } from '../../client/signed-request.ts';
import { t } from '../i18n.ts';
import { Badge } from '../components/surfaces.tsx';
import { useLatest } from '../components/use-reading.ts';
import { visibleText } from '../forms/visible.ts';
import { choiceWord } from '../forms/words.ts';
import { ActivitySentence } from './activity-sentence.tsx';

/** What was signed, in one sentence, or the name of a type that Keystamp has no sentence for. */
export function RequestTitle(props: {
  readonly request: Pick<VoteMessage, 'type' | 'parameters'>;
  readonly isDone: boolean;
}) {
  const { type, parameters } = props.request;
  const row = submitRowOfType(type);
  if (!row) return <>{visibleText(choiceWord(type))}</>;
  return <ActivitySentence {...{ row, type, parameters }} isDone={props.isDone} />;
}

/** What was signed for an activity. Undefined until it is read; null if the service doesn't show it. */
function useSignedRequest(activity: Activity): VoteMessage | null | undefined {
  const { id, fingerprint, votes } = activity;
  return useLatest(() => readSignedRequest(activity), [id, fingerprint, votes?.length], 'keeps');
}

/**
 * What an activity asks for, from the bytes that were signed. Where nothing shows those, the service's word
 * for the type alone: the details that it shows may be anything.
 */
export function ActivityTitle({ activity }: { readonly activity: Activity }) {
  const request = useSignedRequest(activity);
  const isDone = activity.status === 'ACTIVITY_STATUS_COMPLETED';
  if (request) return <RequestTitle request={request} isDone={isDone} />;
  return (
    <>
      {visibleText(choiceWord(activity.type))}
      {request === null && (
        <>
          {' '}
          <Badge tone="warn">{t('votes.unproved')}</Badge>
        </>
      )}
    </>
  );
}
