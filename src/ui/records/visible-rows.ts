import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TableState } from './table-rows.ts';

/** Until the first row was measured. */
const ROW_HEIGHT = 40;
/** Rows drawn before and after those in view, so that the keyboard has somewhere to go. */
const MARGIN = 12;

/** The height of a table's view, and of one of its rows; both follow the size of text and page. */
function useSizes() {
  const scroller = useRef<HTMLDivElement>(null);
  const [sizes, setSizes] = useState({ view: 800, row: ROW_HEIGHT });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => {
      const row = element.querySelector('.table-row')?.getBoundingClientRect().height;
      setSizes({ view: element.clientHeight, row: row || ROW_HEIGHT });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const table = element.firstElementChild;
    if (table) observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return { scroller, ...sizes };
}

/** Which rows of a long table are drawn, by how far it is scrolled. */
export function useWindow(
  count: number,
  { scrollTop }: Pick<TableState, 'scrollTop'>,
  change: (changes: Pick<TableState, 'scrollTop'>) => void,
) {
  const { scroller, view, row } = useSizes();
  const seen = useRef(0);
  const first = Math.max(0, Math.min(Math.floor(scrollTop / row), count) - MARGIN);
  const last = Math.min(count, Math.ceil((scrollTop + view) / row) + MARGIN);
  useLayoutEffect(() => {
    const element = scroller.current;
    // What the reader scrolled is there already, and may have gone on since.
    if (element && seen.current !== scrollTop) element.scrollTop = scrollTop;
    seen.current = scrollTop;
  }, [scrollTop, row]);
  return {
    scroller,
    rowHeight: row,
    first,
    last,
    onScroll: () => {
      seen.current = scroller.current?.scrollTop ?? 0;
      change({ scrollTop: seen.current });
    },
  };
}
