import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { circlesOf } from '../test/floors/circles.ts';
import { isNode, listFiles, readSources } from '../test/floors/source.ts';
import type { Node, Source } from '../test/floors/source.ts';
import { readClasses } from '../test/floors/style-sheets.ts';
import { fail } from './progress.mjs';
import { enteredModules } from './structure/entered-modules.ts';
import { ROOT, runTool } from './tool.ts';

/*
 * `npm run structure`: how large each room of the source is, and how much of it hangs together by accident.
 * It checks nothing; the floors test and the linters do.
 */

type Size = { files: number; lines: number };

/** Files and lines by room: the folders of src/, and those of src/ui with its style sheets. */
function sizesByRoom(): ReadonlyMap<string, Size> {
  const sizes = new Map<string, Size>();
  const add = (room: string, lines: number) => {
    const size = sizes.get(room) ?? { files: 0, lines: 0 };
    sizes.set(room, { files: size.files + 1, lines: size.lines + lines });
  };
  for (const path of [...listFiles('src'), ...listFiles('entrypoints')]) {
    if (!/\.(tsx?|css)$/.test(path)) continue;
    const lines = readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1;
    const folders = path.split('/').slice(0, -1);
    add(folders.slice(0, folders[0] === 'src' ? 2 : 1).join('/'), lines);
    if (folders[1] === 'ui')
      add(`  ${folders.slice(0, 3).join('/')}${folders[2] ? '' : '/*'}`, lines);
    add('all', lines);
  }
  return sizes;
}

/** Types that hold dependencies or effects, and the members that they name themselves. */
function dependencyTypes(sources: readonly Source[]) {
  const declared = sources
    .flatMap(({ nodes }) => nodes)
    .filter(({ type, id }) => type === 'TSTypeAliasDeclaration' && isNode(id))
    .filter(({ id }) => isNode(id) && /(Deps|Effects)$/.test(String(id['name'])));
  const members = declared.flatMap(({ typeAnnotation }) => ownMembers(typeAnnotation));
  return { types: declared.length, members: members.length };
}

/** The members of an object type, also where it is part of an intersection. */
function ownMembers(type: unknown): readonly Node[] {
  if (!isNode(type)) return [];
  const { members, types } = type;
  if (type.type === 'TSTypeLiteral' && Array.isArray(members)) return members.filter(isNode);
  return type.type === 'TSIntersectionType' && Array.isArray(types)
    ? types.flatMap(ownMembers)
    : [];
}

const findings = v.optional(v.array(v.unknown()), []);
const knipReport = v.object({ issues: v.array(v.object({ exports: findings, types: findings })) });

/** What knip says of the whole repository (knip.json). */
async function unusedExports(): Promise<number> {
  const text = await runTool('knip', '--no-progress', '--no-exit-code', '--reporter', 'json');
  const { issues } = v.parse(knipReport, JSON.parse(text));
  return issues.reduce((sum, { exports, types }) => sum + exports.length + types.length, 0);
}

async function printStructure(): Promise<void> {
  const sources = [...readSources('src'), ...readSources('entrypoints')];
  const circles = circlesOf(sources);
  const { types, members } = dependencyTypes(sources);
  const rooms = [...sizesByRoom()].toSorted(([one], [other]) =>
    order(one) < order(other) ? -1 : 1,
  );
  for (const [room, { files, lines }] of rooms) row(room, `${files} files`, `${lines} lines`);
  console.log('');
  row('exports that nothing imports', `${await unusedExports()}`);
  row(
    'import circles, types included',
    `${circles.length}`,
    circles.map((one) => `${one.length} files`).join(', '),
  );
  row('types …Deps and …Effects', `${types}`, `${members} members`);
  row('CSS classes in several sheets', `${readClasses().shared.length}`);
  const { popup = [], page = [] } = await enteredModules();
  row('modules that a walletName enters', `${popup.length} popup`, `${page.length} page`);
}

/** Folders of src/ui come right below it, and the sum last. */
const order = (room: string): string => (room === 'all' ? '~' : room.trim());

const row = (name: string, ...figures: readonly string[]) =>
  console.log(`${name.padEnd(34)}${figures.map((figure) => figure.padStart(14)).join('')}`);

if (import.meta.main) await printStructure().catch(fail);
