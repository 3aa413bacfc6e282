import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/tool.ts';
import { readRoute, type Screen } from '../../src/ui/page/routes.ts';
import { SCENES, themesOf } from './scenes.ts';

const PICTURES = join(import.meta.dirname, 'pictures');

/** Of all pictures together: each change of one stays in the history of the repository. */
const MAX_BYTES = 4_000_000;

test('behavior: the pictures are those of the scenes', () => {
  const names = Object.entries(SCENES).flatMap(([name, scene]) =>
    themesOf(scene).map((theme) => `${name}-${theme}.png`),
  );
  expect(readdirSync(PICTURES).toSorted()).toEqual([...names, 'letters.png'].toSorted());
});

/** A scene of each place; a place that only buttons lead to is no place of its scene's hash. */
const PLACES: Readonly<Record<Screen, string>> = {
  home: 'popup-home',
  list: 'popup-users',
  table: 'tab-users',
  object: 'popup-wallet',
  more: 'popup-more',
  search: 'popup-search',
  operations: 'popup-operations',
  form: 'popup-create-wallet',
  review: 'popup-review',
  result: 'popup-result',
  activity: 'popup-activity',
  passkey: 'popup-passkey',
  activities: 'popup-activities',
  history: 'popup-history',
  requests: 'popup-requests',
  profiles: 'popup-profiles',
  keys: 'tab-keys',
  sites: 'tab-sites',
  security: 'tab-security',
  backup: 'tab-backup',
  appearance: 'tab-appearance',
  about: 'tab-about',
  import: 'tab-import',
  'import-wallet': 'tab-import-wallet',
  export: 'tab-export',
  profile: 'tab-profile',
  rotate: 'tab-rotate',
  setup: 'tab-setup',
};

test('behavior: every place of the page has a picture', () => {
  const shown = Object.entries(PLACES).map(([place, name]) => {
    const { page, at = '#/', presses } = SCENES[name] ?? {};
    const { screen } = readRoute(at, page === 'tab' ? 'tab' : 'popup');
    return presses ? place : screen;
  });
  expect(shown).toEqual(Object.keys(PLACES));
});

test('behavior: the pictures stay small enough for the repository', () => {
  const bytes = readdirSync(PICTURES).map((name) => statSync(join(PICTURES, name)).size);
  expect(bytes.reduce((all, one) => all + one, 0)).toBeLessThan(MAX_BYTES);
});

test('behavior: no archive for a store has the pictures', () => {
  const attributes = readFileSync(join(ROOT, '.gitattributes'), 'utf8');
  expect(attributes.split('\n')).toContain('test/gallery/pictures export-ignore');
});
