import type { Row } from '../protocol/operation-row.ts';
import type { Outcome } from '../protocol/page-api.ts';
import { operationWords } from '../ui/words/en/operations.ts';
import { wordsOf } from '../ui/words/operation-words.ts';
import { errorView, outcomeView } from './result-view.ts';
import { createButton, createElement } from './elements.ts';
import { exampleOf, readParameters, versionsOf, type Ids } from './example-parameters.ts';
import { addResult } from './result-list.ts';

export type OperationCard = {
  readonly element: HTMLElement;
  /** Fills the editor again, unless the visitor has changed it. */
  readonly refill: () => void;
};

/** A card that requests one operation of the table and shows the result. */
export function createOperationCard(
  row: Row,
  deps: {
    readonly request: (
      operation: string,
      parameters: Readonly<Record<string, unknown>>,
    ) => Promise<Outcome>;
    readonly ids: () => Ids;
  },
): OperationCard {
  const { request, ids } = deps;
  const words = wordsOf(operationWords, row.name);
  const results = createElement('ol', { class: 'results', 'aria-live': 'polite' });
  const { elements: editor, refill, read } = createParametersEditor(row, ids);
  const ask = async () => {
    const parameters = read();
    if (!parameters.ok) {
      const rows = [['message', parameters.reason]] as const;
      return addResult(results, { tone: 'bad', title: 'not asked', rows, body: null });
    }
    await request(row.name, parameters.values).then(
      (outcome) => addResult(results, outcomeView(outcome)),
      (error: unknown) => addResult(results, errorView(error)),
    );
  };
  const element = createElement(
    'details',
    { class: 'card operation', 'data-operation': row.name },
    createElement(
      'summary',
      {},
      createElement('span', { class: 'title' }, words.title),
      createElement('code', {}, row.name),
    ),
    createElement('p', { class: 'about' }, words.about),
    ...editor,
    createElement(
      'div',
      { class: 'actions' },
      createAskButton(ask),
      createElement('span', { class: 'note' }, noteOf(row)),
    ),
    results,
  );
  return { element, refill };
}

/** You may ask again while a request waits: Keystamp's window shows the queue. */
function createAskButton(ask: () => Promise<void>): HTMLElement {
  return createButton('Ask Keystamp', () => void ask(), { class: 'primary' });
}

function noteOf({ pageAccess: page, risk }: Row): string {
  const more = page === 'grant' ? 'may be allowed in advance' : 'asks each time';
  return risk === 'irreversible' ? `${more}; cannot be undone` : more;
}

function createParametersEditor(row: Row, ids: () => Ids) {
  const versions = versionsOf(row);
  const choice = createElement('select', { 'aria-label': 'Version' });
  choice.append(
    ...versions.map(({ label }, elements) =>
      createElement('option', { value: String(elements) }, label),
    ),
  );
  const text = createElement('textarea', { spellcheck: 'false', autocomplete: 'off', rows: '6' });
  let generatedText = '';
  const fill = () => {
    const fields = versions[choice.selectedIndex]?.fields ?? {};
    generatedText = JSON.stringify(exampleOf(fields, ids()), null, 2);
    text.value = generatedText;
    text.rows = Math.min(14, generatedText.split('\n').length);
  };
  choice.addEventListener('change', fill);
  fill();
  const label = createElement(
    'label',
    { class: 'field' },
    createElement('span', {}, 'Parameters (JSON)'),
    text,
  );
  return {
    elements: versions.length > 1 ? [choice, label] : [label],
    refill: () => {
      if (text.value === generatedText) fill();
    },
    read: () => readParameters(text.value),
  };
}
