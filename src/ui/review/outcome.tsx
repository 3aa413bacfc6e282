import { t } from '../i18n.ts';
import { Badge } from '../components/surfaces.tsx';
import type { QueueEffects } from '../page/effects.ts';
import { OutcomeState, useOutcome } from './entry-outcome.tsx';
import type { QueuePlacement } from './queue-frame.tsx';
import { OutcomeFrame } from './outcome-frame.tsx';
import type { RequestQueue } from './queue.ts';
import type { FollowedRequest } from './queue-decisions.ts';
import { Origin } from '../components/origin-text.tsx';

/** What becomes of a request that was just approved. Whatever needs reading stays until it is left. */
export function Outcome(props: {
  readonly queue: RequestQueue;
  readonly effects: QueueEffects;
  readonly placement: QueuePlacement;
  readonly followed: FollowedRequest;
}) {
  const { queue, effects, placement, followed } = props;
  const { request, entryId, pageIsBusy } = followed;
  const outcome = useOutcome(effects, entryId);
  const { entry, answeredAddresses } = outcome;
  const isSuccess = entryId === null || entry?.state === 'completed';
  // Addresses are there to be read.
  const isOver = isSuccess && !answeredAddresses;
  return (
    <OutcomeFrame {...{ queue, effects, placement, isOver }}>
      <section class="outcome" aria-live="polite">
        {request.asker === 'site' && (
          <p>
            <Origin origin={request.origin} />
          </p>
        )}
        {entryId === null ? (
          <Done {...followed} />
        ) : (
          <OutcomeState effects={effects} outcome={outcome} />
        )}
        {pageIsBusy && <p class="note">{t('confirm.answerLater')}</p>}
      </section>
    </OutcomeFrame>
  );
}

/** What has no activity to follow. */
function Done({ request, pageIsBusy }: FollowedRequest) {
  if (request.requested.kind === 'connect')
    return <Badge tone="good">{t('confirm.connected')}</Badge>;
  return pageIsBusy ? null : <Badge tone="good">{t('confirm.answered')}</Badge>;
}
