import type { Outcome } from '../protocol/page.ts';
import { shownError, shownOutcome } from './answers.ts';
import type { Desk } from './desk.ts';
import { button, make } from './elements.ts';
import type { Log } from './log.ts';
import { addResult } from './results.ts';

/** Lists what was asked in this tab and has not ended; hidden while there is nothing. */
export function waitingCard(place: HTMLElement, desk: Desk, log: Log) {
  const list = make('ul', { class: 'waiting' });
  const results = make('ol', { class: 'results', 'aria-live': 'polite' });
  place.append(list, results);
  const known = new Set<string>();
  const show = () => {
    const waiting = desk.pending();
    place.hidden = waiting.length === 0 && results.childElementCount === 0;
    list.replaceChildren(...waiting.map(line));
  };
  const line = (id: string) =>
    make(
      'li',
      {},
      make('code', {}, id),
      ' ',
      button('How far?', () => answer(id, desk.status(id))),
    );
  const answer = async (id: string, asked: Promise<Outcome>) => {
    try {
      const outcome = await asked;
      log(`${id}: ${outcome.kind}`);
      addResult(results, shownOutcome(outcome));
    } catch (error) {
      log(`${id}: ${shownError(error).title}`);
      addResult(results, shownError(error));
    }
    show();
  };
  return {
    show,
    /** Waits again for what was asked before a reload. */
    resume: () => {
      for (const id of desk.pending()) {
        if (known.has(id)) continue;
        known.add(id);
        log(`taken up again after a reload: ${id}`);
        void answer(id, desk.resume(id));
      }
      show();
    },
  };
}
