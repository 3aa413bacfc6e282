import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { QueueFrame, type QueuePlacement } from './frame.tsx';
import type { RequestQueue } from './queue.ts';

/** What became of a request, and the button that goes on to the next one or closes. */
export function OutcomeFrame(props: {
  readonly queue: RequestQueue;
  readonly placement: QueuePlacement;
  readonly children: ComponentChildren;
}) {
  const { queue, placement, children } = props;
  const isLast = queue.items.value?.length === 0;
  const goOn = (): void => {
    queue.showNext();
    if (isLast) placement.finish();
  };
  const button = (
    <Button kind="primary" wide onClick={goOn}>
      {t(isLast ? 'confirm.close' : 'confirm.goOn')}
    </Button>
  );
  return (
    <QueueFrame queue={queue} placement={placement} action={button}>
      {children}
    </QueueFrame>
  );
}
