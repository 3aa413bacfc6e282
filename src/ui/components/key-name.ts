import type { KeyView } from '../../protocol/app-state.ts';

/** What a new key is called unless the user says otherwise: numbered from the second on. */
export function suggestKeyName(keys: readonly Pick<KeyView, 'name'>[]): string {
  const isTaken = (name: string) => keys.some((key) => key.name === name);
  let name = 'Keystamp';
  for (let number = 2; isTaken(name); number += 1) name = `Keystamp ${number}`;
  return name;
}
