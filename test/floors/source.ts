import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { parseSync } from 'vite';
import { ROOT } from '../../scripts/tool.ts';

/** A node of the syntax tree (ESTree with TypeScript), as far as these tests need it. */
export type Node = { readonly type: string; readonly start: number } & Readonly<
  Record<string, unknown>
>;

export type Source = {
  /** Path from the repository's folder, with forward slashes. */
  readonly path: string;
  /** `entrypoints` or the folder in src/. */
  readonly part: string;
  readonly text: string;
  readonly nodes: readonly Node[];
  readonly comments: readonly string[];
  readonly imports: readonly Import[];
};

export type Import = {
  readonly specifier: string;
  /** Path from the repository's folder when the import is relative. */
  readonly target: string | undefined;
  readonly typeOnly: boolean;
  /** `import()`, which runs when it is reached, not when the file loads. */
  readonly late: boolean;
};

/** Every TypeScript file below a folder of the repository, parsed. Throws on a syntax error. */
export function readSources(folder: string): Source[] {
  return listFiles(folder)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => parseSource(path, readFileSync(join(ROOT, path), 'utf8')));
}

/** Paths of all files below a folder, from the repository's folder, with forward slashes. */
export function listFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Parses a text as if it were at the path. */
export function parseSource(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text);
  const [fault] = errors;
  if (fault) throw new Error(`${path}: ${fault.message}`);
  const nodes = [...walk(program)];
  return {
    path,
    part: partOf(path),
    text,
    nodes,
    comments: comments.map(({ value }) => value),
    imports: nodes.flatMap((node) => importOf(path, node)),
  };
}

/**
 * `src/vault/header.ts` belongs to `src/vault`; anything in entrypoints/ to `entrypoints`. The
 * screens' words are a part of their own.
 */
function partOf(path: string): string {
  const [top = '', second = ''] = path.split('/');
  if (path.startsWith('src/ui/words/')) return 'src/ui/words';
  return top === 'src' ? `${top}/${second}` : top;
}

function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const item of value) yield* walk(item);
  } else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) yield value;
    for (const member of Object.values(value)) yield* walk(member);
  }
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
  );
}

const IMPORTING = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
]);

function importOf(path: string, node: Node): Import[] {
  const { source } = node;
  if (!IMPORTING.has(node.type) || !isNode(source) || typeof source['value'] !== 'string')
    return [];
  const specifier = source['value'];
  const target = specifier.startsWith('.') ? posix.join(dirname(path), specifier) : undefined;
  const typeOnly = node['importKind'] === 'type' || node['exportKind'] === 'type';
  return [{ specifier, target, typeOnly, late: node.type === 'ImportExpression' }];
}

/** `Date.now` for a member expression of two plain names, otherwise undefined. */
export function memberName(node: Node): string | undefined {
  const { object, property } = node;
  if (node.type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return undefined;
  if (object.type !== 'Identifier' || property.type !== 'Identifier') return undefined;
  return `${String(object['name'])}.${String(property['name'])}`;
}
