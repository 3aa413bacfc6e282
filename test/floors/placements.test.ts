import { expect, test } from 'vitest';
import { reachedFrom } from './circles.ts';
import { readSources } from './source.ts';

/*
 * What popup and confirm window can get to, at once or later: neither has the settings (but the popup the wipe) or opens a secret,
 * and the window that decides has neither lists of records nor forms. What the bundler puts into shared
 * files besides is never run there.
 */

const imports = new Map(
  [...readSources('src'), ...readSources('entrypoints')].map((source) => [
    source.path,
    source.imports.flatMap(({ target, typeOnly }) =>
      target === undefined || typeOnly ? [] : [target],
    ),
  ]),
);
const reached = (main: string) => [...reachedFrom(`entrypoints/${main}/main.tsx`, imports)];
const within = (main: string, pattern: RegExp) =>
  reached(main)
    .filter((path) => pattern.test(path))
    .toSorted();

const SETTINGS =
  /^src\/ui\/(?:page\/(?:tab[.-]|settings|panes|side-nav)|(?:settings|sites|vault)\/|procedures\/(?:import|export|rotation|passkey)\/(?:run-|[\w-]*(?:section|step|flow|dialog)\.))/;
const RECORDS =
  /^src\/ui\/(?:page\/(?:popup|record-screens|shell)\.|records\/[\w-]+-screen|forms\/form-)/;

test('behavior: the tab reaches every screen, of records and of settings', () => {
  expect(within('options', SETTINGS).length).toBeGreaterThan(60);
  expect(within('options', RECORDS).length).toBeGreaterThan(8);
});

test('behavior: the popup reaches the records and no setting but the wipe', () => {
  expect(within('popup', RECORDS).length).toBeGreaterThan(8);
  // Whoever forgot the password can't open the settings.
  expect(within('popup', SETTINGS)).toEqual(['src/ui/vault/wipe-dialog.tsx']);
});

test('behavior: the confirm window reaches neither', () => {
  expect(within('confirm', SETTINGS)).toEqual([]);
  expect(within('confirm', RECORDS)).toEqual([]);
});
