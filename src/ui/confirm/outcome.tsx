import { useEffect } from 'preact/hooks';
import { submitRowOf } from '../../protocol/operations.ts';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { StateBadge } from '../kit/entry-state.tsx';
import { ErrorState, Progress } from '../kit/states.tsx';
import { Badge } from '../kit/surfaces.tsx';
import { useEntry } from '../kit/watching.ts';
import { rowText, stateText } from '../forms/words.ts';
import { lazyScreen } from '../kit/lazy.tsx';
import { answeredAddresses } from './answered.ts';
import type { QueueEffects } from './effects.ts';
import { QueueFrame, type Place } from './frame.tsx';
import type { ApprovalQueue, Following } from './queue.ts';
import { Origin } from '../kit/origin.tsx';

/** The curves and hashes of all chains: only for answers that hold addresses. */
const CrossCheck = lazyScreen(async () => (await import('./cross-check.tsx')).CrossCheck);

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
  const { entry, error, again } = useEntry(effects, entryId);
  const last = queue.items.value?.length === 0;
  const row = entry && submitRowOf(entry.operation);
  const answered = entry && row && answeredAddresses(entry, row);
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
        {row && <h2>{rowText(row, 'title')}</h2>}
        {entryId === null && <Badge tone="good">{t(quick)}</Badge>}
        {entry && (
          <div class="state-line" data-state={entry.state} data-entry={entry.id}>
            <StateBadge state={entry.state} />
            <span>{stateText(entry, row)}</span>
          </div>
        )}
        {entry?.error && !answered && <ErrorState error={entry.error} />}
        {entry && answered && (
          <CrossCheck
            key={entry.id}
            effects={effects}
            entryId={entry.id}
            answered={answered}
            onEntry={again}
          />
        )}
        {error && <ErrorState error={error} onRetry={() => again()} />}
        {entryId !== null && !entry && !error && <Progress>{t('kit.loading')}</Progress>}
      </section>
    </QueueFrame>
  );
}
