import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import type { QueueEffects } from '../page/effects.ts';
import { QueueFrame, type QueuePlacement } from './queue-frame.tsx';
import type { RequestQueue } from './queue.ts';
import { useLeaving } from './use-leaving.ts';

/** What became of a request, and the button that goes on to the next one or closes. */
export function OutcomeFrame(props: {
  readonly queue: RequestQueue;
  readonly effects: QueueEffects;
  readonly placement: QueuePlacement;
  /** It ended well, and nothing is left to read: it's left without a click. */
  readonly isOver: boolean;
  readonly children: ComponentChildren;
}) {
  const { queue, placement, children } = props;
  const isLast = queue.items.value?.length === 0;
  const isClosing = useLeaving(props) && isLast && placement.back === undefined;
  const goOn = (): void => {
    queue.showNext();
    if (isLast) placement.finish();
  };
  const action = (
    <>
      <p class="muted small centre" role="status">
        {isClosing && t('confirm.closing')}
      </p>
      <Button kind="primary" wide onClick={goOn}>
        {t(isLast ? 'confirm.close' : 'confirm.goOn')}
      </Button>
    </>
  );
  return (
    <QueueFrame queue={queue} placement={placement} action={action}>
      {children}
    </QueueFrame>
  );
}
