import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scripts/tool.ts';

/** A test that a document names: its file's path in the repository, and its title. */
export type NamedTest = { readonly file: string; readonly name: string };

export const isThere = ({ file, name }: NamedTest): boolean =>
  file !== '' &&
  existsSync(join(ROOT, file)) &&
  titlesIn(readFileSync(join(ROOT, file), 'utf8')).includes(`'${name}'`);

/** A parameterized title has `${…}` where the documents have `%s`. */
export const titlesIn = (source: string): string =>
  source.replace(/`[^`\n]*`/g, (title) => `'${title.slice(1, -1).replace(/\$\{[^}]*\}/g, '%s')}'`);
