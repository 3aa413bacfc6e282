import { useEffect } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Badge } from '../components/surfaces.tsx';
import type { QueueEffects } from './effects.ts';
import { OutcomeState, useOutcome } from './entry-outcome.tsx';
import { QueueFrame, type QueuePlacement } from './frame.tsx';
import type { RequestQueue, FollowedRequest } from './queue.ts';
import { Origin } from '../components/origin.tsx';

/** How long a good end stays to be seen before the next request takes its place. */
const SEEN_MS = 1500;

/** What becomes of a request that was just approved. Whatever needs reading stays until it is left. */
export function Outcome(props: {
  readonly queue: RequestQueue;
  readonly effects: QueueEffects;
  readonly placement: QueuePlacement;
  readonly followed: FollowedRequest;
}) {
  const { queue, effects, placement, followed } = props;
  const { request, entryId } = followed;
  const outcome = useOutcome(effects, entryId);
  const { entry, answeredAddresses } = outcome;
  const isLast = queue.items.value?.length === 0;
  const isSuccess = entryId === null || entry?.state === 'completed';
  // Addresses are there to be read.
  const isOver = isSuccess && !answeredAddresses;
  useEffect(() => (isOver ? effects.later(SEEN_MS, queue.showNext) : undefined), [isOver]);
  const goOn = (): void => {
    queue.showNext();
    if (isLast) placement.finish();
  };
  const message = request.requested.kind === 'connect' ? 'confirm.connected' : 'confirm.answered';
  return (
    <QueueFrame
      queue={queue}
      placement={placement}
      action={
        <Button wide onClick={goOn}>
          {t(isLast ? 'confirm.close' : 'confirm.goOn')}
        </Button>
      }
    >
      <section class="outcome" aria-live="polite">
        {request.asker === 'site' && (
          <p>
            <Origin origin={request.origin} />
          </p>
        )}
        {entryId === null ? (
          <Badge tone="good">{t(message)}</Badge>
        ) : (
          <OutcomeState effects={effects} outcome={outcome} />
        )}
      </section>
    </QueueFrame>
  );
}
