import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../scripts/tool.ts';
import { leftOut, TRIAL_FILES } from './trial-tag.ts';

/* What `npm test` leaves to the trials, and that something else is left that shows it. */

/** The files that tests name to show the same. */
const named = globSync('test/**/*.ts', { cwd: ROOT })
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .flatMap((source) => [...source.matchAll(/\bshownBy\(([^)]+)\)/g)])
  .flatMap(([, paths = '']) => [...paths.matchAll(/'([^']+)'/g)].map(([, path = '']) => path));

test('behavior: a trial and what shows the same are there, the latter in `npm test`', () => {
  expect(named.length).toBeGreaterThan(50);
  const shown = [...Object.values(TRIAL_FILES).flat(), ...named];
  const all = [...Object.keys(TRIAL_FILES), ...shown];
  expect(all.filter((path) => !existsSync(join(ROOT, 'test', path)))).toEqual([]);
  expect(shown.filter((path) => path in TRIAL_FILES)).toEqual([]);
});

test('behavior: exactly those files and the tests with the tag are left out', () => {
  const isLeftOut = (title: string) => new RegExp(leftOut as RegExp).test(title);
  expect(isLeftOut('chromium object-walks.e2e.ts behavior: one is added')).toBe(true);
  expect(isLeftOut('chromium vault.e2e.ts lock behavior: lock now @trial')).toBe(true);
  expect(isLeftOut('chromium objects.e2e.ts objects behavior: a wallet is renamed')).toBe(false);
  expect(isLeftOut('firefox wide.firefox.ts behavior: a reload keeps the place')).toBe(false);
});
