import type { Shown } from './answers.ts';
import { facts, make } from './elements.ts';

/** Results kept for one card. */
const KEPT = 5;

/** Puts an answer on top of a list. */
export function addResult(list: HTMLElement, { tone, title, rows, body }: Shown): void {
  const item = make('li', { class: `result ${tone}` }, make('strong', {}, title), facts(rows));
  if (body !== null) item.append(make('pre', {}, body));
  list.prepend(item);
  while (list.childElementCount > KEPT) list.lastElementChild?.remove();
}
