import type { Source } from '../protocol/fields.ts';
import { textField } from './elements.ts';
import type { Ids } from './example.ts';

/** Where the page keeps what was pasted, over a reload. */
export type Memory = Pick<Storage, 'getItem' | 'setItem'>;

const KEY = 'demo:ids';

const NAMES: Readonly<Record<Source, string>> = {
  wallet: 'Wallet',
  user: 'User',
  userTag: 'User tag',
  apiKey: 'API key',
  privateKey: 'Private key',
  activity: 'Activity',
};

/** Fields for ids; `changed` is told after each change. */
export function idFields(
  place: HTMLElement,
  sources: readonly Source[],
  memory: Memory,
  changed: () => void,
): () => Ids {
  const kept = readIds(memory.getItem(KEY));
  const fields = sources.map((source) => {
    const value = kept[source] ?? '';
    const field = textField(NAMES[source], { value, class: 'id', placeholder: 'paste an id' });
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
      memory.setItem(KEY, JSON.stringify(read()));
      changed();
    });
  }
  place.replaceChildren(...fields.map((field) => field.place));
  return read;
}

/** Ids as this page wrote them, or none of what is not. */
export function readIds(text: string | null): Ids {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    const own = Object.entries(value).filter(
      ([name, id]) => Object.hasOwn(NAMES, name) && typeof id === 'string',
    );
    return Object.fromEntries(own);
  } catch {
    return {};
  }
}
