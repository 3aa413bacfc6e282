import { make } from './elements.ts';

/** Lines kept; older ones go. */
const KEPT = 200;
/** Characters of a detail. */
const SHOWN = 240;

const brief = (text: string): string =>
  text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text;

export type Log = (words: string, detail?: unknown) => void;

/** Writes what happens into a list, newest first. */
export function createLog(list: HTMLElement, clock: () => Date): Log {
  return (words, detail) => {
    const at = clock();
    const time = make('time', { datetime: at.toISOString() }, at.toTimeString().slice(0, 8));
    const line = make('li', {}, time, ' ', words);
    if (detail !== undefined) line.append(' ', make('code', {}, brief(JSON.stringify(detail))));
    list.prepend(line);
    while (list.childElementCount > KEPT) list.lastElementChild?.remove();
  };
}
