import { useEffect } from 'preact/hooks';
import type { AppState } from '../../protocol/state.ts';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../kit/states.tsx';
import { Banner } from '../kit/surfaces.tsx';
import { ConnectRequest } from './connect-request.tsx';
import type { QueueEffects } from './effects.ts';
import { QueueFrame, type Place } from './frame.tsx';
import { OperationRequest } from './operation-request.tsx';
import { Outcome } from './outcome.tsx';
import type { ApprovalQueue } from './queue.ts';
import { useKnownHosts } from './who.tsx';

/** How long the empty queue is shown after the last decision. */
const LEAVE_MS = 500;

type Props = {
  readonly queue: ApprovalQueue;
  readonly effects: QueueEffects;
  readonly place: Place;
  readonly state: AppState;
};

/** The queue of an unlocked vault: the request in front, or what became of the last one. */
export function QueueView({ queue, effects, place, state }: Props) {
  const known = useKnownHosts(effects.client, state.profiles);
  const following = queue.following.value;
  const item = queue.current.value;
  if (following) {
    const { approval } = following;
    return <Outcome key={approval.id} {...{ queue, effects, place, following }} />;
  }
  if (!item) return <Nothing queue={queue} effects={effects} place={place} />;
  const { profiles, activeProfileId, managed } = state;
  const shared = { queue, effects, place, profiles, known, item };
  const { wish } = item;
  return wish.kind === 'connect' ? (
    <ConnectRequest
      key={item.id}
      {...shared}
      wish={wish}
      activeProfileId={activeProfileId}
      policy={managed.policy}
    />
  ) : (
    <OperationRequest key={item.id} {...shared} wish={wish} />
  );
}

/** A last look, so that nothing which has just come is closed away unseen. */
async function leaveEmpty(queue: ApprovalQueue, place: Place): Promise<void> {
  await queue.reload();
  if (queue.items.peek()?.length === 0) place.leave();
}

/** No request in front: none waits, or the list could not be had. */
function Nothing({ queue, effects, place }: Omit<Props, 'state'>) {
  const empty = queue.items.value?.length === 0;
  const error = queue.listError.value;
  const gone = queue.notice.value === 'gone';
  const finished = empty && !error && !gone && queue.decided.value;
  useEffect(() => {
    if (!finished) return undefined;
    return effects.later(LEAVE_MS, () => void leaveEmpty(queue, place));
  }, [finished]);
  return (
    <QueueFrame
      queue={queue}
      place={place}
      action={
        empty && (
          <Button wide onClick={place.leave}>
            {t('confirm.close')}
          </Button>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={() => void queue.reload()} />}
      {gone && <Banner tone="warn" title={t('confirm.gone')} />}
      {!queue.items.value && !error && <Skeleton rows={5} />}
      {empty && (
        <EmptyState
          icon="check"
          title={t(queue.decided.value ? 'confirm.allDecided' : 'confirm.none')}
        >
          {t('confirm.noneText')}
        </EmptyState>
      )}
    </QueueFrame>
  );
}
