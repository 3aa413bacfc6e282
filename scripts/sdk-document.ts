import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'prettier';
import { parseSync, type ESTree } from 'vite';
import { ROOT } from './tool.ts';

/*
 * What the SDK exports as a document, from its sources and their comments. `npm run readme` writes
 * it to docs/sdk.md; test/sdk/document.test.ts compares.
 */

const STYLE = { singleQuote: true, printWidth: 100 };
const ENTRY = join(ROOT, 'src', 'sdk', 'sdk.ts');

const HEAD = `# The SDK

What a web page can import, as the sources in \`src/sdk\` declare it; \`npm run readme\` writes it.
The codes of errors are [for dApp developers](../docs/dapps.md), what pages may request is in the
[table of operations](../docs/operations.md); the built package has each operation's parameters and result as plain types.
`;

/** A declaration and the comment above it. */
type Documented = { readonly about: string; readonly code: string };
type Declarations = ReadonlyMap<string, Documented>;
type Statement = ReturnType<typeof parseSync>['program']['body'][number];

/** What a statement declares, under its name; nothing for any other statement. */
function declared(statement: Statement) {
  const isExport = statement.type === 'ExportNamedDeclaration';
  const declaration = isExport ? statement.declaration : statement;
  if (!declaration) return undefined;
  const [variable] = declaration.type === 'VariableDeclaration' ? declaration.declarations : [];
  const id = variable ? variable.id : 'id' in declaration ? declaration.id : null;
  return id?.type === 'Identifier' ? { name: id.name, declaration } : undefined;
}

/** Where the code of functions begins and ends, and that of a class's members: a reader needs neither. */
function bodiesOf(declaration: ESTree.Node): readonly ESTree.Span[] {
  if (declaration.type === 'FunctionDeclaration') return declaration.body ? [declaration.body] : [];
  if (declaration.type !== 'ClassDeclaration') return [];
  return declaration.body.body.flatMap((member) =>
    member.type === 'MethodDefinition' && member.value.body ? [member.value.body] : [],
  );
}

/** The text of a declaration, with a semicolon in place of each body. */
function codeOf(text: string, declaration: ESTree.Node): string {
  let code = text.slice(declaration.start, declaration.end);
  for (const { start, end } of bodiesOf(declaration).toReversed()) {
    const [from, to] = [start - declaration.start, end - declaration.start];
    code = `${code.slice(0, from).trimEnd()};${code.slice(to)}`;
  }
  return code;
}

/** The text of a documentation comment, without its asterisks. */
const plain = (comment: string): string =>
  comment
    .replace(/^\*/, '')
    .replaceAll(/^ *\* ?/gm, '')
    .replaceAll(/\{@link\s+(\w+)\}/g, '`$1`')
    .replaceAll(/^@throws (\w+)/gm, 'Throws `$1`:')
    .trim();

/** Everything that a file declares itself. */
function readDeclarations(file: string) {
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  const found = new Map<string, Documented>();
  for (const statement of program.body) {
    const { name, declaration } = declared(statement) ?? {};
    if (name === undefined || !declaration) continue;
    const above = comments.find(
      ({ end, value }) =>
        value.startsWith('*') && end < statement.start && !text.slice(end, statement.start).trim(),
    );
    found.set(name, { about: plain(above?.value ?? ''), code: codeOf(text, declaration) });
  }
  return { program, found };
}

/** Each name that the SDK exports, with the file that declares it, in the entry's order. */
function sdkNames(): ReadonlyMap<string, Declarations> {
  const { program, found } = readDeclarations(ENTRY);
  const all = new Map<string, Declarations>([...found.keys()].map((name) => [name, found]));
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.source) continue;
    const from = readDeclarations(join(dirname(ENTRY), statement.source.value)).found;
    for (const { exported } of statement.specifiers) {
      all.set('name' in exported ? exported.name : exported.value, from);
    }
  }
  return all;
}

/** The code of what only its own file names, such as the part of `Keystamp` that has the calls. */
function ownCode(code: string, { names, file }: { names: Set<string>; file: Declarations }) {
  const own: string[] = [];
  for (const [name] of code.matchAll(/\b[A-Z]\w+\b/g)) {
    const one = file.get(name);
    if (!one || names.has(name)) continue;
    names.add(name);
    own.push(one.code, ...ownCode(one.code, { names, file }));
  }
  return own;
}

export function sdkDocument(): Promise<string> {
  const all = sdkNames();
  const parts = [...all].map(([name, file]) => {
    const { about, code } = file.get(name) ?? { about: '', code: '' };
    const own = file.has('PageOperations')
      ? []
      : ownCode(code, { names: new Set(all.keys()), file });
    return `## ${name}\n\n${about}\n\n\`\`\`ts\n${[code, ...own].join('\n\n')}\n\`\`\``;
  });
  return format([HEAD, ...parts].join('\n\n'), { parser: 'markdown', ...STYLE });
}
