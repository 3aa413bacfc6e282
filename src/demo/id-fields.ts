import type { RecordKind } from '../protocol/fields.ts';
import { createTextField } from './elements.ts';
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
  contractInterface: 'Contract interface',
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
  const fields = sources.map((source) => {
    const value = storedIds[source] ?? '';
    const field = createTextField(NAMES[source], {
      value,
      class: 'id',
      placeholder: 'Paste an ID',
    });
    return { source, ...field };
  });
  const read = (): Ids =>
    Object.fromEntries(
      fields.flatMap(({ source, input }) => {
        const value = input.value.trim();
        return value === '' ? [] : [[source, value]];
      }),
    );
  for (const { input } of fields) {
    input.addEventListener('input', () => {
      storage.setItem(STORAGE_KEY, JSON.stringify(read()));
      onChange();
    });
  }
  container.replaceChildren(...fields.map((field) => field.element));
  return read;
}

/** The ids that this page saved; leaves out anything else. */
export function readIds(text: string | null): Ids {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    const entries = Object.entries(value).filter(
      ([name, id]) => Object.hasOwn(NAMES, name) && typeof id === 'string',
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
