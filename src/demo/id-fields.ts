import type { RecordKind } from '../protocol/fields.ts';
import { ASK } from '../sdk/sdk.ts';
import { createElement, createTextField } from './elements.ts';
import type { Ids } from './example-parameters.ts';

/** Where the page keeps pasted ids across reloads. */
export type IdStorage = Pick<Storage, 'getItem' | 'setItem'>;

const STORAGE_KEY = 'demo:ids';

const NAMES: Readonly<Record<RecordKind, string>> = {
  wallet: 'Wallet',
  walletAccount: 'Account',
  user: 'User',
  userTag: 'User tag',
  apiKey: 'API key',
  privateKey: 'Private key',
  privateKeyTag: 'Private key tag',
  contractInterface: 'Contract interface',
  policy: 'Policy',
  activity: 'Activity',
};

/** Fields for ids; calls `onChange` after each change. */
export function createIdFields(
  container: HTMLElement,
  sources: readonly RecordKind[],
  storage: IdStorage,
  onChange: () => void,
): () => Ids {
  const storedIds = readIds(storage.getItem(STORAGE_KEY));
  const fields = sources.map((source) => createIdField(source, storedIds[source]));
  const read = (): Ids =>
    Object.fromEntries(
      fields.flatMap(({ source, input, choice }) => {
        const value = choice.checked ? ASK : input.value.trim();
        return value === '' ? [] : [[source, value]];
      }),
    );
  for (const { element, input, choice } of fields) {
    element.addEventListener('input', () => {
      input.disabled = choice.checked;
      storage.setItem(STORAGE_KEY, JSON.stringify(read()));
      onChange();
    });
  }
  container.replaceChildren(...fields.map((field) => field.element));
  return read;
}

/** A field for the id of one kind of record, and a box to leave the choice to Keystamp's user. */
function createIdField(source: RecordKind, stored: Ids[RecordKind]) {
  const { element: text, input } = createTextField(NAMES[source], {
    value: typeof stored === 'string' ? stored : '',
    class: 'id',
    placeholder: 'Paste an ID',
    disabled: stored === ASK,
  });
  const choice = createElement('input', {
    type: 'checkbox',
    'aria-label': `Let the user choose: ${NAMES[source]}`,
    checked: stored === ASK,
  });
  const label = createElement('label', { class: 'note' }, choice, ' Let the user choose');
  return {
    source,
    input,
    choice,
    element: createElement('div', { class: 'id-field' }, text, label),
  };
}

/** The ids that this page saved; leaves out anything else. */
export function readIds(text: string | null): Ids {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    const entries = Object.entries(value).flatMap(([name, id]: [string, unknown]) => {
      if (!Object.hasOwn(NAMES, name)) return [];
      if (JSON.stringify(id) === JSON.stringify(ASK)) return [[name, ASK]];
      return typeof id === 'string' ? [[name, id]] : [];
    });
    return Object.fromEntries(entries) as Ids;
  } catch {
    return {};
  }
}
