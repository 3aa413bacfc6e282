/** A module as the bundler knows it. */
export type GraphModule = {
  readonly id: string;
  readonly bytes: number;
  readonly imports: readonly string[];
};

export type Modules = ReadonlyMap<string, GraphModule>;

/** Modules that come in one file, and what loads it. */
type Chunk = {
  readonly modules: readonly GraphModule[];
  readonly loads: ReadonlySet<string>;
  readonly bytes: number;
};

/** Each chunk with all chunks that come with it, for what it imports. */
type Needs = ReadonlyMap<Chunk, ReadonlySet<Chunk>>;

/**
 * How many bytes of source, before minification, a screen may get that it doesn't run so that it has one file less to
 * read. With more, screens carry each other's code; with less, one has dozens of files.
 */
const BYTES_PER_FILE = 30_000;

/** Everything that a module needs, itself included. */
export function reachedFrom(modules: Modules, start: string): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const id of reached) for (const one of modules.get(id)?.imports ?? []) reached.add(one);
  return reached;
}

const union = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> =>
  new Set([...one, ...other]);

const join = (one: Chunk, other: Chunk): Chunk => ({
  modules: [...one.modules, ...other.modules],
  loads: union(one.loads, other.loads),
  bytes: one.bytes + other.bytes,
});

/** One chunk for each set of loads; what a single load needs is the bundler's to place. */
function exactChunks(
  modules: Modules,
  loads: Iterable<string>,
  isPlaced: (id: string) => boolean,
): Chunk[] {
  const loadsOf = new Map<string, string[]>();
  for (const load of loads)
    for (const id of reachedFrom(modules, load))
      if (!isPlaced(id)) loadsOf.set(id, [...(loadsOf.get(id) ?? []), load]);
  const found = new Map<string, Chunk>();
  for (const [id, needed] of loadsOf) {
    const module = modules.get(id);
    if (!module || needed.length < 2) continue;
    const one = { modules: [module], loads: new Set(needed), bytes: module.bytes };
    const before = found.get(needed.join('\n'));
    found.set(needed.join('\n'), before ? join(before, one) : one);
  }
  return [...found.values()];
}

function needsOf(chunks: readonly Chunk[]): Needs {
  const holder = new Map(chunks.flatMap((chunk) => chunk.modules.map(({ id }) => [id, chunk])));
  const imported = (chunk: Chunk) =>
    chunk.modules.flatMap(({ imports }) => imports.flatMap((id) => holder.get(id) ?? []));
  return new Map(
    chunks.map((chunk) => {
      const reached = new Set(imported(chunk).filter((one) => one !== chunk));
      for (const one of reached) for (const next of imported(one)) reached.add(next);
      return [chunk, reached];
    }),
  );
}

type Pair = { readonly one: Chunk; readonly other: Chunk; readonly needs: ReadonlySet<Chunk> };

/**
 * The bytes that loads get in vain if two chunks become one, for each file that they have less. Infinity where none has
 * less, and where a page's first load would grow.
 */
function costOf({ one, other, needs }: Pair, pages: ReadonlySet<string>): number {
  const loads = union(one.loads, other.loads);
  let files = one.loads.size + other.loads.size - loads.size;
  let bytes = 0;
  if (files === 0) return Infinity;
  for (const chunk of [one, other, ...needs]) {
    const added = [...loads].filter((load) => !chunk.loads.has(load));
    if (added.some((load) => pages.has(load))) return Infinity;
    bytes += added.length * chunk.bytes;
    if (chunk !== one && chunk !== other) files -= added.length;
  }
  return files > 0 ? bytes / files : Infinity;
}

/**
 * The two that cost least to join; undefined if each pair costs too much. If one needs a third that needs the other, the
 * third costs less to join with either: so no two files come to need each other.
 */
function cheapestPair(chunks: readonly Chunk[], pages: ReadonlySet<string>): Pair | undefined {
  const needs = needsOf(chunks);
  const neededBy = (chunk: Chunk) => needs.get(chunk) ?? new Set<Chunk>();
  let [found, least]: [Pair | undefined, number] = [undefined, BYTES_PER_FILE];
  for (const [at, one] of chunks.entries()) {
    for (const other of chunks.slice(at + 1)) {
      const pair = { one, other, needs: new Set(union(neededBy(one), neededBy(other))) };
      pair.needs.delete(one);
      pair.needs.delete(other);
      const cost = costOf(pair, pages);
      if (cost < least) [found, least] = [pair, cost];
    }
  }
  return found;
}

/**
 * Which modules share a file: those that the same loads need, and those of similar loads where that saves more files
 * than it costs bytes. No two files need each other, so each module runs after those that it imports.
 * @param pages loads that get nothing but what they need
 * @param screens all other loads
 * @param isPlaced modules that have a file already
 */
export function planChunks(
  modules: Modules,
  pages: ReadonlySet<string>,
  screens: ReadonlySet<string>,
  isPlaced: (id: string) => boolean,
): readonly (readonly string[])[] {
  let chunks = exactChunks(modules, union(pages, screens), isPlaced);
  for (let pair = cheapestPair(chunks, pages); pair; pair = cheapestPair(chunks, pages)) {
    const joined = join(pair.one, pair.other);
    const { one, other, needs } = pair;
    chunks = chunks
      .filter((chunk) => chunk !== one && chunk !== other)
      .map((chunk) =>
        needs.has(chunk) ? { ...chunk, loads: union(chunk.loads, joined.loads) } : chunk,
      )
      .concat(joined);
  }
  return chunks.map((chunk) => chunk.modules.map(({ id }) => id));
}
