import { describe, expect, test } from 'vitest';
import { planChunks, type Modules } from '../../scripts/chunk-plan.ts';

/** Modules of so many bytes, with what they import. */
type Sources = Readonly<Record<string, readonly [bytes: number, ...imports: readonly string[]]>>;

function plan(sources: Sources, pages: readonly string[] = []): string[] {
  const modules: Modules = new Map(
    Object.entries(sources).map(([id, [bytes, ...imports]]) => [id, { id, bytes, imports }]),
  );
  const screens = Object.keys(sources).filter(
    (id) => id.startsWith('screen') && !pages.includes(id),
  );
  return planChunks(modules, new Set(pages), new Set(screens), (id) => id === 'placed')
    .map((chunk) => chunk.toSorted().join(' '))
    .toSorted();
}

/** The same numbers from 0 to 1 for the same seed (a linear congruential generator). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

/** Eight screens and thirty modules, each of which imports some that come after it. */
function randomSources(random: () => number): Sources {
  const names = Array.from({ length: 30 }, (_, at) => `m${at}`);
  const pick = (from: readonly string[], share: number) => from.filter(() => random() < share);
  return Object.fromEntries([
    ...Array.from({ length: 8 }, (_, at) => [`screen${at}`, [10, ...pick(names, 0.1)]] as const),
    ...names.map((id, at) => [id, [random() * 30_000, ...pick(names.slice(at + 1), 0.1)]] as const),
  ]);
}

describe('planChunks', () => {
  test('behavior: what the same screens need shares a file; what one needs, and what has a place, is left out', () => {
    const sources: Sources = {
      screen1: [10, 'a', 'own', 'placed'],
      screen2: [10, 'a', 'placed'],
      screen3: [10, 'c'],
      screen4: [10, 'c'],
      a: [900_000, 'b'],
      b: [900_000],
      c: [900_000],
      own: [900_000],
      placed: [900_000],
    };
    expect(plan(sources)).toEqual(['a b', 'c']);
  });

  test('behavior: similar screens share a file where few bytes come in vain, and not where many do', () => {
    const sources = (bytes: number): Sources => ({
      screen1: [10, 'a', 'b'],
      screen2: [10, 'a', 'b'],
      screen3: [10, 'b'],
      a: [bytes],
      b: [10],
    });
    expect(plan(sources(1000))).toEqual(['a b']);
    expect(plan(sources(900_000))).toEqual(['a', 'b']);
  });

  test('behavior: bytes in vain are also those of what the joined file imports', () => {
    const sources = (bytes: number): Sources => ({
      screen1: [10, 'a', 'b'],
      screen2: [10, 'a', 'b'],
      screen3: [10, 'b'],
      page: [10, 'large'],
      a: [10, 'large'],
      b: [10],
      large: [bytes],
    });
    expect(plan(sources(900_000), ['page'])).toEqual(['a', 'b', 'large']);
    expect(plan(sources(10), ['page'])).toEqual(['a b', 'large']);
  });

  test('behavior: a page gets nothing that it does not import', () => {
    const sources: Sources = {
      screen1: [10, 'a', 'b'],
      screen2: [10, 'a', 'b'],
      page: [10, 'b'],
      a: [1],
      b: [1],
    };
    expect(plan(sources, ['page'])).toEqual(['a', 'b']);
  });

  test('behavior: no two files need each other, and a page gets only its own, whatever imports what', () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 150; round++) {
      const sources = randomSources(random);
      const importsOf = (id: string) => (sources[id] ?? [0]).slice(1).map(String);
      const files = plan(sources, ['screen0']).map((file) => file.split(' '));
      const holder = new Map(files.flatMap((file) => file.map((id) => [id, file] as const)));
      const needs = (ids: readonly string[]) => ids.flatMap(importsOf).map((id) => holder.get(id));
      const reached = (ids: readonly string[], own?: readonly string[]) => {
        const found = new Set(needs(ids).filter((file) => file !== own));
        for (const file of found) for (const next of needs(file ?? [])) found.add(next);
        return found;
      };
      for (const file of files)
        expect(reached(file, file), JSON.stringify(sources)).not.toContain(file);
      const own = new Set(importsOf('screen0'));
      for (const id of own) for (const next of importsOf(id)) own.add(next);
      const got = [...reached(['screen0'])].flatMap((file) => file ?? []);
      expect(got.filter((id) => !own.has(id))).toEqual([]);
    }
  });
});
