import type { Source } from './source.ts';

/**
 * Files that import each other in a circle, each circle once, by everything that is there when a file
 * loads, and by types. A late `import()` isn't counted: it cuts a circle.
 */
export function circlesOf(sources: readonly Source[]): readonly (readonly string[])[] {
  const targets = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.flatMap(({ target, late }) => (target === undefined || late ? [] : [target])),
    ]),
  );
  const reached = new Map([...targets.keys()].map((path) => [path, reachedFrom(path, targets)]));
  const inCircle = [...targets.keys()].filter((path) => reached.get(path)?.has(path));
  const circles = new Map(
    inCircle.map((path) => {
      const circle = inCircle.filter(
        (other) => reached.get(path)?.has(other) && reached.get(other)?.has(path),
      );
      return [circle.join(), circle];
    }),
  );
  return [...circles.values()];
}

/** Every file that one imports, itself or through others. */
export function reachedFrom(
  path: string,
  targets: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(targets.get(path) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(targets.get(next) ?? []));
  }
  return reached;
}
