import type { Row } from '../protocol/operation.ts';
import type { Capabilities } from '../protocol/page.ts';
import { shownError } from './answers.ts';
import type { Desk } from './desk.ts';
import { button, facts, make, textField } from './elements.ts';
import type { Log } from './log.ts';
import { addResult } from './results.ts';

export type Connection = {
  /** Asks Keystamp anew and shows what it says. */
  readonly refresh: () => Promise<void>;
};

/** The card that connects this site and shows what it may do. */
export function connectionCard(
  place: HTMLElement,
  desk: Desk,
  rows: readonly Row[],
  log: Log,
): Connection {
  const state = make('div', { class: 'state' });
  const results = make('ol', { class: 'results', 'aria-live': 'polite' });
  const attempt = async (words: string, act: () => Promise<unknown>) => {
    try {
      log(words, await act());
    } catch (error) {
      log(words, shownError(error).title);
      addResult(results, shownError(error));
    }
    await refresh();
  };
  const refresh = async () => {
    try {
      const capabilities = await desk.capabilities();
      state.replaceChildren(
        capabilities.connection
          ? connected(capabilities.connection, desk, attempt)
          : connectForm(desk, rows, attempt),
      );
      document.body.dataset['connected'] = String(capabilities.connection !== null);
    } catch (error) {
      addResult(results, shownError(error));
    }
  };
  place.replaceChildren(
    make('p', { class: 'note' }, `Keystamp is here; its provider has version ${desk.version}.`),
    state,
    results,
  );
  return { refresh };
}

type Attempt = (words: string, act: () => Promise<unknown>) => Promise<void>;

function connectForm(desk: Desk, rows: readonly Row[], attempt: Attempt): HTMLElement {
  const boxes = rows.map(({ name, title }) => {
    const box = make('input', { type: 'checkbox', value: name, checked: true });
    return { box, line: make('label', { class: 'check' }, box, ` ${title}`) };
  });
  const reason = textField('Reason, in this site’s own words', {
    value: 'To try out what a site can ask for.',
    maxlength: '200',
  });
  const connect = button(
    'Connect',
    () => {
      const operations = boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
      return attempt('connect', () => desk.connect({ operations, reason: reason.input.value }));
    },
    { class: 'primary' },
  );
  const list = boxes.map(({ line }) => line);
  return make(
    'div',
    { class: 'stack' },
    make('fieldset', {}, make('legend', {}, 'What to ask for'), ...list),
    reason.place,
    make('div', { class: 'actions' }, connect),
  );
}

function connected(
  { organizationId, operations, grants }: NonNullable<Capabilities['connection']>,
  desk: Desk,
  attempt: Attempt,
): HTMLElement {
  const again = button('Ask anew', () => attempt('capabilities', desk.capabilities));
  const disconnect = button('Disconnect', () => attempt('disconnect', desk.disconnect));
  const allowed = grants.map(({ operation, expiresAt, left }) => {
    const uses = left === null ? 'without a limit' : `${left} left`;
    return `${operation}: ${uses}, until ${new Date(expiresAt).toLocaleString()}`;
  });
  return make(
    'div',
    { class: 'stack' },
    facts([
      ['organization', organizationId],
      ['may ask for', operations.join(', ')],
      ['allowed in advance', allowed.join('; ') || 'nothing'],
    ]),
    make('div', { class: 'actions' }, disconnect, again),
  );
}
