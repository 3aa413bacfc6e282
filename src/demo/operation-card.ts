import type { Row } from '../protocol/operation.ts';
import type { Outcome } from '../protocol/page.ts';
import { shownError, shownOutcome } from './answers.ts';
import { button, make } from './elements.ts';
import { exampleOf, readParameters, versionsOf, type Ids } from './example.ts';
import { addResult } from './results.ts';

/** What a card does. */
export type Asking = {
  readonly request: (
    operation: string,
    parameters: Readonly<Record<string, unknown>>,
  ) => Promise<Outcome>;
  readonly ids: () => Ids;
};

export type OperationCard = {
  readonly place: HTMLElement;
  /** Fills the editor anew, unless the visitor has changed it. */
  readonly refill: () => void;
};

/** A card that asks for one operation of the table and shows what becomes of it. */
export function operationCard(row: Row, { request, ids }: Asking): OperationCard {
  const results = make('ol', { class: 'results', 'aria-live': 'polite' });
  const { place: editor, refill, read } = parametersEditor(row, ids);
  const ask = async () => {
    const parameters = read();
    if (!parameters.ok) {
      const rows = [['message', parameters.why]] as const;
      return addResult(results, { tone: 'bad', title: 'not asked', rows, body: null });
    }
    await request(row.name, parameters.values).then(
      (outcome) => addResult(results, shownOutcome(outcome)),
      (error: unknown) => addResult(results, shownError(error)),
    );
  };
  const place = make(
    'details',
    { class: 'card operation', 'data-operation': row.name },
    make('summary', {}, make('span', { class: 'title' }, row.title), make('code', {}, row.name)),
    make('p', { class: 'about' }, row.about),
    ...editor,
    make('div', { class: 'actions' }, askButton(ask), make('span', { class: 'note' }, noteOf(row))),
    results,
  );
  return { place, refill };
}

/** Asking again while one waits is allowed: the queue in Keystamp's window shows it. */
function askButton(ask: () => Promise<void>): HTMLElement {
  return button('Ask Keystamp', () => void ask(), { class: 'primary' });
}

function noteOf({ page, risk }: Row): string {
  const more = page === 'grant' ? 'may be allowed in advance' : 'asks each time';
  return risk === 'irreversible' ? `${more}; cannot be undone` : more;
}

function parametersEditor(row: Row, ids: () => Ids) {
  const versions = versionsOf(row);
  const choice = make('select', { 'aria-label': 'Version' });
  choice.append(
    ...versions.map(({ label }, place) => make('option', { value: String(place) }, label)),
  );
  const text = make('textarea', { spellcheck: 'false', autocomplete: 'off', rows: '6' });
  let filled = '';
  const fill = () => {
    const fields = versions[choice.selectedIndex]?.fields ?? {};
    filled = JSON.stringify(exampleOf(fields, ids()), null, 2);
    text.value = filled;
    text.rows = Math.min(14, filled.split('\n').length);
  };
  choice.addEventListener('change', fill);
  fill();
  const label = make('label', { class: 'field' }, make('span', {}, 'Parameters (JSON)'), text);
  return {
    place: versions.length > 1 ? [choice, label] : [label],
    refill: () => {
      if (text.value === filled) fill();
    },
    read: () => readParameters(text.value),
  };
}
