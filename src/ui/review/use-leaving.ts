import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { QueueEffects } from '../page/effects.ts';
import type { QueuePlacement } from './queue-frame.tsx';
import type { RequestQueue } from './queue.ts';

/** How long a good end stays to be seen. */
const SEEN_MS = 1500;

/** Signs that somebody is at work in the page, wherever in it. */
const SIGNS = ['pointerdown', 'keydown', 'focusin', 'wheel'] as const;
/** What in the body of a screen can be used: a pointer that rests on one of these is about to. */
const USABLE = '.screen-body :is(a, button, summary, input, select, textarea)';

/** A key that is held since before, and one that does nothing alone, are no signs. */
function isSign(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return true;
  return !event.repeat && !['Shift', 'Control', 'Alt', 'Meta'].includes(event.key);
}

/** Calls back when somebody uses the page, or is about to. Returns how to stop. */
function watchUse(onUse: () => void): () => void {
  const use = (event: Event): void => {
    if (isSign(event)) onUse();
  };
  const hover = ({ target, movementX, movementY }: PointerEvent): void => {
    // Without a movement, the page moved under a pointer at rest.
    if (movementX === 0 && movementY === 0) return;
    if (target instanceof Element && target.closest(USABLE)) onUse();
  };
  for (const sign of SIGNS) document.addEventListener(sign, use, { passive: true });
  document.addEventListener('pointermove', hover);
  return () => {
    for (const sign of SIGNS) document.removeEventListener(sign, use);
    document.removeEventListener('pointermove', hover);
  };
}

type Leaving = {
  readonly queue: RequestQueue;
  readonly effects: QueueEffects;
  readonly placement: QueuePlacement;
  /** The request ended well, and nothing of it is left to read. */
  readonly isOver: boolean;
};

/**
 * Leaves a request that ended well by itself: for the next one, or out of the queue after the last.
 * Not once somebody uses the page: then it stays until they leave it. Returns whether it's about to.
 */
export function useLeaving({ queue, effects, placement, isOver }: Leaving): boolean {
  const [isUsed, setIsUsed] = useState(false);
  // The list couldn't be loaded: another request may be in it.
  const isLeaving = isOver && !isUsed && queue.listError.value === undefined;
  // In the turn that draws the end: a key pressed right after it counts.
  useLayoutEffect(() => (isOver ? watchUse(() => setIsUsed(true)) : undefined), [isOver]);
  useEffect(() => {
    if (!isLeaving) return undefined;
    let isStopped = false;
    const leave = async (): Promise<void> => {
      // One that has just come isn't closed unseen.
      await queue.reload();
      if (isStopped || queue.listError.peek() !== undefined) return;
      if (queue.items.peek()?.length === 0) placement.finish();
      else queue.showNext();
    };
    const cancel = effects.later(SEEN_MS, () => void leave());
    return () => {
      isStopped = true;
      cancel();
    };
  }, [isLeaving]);
  return isLeaving;
}
