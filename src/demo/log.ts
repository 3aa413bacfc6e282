import { createElement } from './elements.ts';

/** Maximum number of lines; the oldest ones go. */
const MAX_LINES = 200;
/** Maximum characters of a detail. */
const MAX_DETAIL_LENGTH = 240;

const shorten = (text: string): string =>
  text.length > MAX_DETAIL_LENGTH
    ? `${text.slice(0, MAX_DETAIL_LENGTH)}… (${text.length} characters)`
    : text;

export type Log = (description: string, detail?: unknown) => void;

/** Logs events into a list, newest first. */
export function createLog(list: HTMLElement, clock: () => Date): Log {
  return (description, detail) => {
    const at = clock();
    const time = createElement(
      'time',
      { datetime: at.toISOString() },
      at.toTimeString().slice(0, 8),
    );
    const line = createElement('li', {}, time, ' ', description);
    if (detail !== undefined)
      line.append(' ', createElement('code', {}, shorten(JSON.stringify(detail))));
    list.prepend(line);
    while (list.childElementCount > MAX_LINES) list.lastElementChild?.remove();
  };
}
