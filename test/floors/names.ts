import { isNode, type Node, type Source } from './source.ts';

type Declared = {
  readonly name: string;
  readonly path: string;
  readonly what: 'component' | 'type';
  readonly isExported: boolean;
};

/** Components and types that a file declares at its top. A lazy one has the name of what it loads. */
function declaredIn({ path, nodes }: Source): readonly Declared[] {
  const body = nodes.find(({ type }) => type === 'Program')?.['body'];
  return (Array.isArray(body) ? body.filter(isNode) : []).flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration';
    const node = isExported ? statement['declaration'] : statement;
    if (!isNode(node)) return [];
    const what = whatIs(node);
    const name = isNode(node['id']) ? String(node['id']['name']) : '';
    return what && /^[A-Z]/.test(name) ? [{ name, path, what, isExported }] : [];
  });
}

function whatIs({ type }: Node): Declared['what'] | undefined {
  if (type === 'FunctionDeclaration') return 'component';
  return /^TS(TypeAlias|Interface)Declaration$/.test(type) ? 'type' : undefined;
}

/** Names of the screens that two components have, or an exported type and another one. */
export function namesOfTwo(sources: readonly Source[]): readonly string[] {
  const declared = sources.filter(({ part }) => part === 'src/ui').flatMap(declaredIn);
  const groups = Map.groupBy(declared, ({ name, what }) => `${what} ${name}`);
  return [...groups].flatMap(([name, all]) => {
    const counts = name.startsWith('component') || all.some(({ isExported }) => isExported);
    return counts && all.length > 1 ? [`${name}: ${all.map(({ path }) => path).join(', ')}`] : [];
  });
}
