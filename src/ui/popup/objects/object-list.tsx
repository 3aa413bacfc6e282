import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { t } from '../../i18n.ts';
import { List } from '../../components/surfaces.tsx';

/** Rows drawn at first, and with each step towards the end. */
const STEP = 60;

/**
 * A list of any length: rows are drawn as the reader comes near them, so that ten thousand cost what
 * the first few do.
 */
export function GrowingList<T>(props: {
  readonly label: string;
  readonly items: readonly T[];
  readonly draw: (item: T) => ComponentChildren;
}) {
  const { label, items, draw } = props;
  const [count, setCount] = useState(STEP);
  const end = useRef<HTMLDivElement>(null);
  const hasMore = count < items.length;
  useEffect(() => {
    if (!hasMore || !end.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setCount(count + STEP),
      { rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [count, hasMore]);
  return (
    <>
      <List label={label}>{items.slice(0, count).map(draw)}</List>
      {hasMore && (
        <div ref={end} class="help">
          {t('object.list.shown', { shown: count, count: items.length })}
        </div>
      )}
    </>
  );
}
