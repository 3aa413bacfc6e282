import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/tool.ts';
import { listFiles } from './source.ts';

/** The extension's style sheets. */
export const SHEETS = listFiles('src/ui').filter((path) => path.endsWith('.css'));

/** The classes that its selectors name; what stands between braces, in a comment or a text is none. */
function classesIn(sheet: string): ReadonlySet<string> {
  const bare = sheet.replaceAll(/\/\*[\s\S]*?\*\/|'[^']*'/g, '');
  const selectors = [...bare.matchAll(/[^{};]*(?=\{)/g)].join(' ');
  return new Set([...selectors.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name));
}

/** The first sheet of each class, and the classes that another one names too. */
export function readClasses() {
  const owners = new Map<string, string>();
  const shared: string[] = [];
  for (const sheet of SHEETS) {
    for (const name of classesIn(readFileSync(join(ROOT, sheet), 'utf8'))) {
      const owner = owners.get(name) ?? sheet;
      owners.set(name, owner);
      if (owner !== sheet) shared.push(`.${name}: ${owner}, ${sheet}`);
    }
  }
  return { owners, shared };
}
