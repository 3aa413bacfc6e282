import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

const CONTROLS =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

/**
 * Keeps a part that scrolls in a keyboard’s reach: while it has nothing to focus, as a review whose
 * records are still being read, it takes the focus itself.
 */
export function useScrollFocus<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    const part = ref.current;
    if (!part) return undefined;
    const look = () => {
      // Whoever reads on here keeps the place.
      if (part === document.activeElement) return;
      // The second question costs a layout: most parts answer the first.
      const isCut = !part.querySelector(CONTROLS) && part.scrollHeight > part.clientHeight;
      if (isCut) part.tabIndex = 0;
      else part.removeAttribute('tabindex');
    };
    const content = new MutationObserver(look);
    content.observe(part, { childList: true, subtree: true });
    // Also says when it is first laid out.
    const size = new ResizeObserver(look);
    size.observe(part);
    part.addEventListener('blur', look);
    return () => {
      part.removeEventListener('blur', look);
      content.disconnect();
      size.disconnect();
    };
  }, []);
  return ref;
}
