import { basename, dirname } from 'node:path';
import type { Plugin } from 'vite';
import { planChunks, reachedFrom, type GraphModule } from './chunk-plan.ts';

const SHARED = 'shared';

/** What reads pasted keys, phrases and interfaces: a screen with such a field loads it, and no page with its first frame. */
export const ON_DEMAND =
  /\/src\/(?:keys|client\/interface|client\/import(?!\/import-target\.ts))\//;

/** What all pages load has a file and a name of its own, whatever shares a chunk with it. */
const STYLES = /\/src\/ui\/style\.css$/;

/** The sheet of one screen comes with it: within shared code every page would have it. */
const SHEET = /\.css$/;

const ENTRYPOINT = /\/entrypoints\//;

type Graph = {
  readonly getModuleIds: () => Iterable<string>;
  readonly getModuleInfo: (id: string) => {
    readonly isEntry: boolean;
    readonly code: string | null;
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
};

/** The name of each module's file; none for one that a single page or screen needs. */
function chunkNames(graph: Graph): ReadonlyMap<string, string> {
  const ids = [...graph.getModuleIds()];
  const infoOf = (id: string) => graph.getModuleInfo(id);
  const modules = new Map<string, GraphModule>(
    ids.map((id) => {
      const { code, importedIds = [] } = infoOf(id) ?? {};
      return [id, { id, bytes: code?.length ?? 0, imports: importedIds }];
    }),
  );
  const pages = new Set(ids.filter((id) => infoOf(id)?.isEntry));
  const firstLoad = (name: string) => {
    const page = [...pages].find((id) => basename(dirname(id)) === name);
    return page === undefined ? new Set<string>() : reachedFrom(modules, page);
  };
  const [popup, window] = [firstLoad('popup'), firstLoad('confirm')];
  const screens = new Set(ids.flatMap((id) => infoOf(id)?.dynamicallyImportedIds ?? []));
  const planned = planChunks(modules, pages, screens, (id) => popup.has(id));
  return new Map([
    ...[...popup].map((id) => [id, window.has(id) ? 'page' : 'popup'] as const),
    ...planned.flatMap((chunk, at) => chunk.map((id) => [id, `${SHARED}-${at}`] as const)),
  ]);
}

/**
 * Vite plugin for the extension's pages. The popup's first load is exactly what it imports: what the approval window needs
 * too, and its own. All else is shared by what is loaded together (`planChunks`); left alone, the bundler gives each set of
 * screens a file of its own.
 */
export function pageChunks(): Plugin {
  let names: ReadonlyMap<string, string> = new Map();
  const matches = (pattern: RegExp) => (id: string) => pattern.test(id.replaceAll('\\', '/'));
  const isEntrypoint = matches(ENTRYPOINT);
  const groups = [
    { name: 'styles', test: matches(STYLES), priority: 2 },
    { name: (id: string) => basename(id, '.css'), test: matches(SHEET), priority: 1 },
    { name: (id: string) => names.get(id) ?? null, test: (id: string) => !isEntrypoint(id) },
  ];
  const output = {
    // Each module has its place: what it imports doesn't come along.
    codeSplitting: { groups, includeDependenciesRecursively: false },
    chunkFileNames: ({ name }: { readonly name: string }) =>
      `chunks/${name.startsWith(SHARED) ? SHARED : '[name]'}-[hash].js`,
  };
  return {
    name: 'keystamp:page-chunks',
    config: () => ({ build: { rolldownOptions: { output } } }),
    buildEnd() {
      names = chunkNames(this);
    },
  };
}
