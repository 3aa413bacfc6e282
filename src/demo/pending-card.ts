import type { Outcome } from '../protocol/page-api.ts';
import { errorView, outcomeView } from './result-view.ts';
import type { KeystampClient } from './keystamp-client.ts';
import { createButton, createElement } from './elements.ts';
import type { Log } from './log.ts';
import { addResult } from './result-list.ts';

/** Lists this tab's unfinished requests; hidden when there are none. */
export function createPendingCard(container: HTMLElement, keystamp: KeystampClient, log: Log) {
  const list = createElement('ul', { class: 'waiting' });
  const results = createElement('ol', { class: 'results', 'aria-live': 'polite' });
  container.append(list, results);
  const resumedIds = new Set<string>();
  const show = () => {
    const pendingIds = keystamp.pending();
    container.hidden = pendingIds.length === 0 && results.childElementCount === 0;
    list.replaceChildren(...pendingIds.map(createLine));
  };
  const createLine = (id: string) =>
    createElement(
      'li',
      {},
      createElement('code', {}, id),
      ' ',
      createButton('How far?', () => showAnswer(id, keystamp.status(id))),
    );
  const showAnswer = async (id: string, answer: Promise<Outcome>) => {
    try {
      const outcome = await answer;
      log(`${id}: ${outcome.kind}`);
      addResult(results, outcomeView(outcome));
    } catch (error) {
      log(`${id}: ${errorView(error).title}`);
      addResult(results, errorView(error));
    }
    show();
  };
  return {
    show,
    /** Waits again for requests from before a reload. */
    resume: () => {
      for (const id of keystamp.pending()) {
        if (resumedIds.has(id)) continue;
        resumedIds.add(id);
        log(`taken up again after a reload: ${id}`);
        void showAnswer(id, keystamp.resume(id));
      }
      show();
    },
  };
}
