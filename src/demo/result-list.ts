import type { ResultView } from './result-view.ts';
import { createDefinitionList, createElement } from './elements.ts';

/** Maximum number of results on one card. */
const MAX_RESULTS = 5;

/** Adds a result to the top of a list. */
export function addResult(list: HTMLElement, { tone, title, rows, body }: ResultView): void {
  const item = createElement(
    'li',
    { class: `result ${tone}` },
    createElement('strong', {}, title),
    createDefinitionList(rows),
  );
  if (body !== null) item.append(createElement('pre', {}, body));
  list.prepend(item);
  while (list.childElementCount > MAX_RESULTS) list.lastElementChild?.remove();
}
