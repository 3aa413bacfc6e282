import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/tool.ts';

const FILES = globSync('test/{e2e,firefox}/**/*.ts', { cwd: ROOT }).map((path) => join(ROOT, path));
const TESTS = FILES.filter((path) => /\.(e2e|firefox)\.ts$/.test(path));
/** Set when the module is loaded: nothing before it on its line. */
const SETS_HOOKS = /^test(\.(before|after)(All|Each)|\.describe)?\(/m;
/** What is loaded with a module; types aren't. */
const LOADS = /^(?:import|export) (?!type )(?:[^;]*? from )?'(\.[^']+\.ts)';/gm;

/** A file and all that it loads. */
function loadedBy(path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path) || !FILES.includes(path)) return found;
  found.add(path);
  for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(LOADS))
    loadedBy(join(dirname(path), name), found);
  return found;
}

test('behavior: hooks and tests that a module sets as it is loaded are those of one file', () => {
  // Playwright's worker loads a module once, and then goes on to other files: the second of them to
  // load it would have none of its hooks, if both happen to run in one worker.
  const others = FILES.filter((path) => !TESTS.includes(path) && !path.endsWith('.test.ts'));
  const setters = others.filter((path) => SETS_HOOKS.test(readFileSync(path, 'utf8')));
  const loaded = TESTS.map((path) => loadedBy(path));
  const shares = setters.map((path) => [path, loaded.filter((all) => all.has(path)).length]);
  expect(shares.length).toBeGreaterThan(0);
  expect(shares.filter(([, files]) => files !== 1)).toEqual([]);
});
