import { make } from './elements.ts';

/** Lines kept; older ones go. */
const KEPT = 200;

export type Log = (words: string, detail?: unknown) => void;

/** Writes what happens into a list, newest first. */
export function createLog(list: HTMLElement, clock: () => Date): Log {
  return (words, detail) => {
    const at = clock();
    const time = make('time', { datetime: at.toISOString() }, at.toTimeString().slice(0, 8));
    const line = make('li', {}, time, ' ', words);
    if (detail !== undefined) line.append(' ', make('code', {}, JSON.stringify(detail)));
    list.prepend(line);
    while (list.childElementCount > KEPT) list.lastElementChild?.remove();
  };
}
