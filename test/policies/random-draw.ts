/** A whole number from 0 to `max`, the same each time for the same seed. */
export type Draw = (max: number) => number;

/** Mulberry32: far faster than building an arbitrary for each choice, of which a case has hundreds. */
export function drawFrom(seed: number): Draw {
  let state = seed;
  return (max) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % (max + 1);
  };
}

export function oneOf<T>(g: Draw, values: readonly T[]): T {
  const value = values[g(values.length - 1)];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
}

export const chance = (g: Draw, percent: number): boolean => g(99) < percent;
