import { useEffect } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { Badge } from '../kit/surfaces.tsx';
import type { QueueEffects } from './effects.ts';
import { OutcomeState, useOutcome } from './entry-outcome.tsx';
import { QueueFrame, type Place } from './frame.tsx';
import type { ApprovalQueue, Following } from './queue.ts';
import { Origin } from '../kit/origin.tsx';

/** How long a good end stays to be seen before the next request takes its place. */
const SEEN_MS = 1500;

/** What becomes of a request that was just approved. Whatever needs reading stays until it is left. */
export function Outcome(props: {
  readonly queue: ApprovalQueue;
  readonly effects: QueueEffects;
  readonly place: Place;
  readonly following: Following;
}) {
  const { queue, effects, place, following } = props;
  const { approval, entryId } = following;
  const outcome = useOutcome(effects, entryId);
  const { entry, answered } = outcome;
  const last = queue.items.value?.length === 0;
  const good = entryId === null || entry?.state === 'completed';
  // Addresses are there to be read.
  const over = good && !answered;
  useEffect(() => (over ? effects.later(SEEN_MS, queue.goOn) : undefined), [over]);
  const goOn = (): void => {
    queue.goOn();
    if (last) place.leave();
  };
  const quick = approval.wish.kind === 'connect' ? 'confirm.connected' : 'confirm.answered';
  return (
    <QueueFrame
      queue={queue}
      place={place}
      action={
        <Button wide onClick={goOn}>
          {t(last ? 'confirm.close' : 'confirm.goOn')}
        </Button>
      }
    >
      <section class="outcome" aria-live="polite">
        <p>
          <Origin origin={approval.origin} />
        </p>
        {entryId === null ? (
          <Badge tone="good">{t(quick)}</Badge>
        ) : (
          <OutcomeState effects={effects} outcome={outcome} />
        )}
      </section>
    </QueueFrame>
  );
}
