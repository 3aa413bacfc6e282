import type { Translation } from '../translation.ts';
import type { filterWords } from '../en/filter.ts';

/** Die Filter einer Liste. */
export const filterWordsDe: Translation<typeof filterWords> = {
  'filter.title': 'Filtern',
  'filter.on': { one: '{count} Filter aktiv', other: '{count} Filter aktiv' },
  'filter.clear': 'Filter zurücksetzen',
  'filter.from': 'Von',
  'filter.until': 'Bis',
  'filter.any': 'Alle',
};
