/** Text of the filters of a list. */
export const filterWords = {
  'filter.title': 'Filter',
  'filter.on': { one: '{count} filter on', other: '{count} filters on' },
  'filter.clear': 'Clear filters',
  'filter.from': 'From',
  'filter.until': 'Until',
  'filter.any': 'All',
} as const;
