import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { List } from '../components/surfaces.tsx';

/** Rows drawn at first, and with each step towards the end, unless a list says otherwise. */
const STEP = 60;
/** A step is drawn when its beginning is this near, in pixels for each of its rows. */
const NEAR_PX = 10;

/**
 * A list of any length: rows are drawn as the reader comes near them, so that ten thousand cost what
 * the first few do.
 */
export function GrowingList<T>(props: {
  readonly label: string;
  readonly items: readonly T[];
  readonly draw: (item: T) => ComponentChildren;
  readonly step?: number;
  /** How many there are, where `items` are not all of them. */
  readonly total?: number;
}) {
  const { label, items, draw, step = STEP, total = items.length } = props;
  const [count, setCount] = useState(step);
  const end = useRef<HTMLDivElement>(null);
  const hasMore = count < items.length;
  const shown = Math.min(count, items.length);
  useEffect(() => {
    if (!hasMore || !end.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setCount(count + step),
      { rootMargin: `${step * NEAR_PX}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [count, hasMore, step]);
  return (
    <>
      <List label={label}>{items.slice(0, count).map(draw)}</List>
      {total > shown && (
        <div ref={end} class="help">
          {t('object.list.shown', { shown, count: total })}
        </div>
      )}
    </>
  );
}
