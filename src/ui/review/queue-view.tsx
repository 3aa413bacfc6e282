import { useEffect } from 'preact/hooks';
import type { AppState } from '../../protocol/app-state.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { Banner } from '../components/surfaces.tsx';
import type { QueueEffects } from '../page/effects.ts';
import { QueueFrame, type QueuePlacement } from './queue-frame.tsx';
import { Outcome } from './outcome.tsx';
import { OwnRequest } from './own-request.tsx';
import type { RequestQueue } from './queue.ts';
import { SiteRequest } from './site-request.tsx';

/** How long the empty queue is shown after the last decision. */
const LEAVE_MS = 500;

type Props = {
  readonly queue: RequestQueue;
  readonly effects: QueueEffects;
  readonly placement: QueuePlacement;
  readonly state: AppState;
};

/** The queue of an unlocked vault: the request in front, or the outcome of the last one. */
export function QueueView({ queue, effects, placement, state }: Props) {
  const followed = queue.following.value;
  const item = queue.current.value;
  if (followed) {
    return (
      <Outcome key={followed.request.id} {...{ queue, effects, placement, state, followed }} />
    );
  }
  if (!item) return <EmptyQueue queue={queue} effects={effects} placement={placement} />;
  if (item.asker === 'own') {
    const { profiles } = state;
    const { client } = effects;
    const reject = async () => {
      await client.call('requests_decide', { id: item.id, decision: { kind: 'refuse' } });
      await queue.reload();
    };
    return (
      <ErrorBoundary
        key={item.id}
        fallback={() => (
          <Banner
            tone="danger"
            title={t('app.broken.request')}
            action={
              <Button onClick={() => void reject().catch(() => undefined)}>
                {t('confirm.reject')}
              </Button>
            }
          />
        )}
      >
        <OwnRequest {...{ queue, effects, placement, profiles, item }} />
      </ErrorBoundary>
    );
  }
  return <SiteRequest {...{ queue, effects, placement, state, item }} />;
}

/** Loads the list once more, so that no request that has just come is closed unseen. */
async function finishIfEmpty(queue: RequestQueue, placement: QueuePlacement): Promise<void> {
  await queue.reload();
  if (queue.items.peek()?.length === 0) placement.finish();
}

/** No request in front: none is pending, or the list couldn't be loaded. */
function EmptyQueue({ queue, effects, placement }: Omit<Props, 'state'>) {
  const isEmpty = queue.items.value?.length === 0;
  const error = queue.listError.value;
  const isGone = queue.notice.value === 'gone';
  const isFinished = isEmpty && !error && !isGone && queue.decided.value;
  useEffect(() => {
    if (!isFinished) return undefined;
    return effects.later(LEAVE_MS, () => void finishIfEmpty(queue, placement));
  }, [isFinished]);
  return (
    <QueueFrame
      queue={queue}
      placement={placement}
      action={
        isEmpty && (
          <Button wide onClick={placement.finish}>
            {t('app.close')}
          </Button>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={() => void queue.reload()} />}
      {isGone && <Banner tone="warn" title={t('confirm.gone')} />}
      {!queue.items.value && !error && <Skeleton rows={5} />}
      {isEmpty && (
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
