import { expect, test } from 'vitest';
import { readSources } from '../floors/source.ts';
import { english } from './english.ts';

/*
 * Every text is shown somewhere. Those of operations, errors, rules, members and choices, and what a
 * policy is only about, come from tables, which the compiler compares with them.
 */

const FROM_TABLES = /^(?:policy\.only|op|error|reason|rule|service|member|choice|field)\./;

const sources = readSources('src')
  .filter(({ path }) => !path.startsWith('src/ui/words/'))
  .map(({ text }) => text);
const found = (pattern: RegExp) =>
  sources.flatMap((text) => [...text.matchAll(pattern)].map(([, written = '']) => written));

const written = new Set(found(/['"`]([a-z][\w-]*(?:\.[\w-]+)*)['"`]/gi));
/** Keys that are put together, as patterns: `popup.activity.${check}`, `${texts}.run.${stage}`. */
const patterns = found(/`([a-z]\w*\.[^`]*\$\{[^`]*|\$\{[\w.]+\}\.\w+\.[^`]+)`/gi).map((text) => {
  const parts = text.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join('[\\w-]+')}$`);
});
/** The ends of keys whose beginnings are written elsewhere: `${words}.title`. */
const ends = new Set(found(/`\$\{[\w.]+\}\.(\w+)`/g));

function isUsed(key: string): boolean {
  const at = key.lastIndexOf('.');
  const isEnd = ends.has(key.slice(at + 1)) && written.has(key.slice(0, at));
  return isEnd || written.has(key) || patterns.some((pattern) => pattern.test(key));
}

test('behavior: every text has its place', () => {
  const unused = Object.keys(english).filter((key) => !FROM_TABLES.test(key) && !isUsed(key));
  expect(unused).toEqual([]);
});
