import type { Row } from '../protocol/operation-row.ts';
import type { Capabilities } from '../protocol/page-api.ts';
import { operationWords } from '../ui/words/en/operations.ts';
import { wordsOf } from '../ui/words/operation-words.ts';
import { errorView } from './result-view.ts';
import type { KeystampClient } from './keystamp-client.ts';
import { createButton, createDefinitionList, createElement, createTextField } from './elements.ts';
import type { Log } from './log.ts';
import { addResult } from './result-list.ts';

export type ConnectionCard = {
  /** Asks Keystamp again and shows the answer. */
  readonly refresh: () => Promise<void>;
};

/** The card that connects this site and shows what it may do. */
export function createConnectionCard(
  container: HTMLElement,
  keystamp: KeystampClient,
  rows: readonly Row[],
  log: Log,
): ConnectionCard {
  const state = createElement('div', { class: 'state' });
  const results = createElement('ol', { class: 'results', 'aria-live': 'polite' });
  const attempt = async (description: string, act: () => Promise<unknown>) => {
    try {
      log(description, await act());
    } catch (error) {
      log(description, errorView(error).title);
      addResult(results, errorView(error));
    }
    await refresh();
  };
  const refresh = async () => {
    try {
      const capabilities = await keystamp.capabilities();
      state.replaceChildren(
        capabilities.connection
          ? connectedView(capabilities.connection, keystamp, attempt)
          : connectForm(keystamp, rows, attempt),
      );
      document.body.dataset['connected'] = String(capabilities.connection !== null);
    } catch (error) {
      addResult(results, errorView(error));
    }
  };
  container.replaceChildren(
    createElement(
      'p',
      { class: 'note' },
      `Keystamp is here; its provider has version ${keystamp.version}.`,
    ),
    state,
    results,
  );
  return { refresh };
}

type Attempt = (description: string, act: () => Promise<unknown>) => Promise<void>;

function connectForm(
  keystamp: KeystampClient,
  rows: readonly Row[],
  attempt: Attempt,
): HTMLElement {
  const boxes = rows.map(({ name }) => {
    const box = createElement('input', { type: 'checkbox', value: name, checked: true });
    return {
      box,
      labelElement: createElement(
        'label',
        { class: 'check' },
        box,
        ` ${wordsOf(operationWords, name).title}`,
      ),
    };
  });
  const reason = createTextField('Reason, in this site’s own words', {
    value: 'To try out what a site can ask for.',
    maxlength: '200',
  });
  const connectButton = createButton(
    'Connect',
    () => {
      const operations = boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
      return attempt('connect', () => keystamp.connect({ operations, reason: reason.input.value }));
    },
    { class: 'primary' },
  );
  const list = boxes.map(({ labelElement }) => labelElement);
  return createElement(
    'div',
    { class: 'stack' },
    createElement('fieldset', {}, createElement('legend', {}, 'What to ask for'), ...list),
    reason.element,
    createElement('div', { class: 'actions' }, connectButton),
  );
}

function connectedView(
  { organizationId, operations, grants }: NonNullable<Capabilities['connection']>,
  keystamp: KeystampClient,
  attempt: Attempt,
): HTMLElement {
  const refreshButton = createButton('Ask anew', () =>
    attempt('capabilities', keystamp.capabilities),
  );
  const disconnectButton = createButton('Disconnect', () =>
    attempt('disconnect', keystamp.disconnect),
  );
  const allowed = grants.map(({ operation, expiresAt, left }) => {
    const until = new Date(expiresAt).toLocaleString();
    return left === null
      ? `${operation} until ${until}, without a limit`
      : `${operation} until ${until}, ${left} left`;
  });
  return createElement(
    'div',
    { class: 'stack' },
    createDefinitionList([
      ['organization', organizationId],
      ['may ask for', operations.join(', ')],
      ['allowed in advance', allowed.join('; ') || 'nothing'],
    ]),
    createElement('div', { class: 'actions' }, disconnectButton, refreshButton),
  );
}
